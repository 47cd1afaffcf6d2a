"""Veto: worked examples 15 to 18 and 20."""

import pytest

from footplate.engine.stephensons_rocket.actions import Bid
from footplate.engine.stephensons_rocket.board import hex_text
from footplate.engine.stephensons_rocket.state import State
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    act,
    asked,
    begin,
    company,
    extended,
    is_straight,
    place,
    play,
    refusal,
    targets,
    with_stations,
    with_tokens,
)
from tests.support.rocket_positions import series
from tests.support.rules import rule

UNMOVED_ABSORBER = "L&Y 0101 A 0202 B 0203 A"


@rule("SR-EX-15", "SR-VETO-13")
def test_a_veto_on_leaving_a_start_town() -> None:
    state = series(begin(), UNMOVED_ABSORBER)
    state = asked(state, B, "extend LNWR 0304")
    assert (company(state, "LNWR").holdings, company(state, "LNWR").stack) == ((1, 1, 0), 14)
    named = {hex_text(action.hex) for action in GAME.legal_actions(state) if isinstance(action, Bid)}
    assert named == {"0303", "0304", "0205", "0104", "0103"}
    tiles = len(state.tiles)
    state = play(state, "bid 1 0103", "decline")
    assert place(state, "LNWR") == "0103 heading 5"
    assert (company(state, "LNWR").holdings, company(state, "LNWR").stack) == ((0, 1, 0), 15)
    assert len(state.tiles) == tiles


def reading(preset: str) -> State:
    """The seed's example: Pierre, Paul and Jacques are A, B and C, and GWR stands on 0412."""
    state = with_stations(begin(preset=preset), A, "0512")
    state = with_tokens(with_tokens(state, C, "Reading brewery", "Reading brewery"), A, "Reading steel")
    state = extended(state, "GWR", "0112 B 0212 A 0311 B 0412 C").state
    line = company(state, "GWR")
    assert (line.holdings, line.stack, place(state, "GWR")) == ((1, 2, 1), 12, "0412 heading 2")
    assert targets(state, "GWR") == "0413 0511 0512"
    return state


PAUL_OBJECTS = ("extend GWR 0512", "bid 1 0511", "bid 2 0413")


@rule("SR-EX-16", "SR-VETO-26")
@pytest.mark.parametrize("preset", ["designer-faq", "pegasus-1999"])
def test_jacques_declines(preset: str) -> None:
    state = asked(reading(preset), C, *PAUL_OBJECTS)
    assert (GAME.to_act(state), company(state, "GWR").stack) == (C, 11)
    done = act(reading(preset), C, *PAUL_OBJECTS, "decline")
    line = company(done.state, "GWR")
    assert place(done.state, "GWR") == "0413 heading 3"
    assert (line.holdings, line.stack, line.value) == ((1, 0, 2), 13, 2)
    assert not is_straight(done.state, "0412")
    assert (done.state.passengers, done.paid) == ((0, 0, 0), [])


@rule("SR-EX-16", "SR-EX-17")
@pytest.mark.parametrize("preset", ["designer-faq", "pegasus-1999"])
def test_jacques_defends_his_hex(preset: str) -> None:
    done = act(reading(preset), C, *PAUL_OBJECTS, "defend 2 0512")
    line = company(done.state, "GWR")
    assert place(done.state, "GWR") == "0512 heading 2"
    assert (line.holdings, line.stack, line.value) == ((1, 2, 0), 13, 3)
    assert is_straight(done.state, "0412")
    assert done.state.passengers == (0, 0, 1)
    assert done.paid == [("Reading", (1000, 0, 2000))]


@rule("SR-EX-16")
def test_jacques_may_not_redirect() -> None:
    state = asked(reading("designer-faq"), C, *PAUL_OBJECTS)
    assert refusal(state, "defend 2 0511") == "SR-VETO-26"
    assert refusal(state, "defend 2 0413") == "SR-VETO-26"


@rule("SR-EX-17", "SR-ERR-03")
def test_jacques_redirects() -> None:
    done = act(reading("pegasus-1999"), C, *PAUL_OBJECTS, "defend 2 0511")
    assert [(one.subject, one.amounts) for one in done.payouts] == [("Oxford", (0, 0, 0))]
    assert company(done.state, "GWR").value == 3
    assert (is_straight(done.state, "0412"), done.state.passengers) == (False, (0, 0, 0))
    done = act(reading("pegasus-1999"), C, *PAUL_OBJECTS, "defend 2 0413")
    assert (company(done.state, "GWR").value, done.payouts) == (2, ())
    assert (is_straight(done.state, "0412"), done.state.passengers) == (False, (0, 0, 0))


@rule("SR-EX-17", "SR-VETO-28")
def test_jacques_stays_if_nobody_bids() -> None:
    done = act(reading("pegasus-1999"), C, "extend GWR 0512", "pass", "pass")
    assert (place(done.state, "GWR"), company(done.state, "GWR").holdings) == ("0512 heading 2", (1, 2, 2))


@rule("SR-EX-18", "SR-VETO-14")
@pytest.mark.parametrize("preset", ["designer-faq", "pegasus-1999"])
def test_a_friendly_bid(preset: str) -> None:
    opposed = ("extend GWR 0512", "bid 1 0512", "pass")
    done = act(reading(preset), C, *opposed, "decline")
    line = company(done.state, "GWR")
    assert place(done.state, "GWR") == "0512 heading 2"
    assert done.paid == [("Reading", (1000, 0, 2000))]
    assert (line.holdings, line.stack, done.state.passengers) == ((0, 2, 2), 12, (0, 0, 0))
    done = act(reading(preset), C, *opposed, "defend 1 0512")
    line = company(done.state, "GWR")
    assert (line.holdings, line.stack, done.state.passengers) == ((1, 2, 1), 12, (0, 0, 1))


@rule("SR-EX-20", "SR-VETO-36", "SR-ISO-15")
def test_a_veto_on_an_isolated_mover() -> None:
    state = series(begin(), "NER 0801 A 0802 B 0803 A 0903 B 1003 A 1002 B")
    assert company(state, "NER").holdings == (3, 3, 0)
    state = asked(state, A, "extend NER 1001")
    assert company(state, "NER").holdings == (3, 3, 0)
    state = play(state, "bid 1 0901", "decline")
    line = company(state, "NER")
    assert place(state, "NER") == "0901 heading 5"
    assert (line.holdings, line.real, line.stack) == ((3, 2, 0), 5, 0)
