"""Standing orders, case by case: what they play, where they wait, what ends them, and what cannot be ordered."""

from dataclasses import replace
from typing import Any

import pytest

from footplate.domain import leaving, undo
from footplate.domain.errors import BadRequest, MatchOver, NotYourSeat, SeatResigned, SeatTakenOver
from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.domain.orders import (
    BidUpTo,
    IfThen,
    Move,
    NoShares,
    Notice,
    NoVeto,
    Order,
    Reason,
    Step,
    Wish,
    own_seat,
)
from footplate.domain.orders_due import Decision, End, Play, Wait, decide
from footplate.domain.situation import Presence
from footplate.engine.age_of_steam.actions import TURN_ORDER
from footplate.engine.age_of_steam.state import State as Steam
from footplate.engine.errors import NotationError
from footplate.engine.stephensons_rocket.options import GAME_ID as ROCKET
from tests.support.auctions import auction
from tests.support.ordering import PEOPLE, Ordered, match_in, order_of, table_of
from tests.support.people import STAND_IN, Table, terms
from tests.support.positions import holding
from tests.support.rocket import play
from tests.support.rocket_veto import question
from tests.support.rules import rule
from tests.support.toy_game import PEBBLES, SETUP

STEAM = "age_of_steam"
LATER = 99
FIRST, SECOND, THIRD = 2, 0, 1
"""The seats in the order in which they are asked first."""


def called(state: Steam, *texts: str) -> Match:
    """A match in this auction, after these calls."""
    match = match_in(STEAM, state)
    for text in texts:
        match = replace(match, state=match.game.apply(match.state, match.game.parse_action(text)))
    return match


def due(match: Match, wish: Wish, seat: int | None = None) -> Decision:
    """What comes of an order that is given now."""
    seat = match.to_act if seat is None else seat
    return decide(order_of(match, seat, wish), match, ())


# --- Bids in the auction of Age of Steam ------------------------------------------------------------------------------


@rule("AOS-AUC-04", "AOS-AUC-05")
@pytest.mark.parametrize(
    ("calls", "most", "decision"),
    [
        ((), 1, Play("bid 1")),
        ((), 5, Play("bid 1")),
        (("bid 2",), 3, Play("bid 3")),
        (("bid 3",), 3, End(Reason.PRICE)),
        (("bid 7",), 3, End(Reason.PRICE)),
        (("bid 2", "bid 3"), 4, Play("bid 4")),
        (("bid 2", "drop"), 4, Play("bid 3")),
    ],
)
def test_the_least_bid_is_made_up_to_the_limit(calls: tuple[str, ...], most: int, decision: Decision) -> None:
    assert due(called(auction(3), *calls), BidUpTo(most)) == decision


@rule("AOS-AUC-10", "AOS-AUC-11", "AOS-AUC-12")
def test_the_pass_is_never_skipped() -> None:
    """Whoever may pass for free is asked; once the pass is used up the order goes on."""
    opening = called(auction(3, passer=0))
    assert due(opening, BidUpTo(5)) == Wait(Reason.FREE_OPTION)
    again = called(auction(3, passer=0), "pass", "bid 1", "bid 2")
    assert again.to_act == 0
    assert due(again, BidUpTo(5)) == Play("bid 3")
    assert due(called(auction(3, passer=1), "bid 1"), BidUpTo(5)) == Wait(Reason.FREE_OPTION)
    assert due(called(auction(3, passer=1), "bid 5"), BidUpTo(5)) == End(Reason.PRICE)


@rule("AOS-AUC-06", "AOS-AUC-08")
def test_what_cannot_be_paid_ends_the_order() -> None:
    state = holding(auction(3, cash=(9, 2, 9)), 1, role=TURN_ORDER)
    assert due(called(state, "bid 2"), BidUpTo(7)) == End(Reason.PRICE)


def test_a_bid_is_for_its_turns_only() -> None:
    match = called(auction(3))
    order = order_of(match, 0, BidUpTo(5))
    assert order.wish == BidUpTo(5, last_turn=match.progress.turn)
    later = replace(match, state=match.state._replace(turn=match.progress.turn + 1))
    assert decide(order, later, ()) == End(Reason.TURN_OVER)
    assert decide(order_of(match, 0, BidUpTo(5, last_turn=match.progress.turn + 1)), later, ()) == Play("bid 1")


def test_nothing_is_bid_where_nothing_is_bid_for() -> None:
    table = table_of(STEAM)
    assert table.match.progress.phase == "issue_shares"
    assert due(table.match, BidUpTo(5)) == Wait()
    assert due(called(auction(3)), BidUpTo(5), seat=1) == Wait()


# --- Bids in the veto of Stephenson's Rocket --------------------------------------------------------------------------


def bid(most: int, place: str = "0413", about: str = "GWR") -> BidUpTo:
    return BidUpTo(most, LATER, about, place)


@rule("SR-VETO-10", "SR-VETO-12")
@pytest.mark.parametrize(
    ("answers", "wish", "decision"),
    [
        ((), bid(1), Play("bid 1 0413")),
        ((), bid(2, "0512"), Play("bid 1 0512")),
        ((), bid(2, "0614"), Wait()),  # no target
        ((), bid(2, about="LSWR"), Wait()),
        (("bid 1 0511",), bid(2), Play("bid 2 0413")),
        (("bid 1 0511",), bid(1), End(Reason.PRICE)),
    ],
)
def test_a_veto_bid_is_for_a_company_and_a_hex(answers: tuple[str, ...], wish: BidUpTo, decision: Decision) -> None:
    assert due(match_in(ROCKET, play(question(3, 3, 1), *answers)), wish) == decision


@rule("SR-VETO-21", "SR-VETO-24", "SR-VETO-26")
def test_a_defence_is_a_bid_too() -> None:
    match = match_in(ROCKET, play(question(1, 2, 3, active_may_redirect="off"), "bid 1 0511", "pass"))
    assert match.progress.phase == "defence"
    assert due(match, bid(1, "0512")) == Play("defend 1 0512")
    assert due(match, bid(3, "0511")) == Wait()  # not the hex that is defended
    dear = match_in(ROCKET, play(question(1, 2, 3), "bid 1 0511", "bid 2 0413"))
    assert due(dear, bid(1, "0512")) == End(Reason.PRICE)


# --- No shares --------------------------------------------------------------------------------------------------------


@rule("AOS-SHARE-01")
def test_no_shares_is_the_decision_to_issue_none() -> None:
    match = table_of(STEAM).match
    assert due(match, NoShares()) == Play("issue 0", last=True)
    assert due(match, NoShares(1)) == Play("issue 0", last=True)
    assert due(match, NoShares(2)) == Wait()
    assert due(called(auction(3)), NoShares()) == Wait()
    order = order_of(match, 0, NoShares())
    later = replace(match, state=match.state._replace(turn=2))
    assert decide(order, later, ()) == End(Reason.TURN_OVER)


# --- No veto ----------------------------------------------------------------------------------------------------------


@rule("SR-VETO-07", "SR-VETO-21")
def test_no_veto_lets_pass_all_but_the_companies_named() -> None:
    match = match_in(ROCKET, question(3, 3, 1))
    assert due(match, NoVeto()) == Play("pass")
    assert due(match, NoVeto(("LSWR",))) == Play("pass")
    assert due(match, NoVeto(("GWR", "LSWR"))) == Wait()
    assert due(table_of(ROCKET).match, NoVeto()) == Wait()
    defence = match_in(ROCKET, play(question(1, 2, 3), "bid 1 0511", "pass"))
    assert due(defence, NoVeto()) == Wait()  # to decline is another decision


# --- Lines ------------------------------------------------------------------------------------------------------------


def line(*steps: Step) -> IfThen:
    return IfThen(steps)


def begun() -> Ordered:
    """Age of Steam, where the first is to issue shares."""
    ordered = Ordered(table_of(STEAM))
    assert ordered.table.match.state.queue == (FIRST, SECOND, THIRD)
    return ordered


def test_a_line_goes_on_step_by_step() -> None:
    ordered = begun()
    ordered.give(
        SECOND, line(Step("issue 1", (Move(FIRST, "issue 2"),)), Step("bid 2", (Move(FIRST, "bid 1"),)), Step("bid 5"))
    )
    ordered.table.play("issue 2")
    ordered.carry_out()
    ordered.table.play("issue 0")
    ordered.table.play("bid 1")
    ordered.carry_out()
    assert ordered.table.texts()[-5:] == ["issue 2", "issue 1", "issue 0", "bid 1", "bid 2"]
    assert [entry.cause for entry in ordered.table.log[-4:]] == [Cause.ORDER, Cause.PLAYER, Cause.PLAYER, Cause.ORDER]
    ordered.table.play("drop")
    ordered.carry_out()  # somebody moved before the last step, which expected nothing
    assert ordered.told == [("0.if_then", Reason.OTHER_COURSE)]
    assert ordered.orders == {}


@pytest.mark.parametrize("others", [("issue 1",), ("issue 0",)])
def test_another_move_ends_the_line(others: tuple[str, ...]) -> None:
    ordered = begun()
    ordered.give(SECOND, line(Step("issue 1", (Move(FIRST, "issue 2"),))))
    for text in others:
        ordered.table.play(text)
    ordered.carry_out()
    assert ordered.told == [("0.if_then", Reason.OTHER_COURSE)]
    assert ordered.table.match.to_act == SECOND


def test_all_moves_of_those_named_count_and_none_of_the_others() -> None:
    ordered = begun()
    ordered.give(THIRD, line(Step("issue 3", (Move(SECOND, "issue 0"),))))
    ordered.table.play("issue 9")
    ordered.table.play("issue 0")
    ordered.carry_out()
    assert ordered.table.texts()[-1] == "issue 3"
    ordered = begun()
    ordered.give(THIRD, line(Step("issue 3", (Move(SECOND, "issue 0"), Move(SECOND, "issue 0")))))
    ordered.table.play("issue 9")
    ordered.table.play("issue 0")
    ordered.carry_out()
    assert ordered.told == [("1.if_then", Reason.OTHER_COURSE)]


def test_a_step_that_is_not_legal_ends_the_line() -> None:
    ordered = begun()
    ordered.give(SECOND, line(Step("bid 3")))
    ordered.table.play("issue 2")
    ordered.carry_out()
    assert ordered.told == [("0.if_then", Reason.NOT_LEGAL)]


def test_the_own_hand_may_take_a_step_too() -> None:
    ordered = begun()
    ordered.give(FIRST, line(Step("issue 1"), Step("bid 4", (Move(THIRD, "issue 0"), Move(SECOND, "issue 0")))))
    ordered.give(SECOND, line(Step("issue 0")))
    ordered.table.play("issue 1")
    ordered.table.play("issue 0")
    assert ordered.decide("0.if_then") == End()  # all of it is done
    ordered.carry_out()  # and for the other line the wrong one was first
    assert ordered.told == [("2.if_then", Reason.OTHER_COURSE), ("0.if_then", None)]


def test_the_last_step_is_the_end() -> None:
    ordered = begun()
    ordered.give(FIRST, line(Step("issue 1")))
    assert ordered.decide("2.if_then") == Play("issue 1", last=True)


# --- What befalls a seat ----------------------------------------------------------------------------------------------


def test_what_was_played_by_order_can_be_taken_back_and_ends_the_orders_of_that_time() -> None:
    table = table_of(STEAM)
    building = Ordered(table)
    table.until(lambda match: match.progress.phase == "build_track" and match.to_act == 0)
    match, before = table.match, table.match.ply
    first = next(
        text
        for action in match.game.legal_actions(match.state)
        if (text := match.game.action_text(action)).startswith("place")
        and match.game.to_act(match.game.apply(match.state, action)) == 0
    )
    building.give(0, line(Step(first)))
    building.give(0, BidUpTo(9, LATER))
    building.give(1, BidUpTo(9, LATER))
    building.carry_out()
    assert (table.log[-1].text, table.log[-1].cause) == (first, Cause.ORDER)
    taken = undo.take_back(table.match, table.states[before], table.log[before:], "a_ann", 0, table.match.began_ms)
    table.take(taken)
    building.carry_out()
    assert building.told == [("0.bid_up_to", Reason.TAKEN_BACK)]
    assert [*building.orders] == ["1.bid_up_to"]


def test_an_undo_ends_a_line() -> None:
    ordered = begun()
    ordered.give(SECOND, line(Step("issue 1", (Move(FIRST, "issue 2"),))))
    table, target = ordered.table, ordered.table.match
    table.play("issue 2")
    now_ms = table.match.began_ms
    table.take(undo.ask(table.match, target, table.log[target.ply :], PEOPLE[0].account, None, now_ms))
    for person in PEOPLE[1:]:
        table.take(undo.answer(table.match, target, person.account, None, now_ms, agrees=True))
    table.play("issue 2")
    ordered.carry_out()
    assert ordered.told == [(f"{SECOND}.if_then", Reason.OTHER_COURSE)]


def test_orders_rest_while_the_stand_in_plays_and_end_with_a_resignation() -> None:
    table = Table.begin(terms(), PEOPLE, replace(SETUP, preset="long"), PEBBLES)
    ordered = Ordered(table)
    ordered.give(table.match.to_act, line(Step("take 1")))
    (name,) = ordered.orders
    seat = table.match.to_act
    state = table.match.situation.seats[seat]._replace(presence=Presence.AWAY)
    seats = [state if number == seat else other for number, other in enumerate(table.match.situation.seats)]
    away = replace(table.match, situation=table.match.situation._replace(seats=tuple(seats)))
    assert decide(ordered.orders[name], away, ()) == Wait()
    assert ordered.decide(name) == Play("take 1", last=True)
    table.take(leaving.resign(table.match, PEOPLE[seat].account, seat, table.match.began_ms))
    assert ordered.decide(name) == End(Reason.SEAT_LEFT)
    with pytest.raises(SeatResigned):
        ordered.give(seat, NoVeto())
    with pytest.raises(SeatTakenOver):
        own_seat(table.match, STAND_IN.account, seat)
    with pytest.raises(NotYourSeat):
        own_seat(table.match, "a_onlooker", None)


def test_a_match_that_is_over_takes_no_orders() -> None:
    table = Table.begin(terms(stand_in=None), PEOPLE)
    order = order_of(table.match, 0, NoVeto())
    for person in PEOPLE:
        table.take(leaving.resign(table.match, person.account, None, table.match.began_ms))
    assert decide(order, table.match, table.log[order.ply :]) == End()
    with pytest.raises(MatchOver):
        order_of(table.match, 0, NoVeto())


def test_an_order_does_not_tell_that_somebody_is_there() -> None:
    table = Table.begin(terms(), PEOPLE, replace(SETUP, preset="long"), PEBBLES)
    seat = table.match.to_act
    late = table.match.situation.seats[seat]._replace(in_a_row=1)
    seats = [late if number == seat else other for number, other in enumerate(table.match.situation.seats)]
    match = replace(table.match, situation=table.match.situation._replace(seats=tuple(seats)))
    for cause, in_a_row in ((Cause.ORDER, 1), (Cause.PLAYER, 0)):
        account = PEOPLE[seat].account
        made = match.submit("take 1", account=account, expected_ply=match.ply, now_ms=match.began_ms, cause=cause)
        assert made.entries[0].cause == cause
        assert made.match.situation.seats[seat].in_a_row == in_a_row


# --- What cannot be ordered -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wish", "field"),
    [
        (STEAM, BidUpTo(0), "bid_up_to.most"),
        (STEAM, BidUpTo(10**9), "bid_up_to.most"),
        (STEAM, BidUpTo(3, -1), "bid_up_to.last_turn"),
        (STEAM, BidUpTo(3, about="GWR"), "bid_up_to.company"),
        (STEAM, BidUpTo(3, place="0413"), "bid_up_to.hex"),
        (ROCKET, BidUpTo(3, about="GWR"), "bid_up_to.hex"),
        (ROCKET, BidUpTo(3, place="0413"), "bid_up_to.company"),
        (ROCKET, NoShares(), "no_shares"),
        (STEAM, NoShares(-1), "no_shares.turn"),
        (STEAM, NoVeto(), "no_veto"),
        (ROCKET, NoVeto(("GWR", "XYZ")), "no_veto.unless_companies.1"),
        (STEAM, line(), "if_then.steps"),
        (STEAM, line(*[Step("issue 1")] * 4), "if_then.steps"),
        (ROCKET, line(Step("pass", (Move(1, "pass"),))), "if_then.steps.0.expected"),
        (STEAM, line(Step("issue 1"), Step("bid 1", (Move(0, "bid 1"),))), "if_then.steps.1.expected.0.seat"),
        (STEAM, line(Step("issue 1"), Step("bid 1", (Move(3, "bid 1"),))), "if_then.steps.1.expected.0.seat"),
        (STEAM, line(Step("issue 1"), Step("bid 1", (Move(1, "bid 1"),) * 13)), "if_then.steps.1.expected"),
    ],
)
def test_what_makes_no_sense_is_refused(game: str, wish: Wish, field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        order_of(table_of(game).match, 0, wish)
    assert refused.value.data["field"] == field


def test_the_toy_game_has_no_bids() -> None:
    match: Any = Table.begin(terms(), PEOPLE).match
    with pytest.raises(BadRequest, match="bid_up_to"):
        order_of(match, 0, BidUpTo(1))


@pytest.mark.parametrize("step", [Step("/resign"), Step("dance"), Step("issue 1", (Move(1, "dance"),))])
def test_a_line_is_made_of_actions(step: Step) -> None:
    with pytest.raises(NotationError):
        order_of(table_of(STEAM).match, SECOND, line(step))


def test_texts_are_kept_in_their_one_spelling() -> None:
    order = order_of(table_of(STEAM).match, SECOND, line(Step(" issue 1 ", (Move(1, " issue 2"),))))
    assert order.wish == line(Step("issue 1", (Move(1, "issue 2"),)))
    assert order_of(table_of(ROCKET).match, 2, NoVeto(("LSWR", "GWR", "LSWR"))).wish == NoVeto(("GWR", "LSWR"))


def test_the_same_thing_told_twice_has_the_same_id() -> None:
    order = Order("o_1", 0, "a_ann", NoVeto(), 3, 1000)
    assert Notice(order, Reason.PRICE, 4, 2000).id == Notice(order, Reason.PRICE, 4, 3000).id == "o_1.price"
