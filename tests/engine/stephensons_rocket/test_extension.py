"""Extension (section 10), worked examples SR-EX-07 and SR-EX-08."""

from itertools import pairwise

import pytest

from footplate.engine.stephensons_rocket.actions import ExtendLine
from footplate.engine.stephensons_rocket.board import CODES, hex_of, hex_text
from footplate.engine.stephensons_rocket.state import MAIN, State, grey_left, tiles_left
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    accepts,
    act,
    allows,
    asked,
    begin,
    company,
    edges,
    extended,
    ids,
    is_straight,
    linked,
    mask,
    place,
    refusal,
    targets,
    to_move,
    walk,
    with_figures,
    with_holdings,
    with_line,
    with_stations,
    with_tokens,
)
from tests.support.rocket_board import LAND, OPEN, START_OF, STARTS, TOWNS, around, step
from tests.support.rules import rule

# --- Who and where ---------------------------------------------------------


@rule("SR-EX-07", "SR-EXT-03")
def test_224_main_actions_at_setup() -> None:
    kinds = [GAME.tags(action).kind for action in GAME.legal_actions(begin())]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"token": 24, "station": 174, "extend": 26}
    assert len(kinds) == 224


@rule("SR-EXT-01")
@pytest.mark.parametrize("seat", [A, B, C])
def test_any_player_extends_any_live_company(seat: int) -> None:
    state = to_move(with_holdings(with_line(begin(), "GWR", "0112 0212"), "GWR", 0, 3, 0), seat)
    extendable = {GAME.action_text(one).split()[1] for one in GAME.legal_actions(state) if isinstance(one, ExtendLine)}
    assert extendable == set(CODES)


@rule("SR-EXT-01")
def test_an_absorbed_company_is_not_extended() -> None:
    state = extended(with_line(begin(), "L&Y", "0101 0202"), "L&Y", "0203 A").state
    assert targets(state, "L&Y") == ""
    assert {refusal(to_move(state, B), f"extend L&Y {name}") for name in around("0203")} == {"SR-MRG-19"}


@rule("SR-EXT-02")
def test_a_step_leads_to_an_adjacent_hex() -> None:
    state = with_line(begin(), "LNWR", "0205 0206")
    for name in LAND - around("0206"):
        assert not accepts(state, f"extend LNWR {name}")
    assert [refusal(state, f"extend LNWR {name}") for name in ("0206", "0208", "1016", "0001")] == ["SR-EXT-02"] * 4


@rule("SR-EXT-03")
@pytest.mark.parametrize("code", CODES)
def test_from_its_start_town_a_locomotive_goes_anywhere(code: str) -> None:
    assert set(targets(begin(), code).split()) == around(START_OF[code])
    assert all(allows(begin(), f"extend {code} {name}") for name in around(START_OF[code]))


@rule("SR-EXT-04", "SR-EX-08")
def test_a_locomotive_turns_by_one_hex_side_at_most() -> None:
    state = extended(begin(), "LSWR", "0514 A").state
    assert place(state, "LSWR") == "0514 heading 0"
    assert targets(state, "LSWR") == "0414 0513 0614"
    assert [step("0514", direction) for direction in (5, 0, 1)] == ["0414", "0513", "0614"]
    assert [refusal(to_move(state, A), f"extend LSWR {name}") for name in ("0615", "0515", "0415")] == ["SR-EXT-04"] * 3


@rule("SR-EXT-04")
@pytest.mark.parametrize("heading", range(6))
def test_the_three_directions_ahead(heading: int) -> None:
    state = with_line(begin(), "LNWR", " ".join([first := step("0204", heading), step(first, heading)]))
    here = step(first, heading)
    ahead = {step(here, (heading + turn) % 6) for turn in (-1, 0, 1)}
    assert set(targets(state, "LNWR").split()) == ahead & OPEN
    behind = around(here) - ahead
    assert {refusal(state, f"extend LNWR {name}") for name in behind} == {"SR-EXT-04"}


@rule("SR-EXT-05")
def test_a_locomotive_enters_no_town() -> None:
    state = with_line(begin(), "L&Y", "0100 0200 0300")
    assert [refusal(state, f"extend L&Y {name}") for name in ("0400", "0301")] == ["SR-EXT-05", "SR-EXT-05"]
    assert targets(state, "L&Y") == "0401"


@rule("SR-EXT-05")
def test_a_locomotive_does_not_come_home() -> None:
    state = with_figures(with_line(begin(), "LNWR", "0205"), "LNWR", heading=0)
    assert step("0205", 0) == START_OF["LNWR"]
    assert refusal(state, "extend LNWR 0204") == "SR-EXT-05"


@rule("SR-EXT-06")
def test_a_locomotive_enters_no_foreign_tile() -> None:
    state = with_line(begin(), "L&Y", "0100 0200 0300 0401 0501 0502")
    state = with_line(state, "NER", "0700 0601")
    assert refusal(state, "extend NER 0501") == "SR-EXT-06"
    assert allows(state, "extend NER 0500")


CIRCLE = "0104 0105 0106 0207 0208 0108 0008 0007"
"""A way of LNWR round 0107, so that its next step north-east would cross its own track."""


@rule("SR-EXT-06")
def test_a_locomotive_enters_no_tile_of_its_own() -> None:
    state = with_line(begin(), "LNWR", CIRCLE)
    assert refusal(state, "extend LNWR 0106") == "SR-EXT-06"
    assert targets(state, "LNWR") == "0006"


@rule("SR-EXT-07")
def test_a_locomotive_enters_no_hex_of_another() -> None:
    state = with_line(begin(), "L&Y", "0100 0200 0300 0401 0501")
    state = with_line(state, "NER", "0700 0601")
    assert refusal(state, "extend NER 0501") == "SR-EXT-07"


def three_lines() -> State:
    """NER on 0500, L&Y on 0300 and LNWR on 0402: 0401 touches all of them."""
    state = with_line(begin(), "NER", "0700 0601 0500")
    return with_line(with_line(state, "L&Y", "0100 0200 0300"), "LNWR", "0303 0302 0402")


@rule("SR-EXT-08")
def test_a_target_touches_no_two_other_lines() -> None:
    state = three_lines()
    assert {"0500", "0300", "0402"} <= around("0401")
    assert [refusal(state, f"extend {code} 0401") for code in ("LNWR", "NER", "L&Y")] == ["SR-EXT-08"] * 3
    assert targets(state, "LNWR") == "0501 0502"


@rule("SR-EXT-08")
@pytest.mark.parametrize("unmoved", ["on", "off"])
def test_the_ban_holds_for_a_mover_on_its_start_town(unmoved: str) -> None:
    state = begin(unmoved_locomotive_is_a_line=unmoved)
    for code, name in (("L&Y", "0302"), ("NER", "0403")):
        state = with_figures(state, code, at=hex_of(name), heading=3, line=mask(name))
    assert refusal(state, "extend LNWR 0303") == "SR-EXT-08"
    assert targets(state, "LNWR") == "0103 0104 0203 0205 0304"


@rule("SR-EXT-09")
def test_a_target_that_touches_one_other_line_brings_a_merger() -> None:
    state = act(three_lines(), A, "extend LNWR 0501").state
    assert company(state, "LNWR").absorber == CODES.index("NER")
    assert place(state, "NER") == "0500 heading 5"


@rule("SR-EXT-10")
@pytest.mark.parametrize("owner", [A, B])
def test_a_station_is_no_obstacle(owner: int) -> None:
    state = with_stations(begin(), owner, "0514")
    after = act(state, A, "extend LSWR 0514").state
    assert place(after, "LSWR") == "0514 heading 0"
    assert after.stations == state.stations


@rule("SR-EXT-11")
def test_own_track_beside_the_target_neither_forbids_nor_merges() -> None:
    state = with_line(begin(), "LNWR", CIRCLE)
    assert {"0105", "0106"} <= around("0006") & set(ids(company(state, "LNWR").line).split())
    done = act(state, A, "extend LNWR 0006")
    assert company(done.state, "LNWR").live
    assert done.payouts == ()


@rule("SR-EXT-11", "SR-EXT-13")
def test_a_locomotive_may_trap_itself() -> None:
    state = with_line(begin(), "LNWR", CIRCLE)
    state = with_figures(state, "LNWR", line=company(state, "LNWR").line | mask("0005"))
    after = act(state, A, "extend LNWR 0006").state
    assert (targets(after, "LNWR"), company(after, "LNWR").isolated) == ("", True)
    assert company(after, "LNWR").live


@rule("SR-EXT-12")
@pytest.mark.parametrize("isolated", [False, True])
def test_an_extension_needs_no_stack(*, isolated: bool) -> None:
    state = with_figures(with_line(begin(), "GWR", "0112 0212"), "GWR", stack=0, isolated=isolated)
    assert targets(state, "GWR") == "0211 0311"
    assert place(act(state, A, "extend GWR 0311").state, "GWR") == "0311 heading 1"


@rule("SR-EXT-13")
def test_a_company_without_target_is_not_extended() -> None:
    state = to_move(extended(begin(), "GER", "1406 A 1405 B").state, C)
    assert targets(state, "GER") == ""
    assert not [name for name in LAND if accepts(state, f"extend GER {name}")]


def expected(state: State, code: str) -> set[str]:
    """The targets of a company, worked out hex by hex from the rules SR-EXT-02 to SR-EXT-09."""
    one = company(state, code)
    if not one.live:
        return set()
    others = []
    for number, other in enumerate(state.companies):
        if other.live and number != CODES.index(code):
            start = {hex_text(other.at)} if hex_text(other.at) in STARTS else set()
            counts = start if state.rules.unmoved_locomotive_is_a_line == "on" else set()
            others.append(set(ids(other.line).split()) | counts)
    taken = set().union(*others, set(ids(one.line).split()))
    turns = range(6) if one.heading < 0 else [(one.heading + turn) % 6 for turn in (-1, 0, 1)]
    near = {step(hex_text(one.at), direction) for direction in turns} & OPEN - taken
    return {name for name in near if sum([bool(around(name) & line) for line in others]) < 2}


@rule("SR-EXT-02", "SR-EXT-04", "SR-EXT-05", "SR-EXT-06", "SR-EXT-07", "SR-EXT-08", "SR-EXT-13")
@pytest.mark.parametrize("unmoved", ["on", "off"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_targets_are_those_the_rules_leave(seats: int, unmoved: str) -> None:
    start = begin(seats, unmoved_locomotive_is_a_line=unmoved)
    main = [done.before for done in walk(start, seats) if done.before.phase == MAIN]
    for state in main[::4]:
        for number, code in enumerate(CODES):
            found = expected(state, code)
            assert set(targets(state, code).split()) == found
            listed = {
                one.hex for one in GAME.legal_actions(state) if isinstance(one, ExtendLine) and one.company == number
            }
            assert {hex_text(hex_) for hex_ in listed} == (set() if number == state.barred else found)


# --- Order -----------------------------------------------------------------


@rule("SR-EXT-14")
def test_cities_pay_before_railway_towns() -> None:
    state = with_stations(with_line(begin(), "L&Y", "0100 0200"), B, "0200")
    state = with_tokens(state, A, "Manchester brewery")
    done = act(state, A, "extend L&Y 0300")
    assert done.paid == [("Manchester", (2000, 0, 0)), ("Leeds", (0, 3000, 0))]


@rule("SR-EXT-14")
def test_railway_towns_pay_before_a_merger_and_exchange_comes_before_isolation() -> None:
    state = extended(begin(), "GWR", "0112 C 0213 A 0214 C").state
    state = with_stations(state, B, "0414")
    done = extended(state, "LSWR", "0615 A 0614 B 0513 A 0414 B 0313 A")
    assert [one.subject for one in done.payouts] == ["Salisbury", "LSWR"]
    absorber = company(done.state, "GWR")
    assert (absorber.isolated, absorber.stack) == (True, 0)
    assert (absorber.holdings, absorber.real, grey_left(done.state)) == ((2, 1, 2), 5, 16)


@rule("SR-EXT-14")
def test_the_passenger_boards_before_the_merger_takes_the_line_away() -> None:
    state = with_stations(with_line(begin(), "L&Y", "0101 0202"), B, "0203")
    after = act(state, A, "extend L&Y 0203").state
    assert not company(after, "L&Y").live
    assert after.passengers == (1, 0, 0)


# --- Share and tile --------------------------------------------------------


@rule("SR-EXT-15")
def test_the_active_player_draws_a_share() -> None:
    after = act(begin(), B, "extend LSWR 0514").state
    one = company(after, "LSWR")
    assert (one.holdings, one.stack, one.real) == ((0, 1, 0), 15, 1)


@rule("SR-EXT-15")
def test_the_share_is_drawn_before_the_veto() -> None:
    start = with_holdings(with_line(begin(), "GWR", "0112 0212"), "GWR", 0, 1, 0)
    assert company(asked(start, A, "extend GWR 0311"), "GWR").holdings == (1, 1, 0)
    after = act(start, A, "extend GWR 0311", "bid 1 0211", "defend 1 0311").state
    assert (company(after, "GWR").holdings, place(after, "GWR")) == ((0, 1, 0), "0311 heading 1")


@rule("SR-EXT-16")
def test_of_an_empty_stack_nothing_is_drawn() -> None:
    state = with_holdings(with_line(begin(), "GWR", "0112 0212"), "GWR", 8, 8, 0)
    after = act(state, C, "extend GWR 0311").state
    assert (company(after, "GWR").holdings, company(after, "GWR").stack) == ((8, 8, 0), 0)
    assert grey_left(after) == 16


@rule("SR-EXT-17")
def test_of_an_isolated_mover_nothing_is_drawn() -> None:
    state = with_holdings(with_line(begin(), "GWR", "0112 0212"), "GWR", 2, 1, 0)
    state = with_figures(state, "GWR", stack=0, isolated=True)
    after = act(state, C, "extend GWR 0311").state
    assert (company(after, "GWR").holdings, company(after, "GWR").stack) == ((2, 1, 0), 0)


@rule("SR-EXT-18")
def test_a_tile_is_laid_behind_but_not_on_a_start_town() -> None:
    state = extended(begin(), "GWR", "0112 A").state
    assert (state.tiles, tiles_left(state)) == ({}, 60)
    state = extended(state, "GWR", "0212 A").state
    assert ids_of(state) == "0112"
    state = extended(state, "GWR", "0311 A").state
    assert (ids_of(state), tiles_left(state)) == ("0112 0212", 58)


def ids_of(state: State) -> str:
    """The hexes with tiles, sorted."""
    return " ".join(sorted(hex_text(hex_) for hex_ in state.tiles))


@rule("SR-EXT-19")
def test_a_station_stays_on_the_hex_left_behind() -> None:
    state = with_stations(begin(), B, "0112")
    after = extended(state, "GWR", "0112 A 0212 A").state
    assert ids(after.stations[B]) == "0112"
    assert ids_of(after) == "0112"


TURNS = [
    (came, turn)
    for came in range(6)
    for turn in (-1, 0, 1)
    if step(step(START_OF["LNWR"], came), (came + turn) % 6) in OPEN
]
"""First and second step of LNWR, the second as a turn from the first."""


@rule("SR-EXT-20")
@pytest.mark.parametrize(("came", "turn"), TURNS)
def test_the_tile_joins_the_side_of_entry_to_the_side_of_exit(came: int, turn: int) -> None:
    here = step(START_OF["LNWR"], came)
    left = (came + turn) % 6
    after = extended(begin(), "LNWR", f"{here} A {step(here, left)} A").state
    assert {int(edge) for edge in edges(after, here)} == {(came + 3) % 6, left}
    assert is_straight(after, here) == (turn == 0)


@rule("SR-EXT-20")
@pytest.mark.parametrize(
    ("answers", "face"),
    [(("pass", "pass"), "25"), (("pass", "bid 2 0413", "decline"), "35"), (("bid 1 0511", "pass", "decline"), "15")],
)
def test_the_side_by_which_it_finally_left_counts(answers: tuple[str, ...], face: str) -> None:
    state = with_line(begin(), "GWR", "0112 0212 0311 0412")
    state = with_figures(state, "GWR", holdings=(1, 2, 1), real=4, stack=12)
    after = act(state, C, "extend GWR 0512", *answers).state
    assert edges(after, "0412") == face


@rule("SR-EXT-20")
def test_faces_join_the_hexes_of_a_whole_way() -> None:
    way = ["0204", *CIRCLE.split()]
    after = extended(begin(), "LNWR", " ".join(f"{name} A" for name in way[1:])).state
    for before, here, behind in zip(way, way[1:], way[2:], strict=False):
        joined = {step(here, int(edge)) for edge in edges(after, here)}
        assert joined == {before, behind}
    assert all(there in around(here) for here, there in pairwise(way))
    assert after.tiles == with_line(begin(), "LNWR", CIRCLE).tiles


@rule("SR-EXT-21")
@pytest.mark.parametrize("seed", [1, 2])
def test_faces_have_no_effect(seed: int) -> None:
    for done in list(walk(begin(3), seed))[::5]:
        if GAME.to_act(done.before) < 0:
            continue
        other = done.before._replace(tiles=dict.fromkeys(done.before.tiles, 0b001001))
        assert GAME.legal_actions(other) == GAME.legal_actions(done.before)
        after = GAME.apply(other, done.action)
        assert after._replace(tiles=done.after.tiles) == done.after
        assert after.tiles.keys() == done.after.tiles.keys()


@rule("SR-EXT-05")
def test_towns_are_passed_by_and_linked() -> None:
    after = extended(begin(), "L&Y", "0100 A 0200 A 0300 A").state
    assert linked(after, "L&Y") == {TOWNS["0001"], TOWNS["0301"], TOWNS["0400"]}
