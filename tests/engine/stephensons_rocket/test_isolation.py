"""Isolated lines (section 16), worked examples 20, 23 and 25 to 30."""

import pytest

from footplate.engine.stephensons_rocket import scoring
from footplate.engine.stephensons_rocket.board import CODES, TOWNS, hex_of
from footplate.engine.stephensons_rocket.extend_line import legal as legal_extensions
from footplate.engine.stephensons_rocket.isolation import distance, has_path, isolated_lines
from footplate.engine.stephensons_rocket.prizes import FINAL_SHARES
from footplate.engine.stephensons_rocket.state import GAME_OVER, Company, State, grey_left, grey_shares, with_company
from tests.support.rocket import (
    A,
    B,
    C,
    act,
    begin,
    company,
    linked,
    mask,
    place,
    refusal,
    targets,
    to_move,
    with_figures,
    with_holdings,
    with_stations,
    with_tiles,
)
from tests.support.rocket_positions import (
    absorber,
    isolated,
    series,
    walled,
    with_absorbed,
    with_isolated,
)
from tests.support.rules import rule

REVERSE = "with-reverse-search"
CLOSED_IN = "NER 0700 A 0601 B 0500 C; L&Y 0100 A 0200 B 0300 C; LNWR 0303 A 0302 B 0402 A"
DEAD_END = "GER 1406 A 1405 B"
ROUNDABOUT = "NER 0801 A 0802 B 0803 A 0903 B 1003 A 1002 B"
SPIRAL = "GWR 0111 A 0211 A 0311 A 0412 A 0413 A 0313 A 0314 A"


def cut_off(state: State) -> list[str]:
    """The codes of the companies that the test finds cut off in a position."""
    return [CODES[number] for number in isolated_lines(state)]


# --- worked examples -------------------------------------------------------------------------------------------------


@rule("SR-EX-23", "SR-MRG-12")
def test_the_exchange_comes_before_isolation() -> None:
    start = with_stations(begin(), B, "0414")
    state = series(start, "GWR 0112 C 0213 A 0214 C; LSWR 0615 A 0614 B 0513 A 0414 B")
    assert isolated(state) == []
    state = act(state, A, "extend LSWR 0313").state
    assert (absorber(state, "LSWR"), place(state, "GWR")) == ("GWR", "0214 heading 3")
    assert targets(state, "GWR") == "0114 0215 0314"
    assert isolated(state) == ["GWR"]
    green = company(state, "GWR")
    assert (green.holdings, green.real, green.stack) == ((2, 1, 2), 5, 0)
    assert grey_left(state) == 16


@rule("SR-EX-25", "SR-EXT-08", "SR-ISO-03", "SR-ISO-10", "SR-ISO-13", "SR-ISO-14")
def test_a_hex_that_touches_two_lines_closes_both_in() -> None:
    before = series(begin(), CLOSED_IN.removesuffix(" 0402 A"))
    assert (targets(before, "NER"), targets(before, "L&Y"), isolated(before)) == ("0401", "0401", [])
    state = act(before, A, "extend LNWR 0402").state
    assert targets(state, "LNWR") == "0501 0502"
    assert (targets(state, "NER"), targets(state, "L&Y")) == ("", "")
    assert isolated(state) == ["NER", "L&Y"]
    for code in ("NER", "L&Y"):
        line = company(state, code)
        assert (line.value, line.stack, company(before, code).stack) == (3, 0, 13)


@rule("SR-EX-25", "SR-MRG-11", "SR-MRG-14", "SR-ISO-16", "SR-ISO-17", "SR-ISO-18")
def test_isolated_lines_absorb_and_are_absorbed_and_stay_isolated() -> None:
    done = act(series(begin(), CLOSED_IN), B, "extend LNWR 0501")
    assert done.paid == [("LNWR", (2000, 2000, 0))]
    north = company(done.state, "NER")
    assert (north.holdings, grey_shares(north), grey_left(done.state)) == ((2, 2, 1), 2, 14)
    assert linked(done.state, "NER") == {"York", "Sheffield", "Leeds", "Stoke", "Manchester"}
    assert (targets(done.state, "NER"), targets(done.state, "L&Y")) == ("0401", "0401")
    assert isolated(done.state) == ["NER", "L&Y"]
    done = act(done.state, C, "extend NER 0401")
    assert done.paid == [("NER", (3000, 3000, 0))]
    line = company(done.state, "L&Y")
    assert (line.holdings, grey_shares(line), line.stack) == ((2, 2, 1), 2, 0)
    assert (grey_left(done.state), len(done.state.tiles)) == (14, 10)
    assert line.isolated


@rule("SR-EX-26", "SR-TRM-06", "SR-EXT-08")
@pytest.mark.parametrize(("option", "expected"), [("on", "0103 0202"), ("off", "0103 0202 0203")])
def test_an_unmoved_locomotive_closes_a_hex(option: str, expected: str) -> None:
    start = begin(unmoved_locomotive_is_a_line=option)
    state = series(start, "NER 0700 A 0601 A 0501 A 0402 A 0302 A; L&Y 0002 B 0102 B")
    assert (place(state, "L&Y"), targets(state, "L&Y")) == ("0102 heading 2", expected)
    if option == "off":
        done = act(state, B, "extend L&Y 0203")
        assert absorber(done.state, "L&Y") == "NER"
        assert [(one.subject, one.amounts) for one in done.payouts] == [("L&Y", (0, 2000, 0))]


@rule("SR-EX-27", "SR-ISO-09", "SR-ISO-10", "SR-ISO-14", "SR-ISO-15")
def test_a_dead_end() -> None:
    assert company(series(begin(), DEAD_END.removesuffix(" 1405 B")), "GER").stack == 15
    state = series(begin(), DEAD_END)
    line = company(state, "GER")
    assert (targets(state, "GER"), isolated(state)) == ("", ["GER"])
    assert (line.value, line.holdings, line.stack) == (1, (1, 1, 0), 0)
    shares = [one for one in scoring.final_payouts(state) if (one.kind, one.subject) == (FINAL_SHARES, "GER")]
    assert [(one.counts, one.amounts) for one in shares] == [((1, 1, 0), (0, 0, 0))]


@rule("SR-EX-28", "SR-ISO-02", "SR-ISO-09")
def test_isolated_with_moves_left() -> None:
    state = series(begin(), ROUNDABOUT)
    line = company(state, "NER")
    assert (place(state, "NER"), targets(state, "NER")) == ("1002 heading 0", "0901 1001")
    assert isolated(state) == ["NER"]
    assert (line.value, line.holdings, line.real, line.stack) == (2, (3, 3, 0), 6, 0)


@rule("SR-EX-29", "SR-ISO-04")
def test_the_track_of_the_path_itself_counts() -> None:
    state = series(begin(), SPIRAL)
    assert isolated(state) == []
    state = act(state, A, "extend GWR 0215").state
    assert (place(state, "GWR"), targets(state, "GWR")) == ("0215 heading 4", "0114 0115 0216")
    assert isolated(state) == ["GWR"]
    line = company(state, "GWR")
    assert linked(state, "GWR") == {"Bristol", "Gloucester", "Salisbury"}
    assert (line.stack, line.real) == (0, 8)
    twice = ["0114", "0014", "0013", "0112", "0213", "0214", "0114", "0115", "0216", "0315", "0415"]
    walk = mask(" ".join(twice))
    assert distance(line.at, line.heading, walk, mask("0415")) == len(twice)
    assert not has_path(line, walk, mask("0415"))


@rule("SR-EX-30", "SR-ISO-11", "SR-OPT-04")
@pytest.mark.parametrize("text", [CLOSED_IN, DEAD_END, ROUNDABOUT, SPIRAL + " 0215 A"])
def test_the_reverse_search_isolates_none_of_these(text: str) -> None:
    assert isolated(series(begin(isolation_test=REVERSE), text)) == []


ALL_EXTENSIONS = (
    "LSWR 0514 C 0614 A; NER 0801 A 0901 B; GER 1406 B 1405 C; L&Y 0101 C 0201 A; GWR 0112 A; L&Y 0200 B; GWR 0113 B; "
    "NER 1001 C; SER 1415 C 1314 A; GWR 0114 A; SER 1215 B; LSWR 0714 B; SER 1216 C; LSWR 0715 C; GWR 0015 A"
)
"""The 20 extensions of the whole game in SR-EX-31."""


@rule("SR-EX-30", "SR-ISO-11", "SR-ISO-12", "SR-ISO-13")
def test_the_reverse_search_isolates_all_lines_together() -> None:
    state = series(begin(isolation_test=REVERSE), ALL_EXTENSIONS)
    assert isolated(state) == []
    state = series(state, "LNWR 0104 A 0105 A 0106 A 0107 A 0108 A")
    assert isolated(state) == []
    state = act(state, A, "extend LNWR 0109").state
    assert "Gloucester" in linked(state, "LNWR")
    assert legal_extensions(state) == []
    assert isolated(state) == list(CODES)
    assert (state.phase, state.end) == (GAME_OVER, "companies")


# --- the test of one line --------------------------------------------------------------------------------------------


@rule("SR-ISO-01")
def test_lines_that_never_moved_are_tested_whoever_moves() -> None:
    around_liverpool = mask("0100 0101 0002 0500")
    state = with_figures(begin(), "NER", at=hex_of("0500"), heading=5, line=around_liverpool)
    assert isolated(act(state, A, "extend SER 1415").state) == ["L&Y"]
    assert isolated(act(begin(), A, "extend SER 1415").state) == []


def alone(free: str, at: str = "0405", heading: int = 3, unlinked: str = "", **options: str) -> State:
    """GWR is the only live company; it may go through these hexes, and has all towns linked but one."""
    state = with_absorbed(begin(3, "pegasus-1999", A, **options), "GWR", *[code for code in CODES if code != "GWR"])
    towns = TOWNS & ~(mask(unlinked) if unlinked else 0)
    return with_figures(walled(state, "GWR", at, heading, free), "GWR", linked=towns)


BIRMINGHAM = "0306"
OXFORD = "0510"
DOVER = "1514"


@rule("SR-ISO-05", "SR-ISO-09")
def test_a_path_to_a_new_town_succeeds() -> None:
    assert cut_off(alone("0406", unlinked=BIRMINGHAM)) == []
    assert cut_off(alone("0406")) == ["GWR"]
    assert cut_off(alone("0406 0407 0408 0409 0509", unlinked=OXFORD)) == []
    assert cut_off(alone("0406 0407 0408 0409", unlinked=OXFORD)) == ["GWR"]


@rule("SR-ISO-02", "SR-ISO-03")
def test_a_path_turns_as_the_locomotive_may() -> None:
    assert cut_off(alone("0305 0406", heading=3, unlinked=BIRMINGHAM)) == []
    assert cut_off(alone("0305", heading=3, unlinked=BIRMINGHAM)) == []
    assert cut_off(alone("0305 0406", heading=0, unlinked=BIRMINGHAM)) == ["GWR"]


@rule("SR-ISO-06")
@pytest.mark.parametrize("gone", [False, True], ids=["open", "isolated"])
def test_a_path_to_another_line_succeeds(gone: bool) -> None:
    state = with_absorbed(alone("0406 0407 0408"), "GWR", "NER")
    assert cut_off(state) == ["GWR"]
    other = Company(hex_of("0408"), 3, mask("0408"), TOWNS, 0, 0, (0, 0, 0), isolated=gone)
    companies = (other, *state.companies[1:])
    assert "GWR" not in cut_off(state._replace(companies=companies))


@rule("SR-ISO-07")
@pytest.mark.parametrize("left", [False, True], ids=["with its locomotive", "without"])
def test_the_start_town_of_another_is_a_town_like_any(left: bool) -> None:
    def dover(unlinked: str, option: str) -> list[str]:
        state = alone("1415 0500", at="1315", heading=1, unlinked=unlinked, unmoved_locomotive_is_a_line=option)
        other = begin().companies[CODES.index("SER")]
        if left:
            other = other._replace(at=hex_of("0500"), heading=0, line=mask("0500"))
        return cut_off(state._replace(companies=(*state.companies[:-1], other)))

    assert "GWR" not in dover(DOVER, "off")
    assert "GWR" not in dover(DOVER, "on")
    assert "GWR" in dover("", "off")
    assert ("GWR" in dover("", "on")) is left


@rule("SR-ISO-08")
def test_supplies_stations_and_bars_play_no_part() -> None:
    for start, expected in ((alone("0406", unlinked=BIRMINGHAM), []), (alone("0406"), ["GWR"])):
        state = with_stations(with_tiles(start, 60), B, "0406")._replace(barred=CODES.index("GWR"), second=True)
        assert cut_off(state) == expected
        assert cut_off(with_figures(state, "GWR", stack=0, real=16, holdings=(0, 16, 0))) == expected


# --- the reverse search ----------------------------------------------------------------------------------------------


def beside_north(wall: str) -> State:
    """NER on 0408 has no step, GER on 0405 may come by 0406 and 0407, every other open hex is track of `wall`."""
    others = [code for code in CODES if code not in ("NER", "GER", wall)]
    state = with_absorbed(begin(isolation_test=REVERSE), "GER", *others)
    state = with_figures(state, "NER", at=hex_of("0408"), heading=3, line=mask("0408"))
    if wall == "GER":
        return walled(state, "GER", "0405", 3, "0406 0407 0408")
    state = with_figures(state, "GER", at=hex_of("0405"), heading=3, line=mask("0405"))
    return with_figures(walled(state, wall, "0413", 0, "0405 0406 0407 0408"), wall, linked=TOWNS)


@rule("SR-ISO-11", "SR-ISO-12")
def test_another_company_may_come_along_its_own_track() -> None:
    state = beside_north("GER")
    assert targets(state, "NER") == ""
    assert "NER" not in cut_off(state)
    mover_only = state._replace(rules=state.rules._replace(isolation_test="mover-only"))
    assert "NER" in cut_off(mover_only)


@rule("SR-ISO-12")
def test_another_company_may_not_come_past_a_third_line() -> None:
    state = beside_north("GWR")
    assert targets(state, "GER") == "0406"
    assert "NER" in cut_off(state)


@rule("SR-ISO-12")
def test_an_earlier_hex_may_not_touch_a_third_line_either() -> None:
    """GWR on 0505 touches 0406, where GER would come by, and not 0407, where it would meet NER."""
    state = beside_north("GER")
    home = begin().companies[CODES.index("GWR")]
    there = home._replace(at=hex_of("0505"), heading=0, line=mask("0505"), linked=TOWNS)
    state = with_figures(state, "GER", line=company(state, "GER").line & ~mask("0505"))
    state = with_company(state, CODES.index("GWR"), there)
    assert (targets(state, "GER"), targets(state, "GWR")) == ("0406", "")
    assert "NER" in cut_off(state)


@rule("SR-ISO-12")
def test_the_last_hex_may_not_touch_a_third_line() -> None:
    state = series(begin(isolation_test=REVERSE), CLOSED_IN)
    one_comer = with_absorbed(state, "LNWR", "GER", "GWR", "LSWR", "SER")
    assert targets(one_comer, "LNWR") == "0501 0502"
    assert "NER" not in cut_off(one_comer)
    assert refusal(to_move(one_comer, A), "extend LNWR 0401") == "SR-EXT-08"


# --- what isolation means --------------------------------------------------------------------------------------------


@rule("SR-ISO-14", "SR-ISO-15", "SR-ISO-16", "SR-EXT-17")
def test_an_isolated_line_is_extended_without_a_share() -> None:
    state = series(begin(), ROUNDABOUT)
    done = act(state, C, "extend NER 1001")
    assert place(done.state, "NER") == "1001 heading 0"
    assert (company(done.state, "NER").holdings, company(done.state, "NER").stack) == ((3, 3, 0), 0)
    assert len(done.state.tiles) == len(state.tiles) + 1


@rule("SR-ISO-15")
def test_shares_of_an_isolated_line_count_in_the_end() -> None:
    state = with_holdings(series(begin(), ROUNDABOUT), "NER", 4, 2, 0)
    state = with_isolated(state, "NER")
    shares = [one for one in scoring.final_payouts(state) if (one.kind, one.subject) == (FINAL_SHARES, "NER")]
    assert [one.amounts for one in shares] == [(2000, 1000, 0)]


@rule("SR-ISO-18")
def test_isolation_is_permanent() -> None:
    state = with_isolated(begin(), "SER")
    state = act(state, A, "extend LSWR 0514").state
    assert company(state, "SER").isolated
    assert company(state, "SER").stack == 0
