"""Chance (section 15.1)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import bag, goods_growth, setup_phase
from footplate.engine.age_of_steam.actions import Action, DrawCubes, DrawGoods, RollDice, ShuffleOrder
from footplate.engine.age_of_steam.board import COLOR_TOTALS
from footplate.engine.age_of_steam.options import DEFAULT_PRESET, GAME_ID
from footplate.engine.age_of_steam.state import GOODS_GROWTH
from footplate.engine.chance import SeededDraws
from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE, OVER, Setup
from tests.support.positions import GAME, SEED, Scripted, boxes, dealt, holding, opening, play, rich, walk
from tests.support.rules import rule

BAGS = st.lists(st.integers(0, 20), min_size=5, max_size=5).map(tuple)


@rule("AOS-RAND-01")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_set_up_draws_78_cubes_then_rolls_for_the_order(seats: int) -> None:
    state = GAME.start(Setup(GAME_ID, "rust_belt", DEFAULT_PRESET, seats))
    events: list[Action] = []
    while GAME.to_act(state) == CHANCE:
        events.append(GAME.draw(state, SeededDraws(SEED, len(events))))
        state = GAME.apply(state, events[-1])
    draws = [len(event.cubes) for event in events if isinstance(event, DrawCubes)]
    assert draws == [52, 3, 3, 20]
    rolls = [len(event.dice) for event in events[4:] if isinstance(event, RollDice)]
    assert len(rolls) == len(events) - 4
    assert rolls[0] == 3 * seats


@rule("AOS-RAND-01", "AOS-GROW-05", "AOS-GROW-13")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_turn_has_the_production_draw_then_light_then_dark_dice(seed: int) -> None:
    turns: dict[int, list[str]] = {}
    for step in walk(rich(opening(4)), seed):
        if step.actor == CHANCE:
            assert step.before.phase == GOODS_GROWTH
            turns.setdefault(step.before.turn, []).append(type(step.action).__name__)
        elif isinstance(step.action, DrawGoods):
            turns.setdefault(step.before.turn, []).append("decided")
    assert list(turns) == list(range(1, len(turns) + 1))
    for events in turns.values():
        assert events in (["RollDice", "RollDice"], ["decided", "DrawCubes", "RollDice", "RollDice"])


@rule("AOS-RAND-02")
@given(BAGS.filter(lambda counts: sum(counts) > 0))
def test_each_single_cube_is_as_likely_as_any_other(counts: tuple[int, ...]) -> None:
    total = sum(counts)
    found: Counter[int] = Counter()
    for index in range(total):
        draws = Scripted([index])
        found.update(bag.draw(counts, 1, draws).cubes)
        assert draws.bounds == [total]
    assert tuple(found[color] for color in range(5)) == counts


@rule("AOS-RAND-02")
def test_cubes_are_drawn_without_putting_back() -> None:
    draws = Scripted([0, 0, 0, 0])
    assert bag.draw((1, 2, 0, 1, 0), 4, draws) == DrawCubes((0, 1, 1, 3))
    assert draws.bounds == [4, 3, 2, 1]


@rule("AOS-RAND-02", "AOS-INV-01")
@given(BAGS.filter(lambda counts: sum(counts) >= 8), st.binary(min_size=32, max_size=32))
def test_a_draw_is_always_possible_and_can_be_put_back(counts: tuple[int, ...], seed: bytes) -> None:
    drawn = bag.draw(counts, 8, SeededDraws(seed, 1))
    bag.check_draw(counts, drawn, 8, "AOS-GROW-07")
    left = bag.take(counts, drawn.cubes)
    assert min(left) >= 0
    assert bag.put_back(left, drawn.cubes) == counts


@rule("AOS-RAND-03")
def test_dice_are_fair_six_sided_and_independent() -> None:
    draws = Scripted(range(6))
    assert bag.roll(6, draws) == RollDice((1, 2, 3, 4, 5, 6))
    assert draws.bounds == [6] * 6


@rule("AOS-RAND-02", "AOS-RAND-03")
def test_seeded_dice_and_cubes_come_out_even() -> None:
    rolls = Counter(die for ply in range(500) for die in bag.roll(6, SeededDraws(SEED, ply)).dice)
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert all(400 < count < 600 for count in rolls.values())
    cubes = Counter(cube for ply in range(2000) for cube in bag.draw(COLOR_TOTALS, 1, SeededDraws(SEED, ply)).cubes)
    assert all(330 < cubes[color] < 500 for color in range(4))
    assert 260 < cubes[4] < 410


@rule("AOS-RAND-04", "AOS-MOVE-27")
def test_a_draw_looks_at_nothing_but_the_contents_of_the_bag() -> None:
    ready = goods_growth.enter(holding(boxes(dealt(3), "light-1"), 0, role="production"))
    ready = play(goods_growth, ready, DrawGoods())._replace(bag=(3, 0, 2, 0, 1))
    other = goods_growth.enter(holding(boxes(rich(dealt(4)), "dark-6"), 2, role="production"))
    other = play(goods_growth, other, DrawGoods())._replace(bag=(3, 0, 2, 0, 1), turn=5)
    for ply in range(40):
        assert goods_growth.chance(ready, SeededDraws(SEED, ply)) == goods_growth.chance(other, SeededDraws(SEED, ply))
    returned = ready._replace(bag=bag.put_back((0,) * 5, (1,)))
    assert goods_growth.chance(returned, Scripted([0])) == DrawCubes((1,))


@rule("AOS-RAND-05", "AOS-INFO-05")
def test_no_position_holds_anything_of_what_will_be_drawn() -> None:
    """A position read from its text goes on exactly like the one it came from, for every seed."""
    steps = (step for seed in range(1, 20) for step in walk(rich(opening(6)), seed))
    state = next(step.after for step in steps if isinstance(step.action, DrawGoods))
    again = GAME.parse_state(GAME.state_text(state))
    seeds = [bytes([number]) * 32 for number in range(30)]
    futures = [GAME.draw(state, SeededDraws(seed, 1)) for seed in seeds]
    assert futures == [GAME.draw(again, SeededDraws(seed, 1)) for seed in seeds]
    assert len(set(futures)) > 5


@rule("AOS-RAND-05")
def test_chance_is_never_taken_without_being_asked_for() -> None:
    """Two hosts with other seeds hold the same position up to the moment of the draw."""
    position = GAME.start(Setup(GAME_ID, "rust_belt", DEFAULT_PRESET, 3))
    one = GAME.draw(position, SeededDraws(bytes(32), 1))
    two = GAME.draw(position, SeededDraws(SEED, 1))
    assert one != two
    assert GAME.to_act(position) == CHANCE
    assert position == GAME.start(Setup(GAME_ID, "rust_belt", DEFAULT_PRESET, 3))


@rule("AOS-RAND-06")
def test_the_same_seed_and_decisions_give_the_same_game() -> None:
    texts = [[GAME.state_text(step.after) for step in walk(opening(5, seed=SEED), seed=3)] for _ in range(2)]
    assert texts[0] == texts[1]


@rule("AOS-RAND-06")
def test_chance_knows_neither_presets_nor_who_sits_where() -> None:
    plain = dealt(3)
    assert plain.display == dealt(3, "eagle-2009-as-printed").display
    assert plain._replace(rules=dealt(6).rules).display == dealt(6).display
    rolling = setup_phase.enter_order(plain)
    swapped = rolling._replace(players=tuple(reversed(rolling.players)))
    assert setup_phase.chance(rolling, SeededDraws(SEED, 9)) == setup_phase.chance(swapped, SeededDraws(SEED, 9))


@rule("AOS-RAND-06", "AOS-GROW-06")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_same_draw_falls_to_whoever_holds_production(seat: int) -> None:
    state = goods_growth.enter(holding(boxes(dealt(3), "light-1"), seat, role="production"))
    state = play(goods_growth, state, DrawGoods())
    reference = goods_growth.enter(holding(boxes(dealt(3), "light-1"), 0, role="production"))
    reference = play(goods_growth, reference, DrawGoods())
    assert goods_growth.chance(state, SeededDraws(SEED, 4)) == goods_growth.chance(reference, SeededDraws(SEED, 4))


@rule("AOS-RAND-01")
@pytest.mark.parametrize("action", [DrawCubes((0, 1)), RollDice((1, 1, 1)), ShuffleOrder((0, 1, 2))])
def test_chance_does_not_act_when_a_seat_is_to_act(action: DrawCubes | RollDice | ShuffleOrder) -> None:
    for step in walk(rich(opening(3)), seed=2):
        if step.actor not in (CHANCE, OVER):
            with pytest.raises(IllegalAction):
                GAME.check(step.before, action)
            with pytest.raises(IllegalAction, match="AOS-RAND-01"):
                GAME.draw(step.before, SeededDraws(SEED, 1))
