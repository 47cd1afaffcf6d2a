"""The turn (section 5) and the decision points in general (section 16), seen through whole games."""

from itertools import pairwise

import pytest

from footplate.engine.age_of_steam.actions import (
    Bid,
    DeclineGoods,
    Deliver,
    DropOut,
    IssueShares,
    MoveNothing,
    Pass,
    Place,
    Redirect,
    Replace,
    RollDice,
    SelectAction,
    StopBuilding,
    StoreGoods,
    UpgradeEngine,
)
from footplate.engine.age_of_steam.rules import INFO, PHASES
from footplate.engine.age_of_steam.state import (
    BUILD_TRACK,
    GAME_OVER,
    GOODS_GROWTH,
    ISSUE_SHARES,
    MOVE_GOODS,
    PLAYER_ORDER,
    SELECT_ACTIONS,
    State,
)
from footplate.engine.chance import SeededDraws
from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE, OVER
from tests.support.positions import (
    GAME,
    SEED,
    UNIVERSE,
    Step,
    all_holding,
    holding,
    opening,
    rich,
    walk,
)
from tests.support.rules import rule

TEN_PHASES = (
    "issue_shares",
    "determine_player_order",
    "select_actions",
    "build_track",
    "move_goods",
    "collect_income",
    "pay_expenses",
    "income_reduction",
    "goods_growth",
    "advance_turn_marker",
)
ASKED = (ISSUE_SHARES, PLAYER_ORDER, SELECT_ACTIONS, BUILD_TRACK, MOVE_GOODS, GOODS_GROWTH)
"""The phases with decisions or dice, in their order."""


def quiet(state: State) -> list[Step]:
    """The rest of a game in which everybody lets the time run out."""
    steps: list[Step] = []
    while (actor := GAME.to_act(state)) != OVER:
        draws = SeededDraws(SEED, len(steps))
        action = GAME.draw(state, draws) if actor == CHANCE else GAME.default_action(state)
        after = GAME.apply(state, action)
        steps.append(Step(state, actor, action, after))
        state = after
    return steps


@rule("AOS-TURN-01")
def test_a_turn_has_ten_phases_in_order() -> None:
    assert tuple(name for name, _ in PHASES) == ("setup", "initial_order", *TEN_PHASES)
    assert INFO.phases == ("setup", "initial_order", *ASKED, "over")


@rule("AOS-TURN-01", "AOS-AUC-01", "AOS-END-01")
@pytest.mark.parametrize("seats", [3, 6])
def test_every_turn_of_a_game_runs_through_them(seats: int) -> None:
    met: list[tuple[int, int]] = []
    for step in walk(rich(opening(seats)), seed=7):
        place = step.before.turn, ASKED.index(step.before.phase)
        if not met or met[-1] != place:
            met.append(place)
    assert met == sorted(met)
    assert {turn for turn, _ in met} == set(range(1, met[-1][0] + 1))
    assert [phase for turn, phase in met if turn == 1][:4] == [0, 1, 2, 3]
    for turn in range(1, met[-1][0] + 1):
        assert {2, 5} <= {phase for at, phase in met if at == turn}


@rule("AOS-TURN-02", "AOS-END-02", "AOS-GROW-20", "AOS-RED-06")
@pytest.mark.parametrize(("seats", "turns"), [(3, 10), (4, 8), (5, 7), (6, 6)])
def test_the_number_of_turns(seats: int, turns: int) -> None:
    steps = quiet(rich(opening(seats)))
    assert steps[-1].before.turn == steps[-1].after.turn == turns
    assert steps[-1].before.phase == GOODS_GROWTH
    assert steps[-1].after.phase == GAME_OVER
    assert GAME.progress(steps[0].before).turns == turns
    outcome = GAME.outcome(steps[-1].after)
    assert outcome is not None
    assert outcome.reason == "last_turn"
    assert all(GAME.outcome(step.before) is None for step in steps)


@rule("AOS-TURN-03", "AOS-EX-42", "AOS-GROW-14")
def test_an_elimination_in_turn_three_leaves_eight_turns_and_four_dice() -> None:
    state = next(step.after for step in quiet(rich(opening(4))) if step.after.turn == 3)
    steps = quiet(holding(state, 2, cash=0, income=0))
    assert sorted(steps[-1].after.order) == [0, 1, 3]
    assert not steps[-1].after.players[2].alive
    assert steps[-1].after.turn == 8
    rolls = [step.action for step in steps if isinstance(step.action, RollDice)]
    assert len(rolls) == 2 * 6
    assert all(len(roll.dice) == 4 for roll in rolls)


@rule("AOS-TURN-04", "AOS-TURN-05")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_of_the_last_turn_serves_phases_one_and_two_the_new_one_the_rest(seed: int) -> None:
    asked: dict[tuple[int, str], list[int]] = {}
    orders: dict[tuple[int, str], tuple[int, ...]] = {}
    for step in walk(rich(opening(5, seed=bytes([seed]) * 32)), seed):
        key = step.before.turn, step.before.phase
        if step.actor != CHANCE:
            asked.setdefault(key, []).append(step.actor)
            orders.setdefault(key, step.before.order)
    for (turn, phase), seats in asked.items():
        if phase == ISSUE_SHARES and turn > 1:
            assert orders[turn, phase] == orders[turn - 1, SELECT_ACTIONS]
        if phase in (ISSUE_SHARES, SELECT_ACTIONS):
            assert seats == [seat for seat in orders[turn, phase] if seat in seats]
        if phase == PLAYER_ORDER:
            assert orders[turn, phase] == orders.get((turn, ISSUE_SHARES), orders[turn, phase])


@rule("AOS-TURN-06")
@pytest.mark.parametrize("phase", ["collect_income", "pay_expenses", "income_reduction"])
def test_phases_six_to_eight_hold_no_decisions(phase: str) -> None:
    for step in walk(rich(opening(3)), seed=5):
        assert step.after.phase != phase
    chapter = dict(PHASES)[phase]
    assert chapter.legal(step.after) == []


@rule("AOS-TURN-07", "AOS-OUT-05")
@pytest.mark.parametrize("seed", range(1, 7))
def test_the_eliminated_are_skipped_everywhere(seed: int) -> None:
    seen = 0
    start = all_holding(opening(6, options={"last_survivor": "play_on"}), cash=(10, 20, 40, 80, 160, 320))
    for step in walk(start, seed):
        dead = {seat for seat, player in enumerate(step.before.players) if not player.alive}
        seen += bool(dead)
        assert step.actor not in dead
        assert not dead & set(step.before.order)
        assert not dead & set(step.before.queue)
    assert seen


@rule("AOS-TURN-08", "AOS-DEC-03")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_decision_moves_nobody_elses_money_shares_or_engine(seed: int) -> None:
    for step in walk(rich(opening(4)), seed):
        same_phase = step.after.phase == step.before.phase and step.after.turn == step.before.turn
        if step.actor == CHANCE or not same_phase or GAME.effects(step.before, step.action).forced:
            continue
        for seat, (old, new) in enumerate(zip(step.before.players, step.after.players, strict=True)):
            if seat != step.actor:
                assert (old.cash, old.shares, old.engine, old.role) == (new.cash, new.shares, new.engine, new.role)


@rule("AOS-SHARE-04", "AOS-INV-08")
@pytest.mark.parametrize("seed", [3, 4])
def test_shares_change_in_phase_one_only(seed: int) -> None:
    for step in walk(rich(opening(3)), seed):
        if step.before.phase != ISSUE_SHARES:
            with pytest.raises(IllegalAction):
                GAME.check(step.before, IssueShares(1))
            alive = [seat for seat, player in enumerate(step.after.players) if player.alive]
            if step.actor != CHANCE and step.after.turn == step.before.turn:
                assert [step.before.players[seat].shares for seat in alive] == [
                    step.after.players[seat].shares for seat in alive
                ]


# --- Decision points ----------------------------------------------------------


@rule("AOS-DEC-01", "AOS-DEC-02", "AOS-DEC-03")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_seats_are_asked_only_where_there_is_a_choice(seed: int) -> None:
    for step in walk(rich(opening(3 + seed)), seed):
        assert step.before.phase in ASKED
        if step.actor != CHANCE:
            assert len(GAME.legal_actions(step.before)) >= 2
        else:
            assert list(GAME.legal_actions(step.before)) == []


@rule("AOS-DEC-02", "AOS-DEC-11", "AOS-EX-03")
def test_a_forced_decision_is_carried_out_and_recorded() -> None:
    start = opening(3)
    _, second, third = start.order
    state = holding(holding(start, second, shares=15), third, shares=14)
    assert GAME.effects(state, IssueShares(0)).forced == ((second, "issue 0"),)
    assert GAME.to_act(GAME.apply(state, IssueShares(0))) == third


@rule("AOS-DEC-02", "AOS-AUC-08", "AOS-EX-08")
def test_players_without_money_leave_the_auction_unasked() -> None:
    start = opening(3)
    first, second, third = start.order
    state = holding(holding(start, second, cash=2), third, cash=1)
    for _ in range(3):
        state = GAME.apply(state, IssueShares(0))
    effects = GAME.effects(state, Bid(2))
    assert effects.forced == ((second, "drop"), (third, "drop"))
    after = GAME.apply(state, Bid(2))
    assert after.phase == SELECT_ACTIONS
    assert after.order == (first, third, second)
    assert after.players[first].cash == 8


@rule("AOS-DEC-04", "AOS-DEC-05")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_defaults_are_legal_and_cautious(seed: int) -> None:
    cautious = DropOut | StopBuilding | MoveNothing | DeclineGoods | StoreGoods | SelectAction
    for step in walk(rich(opening(2 + seed)), seed):
        if step.actor == CHANCE:
            continue
        action = GAME.default_action(step.before)
        GAME.check(step.before, action)
        assert action in GAME.legal_actions(step.before)
        assert action == IssueShares(0) or isinstance(action, cautious)
        assert not isinstance(action, Bid | Pass | Place | Replace | Redirect | Deliver | UpgradeEngine)


@rule("AOS-DEC-05", "AOS-DEC-06")
def test_a_game_of_time_outs_raises_no_engine_and_issues_no_share() -> None:
    over = quiet(rich(opening(6)))[-1].after
    assert [player.engine for player in over.players] == [1] * 6
    assert [player.shares for player in over.players] == [2] * 6
    assert over.track.layouts == {}


@rule("AOS-DEC-03")
def test_the_open_decision_follows_from_the_decisions_before() -> None:
    first, again = (list(walk(rich(opening(4)), seed=9)) for _ in range(2))
    assert [(step.actor, step.action) for step in first] == [(step.actor, step.action) for step in again]
    assert [GAME.state_text(step.after) for step in first] == [GAME.state_text(step.after) for step in again]


@rule("AOS-DEC-01", "AOS-END-02")
def test_nothing_is_decided_once_the_game_is_over() -> None:
    over = quiet(rich(opening(3)))[-1].after
    assert GAME.to_act(over) == OVER
    assert list(GAME.legal_actions(over)) == []
    for action in UNIVERSE[:200]:
        with pytest.raises(IllegalAction):
            GAME.check(over, action)


@rule("AOS-OUT-08", "AOS-RED-06")
@pytest.mark.parametrize(("option", "turn"), [("end_now", 1), ("play_on", 10)])
def test_a_last_survivor_wins_at_once_or_plays_on(option: str, turn: int) -> None:
    state = all_holding(opening(3, options={"last_survivor": option}), cash=(300, 0, 0))
    steps = quiet(state)
    assert steps[-1].after.turn == turn
    outcome = GAME.outcome(steps[-1].after)
    assert outcome is not None
    assert outcome.reason == ("last_survivor" if option == "end_now" else "last_turn")
    assert [standing.rank for standing in outcome.standings] == [1, 2, 2]
    assert outcome.standings[0].seat == 0


@rule("AOS-TURN-07", "AOS-OUT-09")
def test_a_game_in_which_all_fail_at_once_ends() -> None:
    steps = quiet(all_holding(opening(3), cash=(0, 0, 0)))
    outcome = GAME.outcome(steps[-1].after)
    assert outcome is not None
    assert outcome.reason == "nobody_left"
    assert all(one.turn <= other.turn for one, other in pairwise(step.after for step in steps))
