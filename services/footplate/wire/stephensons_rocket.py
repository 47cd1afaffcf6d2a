"""Stephenson's Rocket in protobuf: its codec."""

from footplate.api.match.v1 import action_pb2, match_view_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.engine.stephensons_rocket.actions import Action
from footplate.engine.stephensons_rocket.state import State
from footplate.wire.stephensons_rocket_actions import decode_action, encode_action
from footplate.wire.stephensons_rocket_effects import encode_effects
from footplate.wire.stephensons_rocket_map import encode_map
from footplate.wire.stephensons_rocket_view import encode_view


class StephensonsRocketCodec:
    """The codec of Stephenson's Rocket, as `codecs.Codec` describes it. It holds nothing."""

    def encode_action(self, action: Action) -> action_pb2.Action:
        return action_pb2.Action(stephensons_rocket=encode_action(action))

    def decode_action(self, message: action_pb2.Action, path: str) -> Action:
        return decode_action(message.stephensons_rocket, f"{path}.stephensons_rocket")

    def encode_effects(self, before: State, action: Action) -> action_pb2.Effects:
        return action_pb2.Effects(stephensons_rocket=encode_effects(before, action))

    def add_view(self, seen: State, message: match_view_pb2.MatchView) -> None:
        message.stephensons_rocket.CopyFrom(encode_view(seen))

    def encode_map(self, map_id: str) -> message_pb2.MapInfo:
        board = encode_map(map_id)
        return message_pb2.MapInfo(id=board.id, title=board.title, stephensons_rocket=board)
