"""Requests of those who look for a match, read from protobuf."""

from typing import Final

from footplate.api.common.v1 import terms_pb2
from footplate.api.matchmaking.v1 import message_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.domain.terms import ClockRule
from footplate.lobby.seekers import Wish
from footplate.wire.fields import whole
from footplate.wire.terms import decode_clock

_MOST_CLOCKS: Final = 8
_MOST_PARTY: Final = 8
_DAY_MS: Final = 86_400_000


def wish(message: pb.Wish) -> Wish:
    """What is wanted. Raises BadRequest naming the field."""
    for name, values, most in (
        ("clocks", message.clocks, _MOST_CLOCKS),
        ("party_account_ids", message.party_account_ids, _MOST_PARTY),
    ):
        if len(values) > most:
            raise BadRequest(f"wish.{name}", len(values), f"at most {most} are expected")
    return Wish(
        game=message.game,
        counts=tuple(dict.fromkeys(message.seat_counts)),
        presets=tuple(dict.fromkeys(message.presets)),
        clocks=tuple(_clock(one, f"wish.clocks.{number}") for number, one in enumerate(message.clocks)),
        rating_range=whole("wish.rating_range", message.rating_range),
        bots_after_ms=_bots_after(message),
        bot_level=message.bot_level,
        party=tuple(dict.fromkeys(message.party_account_ids)),
    )


def _clock(message: terms_pb2.Clock, path: str) -> ClockRule:
    clock = decode_clock(message, path)
    clock.expect_good(path)
    return clock


def _bots_after(message: pb.Wish) -> int | None:
    if not message.HasField("bots_after"):
        return None
    return whole("wish.bots_after", message.bots_after.ToMilliseconds(), 0, _DAY_MS)
