"""Set-up (section 4) and worked example 1."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import setup_phase
from footplate.engine.age_of_steam.actions import DrawCubes, IssueShares, Pass, RollDice, ShuffleOrder
from footplate.engine.age_of_steam.board import (
    BLACK,
    BLUE,
    BOXES,
    COLOR_TOTALS,
    COLUMN_INDEX,
    LETTERS,
    PRINTED,
    PURPLE,
    RED,
    YELLOW,
)
from footplate.engine.age_of_steam.state import EMPTY, State
from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE
from tests.support.positions import SEED, Scripted, blank, column, cubes_at, dealt, play, refusal
from tests.support.rules import rule

MIXED = [RED, BLUE, PURPLE, YELLOW, BLACK, BLACK, YELLOW, BLUE, PURPLE, RED, BLUE]
FIFTY_TWO = tuple(MIXED[index % len(MIXED)] for index in range(52))
ROW_LENGTHS = (12, 12, 12, 8, 8)
LIGHT_TO_DARK = ("L7", "T5", "U0", "O2", "F1", "A2", "T9", "Q12", "H13", "C16")
"""The ten cities with two cubes, in the order of AOS-SETUP-05."""


def after_display() -> State:
    return play(setup_phase, blank(), DrawCubes(FIFTY_TWO))


def before_rest() -> State:
    return play(setup_phase, after_display(), DrawCubes((RED,) * 3), DrawCubes((BLUE,) * 3))


def rolling(seats: int, initial_order: str = "dice") -> State:
    return setup_phase.enter_order(dealt(seats, initial_order=initial_order))


def dice(*rolls: tuple[int, int, int]) -> RollDice:
    return RollDice(tuple(die for roll in rolls for die in roll))


@rule("AOS-SETUP-01", "AOS-COMP-02")
def test_all_cubes_start_in_the_bag() -> None:
    state = blank()
    assert state.bag == COLOR_TOTALS == (20, 20, 20, 20, 16)
    assert sum(state.bag) == 96
    assert {color for boxes in state.display for color in boxes} == {EMPTY}
    assert not any(sum(counts) for counts in state.cubes)


@rule("AOS-SETUP-02")
def test_the_display_is_filled_row_by_row_from_the_left() -> None:
    state = after_display()
    drawn = iter(FIFTY_TWO)
    rows = [[next(drawn) for _ in range(length)] for length in ROW_LENGTHS]
    cities = ["light-1", "light-2", "light-3", "light-4", "light-5", "light-6"]
    cities += ["dark-1", "dark-2", "dark-3", "dark-4", "dark-5", "dark-6"]
    for place, name in enumerate(cities):
        assert column(state, name) == (rows[0][place], rows[1][place], rows[2][place])
    for place, letter in enumerate(LETTERS):
        assert column(state, letter) == (rows[3][place], rows[4][place])
    assert sum(state.bag) == 44


@rule("AOS-SETUP-02")
@pytest.mark.parametrize("count", [0, 51, 53])
def test_the_display_takes_exactly_52_cubes(count: int) -> None:
    cubes = tuple(index % 5 for index in range(count))
    assert refusal(setup_phase, blank(), DrawCubes(cubes)) == "AOS-SETUP-02"


@rule("AOS-SETUP-03")
def test_pittsburgh_is_served_first() -> None:
    assert refusal(setup_phase, after_display(), DrawCubes((RED, RED))) == "AOS-SETUP-03"
    state = play(setup_phase, after_display(), DrawCubes((BLACK, RED, BLACK)))
    assert cubes_at(state, "L17") == (1, 0, 0, 0, 2)
    assert sum(sum(counts) for counts in state.cubes) == 3


@rule("AOS-SETUP-04")
def test_wheeling_is_served_second() -> None:
    state = play(setup_phase, after_display(), DrawCubes((RED,) * 3))
    assert refusal(setup_phase, state, DrawCubes((RED,) * 4)) == "AOS-SETUP-04"
    state = play(setup_phase, state, DrawCubes((YELLOW, PURPLE, BLUE)))
    assert cubes_at(state, "Q16") == (0, 1, 1, 1, 0)
    assert sum(sum(counts) for counts in state.cubes) == 6


@rule("AOS-SETUP-05")
def test_the_other_ten_cities_get_two_cubes_each_light_before_dark() -> None:
    assert refusal(setup_phase, before_rest(), DrawCubes((RED,) * 2)) == "AOS-SETUP-05"
    light = [(RED, RED), (BLUE, PURPLE), (RED, YELLOW), (PURPLE, PURPLE), (BLACK, YELLOW), (YELLOW, YELLOW)]
    pairs = [*light, (RED, BLACK), (PURPLE, YELLOW), (BLACK, BLACK), (RED, PURPLE)]
    state = play(setup_phase, before_rest(), DrawCubes(tuple(cube for pair in pairs for cube in pair)))
    for name, pair in zip(LIGHT_TO_DARK, pairs, strict=True):
        found = Counter({color: count for color, count in enumerate(cubes_at(state, name)) if count})
        assert found == Counter(pair), name
    assert sum(cubes_at(state, "L17")) == sum(cubes_at(state, "Q16")) == 3


@rule("AOS-SETUP-06")
def test_new_cities_start_off_the_map_with_cubes_in_their_columns_only() -> None:
    state = dealt()
    assert state.track.new_cities == {}
    assert all(sum(cubes_at(state, letter)) == 0 for letter in LETTERS)
    assert all(EMPTY not in column(state, letter) for letter in LETTERS)


@rule("AOS-SETUP-07", "AOS-EX-01")
def test_setup_takes_78_cubes_and_leaves_18() -> None:
    state = blank()
    left = [sum(state.bag)]
    while not setup_phase.done(state):
        assert setup_phase.actor(state) == CHANCE
        assert setup_phase.legal(state) == []
        assert setup_phase.forced(state) is None
        state = setup_phase.apply(state, setup_phase.chance(state, SeededDraws(SEED, len(left))))
        left.append(sum(state.bag))
    assert left == [96, 44, 41, 38, 18]
    assert sum(len(boxes) for boxes in state.display) == 52
    assert sum(sum(counts) for counts in state.cubes) == 26


@rule("AOS-SETUP-08", "AOS-SETUP-09", "AOS-SETUP-10", "AOS-SETUP-11")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everybody_starts_alike(seats: int) -> None:
    for player in dealt(seats).players:
        assert (player.cash, player.shares, player.engine, player.income) == (10, 2, 1, 0)
        assert player.alive
        assert not player.opened


@rule("AOS-SETUP-12")
def test_the_highest_total_of_three_dice_goes_first() -> None:
    state = play(setup_phase, rolling(4), dice((1, 2, 3), (6, 6, 5), (1, 1, 1), (2, 2, 6)))
    assert state.order == (1, 3, 0, 2)
    assert setup_phase.done(state)
    assert state.ties == ()


@rule("AOS-SETUP-12")
def test_everybody_rolls_three_dice() -> None:
    state = rolling(4)
    for count in (0, 3, 11, 13):
        assert refusal(setup_phase, state, RollDice((2,) * count)) == "AOS-SETUP-12"
    assert refusal(setup_phase, state, RollDice((0,) * 12)) == "AOS-RAND-03"
    assert refusal(setup_phase, state, ShuffleOrder((0, 1, 2, 3))) == "AOS-RAND-01"


@rule("AOS-SETUP-13")
def test_level_seats_roll_again_within_the_places_they_tied_for() -> None:
    state = play(setup_phase, rolling(5), dice((3, 3, 3), (6, 1, 1), (4, 4, 1), (1, 3, 4), (5, 5, 5)))
    assert state.ties == ((4,), (0, 2), (1, 3))
    assert not setup_phase.done(state)
    assert refusal(setup_phase, state, RollDice((1,) * 15)) == "AOS-SETUP-12"
    state = play(setup_phase, state, dice((1, 1, 1), (6, 6, 6), (2, 2, 2), (2, 2, 1)))
    assert state.order == (4, 2, 0, 1, 3)
    assert setup_phase.done(state)


@rule("AOS-SETUP-13")
def test_level_seats_roll_until_they_differ() -> None:
    state = play(setup_phase, rolling(3), dice((2, 2, 2), (1, 2, 3), (3, 2, 1)))
    assert state.ties == ((0, 1, 2),)
    state = play(setup_phase, state, dice((1, 1, 1), (6, 6, 6), (1, 1, 1)))
    assert state.ties == ((1,), (0, 2))
    state = play(setup_phase, state, dice((5, 5, 5), (5, 5, 5)))
    assert state.ties == ((1,), (0, 2))
    state = play(setup_phase, state, dice((1, 1, 1), (1, 1, 2)))
    assert state.order == (1, 2, 0)
    assert setup_phase.done(state)


@rule("AOS-SETUP-12", "AOS-SETUP-13")
@given(st.integers(3, 6), st.binary(min_size=32, max_size=32))
def test_rolling_always_ends_with_an_order_of_all_seats(seats: int, seed: bytes) -> None:
    state, ply = rolling(seats), 0
    while not setup_phase.done(state):
        ply += 1
        action = setup_phase.chance(state, SeededDraws(seed, ply))
        setup_phase.check(state, action)
        state = setup_phase.apply(state, action)
    assert sorted(state.order) == list(range(seats))


@rule("AOS-SETUP-12", "AOS-OPT-04")
def test_a_permutation_settles_the_order_at_once_and_every_order_is_as_likely() -> None:
    state = rolling(3, initial_order="permutation")
    found = Counter(
        setup_phase.chance(state, Scripted((first, second, 0))) for first in range(3) for second in range(2)
    )
    assert found == Counter(ShuffleOrder(seats) for seats in permutations(range(3)))
    state = play(setup_phase, state, ShuffleOrder((2, 0, 1)))
    assert state.order == (2, 0, 1)
    assert setup_phase.done(state)


@rule("AOS-SETUP-12")
@pytest.mark.parametrize("seats", [(0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 3)])
def test_a_permutation_names_every_seat_once(seats: tuple[int, ...]) -> None:
    state = rolling(3, initial_order="permutation")
    assert refusal(setup_phase, state, ShuffleOrder(seats)) == "AOS-SETUP-12"
    assert refusal(setup_phase, state, RollDice((1,) * 9)) == "AOS-RAND-01"


@rule("AOS-SETUP-14")
def test_nobody_holds_an_action_at_the_start() -> None:
    assert all(player.role == "" for player in dealt(6).players)


@rule("AOS-RAND-01", "AOS-DEC-01")
def test_nothing_but_the_chance_event_that_is_due_fits() -> None:
    for action in (IssueShares(0), Pass(), RollDice((1,) * 9)):
        assert refusal(setup_phase, blank(), action) == "AOS-RAND-01"
    assert refusal(setup_phase, rolling(3), DrawCubes((0,))) == "AOS-RAND-01"


@rule("AOS-RAND-02", "AOS-COMP-02")
def test_only_cubes_in_the_bag_can_be_drawn() -> None:
    assert refusal(setup_phase, blank(), DrawCubes((BLACK,) * 17 + (RED,) * 18 + (BLUE,) * 17)) == "AOS-RAND-02"
    assert refusal(setup_phase, after_display(), DrawCubes((RED, RED, 5))) == "AOS-COMP-02"
    assert refusal(setup_phase, after_display(), DrawCubes((RED, RED, -1))) == "AOS-COMP-02"


@rule("AOS-GROW-01", "AOS-GROW-02")
def test_the_display_has_three_boxes_a_city_and_two_a_new_city() -> None:
    assert BOXES == (3,) * 12 + (2,) * 8
    assert len(COLUMN_INDEX) == PRINTED + len(LETTERS) == 20
