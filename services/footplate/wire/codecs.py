"""The typed messages of each game. Adding a game is adding a row to CODECS; a game without a row travels as text."""

from typing import Any, Final, Protocol

from footplate.api.match.v1 import action_pb2, match_view_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.engine.game import AnyGame
from footplate.wire.age_of_steam import AgeOfSteamCodec
from footplate.wire.fields import refused
from footplate.wire.stephensons_rocket import StephensonsRocketCodec


class Codec(Protocol):
    """One game in protobuf. In the oneofs of `match/v1` and `rules/v1` its field is named as the game."""

    def encode_action(self, action: Any) -> action_pb2.Action:
        """An action, typed."""
        ...

    def decode_action(self, message: action_pb2.Action, path: str) -> Any:
        """The action of a typed message at `path` of a request. Raises BadRequest naming the field at fault."""
        ...

    def encode_effects(self, before: Any, action: Any) -> action_pb2.Effects:
        """What an action would do in a position. Raises IllegalAction when the rules forbid it."""
        ...

    def add_view(self, seen: Any, message: match_view_pb2.MatchView) -> None:
        """Sets the typed position; `seen` is what the viewer may know."""
        ...

    def encode_map(self, map_id: str) -> message_pb2.MapInfo:
        """A map of the game with its title and the printed board."""
        ...


class TextCodec:
    """A game without typed messages: actions and positions travel as text alone."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def encode_action(self, action: Any) -> action_pb2.Action:
        return action_pb2.Action(text=self._game.action_text(action))

    def decode_action(self, message: action_pb2.Action, path: str) -> Any:
        raise refused(path, message.WhichOneof("form"), "actions of this game are sent as text")

    def encode_effects(self, before: Any, action: Any) -> action_pb2.Effects:
        self._game.check(before, action)
        return action_pb2.Effects()

    def add_view(self, seen: Any, message: match_view_pb2.MatchView) -> None:
        """Nothing: the text says it all."""

    def encode_map(self, map_id: str) -> message_pb2.MapInfo:
        return message_pb2.MapInfo(id=map_id, title=map_id)


CODECS: Final[dict[str, Codec]] = {
    "age_of_steam": AgeOfSteamCodec(),
    "stephensons_rocket": StephensonsRocketCodec(),
}


def codec_of(game: AnyGame) -> Codec:
    """The codec of a game."""
    return CODECS.get(game.info.id) or TextCodec(game)
