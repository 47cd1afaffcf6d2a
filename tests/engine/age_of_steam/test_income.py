"""Phases 6, 7 and 8 (sections 11 and 12) and worked examples 32 to 36."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import goods_growth, income, issue_shares, scoring, turn_order
from footplate.engine.age_of_steam.actions import NOBODY, PRODUCTION, TURN_ORDER, DropOut, IssueShares, Pass
from footplate.engine.age_of_steam.state import (
    COLLECT_INCOME,
    GAME_OVER,
    INCOME_REDUCTION,
    PAY_EXPENSES,
    Growth,
    Player,
    State,
    holder,
)
from footplate.engine.age_of_steam.track import sections
from tests.support.positions import all_holding, boxes, dealt, holding, play, rules_for, with_track
from tests.support.rules import rule

LINK = [("S10", (1, 4)), ("R11", (1, 4))]
"""Evansville - Cincinnati, two pieces."""
OPEN = [("R13", (3, 5))]
"""From Cincinnati towards Lexington, one piece, unfinished."""


def one(income_: int, cash: int = 0, shares: int = 2, engine: int = 1) -> State:
    """Three players; P1 holds this, the others are out of danger."""
    return holding(dealt(3), 0, income=income_, cash=cash, shares=shares, engine=engine)


def money(state: State, seat: int = 0) -> tuple[int, int]:
    return state.players[seat].cash, state.players[seat].income


def bankrupt(state: State, *seats: int) -> State:
    """Phase 7 with these seats short of what they owe and all others safe."""
    for seat, player in enumerate(state.players):
        if player.alive:
            state = holding(state, seat, cash=0 if seat in seats else 99, income=1 if seat in seats else 12)
    return income.enter_pay(state)


# --- Worked examples ----------------------------------------------------------


@rule("AOS-EX-32", "AOS-INC-01", "AOS-INC-02", "AOS-PAY-01", "AOS-PAY-02", "AOS-RED-01", "AOS-RED-05")
def test_income_11_with_four_shares_and_engine_two() -> None:
    state = income.enter_collect(one(11, shares=4, engine=2))
    assert (state.phase, money(state)) == (COLLECT_INCOME, (11, 11))
    state = income.enter_pay(state)
    assert (state.phase, money(state)) == (PAY_EXPENSES, (5, 11))
    state = income.enter_reduction(state)
    assert (state.phase, money(state)) == (INCOME_REDUCTION, (5, 9))


@rule("AOS-EX-33", "AOS-RED-01")
def test_a_delivery_can_push_income_over_a_step() -> None:
    assert money(income.enter_reduction(one(20)))[1] == 18
    state = income.enter_collect(one(20 + 1))
    assert money(state) == (21, 21)
    assert money(income.enter_reduction(income.enter_pay(state)))[1] == 17


@rule("AOS-EX-34", "AOS-PAY-03", "AOS-PAY-04", "AOS-RED-01")
def test_missing_dollars_lower_income_before_the_reduction() -> None:
    state = income.enter_pay(income.enter_collect(one(12, shares=12, engine=4)))
    assert money(state) == (0, 8)
    assert money(income.enter_reduction(state)) == (0, 8)


@rule("AOS-EX-35", "AOS-OUT-02")
def test_income_zero_stays_in() -> None:
    state = income.enter_pay(income.enter_collect(one(2, shares=3)))
    assert money(state) == (0, 0)
    assert state.players[0].alive
    assert state.order == (0, 1, 2)


@rule("AOS-EX-35", "AOS-OUT-01")
def test_income_below_zero_is_eliminated() -> None:
    state = income.enter_pay(income.enter_collect(one(2, shares=5)))
    assert not state.players[0].alive
    assert state.order == (1, 2)


@rule("AOS-EX-36", "AOS-RED-02", "AOS-RED-03", "AOS-RED-04", "AOS-COMP-11")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (0, 0),
        (1, 1),
        (10, 10),
        (11, 9),
        (20, 18),
        (21, 17),
        (30, 26),
        (31, 25),
        (40, 34),
        (41, 33),
        (49, 41),
        (50, 42),
        (51, 41),
        (60, 50),
        (75, 65),
        (140, 130),
    ],
)
def test_the_reduction_at_the_limits(before: int, after: int) -> None:
    assert money(income.enter_reduction(one(before)))[1] == after
    assert income.reduction(before, rules_for(3)) == before - after


@rule("AOS-EX-36", "AOS-RED-02", "AOS-RED-03", "AOS-OPT-04")
@pytest.mark.parametrize(
    ("option", "value", "before", "after"),
    [
        ("income_50_reduction", "10", 50, 40),
        ("income_50_reduction", "10", 49, 41),
        ("income_50_reduction", "10", 51, 41),
        ("income_11_20_reduction", "1", 11, 10),
        ("income_11_20_reduction", "1", 20, 19),
        ("income_11_20_reduction", "1", 10, 10),
        ("income_11_20_reduction", "1", 21, 17),
    ],
)
def test_the_reduction_under_its_options(option: str, value: str, before: int, after: int) -> None:
    assert before - income.reduction(before, rules_for(3, **{option: value})) == after


# --- Phases 6 and 7 -----------------------------------------------------------


@rule("AOS-INC-01", "AOS-INC-02", "AOS-TURN-06")
def test_everybody_collects_the_own_income() -> None:
    before = all_holding(dealt(4), cash=(3, 0, 10, 1), income=(0, 7, 60, 4))
    state = income.enter_collect(before)
    assert [player.cash for player in state.players] == [3, 7, 70, 5]
    assert [player.income for player in state.players] == [0, 7, 60, 4]


@rule("AOS-PAY-01", "AOS-PAY-02")
def test_the_first_two_shares_and_the_first_level_cost_too() -> None:
    assert income.expenses(Player()) == 3
    state = income.enter_pay(dealt(3))
    assert [player.cash for player in state.players] == [7, 7, 7]
    assert [player.income for player in state.players] == [0, 0, 0]


@rule("AOS-PAY-03", "AOS-PAY-04", "AOS-OUT-01", "AOS-COMP-10", "AOS-INV-07", "AOS-INV-09")
@given(st.integers(0, 60), st.integers(0, 40), st.integers(2, 15), st.integers(1, 6))
def test_debts_are_paid_in_cash_then_income_then_by_leaving(cash: int, income_: int, shares: int, engine: int) -> None:
    state = income.enter_pay(one(income_, cash, shares, engine))
    missing = max(0, shares + engine - cash)
    if missing > income_:
        assert state.players[0] == income.ELIMINATED
    else:
        assert money(state) == (max(0, cash - shares - engine), income_ - missing)
        assert (state.players[0].shares, state.players[0].engine) == (shares, engine)


@rule("AOS-PAY-05", "AOS-TURN-06")
def test_income_of_everybody_comes_before_expenses_of_anybody() -> None:
    state = income.enter_collect(all_holding(dealt(3), cash=(0, 0, 0), income=(3, 3, 3)))
    assert [player.cash for player in state.players] == [3, 3, 3]
    state = income.enter_pay(state)
    assert [player.cash for player in state.players] == [0, 0, 0]
    assert [player.income for player in state.players] == [3, 3, 3]


@rule("AOS-TURN-06")
@given(st.permutations(range(4)), st.lists(st.integers(0, 6), min_size=4, max_size=4))
def test_the_order_of_players_does_not_matter(order: Sequence[int], cash: Sequence[int]) -> None:
    state = all_holding(dealt(4), cash=cash, income=(2, 2, 2, 2), shares=(4, 5, 6, 7))
    turned = income.enter_pay(income.enter_collect(state._replace(order=tuple(order))))
    straight = income.enter_pay(income.enter_collect(state))
    assert turned.players == straight.players
    assert sorted(turned.order) == sorted(straight.order)


# --- Elimination --------------------------------------------------------------


@rule("AOS-OUT-03")
def test_unfinished_track_of_the_eliminated_becomes_unowned() -> None:
    state = bankrupt(with_track(dealt(3), 0, *OPEN), 0)
    assert [(section.owner, section.is_link) for section in sections(state.track)] == [(NOBODY, False)]
    assert state.track.markers == (0, 0, 0)


@rule("AOS-OUT-04", "AOS-INV-12")
def test_links_of_the_eliminated_stay_and_count_as_unowned() -> None:
    state = with_track(with_track(dealt(3), 0, *LINK), 1, *OPEN)
    layouts = state.track.layouts
    state = bankrupt(state, 0)
    assert state.track.layouts == layouts
    assert {(section.owner, len(section.pieces)) for section in sections(state.track)} == {(NOBODY, 2), (1, 1)}
    assert state.track.markers == (0, 1, 0)
    assert scoring.link_pieces(state) == (0, 0, 0)


@rule("AOS-OUT-05", "AOS-TURN-07")
def test_the_eliminated_leave_every_track_and_decide_no_more() -> None:
    state = bankrupt(dealt(4), 2)
    gone = state.players[2]
    assert (gone.alive, gone.cash, gone.income, gone.shares, gone.engine) == (False, 0, 0, 0, 0)
    state = issue_shares.enter(state)
    assert state.queue == (0, 1, 3)
    state = turn_order.enter(play(issue_shares, state, *[IssueShares(0)] * 3))
    assert state.auction is not None
    assert state.auction.left == (0, 1, 3)
    later = income.enter_reduction(income.enter_pay(income.enter_collect(state)))
    assert later.players[2] == gone


@rule("AOS-OUT-06")
def test_an_action_of_the_eliminated_is_void() -> None:
    state = all_holding(dealt(4), role=(PRODUCTION, TURN_ORDER, "engineer", "first_move"))
    state = bankrupt(boxes(state, "light-1"), 0, 1)
    assert holder(state, PRODUCTION) == holder(state, TURN_ORDER) == NOBODY
    assert goods_growth.enter(state).growth == Growth("light")
    state = turn_order.enter(state)
    while not turn_order.done(state):
        assert Pass() not in turn_order.legal(state)
        state = play(turn_order, state, DropOut())


@rule("AOS-OUT-07")
def test_the_others_keep_their_relative_order() -> None:
    state = bankrupt(dealt(5)._replace(order=(3, 1, 4, 0, 2)), 1, 0)
    assert state.order == (3, 4, 2)
    assert state.phase == PAY_EXPENSES


@rule("AOS-OUT-08")
def test_the_game_ends_at_once_with_one_player_left() -> None:
    state = bankrupt(dealt(3), 0, 2)
    assert state.phase == GAME_OVER
    assert state.players[1].income == 12
    outcome = scoring.outcome(state)
    assert outcome is not None
    assert outcome.reason == "last_survivor"
    assert [(standing.seat, standing.rank) for standing in outcome.standings] == [(1, 1), (0, 2), (2, 2)]


@rule("AOS-OUT-08", "AOS-OPT-04")
def test_the_last_survivor_may_play_on() -> None:
    state = bankrupt(dealt(3, last_survivor="play_on"), 0, 2)
    assert state.phase == PAY_EXPENSES
    state = income.enter_reduction(state)
    assert state.players[1].income == 10
    assert issue_shares.enter(state).queue == (1,)
    assert turn_order.done(turn_order.enter(state))


@rule("AOS-OUT-09")
@pytest.mark.parametrize("option", ["end_now", "play_on"])
def test_the_game_ends_without_a_winner_when_nobody_is_left(option: str) -> None:
    state = bankrupt(dealt(3, last_survivor=option), 0, 1, 2)
    outcome = scoring.outcome(state)
    assert outcome is not None
    assert outcome.reason == "nobody_left"
    assert {(standing.rank, standing.score, standing.eliminated) for standing in outcome.standings} == {(2, None, True)}


@rule("AOS-OUT-09", "AOS-OUT-08")
def test_a_survivor_who_plays_on_can_fail_as_well() -> None:
    state = bankrupt(bankrupt(dealt(3, last_survivor="play_on"), 0, 2), 1)
    assert state.phase == GAME_OVER
    assert state.order == ()


# --- Phase 8 ------------------------------------------------------------------


@rule("AOS-RED-01", "AOS-RED-05")
def test_the_reduction_is_taken_once_and_in_no_cash() -> None:
    before = all_holding(dealt(4), income=(62, 44, 15, 3), cash=(1, 2, 3, 4))
    state = income.enter_reduction(before)
    assert [player.income for player in state.players] == [52, 36, 13, 3]
    assert [player.cash for player in state.players] == [1, 2, 3, 4]


@rule("AOS-RED-06")
def test_the_reduction_takes_place_in_the_last_turn_too() -> None:
    state = holding(dealt(3), 0, income=30)._replace(turn=10)
    assert income.enter_reduction(state).players[0].income == 26


@rule("AOS-COMP-11", "AOS-RED-04")
def test_income_runs_past_the_end_of_the_track() -> None:
    state = income.enter_collect(one(137))
    assert money(state) == (137, 137)
    assert money(income.enter_reduction(state)) == (137, 127)
