"""Phase 1 (section 6), AOS-DEC-11 and worked examples 2 and 3."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import goods_growth, issue_shares, select_action, turn_order
from footplate.engine.age_of_steam.actions import DropOut, IssueShares, Pass
from footplate.engine.age_of_steam.state import ISSUE_SHARES, Growth
from tests.support.positions import all_holding, assert_consistent, dealt, holding, play, refusal
from tests.support.rules import rule


@rule("AOS-EX-02", "AOS-SHARE-01", "AOS-SHARE-02")
def test_three_players_issue_two_one_and_no_shares() -> None:
    state = issue_shares.enter(dealt(3))
    assert state.phase == ISSUE_SHARES
    assert issue_shares.actor(state) == 0
    state = play(issue_shares, state, IssueShares(2))
    assert (state.players[0].shares, state.players[0].cash) == (4, 20)
    assert issue_shares.actor(state) == 1
    state = play(issue_shares, state, IssueShares(1), IssueShares(0))
    assert [player.shares for player in state.players] == [4, 3, 2]
    assert [player.cash for player in state.players] == [20, 15, 10]
    assert issue_shares.done(state)


@rule("AOS-EX-03", "AOS-SHARE-01", "AOS-DEC-11")
def test_a_player_with_13_shares_may_issue_up_to_two() -> None:
    state = issue_shares.enter(all_holding(dealt(3), shares=(13, 15, 2)))
    assert issue_shares.legal(state) == [IssueShares(0), IssueShares(1), IssueShares(2)]
    assert issue_shares.forced(state) is None
    assert_consistent(issue_shares, state)


@rule("AOS-EX-03", "AOS-DEC-11", "AOS-DEC-02")
def test_a_player_with_15_shares_is_not_asked() -> None:
    state = issue_shares.enter(holding(dealt(3), 0, shares=15))
    assert issue_shares.legal(state) == [IssueShares(0)]
    assert issue_shares.forced(state) == IssueShares(0)
    assert refusal(issue_shares, state, IssueShares(1)) == "AOS-SHARE-03"


@rule("AOS-SHARE-03", "AOS-COMP-13")
@given(st.integers(2, 15), st.integers(0, 200))
def test_any_number_up_to_15_in_all_may_be_issued(shares: int, cash: int) -> None:
    state = issue_shares.enter(holding(dealt(3), 0, shares=shares, cash=cash))
    assert issue_shares.legal(state) == [IssueShares(count) for count in range(15 - shares + 1)]
    assert refusal(issue_shares, state, IssueShares(16 - shares)) == "AOS-SHARE-03"
    after = play(issue_shares, state, IssueShares(15 - shares)).players[0]
    assert (after.shares, after.cash) == (15, cash + 5 * (15 - shares))


@rule("AOS-SHARE-02", "AOS-COMP-09")
def test_the_bank_never_runs_out() -> None:
    state = issue_shares.enter(dealt(6))
    state = play(issue_shares, state, *[IssueShares(13)] * 6)
    assert sum(player.cash for player in state.players) == 6 * 10 + 6 * 13 * 5 == 450
    state = issue_shares.enter(all_holding(state, shares=[2] * 6))
    state = play(issue_shares, state, *[IssueShares(13)] * 6)
    assert sum(player.cash for player in state.players) == 840


@rule("AOS-SHARE-04")
def test_shares_are_refused_in_every_other_phase() -> None:
    state = dealt(3)
    assert refusal(turn_order, turn_order.enter(state), IssueShares(1)) == "AOS-DEC-12"
    assert refusal(select_action, select_action.enter(state), IssueShares(1)) == "AOS-DEC-13"
    assert refusal(goods_growth, state._replace(growth=Growth("decide")), IssueShares(1)) == "AOS-DEC-17"


@rule("AOS-SHARE-05", "AOS-INV-08")
def test_shares_are_never_bought_back() -> None:
    state = issue_shares.enter(holding(dealt(3), 0, shares=9, cash=100))
    assert refusal(issue_shares, state, IssueShares(-1)) == "AOS-SHARE-05"
    assert all(isinstance(action, IssueShares) and action.count >= 0 for action in issue_shares.legal(state))


@rule("AOS-SHARE-01", "AOS-TURN-04")
def test_each_is_asked_once_in_the_order_of_the_last_turn() -> None:
    state = issue_shares.enter(dealt(4)._replace(order=(2, 0, 3, 1)))
    asked = []
    while not issue_shares.done(state):
        asked.append(issue_shares.actor(state))
        state = play(issue_shares, state, IssueShares(1))
    assert asked == [2, 0, 3, 1]


@rule("AOS-SHARE-01", "AOS-TURN-07")
def test_the_eliminated_are_not_asked() -> None:
    state = holding(dealt(4), 3, alive=False)._replace(order=(2, 0, 1))
    state = issue_shares.enter(state)
    assert state.queue == (2, 0, 1)


@rule("AOS-DEC-11", "AOS-DEC-04", "AOS-DEC-05")
def test_a_time_out_issues_nothing() -> None:
    state = issue_shares.enter(dealt(3))
    assert issue_shares.default(state) == IssueShares(0)


@rule("AOS-DEC-11")
@pytest.mark.parametrize("action", [Pass(), DropOut()])
def test_nothing_else_is_decided_here(action: Pass | DropOut) -> None:
    assert refusal(issue_shares, issue_shares.enter(dealt(3)), action) == "AOS-DEC-11"
