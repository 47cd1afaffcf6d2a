"""What there is to play, in protobuf."""

from collections.abc import Iterable

from footplate.api.rules.v1 import message_pb2 as pb
from footplate.engine.game import AnyGame, OptionInfo
from footplate.wire.codecs import Codec, codec_of
from footplate.wire.common import preset_options


def encode_game(game: AnyGame, *, with_maps: bool) -> pb.GameInfo:
    """The static facts of a game; the printed boards only when asked for, because they are long."""
    info, codec = game.info, codec_of(game)
    others = [name for name in info.presets if name != info.default_preset]
    return pb.GameInfo(
        id=info.id,
        title=info.title,
        rules_version=info.rules_version,
        min_seats=info.min_seats,
        max_seats=info.max_seats,
        presets=[_preset(game, name) for name in (info.default_preset, *others)],
        options=_options(info.options),
        maps=[_map(codec, map_id, with_maps) for map_id in info.maps],
        phases=info.phases,
        action_kinds=info.action_kinds,
    )


def _map(codec: Codec, map_id: str, with_board: bool) -> pb.MapInfo:
    message = codec.encode_map(map_id)
    return message if with_board else pb.MapInfo(id=message.id, title=message.title)


def _preset(game: AnyGame, name: str) -> pb.PresetInfo:
    return pb.PresetInfo(name=name, options=preset_options(game, name))


def _options(options: Iterable[OptionInfo]) -> list[pb.OptionInfo]:
    return [
        pb.OptionInfo(name=option.name, summary=option.summary, values=option.values, rule_id=option.rule)
        for option in options
    ]
