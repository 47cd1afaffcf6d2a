"""The terms of a table or match in protobuf."""

from typing import Final

from google.protobuf.duration_pb2 import Duration

from footplate.api.common.v1 import terms_pb2 as pb
from footplate.domain.seat import Seat
from footplate.domain.terms import Abandoned, AtZero, ClockRule, Spectators, Terms
from footplate.wire.common import encode_seat
from footplate.wire.fields import known, refused

_AT_ZERO: Final = {AtZero.DEFAULT: pb.AT_ZERO_DEFAULT, AtZero.BOT: pb.AT_ZERO_BOT}
_ABANDONED: Final = {Abandoned.PLAY_ON: pb.ABANDONED_PLAY_ON, Abandoned.CLOSE: pb.ABANDONED_CLOSE}
_SPECTATORS: Final = {
    Spectators.ALL: pb.SPECTATORS_ALL,
    Spectators.INVITED: pb.SPECTATORS_INVITED,
    Spectators.NONE: pb.SPECTATORS_NONE,
}
_AT_ZERO_OF: Final[dict[int, AtZero]] = {value: word for word, value in _AT_ZERO.items()} | {0: AtZero.BOT}
_ABANDONED_OF: Final[dict[int, Abandoned]] = {value: word for word, value in _ABANDONED.items()} | {
    0: Abandoned.PLAY_ON
}
_SPECTATORS_OF: Final[dict[int, Spectators]] = {value: word for word, value in _SPECTATORS.items()} | {
    0: Spectators.ALL
}


def encode_terms(terms: Terms) -> pb.Terms:
    """What was agreed."""
    return pb.Terms(
        clock=_encode_clock(terms.clock) if terms.clock else None,
        at_zero=_AT_ZERO[terms.at_zero],
        abandoned=_ABANDONED[terms.abandoned],
        spectators=_SPECTATORS[terms.spectators],
        invited_account_ids=terms.invited,
        stand_in=encode_seat(0, terms.stand_in) if terms.stand_in else None,
    )


def decode_terms(message: pb.Terms, path: str = "terms") -> Terms:
    """What was agreed; a stand-in may have no more than its level. Raises BadRequest naming the field."""
    terms = Terms(
        clock=decode_clock(message.clock, f"{path}.clock") if message.HasField("clock") else None,
        at_zero=known(f"{path}.at_zero", message.at_zero, _AT_ZERO_OF),
        abandoned=known(f"{path}.abandoned", message.abandoned, _ABANDONED_OF),
        spectators=known(f"{path}.spectators", message.spectators, _SPECTATORS_OF),
        invited=tuple(dict.fromkeys(message.invited_account_ids)),
    )
    terms.expect_good(path)
    return terms


def decode_stand_in(message: pb.Terms) -> Seat | None:
    """The stand-in that is named, as a seat; None when none is."""
    if not message.HasField("stand_in"):
        return None
    stand_in = message.stand_in
    return Seat(stand_in.account_id, stand_in.display_name, bot=True, level=stand_in.bot_level)


def encode_duration(milliseconds: int) -> Duration:
    """A length of time, from milliseconds."""
    duration = Duration()
    duration.FromMilliseconds(milliseconds)
    return duration


def _encode_clock(clock: ClockRule) -> pb.Clock:
    if clock.turn_ms:
        return pb.Clock(turn=encode_duration(clock.turn_ms))
    return pb.Clock(budget=encode_duration(clock.budget_ms), increment=encode_duration(clock.increment_ms))


def decode_clock(message: pb.Clock, path: str) -> ClockRule:
    """A rule of a clock, as it stands there. Raises BadRequest."""
    if message.WhichOneof("rule") is None:
        raise refused(path, "", "either a time for each turn or a budget is expected")
    return ClockRule(
        turn_ms=message.turn.ToMilliseconds() if message.HasField("turn") else 0,
        budget_ms=message.budget.ToMilliseconds() if message.HasField("budget") else 0,
        increment_ms=message.increment.ToMilliseconds() if message.HasField("increment") else 0,
    )
