"""The bot that plays anything."""

from collections import Counter

from footplate.engine.chance import SeededDraws
from footplate.strategies.uniform import Uniform
from tests.support.toy_game import PEBBLES, SETUP, TAKE


def test_every_legal_action_is_as_likely_as_every_other() -> None:
    state = PEBBLES.start(SETUP)._replace(phase=TAKE, heap=9)
    seen: Counter[str] = Counter()
    for ply in range(3000):
        seen[PEBBLES.action_text(Uniform().choose(PEBBLES, state, 0, SeededDraws(bytes(32), ply)))] += 1
    assert set(seen) == {"take 1", "take 2", "take 3"}
    assert all(900 < count < 1100 for count in seen.values())


def test_it_has_no_dice_but_those_it_is_given() -> None:
    state = PEBBLES.start(SETUP)._replace(phase=TAKE, heap=9)
    for ply in range(20):
        first, second = (Uniform().choose(PEBBLES, state, 0, SeededDraws(bytes(32), ply)) for _ in range(2))
        assert first == second
