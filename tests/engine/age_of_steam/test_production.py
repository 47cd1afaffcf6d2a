"""Production (section 13.2), AOS-DEC-17, AOS-DEC-18 and worked example 40."""

from itertools import product

import pytest

from footplate.engine.age_of_steam import goods_growth
from footplate.engine.age_of_steam.actions import (
    PRODUCTION,
    DeclineGoods,
    DrawCubes,
    DrawGoods,
    Pass,
    RollDice,
    StoreGoods,
)
from footplate.engine.age_of_steam.board import (
    BLACK,
    BLUE,
    COLUMN_INDEX,
    PURPLE,
    RED,
    YELLOW,
)
from footplate.engine.age_of_steam.state import EMPTY, GOODS_GROWTH, Growth, State
from footplate.engine.game import CHANCE
from tests.support.positions import (
    Scripted,
    assert_consistent,
    boxes,
    column,
    cubes_at,
    dealt,
    holding,
    play,
    refusal,
)
from tests.support.rules import rule

LIGHT_4 = COLUMN_INDEX["light-4"]
DARK_2 = COLUMN_INDEX["dark-2"]


def emptied(state: State) -> State:
    """The position with no cubes on any city, so that arrivals are easy to count."""
    return state._replace(cubes=((0,) * 5,) * 20)


def produced(state: State, *cubes: int) -> State:
    """Phase 9 with P2 holding Production, after drawing these cubes."""
    state = goods_growth.enter(holding(state, 1, role=PRODUCTION))
    return play(goods_growth, state, DrawGoods(), DrawCubes(cubes))


def with_bag(state: State, *counts: int) -> State:
    return state._replace(bag=counts)


def hole(state: State, name: str, box: int) -> State:
    """The position with one box of the display emptied."""
    boxes_ = list(column(state, name))
    boxes_[box] = EMPTY
    return boxes(state, name, *boxes_)


@rule("AOS-EX-40", "AOS-GROW-09", "AOS-GROW-10", "AOS-DEC-18")
@pytest.mark.parametrize("color", [RED, BLACK])
def test_production_puts_either_cube_in_either_box(color: int) -> None:
    state = produced(hole(hole(emptied(dealt(3)), "light-4", 0), "dark-2", 2), RED, BLACK)
    assert goods_growth.legal(state) == [
        StoreGoods(each, display, box) for each in (RED, BLACK) for display, box in ((LIGHT_4, 0), (DARK_2, 2))
    ]
    other = BLACK if color == RED else RED
    state = play(goods_growth, state, StoreGoods(color, LIGHT_4, 0), StoreGoods(other, DARK_2, 2))
    assert column(state, "dark-2")[2] == other
    state = play(goods_growth, state, RollDice((4, 4, 5)))
    second = column(dealt(3), "light-4")[1]
    assert cubes_at(state, "O2")[color] == 1 + (second == color)
    assert sum(cubes_at(state, "O2")) == 2


@rule("AOS-EX-40", "AOS-GROW-15")
def test_a_cube_put_on_top_is_the_first_to_move() -> None:
    state = produced(hole(hole(emptied(dealt(3)), "light-4", 0), "dark-2", 2), RED, BLACK)
    state = play(goods_growth, state, StoreGoods(RED, LIGHT_4, 0), StoreGoods(BLACK, DARK_2, 2), RollDice((4, 1, 1)))
    assert cubes_at(state, "O2") == (1, 0, 0, 0, 0)


@rule("AOS-GROW-05", "AOS-DEC-17", "AOS-ACT-12", "AOS-DEC-02")
def test_the_holder_of_production_decides_before_any_die() -> None:
    state = goods_growth.enter(holding(hole(dealt(3), "A", 1), 2, role=PRODUCTION))
    assert state.phase == GOODS_GROWTH
    assert goods_growth.actor(state) == 2
    assert goods_growth.legal(state) == [DrawGoods(), DeclineGoods()]
    assert goods_growth.forced(state) is None
    assert_consistent(goods_growth, state)
    assert refusal(goods_growth, state, RollDice((1, 1, 1))) == "AOS-DEC-17"


@rule("AOS-GROW-05", "AOS-ACT-05")
def test_without_a_holder_the_dice_come_first() -> None:
    state = goods_growth.enter(hole(dealt(3), "A", 1))
    assert state.growth == Growth("light")
    assert goods_growth.actor(state) == CHANCE
    assert goods_growth.legal(state) == []


@rule("AOS-GROW-06", "AOS-DEC-17", "AOS-ACT-15")
def test_production_is_declined_before_drawing_only() -> None:
    state = goods_growth.enter(holding(hole(dealt(3), "A", 1), 1, role=PRODUCTION))
    declined = play(goods_growth, state, DeclineGoods())
    assert declined.growth == Growth("light")
    assert (declined.bag, declined.display) == (state.bag, state.display)
    state = play(goods_growth, state, DrawGoods())
    assert refusal(goods_growth, state, DeclineGoods()) == "AOS-RAND-01"
    state = play(goods_growth, state, goods_growth.chance(state, Scripted((0, 0))))
    assert refusal(goods_growth, state, DeclineGoods()) == "AOS-GROW-06"


@rule("AOS-GROW-06", "AOS-OPT-04", "AOS-DEC-17")
def test_drawn_cubes_may_go_back_under_anytime() -> None:
    start = hole(hole(dealt(3, production_decline="anytime"), "A", 1), "B", 1)
    state = produced(with_bag(start, 3, 0, 0, 0, 3), RED, BLACK)
    assert goods_growth.legal(state)[0] == DeclineGoods()
    assert_consistent(goods_growth, state)
    back = play(goods_growth, state, DeclineGoods())
    assert back.bag == (3, 0, 0, 0, 3)
    assert back.growth == Growth("light")
    kept = play(goods_growth, state, StoreGoods(BLACK, COLUMN_INDEX["B"], 1))
    assert kept.bag == (2, 0, 0, 0, 2)
    assert goods_growth.forced(kept) is None
    assert goods_growth.legal(kept) == [DeclineGoods(), StoreGoods(RED, COLUMN_INDEX["A"], 1)]
    kept = play(goods_growth, kept, DeclineGoods())
    assert kept.bag == (3, 0, 0, 0, 2)
    assert column(kept, "B")[1] == BLACK


@rule("AOS-GROW-06", "AOS-OPT-04", "AOS-DEC-17")
def test_drawing_is_compulsory_under_never() -> None:
    start = holding(hole(dealt(3, production_decline="never"), "A", 1), 1, role=PRODUCTION)
    state = goods_growth.enter(start)
    assert state.growth == Growth("draw")
    assert goods_growth.actor(state) == CHANCE
    state = play(goods_growth, state, goods_growth.chance(state, Scripted((0, 0))))
    assert refusal(goods_growth, state, DeclineGoods()) == "AOS-GROW-06"


@rule("AOS-GROW-07", "AOS-RAND-02")
def test_two_cubes_are_drawn_from_the_bag() -> None:
    state = hole(hole(dealt(3), "A", 1), "B", 1)
    state = goods_growth.enter(holding(with_bag(state, 2, 0, 1, 0, 0), 1, role=PRODUCTION))
    state = play(goods_growth, state, DrawGoods())
    assert goods_growth.actor(state) == CHANCE
    assert refusal(goods_growth, state, DrawCubes((RED,))) == "AOS-GROW-07"
    assert refusal(goods_growth, state, DrawCubes((RED, RED, PURPLE))) == "AOS-GROW-07"
    assert refusal(goods_growth, state, DrawCubes((PURPLE, PURPLE))) == "AOS-RAND-02"
    assert goods_growth.chance(state, Scripted((2, 1))) == DrawCubes((PURPLE, RED))
    state = play(goods_growth, state, DrawCubes((RED, PURPLE)))
    assert state.bag == (1, 0, 0, 0, 0)
    assert state.growth == Growth("store", (RED, PURPLE))
    assert goods_growth.actor(state) == 1


@rule("AOS-GROW-07")
def test_a_bag_of_one_gives_one_cube() -> None:
    state = hole(hole(dealt(3), "A", 1), "B", 1)
    state = goods_growth.enter(holding(with_bag(state, 0, 1, 0, 0, 0), 1, role=PRODUCTION))
    state = play(goods_growth, state, DrawGoods())
    assert refusal(goods_growth, state, DrawCubes((BLUE, BLUE))) == "AOS-GROW-07"
    state = play(goods_growth, state, DrawCubes((BLUE,)))
    assert len(goods_growth.legal(state)) == 2
    state = play(goods_growth, state, StoreGoods(BLUE, COLUMN_INDEX["A"], 1))
    assert state.growth == Growth("light")


@rule("AOS-GROW-08", "AOS-GROW-09", "AOS-DEC-18")
def test_each_cube_goes_into_any_empty_box_one_per_box() -> None:
    state = produced(hole(hole(boxes(dealt(3), "dark-2"), "light-4", 0), "H", 1), BLUE, YELLOW)
    empty = [(LIGHT_4, 0), (DARK_2, 0), (DARK_2, 1), (DARK_2, 2), (COLUMN_INDEX["H"], 1)]
    assert goods_growth.legal(state) == [StoreGoods(color, *box) for color, box in product((BLUE, YELLOW), empty)]
    assert_consistent(goods_growth, state)
    state = play(goods_growth, state, StoreGoods(YELLOW, DARK_2, 1))
    assert refusal(goods_growth, state, StoreGoods(BLUE, DARK_2, 1)) == "AOS-GROW-09"
    assert refusal(goods_growth, state, StoreGoods(YELLOW, DARK_2, 0)) == "AOS-GROW-09"
    assert_consistent(goods_growth, state)
    state = play(goods_growth, state, StoreGoods(BLUE, COLUMN_INDEX["H"], 1))
    assert column(state, "dark-2") == (EMPTY, YELLOW, EMPTY)
    assert column(state, "H")[1] == BLUE
    assert state.growth == Growth("light")


@rule("AOS-GROW-09")
def test_two_cubes_of_one_colour_are_listed_once() -> None:
    state = produced(hole(hole(dealt(3), "light-4", 0), "H", 1), BLUE, BLUE)
    assert goods_growth.legal(state) == [StoreGoods(BLUE, LIGHT_4, 0), StoreGoods(BLUE, COLUMN_INDEX["H"], 1)]
    state = play(goods_growth, state, StoreGoods(BLUE, COLUMN_INDEX["H"], 1))
    assert state.growth == Growth("store", (BLUE,))


@rule("AOS-GROW-09", "AOS-GROW-01", "AOS-GROW-02")
@pytest.mark.parametrize(
    "action",
    [
        StoreGoods(BLUE, -1, 0),
        StoreGoods(BLUE, 20, 0),
        StoreGoods(BLUE, 0, 3),
        StoreGoods(BLUE, 0, -1),
        StoreGoods(BLUE, 12, 2),
    ],
)
def test_there_are_no_other_boxes(action: StoreGoods) -> None:
    assert refusal(goods_growth, produced(hole(dealt(3), "A", 1), BLUE, RED), action) == "AOS-GROW-01"


@rule("AOS-GROW-09")
@pytest.mark.parametrize("color", [-1, 5, BLACK])
def test_only_the_cubes_drawn_are_placed(color: int) -> None:
    state = produced(hole(dealt(3), "A", 1), BLUE, RED)
    assert refusal(goods_growth, state, StoreGoods(color, COLUMN_INDEX["A"], 1)) == "AOS-GROW-09"
    assert refusal(goods_growth, state, Pass()) == "AOS-DEC-18"


@rule("AOS-GROW-11", "AOS-DEC-18")
def test_with_one_box_one_cube_is_placed_and_the_other_goes_back() -> None:
    state = produced(hole(with_bag(dealt(3), 2, 0, 0, 0, 2), "light-4", 1), RED, BLACK)
    assert goods_growth.legal(state) == [StoreGoods(RED, LIGHT_4, 1), StoreGoods(BLACK, LIGHT_4, 1)]
    assert goods_growth.forced(state) is None
    state = play(goods_growth, state, StoreGoods(BLACK, LIGHT_4, 1))
    assert column(state, "light-4")[1] == BLACK
    assert state.bag == (2, 0, 0, 0, 1)
    assert state.growth == Growth("light")


@rule("AOS-GROW-11", "AOS-DEC-18", "AOS-DEC-02")
def test_with_one_box_and_two_cubes_of_one_colour_there_is_no_choice() -> None:
    state = produced(hole(with_bag(dealt(3), 2, 0, 0, 0, 2), "light-4", 1), RED, RED)
    assert goods_growth.forced(state) == StoreGoods(RED, LIGHT_4, 1)
    assert goods_growth.legal(state) == [StoreGoods(RED, LIGHT_4, 1)]
    state = play(goods_growth, state, StoreGoods(RED, LIGHT_4, 1))
    assert state.bag == (1, 0, 0, 0, 2)


@rule("AOS-GROW-11", "AOS-DEC-18", "AOS-OPT-04")
def test_with_one_box_one_cube_is_drawn_under_draw_one() -> None:
    start = hole(with_bag(dealt(3, production_one_box="draw_one"), 2, 0, 0, 0, 2), "light-4", 1)
    state = produced(start, BLACK)
    assert goods_growth.forced(state) == StoreGoods(BLACK, LIGHT_4, 1)
    full = play(goods_growth, goods_growth.enter(holding(start, 1, role=PRODUCTION)), DrawGoods())
    assert refusal(goods_growth, full, DrawCubes((RED, BLACK))) == "AOS-GROW-07"
    two = play(goods_growth, goods_growth.enter(holding(hole(start, "A", 0), 1, role=PRODUCTION)), DrawGoods())
    assert len(bag_drawn(two)) == 2


def bag_drawn(state: State) -> tuple[int, ...]:
    action = goods_growth.chance(state, Scripted((0, 0)))
    assert isinstance(action, DrawCubes)
    return action.cubes


@rule("AOS-DEC-18", "AOS-DEC-02")
def test_the_second_cube_into_the_last_box_is_placed_unasked() -> None:
    state = produced(hole(hole(dealt(3), "light-4", 0), "H", 1), BLUE, YELLOW)
    state = play(goods_growth, state, StoreGoods(BLUE, LIGHT_4, 0))
    assert goods_growth.forced(state) == StoreGoods(YELLOW, COLUMN_INDEX["H"], 1)


@rule("AOS-GROW-12", "AOS-DEC-17")
@pytest.mark.parametrize("decline", ["before_draw", "anytime", "never"])
def test_production_is_void_with_a_full_display_or_an_empty_bag(decline: str) -> None:
    full = holding(dealt(3, production_decline=decline), 1, role=PRODUCTION)
    assert goods_growth.enter(full).growth == Growth("light")
    empty_bag = with_bag(hole(full, "A", 1), 0, 0, 0, 0, 0)
    assert goods_growth.enter(empty_bag).growth == Growth("light")


@rule("AOS-DEC-17", "AOS-DEC-04", "AOS-DEC-05")
def test_a_time_out_declines() -> None:
    state = goods_growth.enter(holding(hole(dealt(3), "A", 1), 1, role=PRODUCTION))
    assert goods_growth.default(state) == DeclineGoods()


@rule("AOS-DEC-18", "AOS-DEC-07", "AOS-DEC-04")
def test_a_time_out_fills_boxes_in_the_order_of_the_display() -> None:
    start = dealt(3)
    for name, box in (("H", 0), ("A", 1), ("dark-1", 2), ("light-6", 2), ("light-6", 1)):
        start = hole(start, name, box)
    light_6 = COLUMN_INDEX["light-6"]
    state = produced(start, YELLOW, RED)
    assert goods_growth.default(state) == StoreGoods(YELLOW, light_6, 1)
    state = play(goods_growth, state, StoreGoods(YELLOW, light_6, 1))
    assert goods_growth.default(state) == StoreGoods(RED, light_6, 2)
    state = produced(boxes(boxes(hole(start, "A", 0), "light-6", RED, RED, RED), "dark-1", RED, RED), YELLOW, RED)
    assert goods_growth.default(state) == StoreGoods(YELLOW, COLUMN_INDEX["dark-1"], 2)
    state = play(goods_growth, state, goods_growth.default(state))
    assert goods_growth.default(state) == StoreGoods(RED, COLUMN_INDEX["A"], 0)
