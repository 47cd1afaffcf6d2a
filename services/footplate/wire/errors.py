"""Refusals in protobuf: the one table of what is raised, and what a client is told (`errors/v1`).

A client learns what it did, never how we failed: of a bug, and of a store that is away, no words of ours travel.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from footplate.api.errors.v1.error_reason_pb2 import ErrorReason
from footplate.domain import errors as domain
from footplate.engine import errors as engine
from footplate.engine.registry import UnknownGame

DOMAIN: Final = "footplate"
"""The `domain` of every ErrorInfo: reasons are unique within it."""
RETRY_SECONDS: Final = 1
"""How long a client is asked to wait for a store that cannot be reached."""

_PREFIX: Final = "ERROR_REASON_"
_LONGEST: Final = 400  # bytes of a message or a value: all of it has to fit into the trailers of an answer

Data = Callable[[Any], Mapping[str, str]]


class _Row(NamedTuple):
    """What a client is told of one class of errors. `retry`: with RetryInfo, and without the words of the error."""

    code: int
    reason: ErrorReason.ValueType
    data: Data
    retry: bool = False


def _given(error: domain.DomainError) -> Mapping[str, str]:
    """The domain's errors name their parts as the contract does."""
    return error.data


def _nothing(_error: Exception) -> Mapping[str, str]:
    return {}


def _notation(error: engine.NotationError) -> Mapping[str, str]:
    return {"text": error.text, "problem": f"{error.reason}: {error.part!r}"}


def _setup(error: engine.SetupError) -> Mapping[str, str]:
    return {"field": f"setup.{error.field}", "value": ""}


def _record(error: engine.RecordError) -> Mapping[str, str]:
    rule = {"rule": error.code} if error.code else {}
    return {"line": str(error.line), "problem": error.message, **rule}


def _illegal(error: engine.IllegalAction) -> Mapping[str, str]:
    return {"rule": error.code}


def _unknown_game(error: UnknownGame) -> Mapping[str, str]:
    return {"game": error.game}


_INVALID: Final = code_pb2.INVALID_ARGUMENT
_UNMET: Final = code_pb2.FAILED_PRECONDITION

_TABLE: Final[dict[type[Exception], _Row]] = {
    # requests that cannot be read
    domain.BadRequest: _Row(_INVALID, ErrorReason.ERROR_REASON_BAD_REQUEST, _given),
    engine.SetupError: _Row(_INVALID, ErrorReason.ERROR_REASON_BAD_REQUEST, _setup),
    engine.NotationError: _Row(_INVALID, ErrorReason.ERROR_REASON_BAD_NOTATION, _notation),
    engine.RecordError: _Row(_INVALID, ErrorReason.ERROR_REASON_BAD_RECORD, _record),
    domain.RequestReused: _Row(code_pb2.ALREADY_EXISTS, ErrorReason.ERROR_REASON_REQUEST_REUSED, _given),
    # matches
    domain.ActionRefused: _Row(_UNMET, ErrorReason.ERROR_REASON_ILLEGAL_ACTION, _given),
    engine.IllegalAction: _Row(_UNMET, ErrorReason.ERROR_REASON_ILLEGAL_ACTION, _illegal),
    domain.NotYourSeat: _Row(code_pb2.PERMISSION_DENIED, ErrorReason.ERROR_REASON_NOT_YOUR_SEAT, _given),
    domain.NotYourTurn: _Row(_UNMET, ErrorReason.ERROR_REASON_NOT_YOUR_TURN, _given),
    domain.SeatTakenOver: _Row(_UNMET, ErrorReason.ERROR_REASON_SEAT_TAKEN_OVER, _given),
    domain.SeatNotTakenOver: _Row(_UNMET, ErrorReason.ERROR_REASON_SEAT_NOT_TAKEN_OVER, _given),
    domain.SeatResigned: _Row(_UNMET, ErrorReason.ERROR_REASON_SEAT_RESIGNED, _given),
    domain.UndoRefused: _Row(_UNMET, ErrorReason.ERROR_REASON_UNDO_REFUSED, _given),
    domain.UndoPending: _Row(_UNMET, ErrorReason.ERROR_REASON_UNDO_PENDING, _given),
    domain.UndoNotAsked: _Row(_UNMET, ErrorReason.ERROR_REASON_UNDO_NOT_ASKED, _given),
    domain.WatchingRefused: _Row(code_pb2.PERMISSION_DENIED, ErrorReason.ERROR_REASON_WATCHING_REFUSED, _given),
    domain.MatchOver: _Row(_UNMET, ErrorReason.ERROR_REASON_MATCH_OVER, _given),
    domain.StalePly: _Row(code_pb2.ABORTED, ErrorReason.ERROR_REASON_STALE_PLY, _given),
    domain.RulesVersion: _Row(_UNMET, ErrorReason.ERROR_REASON_RULES_VERSION, _given),
    # things that are not there
    domain.UnknownMatch: _Row(code_pb2.NOT_FOUND, ErrorReason.ERROR_REASON_UNKNOWN_MATCH, _given),
    domain.UnknownPly: _Row(code_pb2.NOT_FOUND, ErrorReason.ERROR_REASON_UNKNOWN_PLY, _given),
    domain.UnknownOrder: _Row(code_pb2.NOT_FOUND, ErrorReason.ERROR_REASON_UNKNOWN_ORDER, _given),
    UnknownGame: _Row(code_pb2.NOT_FOUND, ErrorReason.ERROR_REASON_UNKNOWN_GAME, _unknown_game),
    domain.UnknownTable: _Row(code_pb2.NOT_FOUND, ErrorReason.ERROR_REASON_UNKNOWN_TABLE, _given),
    domain.UnknownTicket: _Row(code_pb2.NOT_FOUND, ErrorReason.ERROR_REASON_UNKNOWN_TICKET, _given),
    domain.AlreadySeeking: _Row(_UNMET, ErrorReason.ERROR_REASON_ALREADY_SEEKING, _given),
    domain.UnknownAccount: _Row(code_pb2.NOT_FOUND, ErrorReason.ERROR_REASON_UNKNOWN_ACCOUNT, _given),
    # accounts
    domain.BadSecret: _Row(code_pb2.UNAUTHENTICATED, ErrorReason.ERROR_REASON_BAD_SECRET, _given),
    domain.NameTaken: _Row(code_pb2.ALREADY_EXISTS, ErrorReason.ERROR_REASON_NAME_TAKEN, _given),
    domain.NotYourBot: _Row(code_pb2.PERMISSION_DENIED, ErrorReason.ERROR_REASON_NOT_YOUR_BOT, _given),
    domain.TooManyBots: _Row(_UNMET, ErrorReason.ERROR_REASON_TOO_MANY_BOTS, _given),
    # tables
    domain.TableFull: _Row(_UNMET, ErrorReason.ERROR_REASON_TABLE_FULL, _given),
    domain.TableNotFull: _Row(_UNMET, ErrorReason.ERROR_REASON_TABLE_NOT_FULL, _given),
    domain.TableClosed: _Row(_UNMET, ErrorReason.ERROR_REASON_TABLE_CLOSED, _given),
    domain.NotOwner: _Row(code_pb2.PERMISSION_DENIED, ErrorReason.ERROR_REASON_NOT_OWNER, _given),
    domain.NotWelcome: _Row(code_pb2.PERMISSION_DENIED, ErrorReason.ERROR_REASON_NOT_WELCOME, _given),
    domain.AlreadySeated: _Row(_UNMET, ErrorReason.ERROR_REASON_ALREADY_SEATED, _given),
    domain.NotSeated: _Row(_UNMET, ErrorReason.ERROR_REASON_NOT_SEATED, _given),
    domain.SeatTaken: _Row(_UNMET, ErrorReason.ERROR_REASON_SEAT_TAKEN, _given),
    # talk
    domain.TalkRefused: _Row(code_pb2.PERMISSION_DENIED, ErrorReason.ERROR_REASON_TALK_REFUSED, _given),
    # web hooks
    domain.UnknownWebHook: _Row(code_pb2.NOT_FOUND, ErrorReason.ERROR_REASON_UNKNOWN_WEB_HOOK, _given),
    domain.TooManyWebHooks: _Row(_UNMET, ErrorReason.ERROR_REASON_TOO_MANY_WEB_HOOKS, _given),
    # our own trouble
    domain.StoreUnavailable: _Row(
        code_pb2.UNAVAILABLE, ErrorReason.ERROR_REASON_STORE_UNAVAILABLE, _nothing, retry=True
    ),
    domain.CorruptLog: _Row(code_pb2.INTERNAL, ErrorReason.ERROR_REASON_BUG, _nothing),
}

_BUG: Final = _Row(code_pb2.INTERNAL, ErrorReason.ERROR_REASON_BUG, _nothing)
_OWN_WORDS: Final = {
    code_pb2.INTERNAL: "something went wrong on our side",
    code_pb2.UNAVAILABLE: "the store cannot be reached; try again with the same request id",
}
"""What is said instead of the error's own words, which may tell more than a client should know."""


def to_status(error: Exception) -> status_pb2.Status:
    """What a client is told of an error. Whatever the table does not know is INTERNAL, BUG: the caller logs it."""
    row = next((_TABLE[kind] for kind in type(error).__mro__ if kind in _TABLE), _BUG)
    metadata = {key: _cut(value) for key, value in row.data(error).items()}
    name = ErrorReason.Name(row.reason).removeprefix(_PREFIX)
    details = [_packed(error_details_pb2.ErrorInfo(reason=name, domain=DOMAIN, metadata=metadata))]
    if row.retry:
        delay = error_details_pb2.RetryInfo()
        delay.retry_delay.FromSeconds(RETRY_SECONDS)
        details.append(_packed(delay))
    message = _OWN_WORDS.get(row.code) or str(error)
    return status_pb2.Status(code=row.code, message=_cut(message), details=details)


def _packed(message: Any) -> any_pb2.Any:
    detail = any_pb2.Any()
    detail.Pack(message)
    return detail


def _cut(text: str) -> str:
    """The text, or as much of it as fits and three dots. Half characters, which cannot travel, are replaced."""
    data = text.encode(errors="replace")
    return data.decode() if len(data) <= _LONGEST else data[: _LONGEST - 3].decode(errors="ignore") + "..."


# --- On the side of the client ---------------------------------------------


@dataclass(frozen=True)
class Refusal:
    """What a status says. `code`: the number of the gRPC code. `reason`: a name of ErrorReason without its prefix,
    empty when the status came from elsewhere. `retry_seconds`: how long to wait, None where nothing is said.
    """

    code: int
    reason: str
    message: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    retry_seconds: float | None = None


def read_status(status: status_pb2.Status) -> Refusal:
    """What a client can know of a failed call."""
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    seconds = None
    for detail in status.details:
        detail.Unpack(info)
        if detail.Unpack(retry):
            seconds = retry.retry_delay.ToTimedelta().total_seconds()
    known = info.domain == DOMAIN
    return Refusal(
        code=status.code,
        reason=info.reason if known else "",
        message=status.message,
        metadata=dict(info.metadata) if known else {},
        retry_seconds=seconds,
    )
