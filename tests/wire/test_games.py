import pytest

from footplate.engine.game import AnyGame
from footplate.engine.registry import games
from footplate.wire.games import encode_game
from tests.support.toy_game import PEBBLES
from tests.wire.toy_codec import registered

ALL = (PEBBLES, *games().values())


@pytest.mark.parametrize("game", ALL, ids=lambda game: str(game.info.id))
def test_all_facts_of_a_game_are_told(game: AnyGame) -> None:
    info, message = game.info, encode_game(game, with_maps=False)
    assert (message.id, message.title, message.rules_version) == (info.id, info.title, info.rules_version)
    assert (message.min_seats, message.max_seats) == (info.min_seats, info.max_seats)
    assert tuple(message.phases) == info.phases
    assert tuple(message.action_kinds) == info.action_kinds
    assert tuple(map_.id for map_ in message.maps) == info.maps
    assert [(o.name, tuple(o.values), o.rule_id, o.summary) for o in message.options] == [
        (o.name, o.values, o.rule, o.summary) for o in info.options
    ]


@pytest.mark.parametrize("game", ALL, ids=lambda game: str(game.info.id))
def test_a_preset_tells_every_option_and_the_default_one_comes_first(game: AnyGame) -> None:
    message = encode_game(game, with_maps=False)
    assert message.presets[0].name == game.info.default_preset
    assert sorted(preset.name for preset in message.presets) == sorted(game.info.presets)
    for preset in message.presets:
        assert set(preset.options) == {option.name for option in game.info.options}
        assert game.info.presets[preset.name].items() <= dict(preset.options).items()


@pytest.mark.parametrize("game", games().values(), ids=lambda game: str(game.info.id))
def test_boards_are_told_when_asked_for(game: AnyGame) -> None:
    (short,), (long,) = encode_game(game, with_maps=False).maps, encode_game(game, with_maps=True).maps
    assert short.WhichOneof("geometry") is None
    assert long.WhichOneof("geometry") == game.info.id
    assert (short.id, short.title) == (long.id, long.title)
    assert short.title


def test_a_game_without_typed_messages_has_no_board_to_draw() -> None:
    assert encode_game(PEBBLES, with_maps=True).maps[0].WhichOneof("geometry") is None
    with registered():
        assert encode_game(PEBBLES, with_maps=True).maps[0].age_of_steam.columns == 3
        assert not encode_game(PEBBLES, with_maps=False).maps[0].HasField("age_of_steam")
