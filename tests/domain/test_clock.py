"""Clocks: when the time of a turn is up, what then happens, and that it happens neither early nor twice."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.domain.clock import HOUSE_MS, RETURN_MS
from footplate.domain.errors import NotYourSeat, SeatNotTakenOver, SeatResigned, SeatTakenOver
from footplate.domain.leaving import reclaim, resign, time_up
from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.domain.situation import Presence
from footplate.domain.terms import Abandoned, AtZero, ClockRule
from footplate.engine.game import OVER
from tests.support.people import ANN, BEA, BEGUN, BOT, MINUTE, STAND_IN, Table, building, place, terms
from tests.support.toy_game import SETUP

LONG = replace(SETUP, preset="long")
TURN = ClockRule(turn_ms=MINUTE)
BUDGET = ClockRule(budget_ms=10 * MINUTE, increment_ms=5_000)


def late(table: Table) -> None:
    """The deadline passes."""
    assert table.match.deadline_ms
    table.take(time_up(table.match, table.match.deadline_ms))


# --- When ------------------------------------------------------------------------------------------------------------


def test_without_a_clock_nobody_is_hurried() -> None:
    table = Table.begin(terms())
    assert table.match.deadline_ms is None
    assert time_up(table.match, BEGUN * 1000) is None


def test_a_turn_has_its_time_from_its_beginning_and_the_open_turn_tells_it() -> None:
    table = Table.begin(terms(TURN))
    assert table.match.deadline_ms == BEGUN + MINUTE
    assert table.match.open_turn
    assert table.match.open_turn.deadline_ms == BEGUN + MINUTE
    table.play("take 1", BEGUN + 7_000)
    assert table.match.deadline_ms == BEGUN + 7_000 + MINUTE


def test_the_steps_of_a_turn_share_its_time() -> None:
    table = building(0, terms(TURN))
    deadline = table.match.deadline_ms
    place(table)
    place(table)
    assert table.match.deadline_ms == deadline


@given(st.integers(0, 2 * MINUTE))
def test_nothing_fires_before_its_time(passed: int) -> None:
    match = Table.begin(terms(TURN)).match
    assert (time_up(match, BEGUN + passed) is not None) == (passed >= MINUTE)


def test_a_late_move_is_taken_as_long_as_the_deadline_has_not_fired() -> None:
    table = Table.begin(terms(TURN))
    table.play("take 1", BEGUN + MINUTE + 500)
    assert table.match.situation.seats[0].missed == 0


def test_a_budget_is_used_by_its_own_turns_and_grows_with_each() -> None:
    table = Table.begin(terms(BUDGET))
    assert table.match.deadline_ms == BEGUN + 10 * MINUTE
    table.play("take 1", BEGUN + 60_000)
    ann, bea, _ = table.match.situation.seats
    assert ann.bank_ms == 10 * MINUTE - 60_000 + 5_000
    assert bea.bank_ms == 10 * MINUTE
    assert table.match.deadline_ms == BEGUN + 60_000 + 10 * MINUTE


def test_a_bot_of_the_house_has_no_budget_but_enough_time() -> None:
    table = Table.begin(terms(BUDGET), (BOT, ANN, BEA))
    assert table.match.deadline_ms == BEGUN + HOUSE_MS
    table.play("take 1", BEGUN + 50_000)
    assert table.match.situation.seats[0].bank_ms == 10 * MINUTE


def test_a_budget_never_falls_below_nothing() -> None:
    table = Table.begin(terms(BUDGET))
    table.play("take 1", BEGUN + 11 * MINUTE)
    assert table.match.situation.seats[0].bank_ms == 5_000


def test_the_clock_stands_still_when_the_match_is_over() -> None:
    table = Table.begin(terms(TURN))
    while table.match.to_act != OVER:
        table.play()
    assert table.match.deadline_ms is None
    assert time_up(table.match, BEGUN * 1000) is None


# --- The safe decision -----------------------------------------------------------------------------------------------


def test_at_zero_the_safe_decision_is_taken_and_the_seat_stays_its_own() -> None:
    table = Table.begin(terms(TURN, AtZero.DEFAULT))
    late(table)
    entry = table.log[1]
    assert (entry.actor, entry.text, entry.cause, entry.time_ms) == (0, "take 1", Cause.DEFAULT, BEGUN + MINUTE)
    assert table.match.situation.seats[0][:3] == (Presence.HERE, 1, 1)
    while not (table.log[-1].actor == 0 and table.log[-1].cause == Cause.PLAYER):
        table.play()
    assert table.match.situation.seats[0][:3] == (Presence.HERE, 1, 0)


def test_it_is_taken_until_the_turn_is_over_and_counts_once() -> None:
    table = building(0, terms(TURN, AtZero.DEFAULT))
    place(table)
    late(table)
    turn = table.match.situation.turn
    assert turn
    assert (turn.seat, turn.phase) != (0, "build_track")
    assert table.match.situation.seats[0].missed == 1


def test_a_bot_that_is_late_takes_the_safe_decision_whatever_the_terms_say() -> None:
    table = Table.begin(terms(TURN, AtZero.BOT), (BOT, ANN, BEA))
    late(table)
    assert table.log[1].cause == Cause.DEFAULT
    assert table.match.situation.seats[0] == (Presence.HERE, 0, 0, 0)


# --- The stand-in ----------------------------------------------------------------------------------------------------


def test_at_zero_the_stand_in_takes_the_seat_with_a_new_turn() -> None:
    table = Table.begin(terms(TURN))
    late(table)
    entry = table.log[-1]
    assert (entry.actor, entry.text, entry.cause) == (0, "/bot uniform", Cause.TABLE)
    turn = table.match.open_turn
    assert turn
    assert (turn.seat, turn.account, turn.level) == (0, STAND_IN.account, STAND_IN.level)
    assert turn.deadline_ms == BEGUN + 2 * MINUTE
    with pytest.raises(SeatTakenOver):
        table.match.submit("take 1", account=ANN.account, expected_ply=table.match.ply, now_ms=0)
    table.play("take 1")
    assert (table.log[-1].actor, table.match.situation.seats[0][:3]) == (0, (Presence.AWAY, 1, 1))


def test_whoever_is_away_still_sees_its_seat_and_the_stand_in_does_too_while_it_plays_it() -> None:
    table = Table.begin(terms(TURN))
    assert table.match.seats_of(STAND_IN.account) == ()
    late(table)
    assert table.match.seats_of(ANN.account) == (0,)
    assert table.match.seats_of(STAND_IN.account) == (0,)
    table.play()
    table.take(reclaim(table.match, ANN.account, None, table.match.began_ms))
    assert table.match.seats_of(STAND_IN.account) == ()


def test_a_stand_in_that_is_late_takes_the_safe_decision() -> None:
    table = Table.begin(terms(TURN))
    late(table)
    late(table)
    assert (table.log[-1].actor, table.log[-1].cause) == (0, Cause.DEFAULT)
    assert table.match.situation.seats[0].missed == 1


def test_the_account_takes_its_seat_back_and_plays_on() -> None:
    table = Table.begin(terms(TURN))
    late(table)
    table.play("take 1")
    table.take(reclaim(table.match, ANN.account, None, table.match.began_ms + 1))
    assert (table.log[-1].text, table.log[-1].cause) == ("/return", Cause.PLAYER)
    assert table.match.situation.seats[0][:3] == (Presence.HERE, 1, 0)
    while table.match.to_act != 0:
        table.play()
    assert table.match.open_turn
    assert table.match.open_turn.account == ANN.account


def test_a_turn_that_ran_out_is_not_had_twice() -> None:
    """Else whoever lets its time run out and comes back at once, turn after turn, would stop the match for ever."""
    table = Table.begin(terms(TURN))
    late(table)
    deadline = table.match.deadline_ms
    table.take(reclaim(table.match, ANN.account, None, table.match.began_ms + 1))
    assert table.match.situation.seats[0][0] == "returning"
    assert table.match.deadline_ms == deadline
    with pytest.raises(SeatTakenOver):
        table.match.submit("take 1", account=ANN.account, expected_ply=table.match.ply, now_ms=0)
    table.play("take 1")
    assert table.match.situation.seats[0].presence == Presence.HERE


def test_whoever_comes_back_has_some_budget_again() -> None:
    table = Table.begin(terms(ClockRule(budget_ms=MINUTE)))
    late(table)
    table.play("take 1")
    assert table.match.situation.seats[0].bank_ms == 0
    table.take(reclaim(table.match, ANN.account, None, table.match.began_ms + 1))
    assert table.match.situation.seats[0].bank_ms == RETURN_MS


def test_only_what_was_taken_over_is_taken_back_by_its_own_account() -> None:
    table = Table.begin(terms(TURN))
    with pytest.raises(SeatNotTakenOver):
        reclaim(table.match, ANN.account, None, 0)
    late(table)
    for account, refusal in ((BEA.account, SeatNotTakenOver), ("a_onlooker", NotYourSeat)):
        with pytest.raises(refusal):
            reclaim(table.match, account, None, 0)
    with pytest.raises(SeatTakenOver):
        reclaim(table.match, STAND_IN.account, None, 0)


# --- Resigning -------------------------------------------------------------------------------------------------------


def test_who_resigns_gives_the_seat_to_the_stand_in_for_good() -> None:
    table = Table.begin(terms())
    table.take(resign(table.match, ANN.account, None, BEGUN + 1))
    assert (table.log[-1].text, table.log[-1].actor) == ("/resign", 0)
    assert table.match.open_turn
    assert table.match.open_turn.account == STAND_IN.account
    for call in (resign, reclaim):
        with pytest.raises(SeatResigned):
            call(table.match, ANN.account, None, BEGUN + 2)


def test_out_of_turn_too() -> None:
    table = Table.begin(terms(TURN))
    deadline = table.match.deadline_ms
    table.take(resign(table.match, BEA.account, None, BEGUN + 1))
    assert table.match.deadline_ms == deadline
    assert table.match.to_act == 0
    table.play("take 1")
    assert table.match.open_turn
    assert table.match.open_turn.account == STAND_IN.account


def test_without_a_stand_in_the_safe_decisions_are_taken_at_once() -> None:
    table = Table.begin(terms(stand_in=None))
    table.take(resign(table.match, ANN.account, None, BEGUN + 1))
    assert table.texts()[1:] == ["/resign", "take 1"]
    while table.match.to_act != OVER:
        assert table.match.to_act != 0
        table.play("take 1")
    own = [entry for entry in table.log if entry.actor == 0]
    assert [entry.cause for entry in own[1:]] == [Cause.DEFAULT] * (len(own) - 1)
    assert len(own) > 2


def test_a_stand_in_is_an_account_of_no_seat() -> None:
    table = Table.begin(terms())
    with pytest.raises(NotYourSeat):
        resign(table.match, STAND_IN.account, None, 0)


# --- When everybody has gone -----------------------------------------------------------------------------------------


def leave_all(table: Table) -> None:
    """One person resigns, the other's time is up."""
    table.take(resign(table.match, BEA.account, None, table.match.began_ms + 1))
    if table.match.to_act != OVER:
        late(table)


def test_bots_play_a_match_to_its_end_that_everybody_left() -> None:
    table = Table.begin(terms(TURN))
    leave_all(table)
    while table.match.to_act != OVER:
        assert table.match.open_turn
        assert table.match.open_turn.level
        table.play()
    assert table.match.outcome
    assert table.match.outcome.reason != "closed"
    assert [conduct.left for conduct in table.match.conduct] == [True, True, False]
    assert [conduct.missed for conduct in table.match.conduct] == [1, 0, 0]


def test_or_it_is_closed_as_the_terms_have_it() -> None:
    table = Table.begin(terms(TURN, abandoned=Abandoned.CLOSE))
    leave_all(table)
    assert table.texts()[-3:] == ["/resign", "/bot uniform", "/close"]
    assert table.log[-1].cause == Cause.TABLE
    assert table.match.outcome
    assert table.match.outcome.reason == "closed"
    assert (table.match.to_act, table.match.deadline_ms, table.match.open_turn) == (OVER, None, None)
    assert table.match.revealed_seed


def test_without_a_stand_in_it_is_closed_in_any_case() -> None:
    table = Table.begin(terms(stand_in=None), (ANN, BEA, BEA))
    table.take(resign(table.match, ANN.account, None, BEGUN + 1))
    table.take(resign(table.match, BEA.account, 1, BEGUN + 2))
    assert table.match.to_act == 2
    table.take(resign(table.match, BEA.account, 2, BEGUN + 3))
    assert table.texts()[-1] == "/close"


def test_who_misses_two_turns_in_a_row_counts_as_gone_and_the_stand_in_takes_the_seat() -> None:
    table = Table.begin(terms(TURN, AtZero.DEFAULT), setup=LONG)
    table.take(resign(table.match, BEA.account, None, table.match.began_ms + 1))
    while table.match.situation.seats[0].missed < 2:
        assert table.match.situation.seats[0].presence == Presence.HERE
        if table.match.to_act == 0:
            late(table)
        else:
            table.play()
    assert table.match.situation.seats[0].presence == Presence.AWAY
    assert "/bot uniform" in table.texts()


def test_a_match_of_bots_alone_was_left_by_nobody() -> None:
    table = Table.begin(terms(TURN, abandoned=Abandoned.CLOSE), (BOT, BOT, BOT))
    late(table)
    while table.match.to_act != OVER:
        table.play()
    assert table.match.outcome
    assert table.match.outcome.reason != "closed"


def test_a_restored_match_is_the_same_whatever_happened() -> None:
    table = Table.begin(terms(BUDGET))
    late(table)
    table.play()
    table.take(reclaim(table.match, ANN.account, None, table.match.began_ms + 1))
    table.take(resign(table.match, BEA.account, None, table.match.began_ms + 1))
    table.play()
    restored = Match.restore(table.match.game, table.match.header, table.log)
    assert restored == table.match
