"""The list of games."""

import pytest

from footplate.engine import registry
from footplate.engine.errors import RulesError
from footplate.engine.game import OVER, Setup


def test_every_game_is_listed_under_its_own_id() -> None:
    listed = registry.games()
    assert listed
    for game_id, game in listed.items():
        assert game.info.id == game_id
        assert registry.game(game_id) is game


def test_the_list_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        registry.games()["chess"] = object()  # type: ignore[index] # that is the point


def test_an_unknown_game_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(registry.UnknownGame, match="no game 'chess'; there are: age_of_steam") as unknown:
        registry.game("chess")
    assert unknown.value.game == "chess"
    assert isinstance(unknown.value, RulesError)


@pytest.mark.parametrize("game_id", registry.games())
def test_defaults_and_limits_of_every_game_start(game_id: str) -> None:
    game = registry.game(game_id)
    info = game.info
    for seats in range(info.min_seats, info.max_seats + 1):
        for preset in info.presets:
            state = game.start(Setup(game_id, info.maps[0], preset, seats))
            assert game.to_act(state) != OVER
            assert game.progress(state).phase in info.phases
    assert info.default_preset in info.presets
