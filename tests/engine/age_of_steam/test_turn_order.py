"""Phase 2 (section 7), AOS-DEC-12 and worked examples 4 to 8; payments have a file of their own."""

from collections.abc import Sequence

import pytest

from footplate.engine.age_of_steam import select_action, turn_order
from footplate.engine.age_of_steam.actions import ENGINEER, Action, Bid, DropOut, Pass, SelectAction
from footplate.engine.age_of_steam.state import PLAYER_ORDER, State
from tests.support.auctions import RICH, auction, living, paid
from tests.support.positions import dealt, holding, play, refusal
from tests.support.rules import rule

# --- Worked examples ----------------------------------------------------------


@rule("AOS-EX-04", "AOS-AUC-02", "AOS-AUC-03", "AOS-AUC-07", "AOS-AUC-09", "AOS-AUC-13", "AOS-AUC-23")
def test_five_players_with_a_pass() -> None:
    start = auction(5, passer=4)
    state = start
    calls: list[tuple[int, Action, list[int]]] = [
        (0, Bid(2), [0, 0, 0, 0, 0]),
        (1, DropOut(), [0, 0, 0, 0, 0]),
        (2, Bid(3), [0, 0, 0, 0, 0]),
        (3, DropOut(), [0, 0, 0, 0, 0]),
        (4, Pass(), [0, 0, 0, 0, 0]),
        (0, DropOut(), [1, 0, 0, 0, 0]),
        (4, DropOut(), [1, 0, 3, 0, 0]),
    ]
    for seat, action, payments in calls:
        assert turn_order.actor(state) == seat
        state = play(turn_order, state, action)
        assert paid(start, state) == payments
    assert turn_order.done(state)
    assert state.order == (2, 4, 0, 3, 1)


@rule("AOS-EX-04", "AOS-AUC-11")
def test_five_players_there_is_no_second_pass() -> None:
    state = play(turn_order, auction(5, passer=4), Bid(2), DropOut(), Bid(3), DropOut(), Pass(), DropOut())
    assert turn_order.actor(state) == 4
    assert refusal(turn_order, state, Pass()) == "AOS-AUC-11"


@rule("AOS-EX-05", "AOS-AUC-18", "AOS-AUC-19", "AOS-AUC-20")
def test_five_players_bid_in_order_and_pay_by_place() -> None:
    start = auction(5)
    state = play(turn_order, start, *map(Bid, (1, 2, 3, 4, 5)), DropOut(), Bid(6), DropOut(), DropOut(), DropOut())
    assert state.order == (1, 4, 3, 2, 0)
    assert [paid(start, state)[seat] for seat in state.order] == [6, 5, 2, 2, 0]


@rule("AOS-EX-06", "AOS-AUC-15", "AOS-AUC-16")
def test_three_players_nobody_pays_half() -> None:
    start = auction(3)
    state = play(turn_order, start, Bid(3), Bid(4), DropOut(), DropOut())
    assert state.order == (1, 0, 2)
    assert [paid(start, state)[seat] for seat in state.order] == [4, 3, 0]


@rule("AOS-EX-07", "AOS-AUC-12", "AOS-AUC-16", "AOS-AUC-17")
def test_three_players_the_opening_pass_wins_for_nothing() -> None:
    start = auction(3, passer=0)
    state = play(turn_order, start, Pass(), DropOut(), DropOut())
    assert state.order == (0, 2, 1)
    assert paid(start, state) == [0, 0, 0]


@rule("AOS-EX-08", "AOS-AUC-08", "AOS-DEC-02", "AOS-DEC-12")
def test_who_can_neither_bid_nor_pass_drops_out_unasked() -> None:
    state = play(turn_order, auction(3, cash=(9, 4, 9)), Bid(4))
    assert turn_order.actor(state) == 1
    assert turn_order.forced(state) == DropOut()
    assert turn_order.legal(state) == [DropOut()]


@rule("AOS-EX-08", "AOS-AUC-08", "AOS-DEC-12")
def test_who_can_still_pass_is_asked() -> None:
    state = play(turn_order, auction(3, cash=(9, 4, 9), passer=1), Bid(4))
    assert turn_order.forced(state) is None
    assert turn_order.legal(state) == [Pass(), DropOut()]


# --- Calls --------------------------------------------------------------------


@rule("AOS-AUC-01", "AOS-SETUP-14")
def test_the_first_turn_has_its_auction_without_a_pass() -> None:
    state = turn_order.enter(dealt(3))
    assert state.turn == 1
    assert state.phase == PLAYER_ORDER
    assert not turn_order.done(state)
    for call in range(3):
        assert refusal(turn_order, state, Pass()) == "AOS-AUC-10"
        state = play(turn_order, state, Bid(call + 1))


@rule("AOS-AUC-02", "AOS-TURN-04")
def test_calls_follow_the_order_of_the_last_turn() -> None:
    state = turn_order.enter(dealt(4)._replace(order=(2, 0, 3, 1)))
    called = []
    for amount in (1, 2, 3, 4, 5, 6):
        called.append(turn_order.actor(state))
        state = play(turn_order, state, Bid(amount))
    assert called == [2, 0, 3, 1, 2, 0]


@rule("AOS-AUC-03", "AOS-DEC-12")
def test_a_call_is_answered_by_a_bid_or_dropping_out() -> None:
    state = auction(3, cash=(3, 9, 9))
    assert turn_order.legal(state) == [Bid(1), Bid(2), Bid(3), DropOut()]
    assert turn_order.forced(state) is None


@rule("AOS-AUC-04")
@pytest.mark.parametrize("amount", [0, -1, -30])
def test_a_bid_is_at_least_one_dollar(amount: int) -> None:
    assert refusal(turn_order, auction(3), Bid(amount)) == "AOS-AUC-04"


@rule("AOS-AUC-05")
def test_a_bid_beats_the_highest_bid_of_the_others() -> None:
    state = play(turn_order, auction(4), Bid(2), Bid(5))
    for amount in range(1, 6):
        assert refusal(turn_order, state, Bid(amount)) == "AOS-AUC-05"
    assert min(action.amount for action in turn_order.legal(state) if isinstance(action, Bid)) == 6


@rule("AOS-AUC-06", "AOS-COMP-10")
def test_a_bid_is_covered_by_cash() -> None:
    state = auction(3, cash=(7, 9, 9))
    assert refusal(turn_order, state, Bid(8)) == "AOS-AUC-06"
    assert max(action.amount for action in turn_order.legal(state) if isinstance(action, Bid)) == 7


@rule("AOS-AUC-07")
def test_the_highest_bid_stands_without_a_call() -> None:
    state = play(turn_order, auction(3, passer=1), Bid(2), Pass(), DropOut())
    assert turn_order.actor(state) == 1
    state = play(turn_order, state, Bid(3))
    assert turn_order.actor(state) == 0


@rule("AOS-AUC-09", "AOS-AUC-15")
def test_who_drops_out_is_not_called_again_and_takes_the_last_free_place() -> None:
    state = play(turn_order, auction(4), Bid(1), DropOut(), Bid(2), Bid(3))
    assert state.auction is not None
    assert state.auction.left == (0, 2, 3)
    state = play(turn_order, state, Bid(4), Bid(5), DropOut(), DropOut())
    assert turn_order.done(state)
    assert state.order == (2, 0, 3, 1)


# --- The pass -----------------------------------------------------------------


@rule("AOS-AUC-10")
def test_only_the_holder_of_turn_order_may_pass() -> None:
    state = holding(auction(3, passer=1), 0, role=ENGINEER)
    assert refusal(turn_order, state, Pass()) == "AOS-AUC-10"
    state = play(turn_order, state, Bid(1))
    assert Pass() in turn_order.legal(state)
    state = play(turn_order, state, Bid(2))
    assert refusal(turn_order, state, Pass()) == "AOS-AUC-10"


@rule("AOS-AUC-12")
def test_the_pass_is_good_as_the_opening_call() -> None:
    state = auction(3, passer=0)
    assert Pass() in turn_order.legal(state)
    state = play(turn_order, state, Pass())
    assert turn_order.actor(state) == 1
    assert Bid(1) in turn_order.legal(state)


@rule("AOS-AUC-12")
def test_the_pass_is_good_between_the_last_two() -> None:
    state = play(turn_order, auction(3, passer=0), Bid(1), Bid(2), DropOut(), Pass())
    assert state.auction is not None
    assert set(state.auction.left) == {0, 1}
    assert turn_order.actor(state) == 0
    assert refusal(turn_order, state, Pass()) == "AOS-AUC-11"


@rule("AOS-AUC-13")
def test_a_pass_keeps_the_own_last_bid() -> None:
    state = play(turn_order, auction(4, passer=0), Bid(3), Bid(4), DropOut(), DropOut(), Pass())
    assert state.auction is not None
    assert state.auction.bids == (3, 4, 0, 0)
    before = state
    state = play(turn_order, state, DropOut())
    assert paid(before, state) == [3, 4, 0, 0]


@rule("AOS-AUC-11", "AOS-AUC-14")
def test_a_pass_serves_one_auction_and_is_lost_unused() -> None:
    state = play(turn_order, auction(3, passer=0), Bid(1), DropOut(), DropOut())
    assert turn_order.done(state)
    state = play(select_action, select_action.enter(state), *map(SelectAction, (ENGINEER, "first_move", "production")))
    assert refusal(turn_order, turn_order.enter(state), Pass()) == "AOS-AUC-10"


# --- Who is called ------------------------------------------------------------


@rule("AOS-AUC-16", "AOS-OUT-08")
def test_a_player_alone_is_first_without_a_call() -> None:
    start = living(auction(3, last_survivor="play_on"), 1)
    assert turn_order.done(start)
    assert start.order == (1,)
    assert [player.cash for player in start.players] == [RICH] * 3


@rule("AOS-DEC-12", "AOS-TURN-07")
def test_the_eliminated_are_not_called() -> None:
    state = living(auction(5), 3, 1, 4)
    called = []
    for amount in (1, 2, 3, 4):
        called.append(turn_order.actor(state))
        state = play(turn_order, state, Bid(amount))
    assert called == [3, 1, 4, 3]


@rule("AOS-DEC-12", "AOS-DEC-04", "AOS-DEC-05")
def test_a_time_out_drops_out() -> None:
    assert turn_order.default(auction(3, passer=0)) == DropOut()


# --- high_bidder_call must_raise ----------------------------------------------


def called_again(cash: Sequence[int] = ()) -> State:
    """P1 bids 5, P2 passes, P3 drops out: P1 is called although the highest bid is P1's own."""
    state = auction(3, cash, passer=1, high_bidder_call="must_raise")
    return play(turn_order, state, Bid(5), Pass(), DropOut())


@rule("AOS-AUC-07", "AOS-OPT-02")
def test_must_raise_calls_the_highest_bidder_too() -> None:
    state = called_again()
    assert turn_order.actor(state) == 0
    assert turn_order.legal(state) == [*map(Bid, range(6, RICH + 1)), DropOut()]
    assert refusal(turn_order, state, Bid(5)) == "AOS-AUC-07"
    assert refusal(turn_order, state, Pass()) == "AOS-AUC-10"
    state = play(turn_order, state, Bid(6))
    assert turn_order.actor(state) == 1


@rule("AOS-AUC-07", "AOS-AUC-19")
def test_must_raise_lets_the_highest_bidder_drop_out_and_pay() -> None:
    before = called_again()
    state = play(turn_order, before, DropOut())
    assert state.order == (1, 0, 2)
    assert paid(before, state) == [5, 0, 0]


@rule("AOS-AUC-07", "AOS-AUC-08")
def test_must_raise_forces_a_highest_bidder_without_money_out() -> None:
    state = called_again(cash=(5, 9, 9))
    assert turn_order.forced(state) == DropOut()
    assert turn_order.legal(state) == [DropOut()]


@rule("AOS-AUC-07", "AOS-AUC-12")
def test_under_must_raise_an_unused_pass_serves_every_call_of_its_holder() -> None:
    state = auction(3, passer=0, high_bidder_call="must_raise")
    state = play(turn_order, state, Bid(5), Bid(6), DropOut())
    assert turn_order.actor(state) == 0
    state = play(turn_order, state, Pass())
    assert turn_order.actor(state) == 1
    assert refusal(turn_order, state, Bid(6)) == "AOS-AUC-07"
    state = play(turn_order, state, DropOut())
    assert state.order == (0, 1, 2)
