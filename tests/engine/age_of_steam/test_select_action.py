"""Phase 3 (section 8) with what the actions are good for, and AOS-DEC-13."""

import pytest

from footplate.engine.age_of_steam import build_track, goods_growth, move_goods, select_action, turn_order
from footplate.engine.age_of_steam.actions import (
    ENGINEER,
    FIRST_BUILD,
    FIRST_MOVE,
    LOCOMOTIVE,
    NOBODY,
    PRODUCTION,
    ROLES,
    TURN_ORDER,
    URBANIZATION,
    Bid,
    DeclineGoods,
    DrawGoods,
    DropOut,
    MoveNothing,
    Pass,
    Place,
    SelectAction,
    StopBuilding,
    Urbanize,
)
from footplate.engine.age_of_steam.state import SELECT_ACTIONS, Growth, holder
from footplate.engine.hexes import parse_hex
from tests.support.positions import all_holding, assert_consistent, boxes, dealt, holding, play, refusal
from tests.support.rules import rule


@rule("AOS-ACT-01")
def test_all_seven_actions_are_free_at_the_start_of_the_phase() -> None:
    held = all_holding(dealt(6), role=ROLES[:6])
    state = select_action.enter(held)
    assert state.phase == SELECT_ACTIONS
    assert select_action.legal(state) == [
        SelectAction(FIRST_MOVE),
        SelectAction(FIRST_BUILD),
        SelectAction(ENGINEER),
        SelectAction(LOCOMOTIVE),
        SelectAction(URBANIZATION),
        SelectAction(PRODUCTION),
        SelectAction(TURN_ORDER),
    ]
    assert_consistent(select_action, state)


@rule("AOS-ACT-01")
@pytest.mark.parametrize("role", ["", "Engineer", "second_move"])
def test_there_is_no_eighth_action(role: str) -> None:
    assert refusal(select_action, select_action.enter(dealt(3)), SelectAction(role)) == "AOS-ACT-01"


@rule("AOS-ACT-02", "AOS-TURN-05")
def test_each_takes_exactly_one_in_the_new_order() -> None:
    state = select_action.enter(dealt(4)._replace(order=(3, 1, 0, 2)))
    asked = []
    for role in (ENGINEER, PRODUCTION, FIRST_MOVE, TURN_ORDER):
        asked.append(select_action.actor(state))
        state = play(select_action, state, SelectAction(role))
    assert asked == [3, 1, 0, 2]
    assert select_action.done(state)
    assert [player.role for player in state.players] == [FIRST_MOVE, PRODUCTION, TURN_ORDER, ENGINEER]


@rule("AOS-ACT-02", "AOS-DEC-13")
@pytest.mark.parametrize("action", [Pass(), DropOut(), StopBuilding()])
def test_not_taking_one_is_no_choice(action: Pass | DropOut | StopBuilding) -> None:
    assert refusal(select_action, select_action.enter(dealt(3)), action) == "AOS-DEC-13"


@rule("AOS-ACT-03")
def test_an_action_is_taken_once_a_turn() -> None:
    state = play(select_action, select_action.enter(dealt(3)), SelectAction(ENGINEER))
    assert refusal(select_action, state, SelectAction(ENGINEER)) == "AOS-ACT-03"
    assert SelectAction(ENGINEER) not in select_action.legal(state)
    assert_consistent(select_action, state)


@rule("AOS-ACT-04")
def test_the_action_of_the_last_turn_may_be_taken_again() -> None:
    state = select_action.enter(all_holding(dealt(3), role=(ENGINEER, TURN_ORDER, PRODUCTION)))
    state = play(select_action, state, SelectAction(ENGINEER), SelectAction(TURN_ORDER), SelectAction(PRODUCTION))
    assert [player.role for player in state.players] == [ENGINEER, TURN_ORDER, PRODUCTION]


@rule("AOS-ACT-05")
def test_an_action_nobody_took_has_no_holder() -> None:
    state = all_holding(dealt(3), role=(PRODUCTION, TURN_ORDER, FIRST_MOVE))
    state = play(select_action, select_action.enter(state), *map(SelectAction, (ENGINEER, FIRST_BUILD, URBANIZATION)))
    assert {role for role in ROLES if holder(state, role) == NOBODY} == {
        FIRST_MOVE,
        LOCOMOTIVE,
        PRODUCTION,
        TURN_ORDER,
    }
    assert goods_growth.enter(boxes(state, "light-1")).growth == Growth("light")
    for seat in range(3):
        called_first = (seat, *(other for other in range(3) if other != seat))
        assert Pass() not in turn_order.legal(turn_order.enter(state._replace(order=called_first)))


@rule("AOS-ACT-09")
def test_locomotive_raises_the_engine_at_once() -> None:
    state = play(select_action, select_action.enter(holding(dealt(3), 0, engine=3)), SelectAction(LOCOMOTIVE))
    assert [player.engine for player in state.players] == [4, 1, 1]
    assert select_action.actor(state) == 1


@rule("AOS-ACT-10", "AOS-COMP-12")
def test_locomotive_does_nothing_at_level_six() -> None:
    state = play(select_action, select_action.enter(holding(dealt(3), 0, engine=6)), SelectAction(LOCOMOTIVE))
    assert state.players[0].engine == 6
    assert state.players[0].role == LOCOMOTIVE


@rule("AOS-ACT-13")
def test_production_may_be_taken_in_turn_one_and_is_void_then() -> None:
    state = play(select_action, select_action.enter(dealt(3)), SelectAction(PRODUCTION))
    assert state.turn == 1
    assert goods_growth.enter(state).growth == Growth("light")


@rule("AOS-ACT-14", "AOS-AUC-10")
def test_turn_order_lasts_until_the_auction_of_the_next_turn() -> None:
    state = play(select_action, select_action.enter(dealt(3)), *map(SelectAction, (TURN_ORDER, ENGINEER, FIRST_MOVE)))
    assert Pass() in turn_order.legal(turn_order.enter(state))
    assert select_action.enter(state).players[0].role == ""


@rule("AOS-ACT-06")
def test_the_holder_of_first_move_moves_first_in_both_rounds() -> None:
    state = move_goods.enter(all_holding(dealt(4), role=(ENGINEER, LOCOMOTIVE, FIRST_MOVE, TURN_ORDER)))
    asked = []
    while not move_goods.done(state):
        asked.append(move_goods.actor(state))
        state = play(move_goods, state, MoveNothing())
    assert asked == [2, 0, 1, 3] * 2


@rule("AOS-ACT-07")
def test_the_holder_of_first_build_builds_first() -> None:
    state = build_track.enter(all_holding(dealt(4), role=(ENGINEER, LOCOMOTIVE, FIRST_MOVE, FIRST_BUILD)))
    asked = []
    while not build_track.done(state):
        asked.append(build_track.actor(state))
        state = play(build_track, state, StopBuilding())
    assert asked == [3, 0, 1, 2]


@rule("AOS-ACT-08")
@pytest.mark.parametrize(("role", "builds"), [(ENGINEER, 4), (FIRST_MOVE, 3), (LOCOMOTIVE, 3), ("", 3)])
def test_engineer_gives_a_fourth_build(role: str, builds: int) -> None:
    state = build_track.enter(holding(holding(dealt(3), 0, role=role, cash=99), 1, role=PRODUCTION))
    for _ in range(builds):
        build = next(action for action in build_track.legal(state) if isinstance(action, Place))
        state = play(build_track, state, build)
    assert not any(isinstance(action, Place) for action in build_track.legal(state))
    assert build_track.forced(state) == StopBuilding()


@rule("AOS-ACT-11")
def test_urbanization_lets_its_holder_place_one_new_city() -> None:
    state = build_track.enter(all_holding(dealt(3), role=(ENGINEER, URBANIZATION, FIRST_MOVE)))
    city = Urbanize(parse_hex("Q10"), 0)
    assert refusal(build_track, state, city) == "AOS-URB-01"
    state = play(build_track, state, StopBuilding())
    state = play(build_track, state, city)
    assert state.track.new_cities == {parse_hex("Q10"): 0}
    assert refusal(build_track, state, Urbanize(parse_hex("N11"), 1)) == "AOS-URB-01"


@rule("AOS-ACT-12", "AOS-ACT-15")
def test_production_may_be_used_or_not() -> None:
    state = goods_growth.enter(boxes(holding(dealt(3), 2, role=PRODUCTION), "light-1"))
    assert goods_growth.actor(state) == 2
    assert goods_growth.legal(state) == [DrawGoods(), DeclineGoods()]


@rule("AOS-ACT-15")
def test_using_an_action_is_voluntary() -> None:
    state = all_holding(dealt(3), role=(URBANIZATION, FIRST_MOVE, TURN_ORDER))
    assert StopBuilding() in build_track.legal(build_track.enter(state))
    assert MoveNothing() in move_goods.legal(move_goods.enter(state))
    state = play(turn_order, turn_order.enter(state), Bid(1), Bid(2))
    assert {Pass(), DropOut(), Bid(3)} <= set(turn_order.legal(state))


@rule("AOS-ACT-02")
@pytest.mark.parametrize("role", [FIRST_MOVE, FIRST_BUILD, ENGINEER, URBANIZATION, PRODUCTION, TURN_ORDER])
def test_taking_an_action_other_than_locomotive_changes_nothing_yet(role: str) -> None:
    before = select_action.enter(dealt(3))
    after = play(select_action, before, SelectAction(role))
    assert after.players[0] == before.players[0]._replace(role=role)
    assert after._replace(players=before.players, queue=before.queue) == before


@rule("AOS-DEC-13")
def test_the_choice_is_never_forced() -> None:
    state = select_action.enter(dealt(6))
    for role in (LOCOMOTIVE, URBANIZATION, ENGINEER, TURN_ORDER, FIRST_MOVE):
        state = play(select_action, state, SelectAction(role))
    assert select_action.legal(state) == [SelectAction(FIRST_BUILD), SelectAction(PRODUCTION)]
    assert select_action.forced(state) is None
    assert_consistent(select_action, state)


@rule("AOS-DEC-06", "AOS-DEC-04", "AOS-DEC-05")
def test_a_time_out_takes_the_first_free_action_locomotive_last() -> None:
    state = select_action.enter(dealt(6))
    taken = []
    while not select_action.done(state):
        action = select_action.default(state)
        assert isinstance(action, SelectAction)
        taken.append(action.role)
        state = play(select_action, state, action)
    assert taken == [TURN_ORDER, FIRST_MOVE, FIRST_BUILD, ENGINEER, PRODUCTION, URBANIZATION]


@rule("AOS-ACT-02", "AOS-TURN-07", "AOS-OUT-05")
def test_the_eliminated_take_nothing() -> None:
    state = select_action.enter(holding(dealt(4), 1, alive=False)._replace(order=(0, 3, 2)))
    state = play(select_action, state, *map(SelectAction, (ENGINEER, FIRST_MOVE, PRODUCTION)))
    assert select_action.done(state)
    assert state.players[1].role == ""
