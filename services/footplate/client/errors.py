"""What can go wrong between a client and the services: one class for each thing a caller may want to do about it."""

from collections.abc import Mapping
from typing import Any, Final

import grpc
from grpc_status import rpc_status

from footplate.wire.errors import Refusal, read_status


class ClientError(Exception):
    """Base of every error of this package."""


class ClientClosed(ClientError):
    """The client was closed, by `close` or by leaving its `with`."""

    def __init__(self) -> None:
        super().__init__("the client is closed")


class ChainBroken(ClientError):
    """What the server sends does not follow from what it sent before. Either it is not to be trusted, or not well."""

    def __init__(self, match_id: str, ply: int, message: str) -> None:
        self.match_id = match_id
        self.ply = ply
        super().__init__(f"{match_id}, ply {ply}: {message}")


class CallFailed(ClientError):
    """A call was answered with an error.

    `code`: the gRPC code. `reason`: a name of `errors.v1.ErrorReason` without its prefix; empty when the answer came
    from elsewhere, such as a proxy. `metadata`: the varying parts of the message, by the keys that the contract names.
    """

    def __init__(self, refusal: Refusal) -> None:
        self.code: Final = _CODES.get(refusal.code, grpc.StatusCode.UNKNOWN)
        self.reason: Final = refusal.reason
        self.message: Final = refusal.message
        self.metadata: Final[Mapping[str, str]] = refusal.metadata
        self.retry_seconds: Final = refusal.retry_seconds
        """How long the server asks to wait before the next try; None where it says nothing."""
        super().__init__(f"{refusal.reason or self.code.name}: {refusal.message}")

    def _number(self, key: str) -> int:
        return int(self.metadata.get(key) or 0)


class BadRequest(CallFailed):
    """A field is missing, out of range or does not fit the others."""

    @property
    def field(self) -> str:
        """The path of the field."""
        return self.metadata.get("field", "")


class BadNotation(CallFailed):
    """A text of an action cannot be read."""

    @property
    def problem(self) -> str:
        """What is wrong with it."""
        return self.metadata.get("problem", "")


class BadRecord(CallFailed):
    """A record cannot be read or replayed."""

    @property
    def line(self) -> int:
        """The line at fault, from 1."""
        return self._number("line")

    @property
    def rule_id(self) -> str:
        """The rule that line breaks; empty when it breaks none."""
        return self.metadata.get("rule", "")


class IllegalAction(CallFailed):
    """The rules forbid the action."""

    @property
    def rule_id(self) -> str:
        """The rule it breaks, as the rules document of the game names it."""
        return self.metadata.get("rule", "")

    @property
    def action(self) -> str:
        """The canonical text of the action."""
        return self.metadata.get("action", "")


class StalePly(CallFailed):
    """The match has moved on, or is not so far yet: look again, then decide again."""

    @property
    def expected(self) -> int:
        """The ply that was sent."""
        return self._number("expected")

    @property
    def actual(self) -> int:
        """The ply of the match."""
        return self._number("actual")


class NotYourTurn(CallFailed):
    """Another seat is to act."""


class MatchOver(CallFailed):
    """The match has ended."""


class NotYourSeat(CallFailed):
    """The account does not hold the seat."""


class SeatRefused(CallFailed):
    """The stand-in plays the seat, or it was given up, or there is nothing to take back; `reason` tells which."""


class UndoRefused(CallFailed):
    """There is no way back to the ply, or none without the others, or it is not asked for; `reason` tells which."""


class Forbidden(CallFailed):
    """The account may not do that: its role does not allow it, or the table is another's."""


class NotFound(CallFailed):
    """There is no such match, ply, game, table or account; `reason` tells which."""


class BadToken(CallFailed):
    """No token, or one that is not valid any more, and no secret to get a new one with."""


class BadSecret(CallFailed):
    """Account and secret do not go together."""


class NameTaken(CallFailed):
    """The display name is another account's."""


class TableRefused(CallFailed):
    """The table is full, not full, closed, or the seat is taken; `reason` tells which."""


class RateLimited(CallFailed):
    """Too many calls; wait `retry_seconds`."""


class Unavailable(CallFailed):
    """The service could not be reached for as long as the client tried. Whether a write was done is open."""


class TimedOut(CallFailed):
    """No answer came in time. Whether a write was done is open."""


class ServerBug(CallFailed):
    """The server failed. `metadata["incident"]` is what to quote in a report."""


def failure_of(error: grpc.RpcError) -> CallFailed:
    """The typed error for what gRPC raised."""
    refusal = _refusal_of(error)
    code = _CODES.get(refusal.code, grpc.StatusCode.UNKNOWN)
    kind = _BY_REASON.get(refusal.reason) or _BY_CODE.get(code, CallFailed)
    return kind(refusal)


def _refusal_of(error: Any) -> Refusal:
    """What the details in the trailers say; without readable ones, what code and message say."""
    try:
        status = rpc_status.from_call(error)
    except ValueError:  # the trailers contradict the answer
        status = None
    if status is not None:
        return read_status(status)
    code: grpc.StatusCode = error.code()
    return Refusal(code.value[0], "", error.details() or "no further words")


_CODES: Final[Mapping[int, grpc.StatusCode]] = {code.value[0]: code for code in grpc.StatusCode}

_BY_REASON: Final[Mapping[str, type[CallFailed]]] = {
    "BAD_REQUEST": BadRequest,
    "BAD_NOTATION": BadNotation,
    "BAD_RECORD": BadRecord,
    "ILLEGAL_ACTION": IllegalAction,
    "NOT_YOUR_SEAT": NotYourSeat,
    "NOT_YOUR_TURN": NotYourTurn,
    "MATCH_OVER": MatchOver,
    "STALE_PLY": StalePly,
    "SEAT_TAKEN_OVER": SeatRefused,
    "SEAT_NOT_TAKEN_OVER": SeatRefused,
    "SEAT_RESIGNED": SeatRefused,
    "UNDO_REFUSED": UndoRefused,
    "UNDO_PENDING": UndoRefused,
    "UNDO_NOT_ASKED": UndoRefused,
    "BAD_TOKEN": BadToken,
    "BAD_SECRET": BadSecret,
    "NAME_TAKEN": NameTaken,
    "TABLE_FULL": TableRefused,
    "TABLE_NOT_FULL": TableRefused,
    "TABLE_CLOSED": TableRefused,
    "ALREADY_SEATED": TableRefused,
    "NOT_SEATED": TableRefused,
    "SEAT_TAKEN": TableRefused,
}

_BY_CODE: Final[Mapping[grpc.StatusCode, type[CallFailed]]] = {
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.PERMISSION_DENIED: Forbidden,
    grpc.StatusCode.RESOURCE_EXHAUSTED: RateLimited,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.CANCELLED: Unavailable,  # not by us: it met a server in the moment of its stop
    grpc.StatusCode.DEADLINE_EXCEEDED: TimedOut,
    grpc.StatusCode.INTERNAL: ServerBug,
}
