"""The dice of phase 9 and phase 10 (sections 13 and 14), and worked examples 37 to 39 and 42."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import bag, goods_growth, income
from footplate.engine.age_of_steam.actions import (
    DrawGoods,
    RollDice,
)
from footplate.engine.age_of_steam.board import (
    BLACK,
    BLUE,
    COLUMN_INDEX,
    LETTERS,
    NEW_CITY_UNDER,
    PURPLE,
    RED,
    YELLOW,
)
from footplate.engine.age_of_steam.state import ADVANCE_MARKER, EMPTY, GAME_OVER, Growth, State
from footplate.engine.game import CHANCE
from tests.support.positions import (
    Scripted,
    all_holding,
    boxes,
    column,
    cubes_at,
    dealt,
    holding,
    play,
    refusal,
    with_new_city,
)
from tests.support.rules import rule

LIGHT_1 = COLUMN_INDEX["light-1"]


def emptied(state: State) -> State:
    """The position with no cubes on any city, so that arrivals are easy to count."""
    return state._replace(cubes=((0,) * 5,) * 20)


def served(state: State, light: tuple[int, ...], dark: tuple[int, ...]) -> State:
    return play(goods_growth, goods_growth.enter(state), RollDice(light), RollDice(dark))


# --- Worked examples ----------------------------------------------------------


def example() -> State:
    """Three players in turn 2; columns 3, 4, A and B of the light section as AOS-EX-37 needs them."""
    state = emptied(dealt(3))._replace(turn=2)
    state = boxes(state, "light-3", RED, BLUE, PURPLE)
    state = boxes(state, "light-4", EMPTY, YELLOW, BLACK)
    return boxes(boxes(state, "A", RED, PURPLE), "B", BLACK, BLUE)


@rule("AOS-EX-37", "AOS-GROW-15", "AOS-GROW-16")
def test_dice_three_three_four_with_new_city_b() -> None:
    state = play(goods_growth, goods_growth.enter(with_new_city(example(), "B", "Q10")), RollDice((3, 3, 4)))
    assert cubes_at(state, "U0") == (1, 1, 0, 0, 0)
    assert column(state, "light-3") == (EMPTY, EMPTY, PURPLE)
    assert column(state, "A") == (RED, PURPLE)
    assert cubes_at(state, "O2") == (0, 0, 0, 1, 0)
    assert column(state, "light-4") == (EMPTY, EMPTY, BLACK)
    assert cubes_at(state, "B") == (0, 0, 0, 0, 1)
    assert column(state, "B") == (EMPTY, BLUE)


@rule("AOS-EX-38", "AOS-GROW-16", "AOS-GROW-04")
def test_dice_three_three_four_with_new_city_a() -> None:
    state = play(goods_growth, goods_growth.enter(with_new_city(example(), "A", "Q10")), RollDice((3, 3, 4)))
    assert cubes_at(state, "A") == (1, 0, 1, 0, 0)
    assert column(state, "A") == (EMPTY, EMPTY)
    assert column(state, "B") == (BLACK, BLUE)
    assert cubes_at(state, "B") == (0,) * 5


@rule("AOS-EX-39", "AOS-GROW-17", "AOS-GROW-18")
def test_a_fourth_die_for_three_cubes_is_lost() -> None:
    state = boxes(emptied(dealt(6)), "light-1", RED, RED, BLUE)
    before = state.display
    state = play(goods_growth, goods_growth.enter(state), RollDice((1, 1, 6, 1, 6, 1)))
    assert cubes_at(state, "L7") == (2, 1, 0, 0, 0)
    assert column(state, "light-1") == (EMPTY, EMPTY, EMPTY)
    untouched = [index for index in range(20) if index not in (LIGHT_1, COLUMN_INDEX["light-6"])]
    assert all(state.display[index] == before[index] for index in untouched)


@rule("AOS-EX-42", "AOS-TURN-03", "AOS-GROW-14")
def test_an_elimination_changes_neither_turns_nor_dice() -> None:
    state = all_holding(dealt(4), cash=(0, 20, 20, 20))._replace(turn=3)
    state = income.enter_pay(state)
    assert len(state.order) == 3
    state = goods_growth.enter(state)
    assert refusal(goods_growth, state, RollDice((1, 2, 3))) == "AOS-GROW-14"
    state = play(goods_growth, state, RollDice((1, 2, 3, 4)), RollDice((1, 2, 3, 4)))
    assert state.rules.turns == 8
    assert goods_growth.enter_advance(state._replace(turn=7)).turn == 8
    assert goods_growth.enter_advance(state._replace(turn=8)).phase == GAME_OVER


# --- Display ------------------------------------------------------------------


@rule("AOS-GROW-01", "AOS-GROW-02")
@pytest.mark.parametrize(
    ("hex_", "name"),
    [
        ("L7", "light-1"),
        ("T5", "light-2"),
        ("U0", "light-3"),
        ("O2", "light-4"),
        ("F1", "light-5"),
        ("A2", "light-6"),
        ("T9", "dark-1"),
        ("Q12", "dark-2"),
        ("H13", "dark-3"),
        ("Q16", "dark-4"),
        ("L17", "dark-5"),
        ("C16", "dark-6"),
    ],
)
def test_each_number_serves_its_city(hex_: str, name: str) -> None:
    section, number = name.split("-")
    dice, idle = (int(number),) * 3, (1 if number != "1" else 2,) * 3
    state = served(emptied(dealt(3)), dice if section == "light" else idle, dice if section == "dark" else idle)
    assert sum(cubes_at(state, hex_)) == 3
    assert column(state, name) == (EMPTY, EMPTY, EMPTY)


@rule("AOS-GROW-02", "AOS-GROW-16")
@pytest.mark.parametrize(
    ("letter", "under"),
    [
        ("A", "light-3"),
        ("B", "light-4"),
        ("C", "light-5"),
        ("D", "light-6"),
        ("E", "dark-1"),
        ("F", "dark-2"),
        ("G", "dark-3"),
        ("H", "dark-4"),
    ],
)
def test_each_new_city_is_served_under_its_number(letter: str, under: str) -> None:
    section, number = under.split("-")
    before = with_new_city(emptied(dealt(3)), letter, "Q10")
    first, second = column(before, letter)
    missed = served(before, (1, 1, 1), (6, 6, 6))
    assert column(missed, letter) == (first, second)
    hit = (int(number), 5, 5) if section == "dark" else (int(number), 1, 1)
    state = served(before, hit, (6, 6, 6)) if section == "light" else served(before, (1, 1, 1), hit)
    assert column(state, letter) == (EMPTY, second)
    assert cubes_at(state, letter) == bag.put_back((0,) * 5, (first,))
    assert all(column(state, each) == column(before, each) for each in LETTERS if each != letter)


@rule("AOS-GROW-03", "AOS-GROW-19")
def test_cubes_never_slide_and_boxes_are_not_refilled() -> None:
    state = boxes(emptied(dealt(3)), "light-2", RED, BLUE, YELLOW)
    bag_before = state.bag
    state = served(state, (2, 5, 6), (1, 2, 3))
    assert column(state, "light-2") == (EMPTY, BLUE, YELLOW)
    state = served(state, (2, 5, 6), (1, 2, 3))
    assert column(state, "light-2") == (EMPTY, EMPTY, YELLOW)
    assert cubes_at(state, "T5") == (1, 1, 0, 0, 0)
    assert state.bag == bag_before


@rule("AOS-GROW-04")
@given(st.lists(st.integers(1, 6), min_size=6, max_size=6), st.lists(st.integers(1, 6), min_size=6, max_size=6))
def test_columns_of_new_cities_off_the_map_stay_full(light: list[int], dark: list[int]) -> None:
    before = dealt(6)
    state = served(before, tuple(light), tuple(dark))
    for letter in LETTERS:
        assert column(state, letter) == column(before, letter)
        assert cubes_at(state, letter) == (0,) * 5


# --- Growth -------------------------------------------------------------------


@rule("AOS-GROW-13", "AOS-RAND-01")
def test_light_is_rolled_and_served_before_dark() -> None:
    state = goods_growth.enter(emptied(dealt(3)))
    assert state.growth == Growth("light")
    state = play(goods_growth, state, RollDice((1, 2, 3)))
    assert state.growth == Growth("dark")
    assert [sum(cubes_at(state, hex_)) for hex_ in ("L7", "T5", "U0")] == [1, 1, 1]
    assert sum(sum(counts) for counts in state.cubes) == 3
    assert goods_growth.actor(state) == CHANCE
    state = play(goods_growth, state, RollDice((1, 2, 3)))
    assert goods_growth.done(state)
    assert [sum(cubes_at(state, hex_)) for hex_ in ("T9", "Q12", "H13")] == [1, 1, 1]


@rule("AOS-GROW-14", "AOS-OPT-04")
@pytest.mark.parametrize(("option", "dice"), [("starting_players", 5), ("current_players", 3)])
def test_the_number_of_dice(option: str, dice: int) -> None:
    state = dealt(5, growth_dice=option)
    for seat in (0, 3):
        state = holding(state, seat, alive=False)
    state = goods_growth.enter(state._replace(order=(1, 2, 4)))
    rolled = goods_growth.chance(state, Scripted([0] * dice))
    assert rolled == RollDice((1,) * dice)
    assert refusal(goods_growth, state, RollDice((1,) * (8 - dice))) == "AOS-GROW-14"
    state = play(goods_growth, state, RollDice((1,) * dice))
    assert refusal(goods_growth, state, RollDice((1,) * (8 - dice))) == "AOS-GROW-14"


@rule("AOS-RAND-03")
@pytest.mark.parametrize("die", [0, 7, -1])
def test_a_die_has_six_faces(die: int) -> None:
    assert refusal(goods_growth, goods_growth.enter(dealt(3)), RollDice((1, die, 1))) == "AOS-RAND-03"
    assert refusal(goods_growth, goods_growth.enter(dealt(3)), DrawGoods()) == "AOS-RAND-01"


@rule("AOS-GROW-15", "AOS-GROW-16", "AOS-GROW-17", "AOS-INV-01", "AOS-INV-10")
@given(
    st.lists(st.integers(1, 6), min_size=5, max_size=5),
    st.lists(st.integers(1, 6), min_size=5, max_size=5),
    st.sets(st.integers(0, 7)),
)
def test_growth_moves_min_of_dice_and_cubes_from_the_top(light: list[int], dark: list[int], on_map: set[int]) -> None:
    before = emptied(dealt(5))
    towns = ("D7", "F17", "G10", "G4", "H7", "J15", "K12", "N11")
    for letter in on_map:
        before = with_new_city(before, LETTERS[letter], towns[letter])
    state = served(before, tuple(light), tuple(dark))
    for index, old in enumerate(before.display):
        city = index if index < 12 else NEW_CITY_UNDER[index - 12]
        dice = light.count(city + 1) if city < 6 else dark.count(city - 5)
        moved = min(dice, len(old)) if index < 12 or index - 12 in on_map else 0
        assert state.display[index] == (EMPTY,) * moved + old[moved:]
        assert state.cubes[index] == bag.put_back((0,) * 5, old[:moved])


@rule("AOS-GROW-18")
def test_a_city_holds_any_number_of_cubes() -> None:
    state = dealt(6)._replace(cubes=((9, 9, 9, 9, 9),) * 20)
    state = served(state, (1, 1, 1, 2, 2, 2), (1, 2, 3, 4, 5, 6))
    assert sum(cubes_at(state, "L7")) == 48


@rule("AOS-GROW-20")
def test_growth_takes_place_in_the_last_turn_too() -> None:
    state = goods_growth.enter(emptied(dealt(3))._replace(turn=10))
    assert state.growth == Growth("light")
    state = play(goods_growth, state, RollDice((1, 1, 1)), RollDice((1, 1, 1)))
    assert sum(sum(counts) for counts in state.cubes) == 6


# --- Phase 10 -----------------------------------------------------------------


@rule("AOS-END-01")
def test_the_marker_moves_on() -> None:
    state = goods_growth.enter_advance(dealt(3)._replace(turn=4))
    assert (state.turn, state.phase) == (5, ADVANCE_MARKER)


@rule("AOS-END-02", "AOS-TURN-02")
@pytest.mark.parametrize(("seats", "turns"), [(3, 10), (4, 8), (5, 7), (6, 6)])
def test_the_game_is_over_after_the_last_turn(seats: int, turns: int) -> None:
    state = dealt(seats)
    assert goods_growth.enter_advance(state._replace(turn=turns - 1)).phase == ADVANCE_MARKER
    over = goods_growth.enter_advance(state._replace(turn=turns))
    assert (over.phase, over.turn) == (GAME_OVER, turns)
