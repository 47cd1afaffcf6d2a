"""The levels, and what is known of which game."""

import pytest

from footplate.engine.registry import games
from footplate.strategies.evaluate.registry import evaluation_of
from footplate.strategies.evaluate.standing import OUT, Standings
from footplate.strategies.levels import LEVELS, UnknownLevel, strategy
from tests.support.toy_game import PEBBLES, SETUP


def test_levels_go_from_weak_to_strong() -> None:
    assert LEVELS == ("uniform", "greedy")
    assert [type(strategy(level)).__name__ for level in LEVELS] == ["Uniform", "Greedy"]


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(UnknownLevel, match="no bot level 'grandmaster'; there are: uniform, greedy") as error:
        strategy("grandmaster")
    assert error.value.level == "grandmaster"


def test_every_game_has_an_evaluation_of_its_own() -> None:
    assert not any(isinstance(evaluation_of(game), Standings) for game in games().values())


def test_a_game_nothing_is_known_of_is_judged_by_its_standings() -> None:
    evaluation = evaluation_of(PEBBLES)
    assert isinstance(evaluation, Standings)
    state = PEBBLES.start(SETUP)._replace(scores=(3, 8, 5))
    assert [evaluation.worth(state, seat) for seat in range(3)] == [-5.0, 3.0, -3.0]
    assert OUT < -500
