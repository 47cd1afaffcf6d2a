"""Phase 5: the order, the choices and what deliveries pay (section 10), and the examples AOS-EX-29 to AOS-EX-31."""

import pytest

from footplate.engine.age_of_steam import bag, income, move_goods, select_action
from footplate.engine.age_of_steam.actions import NOBODY, MoveNothing, SelectAction
from footplate.engine.age_of_steam.notation import COLOR_OF_LETTER
from footplate.engine.age_of_steam.state import MoveRound
from tests.support.moving import (
    actors,
    deliveries,
    example_10,
    example_13,
    incomes,
    legal,
    moving,
    refusal,
    take,
    with_links,
)
from tests.support.positions import blank, cubes_at, holding
from tests.support.rules import rule

# --- order and choices -----------------------------------------------------------------------------------------------


@rule("AOS-MOVE-01", "AOS-TURN-05", "AOS-TURN-07")
def test_two_rounds_in_which_every_living_player_acts_once() -> None:
    assert list(actors(moving(blank(4), order=(2, 0, 3)))) == [2, 0, 3, 2, 0, 3]


@rule("AOS-MOVE-02", "AOS-ACT-06")
def test_first_move_goes_first_in_both_rounds() -> None:
    assert list(actors(moving(blank(3), order=(2, 0, 1), first=1))) == [1, 2, 0, 1, 2, 0]
    assert list(actors(moving(blank(3), order=(2, 0, 1), first=2))) == [2, 0, 1, 2, 0, 1]


@rule("AOS-MOVE-03", "AOS-DEC-16")
def test_a_delivery_a_step_or_nothing() -> None:
    state = moving(example_10().state, T9="B")
    assert legal(state) == ["deliver blue T9 Q12/P1", "engine", "none"]
    assert move_goods.forced(state) is None
    assert move_goods.default(state) == MoveNothing()
    for text in legal(state):
        assert move_goods.actor(take(state, text)) == 1


@rule("AOS-MOVE-04")
def test_one_step_a_turn_in_either_round() -> None:
    state = take(moving(blank(3), order=(0, 1, 2)), "engine", "none", "none")
    assert refusal(state, "engine") == "AOS-MOVE-04"
    assert move_goods.forced(state) == MoveNothing()
    state = take(state, "none")
    assert legal(state) == ["engine", "none"]
    state = take(state, "engine")
    assert state.moves == MoveRound(2, (0, 1))
    again = move_goods.enter(take(state, "none"))
    assert legal(again) == ["engine", "none"]


@rule("AOS-MOVE-05", "AOS-COMP-12")
def test_no_step_beyond_level_6() -> None:
    state = moving(blank(3), order=(0, 1, 2), engine=6)
    assert refusal(state, "engine") == "AOS-MOVE-05"
    assert take(moving(blank(3), order=(0, 1, 2), engine=5), "engine").players[0].engine == 6


@rule("AOS-MOVE-06")
def test_a_step_counts_in_the_second_round() -> None:
    state = moving(example_10().state, order=(0, 1, 2), Q12="B")
    assert refusal(state, "deliver blue Q12 Q10/P2 T9/P2") == "AOS-MOVE-11"
    state = take(state, "engine", "none", "none")
    assert deliveries(state) == ["deliver blue Q12 T9/P1", "deliver blue Q12 Q10/P2 T9/P2"]


@rule("AOS-MOVE-07", "AOS-ACT-09")
def test_the_step_of_locomotive_leaves_the_step_of_the_phase() -> None:
    state = select_action.enter(blank(3))
    state = select_action.apply(state, SelectAction("locomotive"))
    state = take(move_goods.enter(state), "engine")
    assert state.players[0].engine == 3


@rule("AOS-DEC-16", "AOS-DEC-02")
def test_nothing_is_forced_only_when_nothing_else_is_legal() -> None:
    stuck = moving(example_10().state, engine=6, T9="R", Q12="R")
    assert legal(stuck) == ["none"]
    assert move_goods.forced(stuck) == MoveNothing()
    assert move_goods.forced(moving(example_10().state, engine=6, T9="RB")) is None
    assert move_goods.forced(moving(example_10().state, engine=1, T9="R")) is None


@rule("AOS-DEC-16")
@pytest.mark.parametrize("text", ["issue 1", "pass", "stop", "select engineer", "decline", "roll 1", "place S10 1-4"])
def test_other_actions_do_not_belong_here(text: str) -> None:
    assert refusal(moving(blank(3), order=(0, 1, 2)), text) == "AOS-DEC-16"


# --- result ----------------------------------------------------------------------------------------------------------


@rule("AOS-MOVE-25")
def test_each_link_pays_its_owner_at_once() -> None:
    yard = example_10()
    yard.turn(3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5")
    state = take(moving(yard.state, engine=2, T9="BB"), "deliver blue T9 Q10/P2 Q12/P3")
    assert incomes(state) == [0, 1, 1, 0, 0]
    state = take(state, "deliver blue T9 Q10/P2 Q12/P2")
    assert incomes(state) == [0, 3, 1, 0, 0]


@rule("AOS-MOVE-26", "AOS-OUT-04")
def test_an_unowned_link_pays_nobody_but_counts() -> None:
    state = with_links(blank(3), ("T9", "O8", NOBODY), ("O8", "L7", 1))
    state = moving(state, order=(0, 1, 2), engine=1, T9="R")
    assert refusal(state, "deliver red T9 O8/- L7/P2") == "AOS-MOVE-11"
    state = take(holding(state, 0, engine=2), "deliver red T9 O8/- L7/P2")
    assert incomes(state) == [0, 1, 0]


@rule("AOS-MOVE-27")
def test_the_cube_goes_back_to_the_bag() -> None:
    state = moving(example_10().state, T9="BR")
    after = take(state, "deliver blue T9 Q12/P1")
    assert after.bag == bag.put_back(state.bag, (COLOR_OF_LETTER["B"],))
    assert cubes_at(after, "T9") == (1, 0, 0, 0, 0)
    assert cubes_at(after, "Q12") == (0, 0, 0, 0, 0)
    assert after.track == state.track


@rule("AOS-MOVE-27", "AOS-URB-18")
def test_a_cube_leaves_a_new_city() -> None:
    state = moving(example_13("A").state, Q10="B")
    after = take(state, "deliver blue Q10 T9/P4")
    assert cubes_at(after, "A") == (0, 0, 0, 0, 0)
    assert incomes(after) == [0, 0, 0, 1, 0]


@rule("AOS-MOVE-28")
def test_routes_that_pay_different_owners_are_different_moves() -> None:
    state = moving(example_13("A").state, order=(4,), engine=2, T9="B")
    assert len(deliveries(state)) == 5
    results = [tuple(incomes(take(state, text))) for text in deliveries(state)]
    assert len(set(results)) == 5
    assert {result[4] for result in results} == {0}


@rule("AOS-MOVE-29")
def test_cubes_of_one_colour_in_one_city_are_one_move() -> None:
    assert deliveries(moving(example_10().state, T9="BBB")) == ["deliver blue T9 Q12/P1"]


# --- worked examples -------------------------------------------------------------------------------------------------


@rule("AOS-EX-29")
def test_example_29_two_rounds() -> None:
    state = moving(example_10().state, first=1, T9="B", Q12="B")
    state = take(state, "engine", "deliver blue T9 Q12/P1")
    assert (state.players[1].engine, state.players[0].income) == (2, 1)
    state = take(state, "none", "none", "none", "deliver blue Q12 Q10/P2 T9/P2")
    assert (move_goods.actor(state), state.players[1].income) == (0, 2)
    assert incomes(take(state, "none", "none", "none", "none")) == [1, 2, 0, 0, 0]


@rule("AOS-EX-30")
def test_example_30_five_different_moves() -> None:
    state = moving(example_13("A").state, engine=2, T9="B")
    gains = {text: tuple(incomes(take(state, text))[:4]) for text in deliveries(state)}
    assert gains == {
        "deliver blue T9 Q12/P1": (1, 0, 0, 0),
        "deliver blue T9 Q10/P2 Q12/P2": (0, 2, 0, 0),
        "deliver blue T9 Q10/P2 Q12/P3": (0, 1, 1, 0),
        "deliver blue T9 Q10/P4 Q12/P2": (0, 1, 0, 1),
        "deliver blue T9 Q10/P4 Q12/P3": (0, 0, 1, 1),
    }
    assert deliveries(holding(state, 0, engine=1)) == ["deliver blue T9 Q12/P1"]


@rule("AOS-EX-31")
def test_example_31_a_blue_city_on_the_way() -> None:
    state = moving(example_13("B").state, engine=1, T9="B")
    three = ["deliver blue T9 Q10/P2", "deliver blue T9 Q10/P4", "deliver blue T9 Q12/P1"]
    assert deliveries(state) == three
    assert deliveries(holding(state, 0, engine=2)) == three


@rule("AOS-EX-33")
def test_example_33_income_made_by_another_player() -> None:
    state = holding(moving(example_10().state, order=(4, 0), T9="B"), 0, income=20, cash=0)
    state = take(state, "deliver blue T9 Q12/P1")
    state = income.enter_reduction(income.enter_collect(state))
    assert (state.players[0].cash, state.players[0].income) == (21, 17)
