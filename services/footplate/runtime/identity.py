"""Who is calling: the account behind the token of the current RPC."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What kind of account a token speaks for."""

    PLAYER = "player"
    BOT = "bot"
    SERVICE = "service"


@dataclass(frozen=True, slots=True)
class Session:
    """What began when an account showed its secret. `id` empty: a token that belongs to none and cannot be renewed.

    `epoch`: of the account when it began; a new epoch ends all sessions before it. `began`: seconds since 1970.
    """

    id: str = ""
    epoch: int = 0
    began: int = 0


@dataclass(frozen=True, slots=True)
class Caller:
    """An account whose token was verified: its id, the name it shows, and its role.

    `expires_at`: seconds since 1970 when the token is no longer taken. Like the session, no part of who it is.
    """

    account_id: str
    name: str
    role: Role
    expires_at: float = field(default=math.inf, compare=False)
    session: Session = field(default=Session(), compare=False)


class TokenFault(StrEnum):
    """Why a token was refused; sent to the client as `problem`."""

    MISSING = "missing"
    MALFORMED = "malformed"
    UNKNOWN_KEY = "unknown_key"
    SIGNATURE = "signature"
    EXPIRED = "expired"
    NOT_YET_VALID = "not_yet_valid"
    AUDIENCE = "audience"
    CLAIMS = "claims"
    REVOKED = "revoked"
    SESSION_OVER = "session_over"


class BadToken(Exception):
    """No token, or one that does not prove who is calling. Never quotes the token."""

    def __init__(self, problem: TokenFault, message: str) -> None:
        self.problem = problem
        super().__init__(message)


class RoleForbidden(Exception):
    """A good token whose role may not make this call; `method` is the path of the RPC."""

    def __init__(self, role: Role, method: str) -> None:
        self.role = role
        self.method = method
        super().__init__(f"an account with the role {role.value} may not call {method}")


_caller: ContextVar[Caller | None] = ContextVar("footplate_caller", default=None)


def current_caller() -> Caller:
    """Return who made the current RPC; raises `BadToken` when the caller is anonymous."""
    caller = _caller.get()
    if caller is None:
        raise BadToken(TokenFault.MISSING, "this call needs a token: send the metadata 'authorization: Bearer <token>'")
    return caller


def caller_or_none() -> Caller | None:
    """Return who made the current RPC, or none for an anonymous caller."""
    return _caller.get()


def set_caller(caller: Caller | None) -> None:
    """Name the caller for the rest of the current task; each RPC runs in a task of its own."""
    _caller.set(caller)


@contextmanager
def acting_as(caller: Caller | None) -> Iterator[None]:
    """Name the caller for a block of code, as a test or an in-process call does."""
    token = _caller.set(caller)
    try:
        yield
    finally:
        _caller.reset(token)
