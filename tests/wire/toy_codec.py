"""Typed messages for the toy game, borrowed from Age of Steam: enough to see that a codec is asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from footplate.api.age_of_steam.v1 import actions_pb2, effects_pb2
from footplate.api.match.v1 import action_pb2, match_view_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.wire import codecs
from tests.support.toy_game import GAME_ID, PEBBLES, State, Take


class ToyCodec:
    """Takes one pebble for each dollar bid."""

    def encode_action(self, action: Any) -> action_pb2.Action:
        if not isinstance(action, Take):
            return action_pb2.Action(text=PEBBLES.action_text(action))
        bid = actions_pb2.Bid(amount=action.count)
        return action_pb2.Action(age_of_steam=actions_pb2.Action(bid=bid))

    def decode_action(self, message: action_pb2.Action, path: str) -> Any:
        return Take(message.age_of_steam.bid.amount)

    def encode_effects(self, before: State, action: Any) -> action_pb2.Effects:
        notes = [f"{len(PEBBLES.effects(before, action).changes)} change"]
        return action_pb2.Effects(age_of_steam=effects_pb2.Effects(notes=notes))

    def add_view(self, seen: State, message: match_view_pb2.MatchView) -> None:
        message.age_of_steam.turn = seen.turn

    def encode_map(self, map_id: str) -> message_pb2.MapInfo:
        info = message_pb2.MapInfo(id=map_id, title=map_id.title())
        info.age_of_steam.columns = 3
        return info


@contextmanager
def registered() -> Iterator[None]:
    """The toy game has typed messages for as long as the block runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(codecs.CODECS, GAME_ID, ToyCodec())
        yield
