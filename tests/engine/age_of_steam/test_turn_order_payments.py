"""Places and payments of phase 2 (section 7.3), and whole auctions against its table."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.engine.age_of_steam import select_action, turn_order
from footplate.engine.age_of_steam.actions import Bid, DropOut
from footplate.engine.age_of_steam.state import State
from tests.support.auctions import auction, living, paid
from tests.support.positions import assert_consistent, play
from tests.support.rules import rule


class Price(NamedTuple):
    """Payments by place of table 7.3, everybody having bid: first place first."""

    seats: int
    bids: tuple[int, ...]
    payments: tuple[int, ...]


PRICES = [
    Price(2, (9, 7), (9, 0)),
    Price(3, (9, 7, 5), (9, 7, 0)),
    Price(4, (9, 7, 5, 3), (9, 7, 3, 0)),
    Price(5, (9, 7, 5, 3, 1), (9, 7, 3, 2, 0)),
    Price(6, (11, 9, 7, 5, 3, 1), (11, 9, 4, 3, 2, 0)),
]


@rule("AOS-AUC-18", "AOS-AUC-19", "AOS-AUC-20", "AOS-AUC-21")
@pytest.mark.parametrize("price", PRICES, ids=lambda price: f"{price.seats} players")
def test_everybody_pays_by_place(price: Price) -> None:
    """The later a seat is called the more it bids; then all but the last drop out in turn."""
    start = auction(6)
    if price.seats < 6:
        start = living(start, *range(price.seats))
    bids = [Bid(amount) for amount in reversed(price.bids)]
    state = play(turn_order, start, *bids, *[DropOut()] * (price.seats - 1))
    assert state.order == tuple(reversed(range(price.seats)))
    assert tuple(paid(start, state)[seat] for seat in state.order) == price.payments


@rule("AOS-AUC-17", "AOS-AUC-16")
def test_the_last_one_in_need_not_have_bid() -> None:
    start = auction(4)
    state = play(turn_order, start, DropOut(), DropOut(), DropOut())
    assert state.order == (3, 2, 1, 0)
    assert paid(start, state) == [0, 0, 0, 0]


@rule("AOS-AUC-18")
def test_the_first_out_pays_nothing_whatever_was_bid() -> None:
    start = auction(4)
    state = play(turn_order, start, Bid(29), Bid(30), DropOut())
    assert turn_order.price_of_drop(state) == 0
    start = auction(4)
    state = play(turn_order, start, Bid(7), Bid(8), Bid(9), Bid(10), DropOut())
    assert paid(start, state) == [0, 0, 0, 0]


@rule("AOS-AUC-20", "AOS-OPT-04")
@pytest.mark.parametrize(("rounding", "half"), [("up", 3), ("down", 2)])
def test_half_a_bid_is_rounded(rounding: str, half: int) -> None:
    start = auction(4, half_bid_rounding=rounding)
    state = play(turn_order, start, Bid(4), Bid(5), Bid(6), Bid(7), DropOut(), DropOut())
    assert paid(start, state) == [0, half, 0, 0]


@rule("AOS-AUC-20")
@pytest.mark.parametrize("rounding", ["up", "down"])
def test_half_of_an_even_bid_needs_no_rounding(rounding: str) -> None:
    start = auction(4, half_bid_rounding=rounding)
    state = play(turn_order, start, Bid(1), Bid(4), Bid(6), Bid(7), DropOut(), DropOut())
    assert paid(start, state) == [0, 2, 0, 0]


@rule("AOS-AUC-21", "AOS-OPT-04")
@pytest.mark.parametrize(("option", "loser"), [("first_out_free", 0), ("both_full", 4)])
def test_two_living_players(option: str, loser: int) -> None:
    start = living(auction(3, two_left_auction=option), 2, 0)
    state = play(turn_order, start, Bid(4), Bid(5), DropOut())
    assert state.order == (0, 2)
    assert paid(start, state) == [5, 0, loser]


@rule("AOS-AUC-19")
def test_the_option_for_two_living_players_touches_no_larger_auction() -> None:
    for option in ("first_out_free", "both_full"):
        start = auction(3, two_left_auction=option)
        state = play(turn_order, start, Bid(4), Bid(5), Bid(6), DropOut(), DropOut())
        assert paid(start, state) == [0, 5, 6]


@rule("AOS-AUC-22", "AOS-TURN-05")
def test_the_places_become_the_order() -> None:
    state = play(turn_order, auction(3), Bid(1), Bid(2), Bid(3), DropOut(), DropOut())
    assert state.order == (2, 1, 0)
    assert select_action.enter(state).queue == (2, 1, 0)


@rule("AOS-AUC-23")
def test_the_price_falls_due_on_dropping_out_and_for_the_last_one_in_at_the_end() -> None:
    start = auction(4)
    state = play(turn_order, start, Bid(2), Bid(4), Bid(6), Bid(8), DropOut())
    assert paid(start, state) == [0, 0, 0, 0]
    state = play(turn_order, state, DropOut())
    assert paid(start, state) == [0, 2, 0, 0]
    state = play(turn_order, state, DropOut())
    assert paid(start, state) == [0, 2, 6, 8]
    assert state.auction is None


# --- Whole auctions -----------------------------------------------------------


@st.composite
def auctions(draw: st.DrawFn) -> State:
    seats = draw(st.integers(3, 6))
    options = {
        "high_bidder_call": draw(st.sampled_from(["stands", "must_raise"])),
        "half_bid_rounding": draw(st.sampled_from(["up", "down"])),
        "two_left_auction": draw(st.sampled_from(["first_out_free", "both_full"])),
    }
    cash = [draw(st.integers(0, 12)) for _ in range(seats)]
    state = auction(seats, cash, draw(st.integers(-1, seats - 1)), **options)
    order = draw(st.permutations(range(seats)))
    return living(state, *order[: draw(st.integers(2, seats))])


@rule("AOS-AUC-03", "AOS-AUC-15", "AOS-AUC-16", "AOS-AUC-19", "AOS-COMP-10", "AOS-DEC-03", "AOS-OPT-04")
@settings(max_examples=150)
@given(auctions(), st.data())
def test_any_auction_ends_with_places_paid_as_in_the_table(start: State, data: st.DataObject) -> None:
    state, bids, out = start, [0] * len(start.players), []
    while not turn_order.done(state):
        assert_consistent(turn_order, state)
        seat = turn_order.actor(state)
        action = data.draw(st.sampled_from(turn_order.legal(state)))
        if isinstance(action, Bid):
            bids[seat] = action.amount
        elif isinstance(action, DropOut):
            out.append(seat)
        state = play(turn_order, state, action)
    places = [*(seat for seat in start.order if seat not in out), *reversed(out)]
    assert state.order == tuple(places)
    assert paid(start, state) == expected_payments(start, places, bids)
    assert all(player.cash >= 0 for player in state.players)


def expected_payments(start: State, places: list[int], bids: list[int]) -> list[int]:
    """The table of section 7.3, written out place by place."""
    rules = start.rules
    payments = [0] * len(start.players)
    for place, seat in enumerate(places, 1):
        if place == len(places) and not (len(places) == 2 and rules.two_left_auction == "both_full"):
            payments[seat] = 0
        elif place <= 2:
            payments[seat] = bids[seat]
        else:
            payments[seat] = bids[seat] // 2 + (bids[seat] % 2 if rules.half_bid_rounding == "up" else 0)
    return payments
