"""Lines, value, shares (section 5)."""

import pytest

from footplate.engine.stephensons_rocket.board import CODES
from footplate.engine.stephensons_rocket.state import State, grey_left, grey_shares
from tests.support.rocket import (
    GAME,
    A,
    B,
    act,
    begin,
    company,
    extended,
    ids,
    line,
    linked,
    targets,
    walk,
    with_figures,
    with_holdings,
    with_line,
    with_stations,
)
from tests.support.rocket_board import START_OF, STARTS, TOWNS, around
from tests.support.rules import rule


@rule("SR-TRM-01")
def test_a_line_is_tiles_locomotive_and_what_mergers_brought() -> None:
    state = extended(begin(), "L&Y", "0101 A").state
    assert line(state, "L&Y") == "0101"
    state = extended(state, "L&Y", "0202 B").state
    assert line(state, "L&Y") == "0101 0202"
    state = extended(state, "L&Y", "0203 A").state
    assert (line(state, "L&Y"), line(state, "LNWR")) == ("", "0101 0202 0203")
    state = extended(state, "LNWR", "0304 A 0404 A").state
    assert line(state, "LNWR") == "0101 0202 0203 0304 0404"


@rule("SR-TRM-02")
@pytest.mark.parametrize("code", CODES)
def test_a_start_town_is_never_part_of_a_line(code: str) -> None:
    start = begin()
    assert line(start, code) == ""
    first = targets(start, code).split()[0]
    assert line(act(start, A, f"extend {code} {first}").state, code) == first


@rule("SR-TRM-02")
def test_not_even_under_a_locomotive_that_absorbed() -> None:
    state = extended(begin(), "L&Y", "0101 A 0202 B 0203 A").state
    assert START_OF["LNWR"] not in line(state, "LNWR")
    assert all(START_OF["LNWR"] not in ids(one.line) for one in state.companies)


def assert_links_are_those_of_the_lines(state: State) -> None:
    for code, one in zip(CODES, state.companies, strict=True):
        if one.live:
            near = around(*ids(one.line).split()) & set(TOWNS)
            assert set(ids(one.linked).split()) == near | {START_OF[code]}


@rule("SR-TRM-03", "SR-TRM-04")
@pytest.mark.parametrize("unmoved", ["on", "off"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_linked_are_the_towns_that_touch_the_line_and_its_start_town(seats: int, unmoved: str) -> None:
    for step in walk(begin(seats, unmoved_locomotive_is_a_line=unmoved), seed=seats):
        assert_links_are_those_of_the_lines(step.after)
        for old, new in zip(step.before.companies, step.after.companies, strict=True):
            assert not new.live or old.linked & ~new.linked == 0
            assert not new.live or new.value == len(ids(new.linked).split())


@rule("SR-TRM-03")
def test_a_link_outlives_the_absorbed_line() -> None:
    state = extended(begin(), "L&Y", "0101 A 0202 B 0203 A").state
    assert linked(state, "LNWR") == {"Stoke", "Liverpool", "Manchester"}


@rule("SR-TRM-04")
def test_towns_of_every_kind_count_once() -> None:
    state = with_line(begin(), "L&Y", "0100 0200 0300")
    assert linked(state, "L&Y") == {"Liverpool", "Manchester", "Leeds"}
    state = extended(state, "L&Y", "0401 A").state
    assert company(state, "L&Y").value == 3


@rule("SR-TRM-05")
@pytest.mark.parametrize("code", CODES)
def test_a_company_that_did_nothing_has_value_one(code: str) -> None:
    start = begin()
    assert company(start, code).value == 1
    assert linked(start, code) == {STARTS[START_OF[code]]}


@rule("SR-TRM-06")
@pytest.mark.parametrize(("value", "absorber"), [("on", "LNWR"), ("off", None)])
def test_an_unmoved_locomotive_is_touched_only_with_the_option(value: str, absorber: str | None) -> None:
    state = extended(begin(unmoved_locomotive_is_a_line=value), "L&Y", "0101 A 0202 A 0203 A").state
    number = company(state, "L&Y").absorber
    assert (CODES[number] if number >= 0 else None) == absorber


@rule("SR-TRM-06")
@pytest.mark.parametrize("value", ["on", "off"])
@pytest.mark.parametrize("way", ["0100 0200 0300 0401", "0100 0200 0300 0401 0402"], ids=["locomotive", "tile"])
def test_a_hex_touches_tiles_and_locomotives(value: str, way: str) -> None:
    state = with_line(begin(unmoved_locomotive_is_a_line=value), "L&Y", way)
    assert around("0500") & set(way.split()) == {"0401"}
    after = extended(with_line(state, "NER", "0700 0600"), "NER", "0500 A").state
    assert company(after, "NER").absorber == CODES.index("L&Y")


@rule("SR-TRM-07")
def test_several_hexes_of_one_company_are_one_line() -> None:
    state = with_line(begin(), "GWR", "0112 0213 0214")
    assert {"0213", "0214"} <= around("0313")
    state = with_line(state, "LSWR", "0615 0614 0513 0414")
    assert "0313" in targets(state, "LSWR").split()
    after = act(state, A, "extend LSWR 0313").state
    assert company(after, "LSWR").absorber == CODES.index("GWR")


@rule("SR-TRM-08")
def test_a_start_town_whose_locomotive_left_is_a_town_like_any() -> None:
    state = with_line(begin(), "LNWR", "0205 0206")
    done = extended(state, "L&Y", "0101 A 0202 A 0203 A")
    assert company(done.state, "L&Y").live
    assert linked(done.state, "L&Y") == {"Liverpool", "Manchester", "Stoke"}
    assert done.payouts == ()


@rule("SR-TRM-09", "SR-TRM-10")
@pytest.mark.parametrize("grey", [0, 1, 3, 5])
def test_real_and_grey_shares_count_alike(grey: int) -> None:
    start = with_holdings(with_line(begin(), "L&Y", "0101 0202"), "L&Y", 2, 3, 0, grey=grey)
    offered = act(start, A, "extend L&Y 0203", "bid 3 0203", "decline").state
    assert company(offered, "LNWR").holdings == (1, 0, 0)
    done = extended(start, "L&Y", "0203 A")
    assert done.paid == [("L&Y", (2000, 2000, 0))]
    assert company(done.state, "LNWR").holdings == (1, 1, 0)


@rule("SR-TRM-10")
def test_which_shares_are_grey_is_known_of_a_company_only() -> None:
    state = with_holdings(with_line(begin(), "GWR", "0112 0212"), "GWR", 2, 2, grey=4)
    after = act(state, A, "extend GWR 0311", "bid 2 0211").state
    paid = company(after, "GWR")
    assert (paid.holdings, paid.stack, grey_shares(paid), grey_left(after)) == ((3, 0, 0), 16, 3, 13)


def standing(state: State, seat: int) -> int:
    """What the stations of a seat would pay if the game were scored now."""
    return next(dict(one.parts)["stations"] for one in GAME.standings(state) if one.seat == seat)


@rule("SR-TRM-11")
def test_a_station_counts_once_there_is_track_or_a_locomotive() -> None:
    state = with_stations(begin(), B, "0200")
    assert standing(state, B) == 0
    state = extended(state, "L&Y", "0100 A").state
    assert standing(state, B) == 0
    state = extended(state, "L&Y", "0200 A").state
    assert standing(state, B) == 1000
    state = extended(state, "L&Y", "0300 A").state
    assert standing(state, B) == 3000


@rule("SR-TRM-11")
def test_a_station_counts_for_the_line_that_holds_its_hex() -> None:
    state = with_stations(with_line(begin(), "L&Y", "0101 0202"), B, "0101")
    assert standing(state, B) == 2000
    after = extended(state, "L&Y", "0203 A").state
    assert company(after, "LNWR").value == 3
    assert standing(after, B) == 3000


@rule("SR-TRM-09")
def test_a_holding_of_grey_shares_is_bid_like_any() -> None:
    state = with_holdings(with_line(begin(), "GWR", "0112 0212"), "GWR", 0, 2, grey=2)
    state = with_figures(state, "GWR", isolated=True, stack=0)
    after = act(state, A, "extend GWR 0311", "bid 2 0311").state
    assert company(after, "GWR").holdings == (0, 0, 0)
