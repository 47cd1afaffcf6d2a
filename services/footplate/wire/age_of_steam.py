"""Age of Steam in protobuf: its codec."""

from footplate.api.match.v1 import action_pb2, match_view_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.engine.age_of_steam.actions import Action
from footplate.engine.age_of_steam.state import State
from footplate.wire.age_of_steam_actions import decode_action, encode_action
from footplate.wire.age_of_steam_effects import encode_effects
from footplate.wire.age_of_steam_map import encode_map
from footplate.wire.age_of_steam_view import encode_view


class AgeOfSteamCodec:
    """The codec of Age of Steam, as `codecs.Codec` describes it. It holds nothing."""

    def encode_action(self, action: Action) -> action_pb2.Action:
        return action_pb2.Action(age_of_steam=encode_action(action))

    def decode_action(self, message: action_pb2.Action, path: str) -> Action:
        return decode_action(message.age_of_steam, f"{path}.age_of_steam")

    def encode_effects(self, before: State, action: Action) -> action_pb2.Effects:
        return action_pb2.Effects(age_of_steam=encode_effects(before, action))

    def add_view(self, seen: State, message: match_view_pb2.MatchView) -> None:
        message.age_of_steam.CopyFrom(encode_view(seen))

    def encode_map(self, map_id: str) -> message_pb2.MapInfo:
        board = encode_map(map_id)
        return message_pb2.MapInfo(id=board.id, title=board.title, age_of_steam=board)
