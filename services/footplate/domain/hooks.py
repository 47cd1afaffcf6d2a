"""Web hooks: whom to call about what, how a call is signed, and when it is tried again. Times are in milliseconds."""

import base64
import hashlib
import hmac
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

SECRET_PREFIX: Final = "whsec_"  # noqa: S105 - how a secret begins, not one
OLD_SECRET_MS: Final = 24 * 3600 * 1_000
"""For how long calls are also signed with the secret before a change."""

MOST_TRIES: Final = 10
OLDEST_MS: Final = 24 * 3600 * 1_000
"""A call that is older is not tried again."""
LONGEST_ASKED_MS: Final = 3600 * 1_000
"""How long a receiver may ask to be left alone."""
_FIRST_DELAY_MS: Final = 8_000
_GROWTH: Final = 3
_JITTER: Final = 0.2
GONE: Final = 410


class HookEvent(StrEnum):
    """What a hook is called about."""

    TURN_STARTED = "turn.started"
    MATCH_FINISHED = "match.finished"
    TABLE_EXPIRING = "table.expiring"


TEST: Final = "test"
"""The type of a call that somebody asked for."""


class Outcome(StrEnum):
    """What came of a call so far."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"
    DROPPED = "dropped"
    """Its hook is gone, or turned off."""


@dataclass(frozen=True, slots=True)
class WebHook:
    """A hook of an account. Times of what has not happened are 0.

    `old_secret`: good until `old_until_ms`. `secret_request`: the request that made the secret. `failing_since_ms`: of
    the first call that failed since one was received.
    """

    id: str
    account: str
    url: str
    events: tuple[HookEvent, ...]
    created_ms: int
    secret: str = field(repr=False)
    secret_request: str = ""
    old_secret: str = field(default="", repr=False)
    old_until_ms: int = 0
    disabled: bool = False
    waiting: int = 0
    last_try_ms: int = 0
    last_delivered_ms: int = 0
    failing_since_ms: int = 0
    last_status: int = 0
    last_problem: str = ""

    def secrets_at(self, now_ms: int) -> tuple[str, ...]:
        """What a call is signed with, the newest first."""
        return (self.secret, self.old_secret) if self.old_secret and now_ms < self.old_until_ms else (self.secret,)


@dataclass(frozen=True, slots=True)
class Call:
    """A call to a hook about one event, however often it is tried. `tries`: how often that was."""

    id: str
    hook: str
    type: str
    body: str
    created_ms: int
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Posted:
    """What came of one try. `status` 0: no answer. `problem`: empty when it was received.

    `asked_ms`: how long the receiver asked to be left alone.
    """

    status: int
    problem: str = ""
    asked_ms: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """What becomes of a call after a try. `next_ms`: when it is tried again, 0 for never."""

    outcome: Outcome
    next_ms: int = 0


def after_try(call: Call, posted: Posted, now_ms: int, chance: float) -> Step:
    """The step after one more try, `chance` from 0 to 1 spreads the next ones."""
    if not posted.problem:
        return Step(Outcome.DELIVERED)
    next_ms = now_ms + max(delay_ms(call.tries + 1, chance), min(posted.asked_ms, LONGEST_ASKED_MS))
    worn_out = call.tries + 1 >= MOST_TRIES or next_ms > call.created_ms + OLDEST_MS
    if call.type == TEST or worn_out or posted.status == GONE:
        return Step(Outcome.FAILED)
    return Step(Outcome.WAITING, next_ms)


def delay_ms(tries: int, chance: float) -> int:
    """How long to wait after so many tries: three times as long each time, a fifth more or less by chance."""
    spread = 1 - _JITTER + 2 * _JITTER * chance
    return int(_FIRST_DELAY_MS * _GROWTH ** (tries - 1) * spread)


def headers(call: Call, hook: WebHook, now_ms: int) -> dict[str, str]:
    """The headers that name, date and sign a try."""
    second = now_ms // 1_000
    signatures = (f"v1,{signature(secret, call.id, second, call.body)}" for secret in hook.secrets_at(now_ms))
    return {"webhook-id": call.id, "webhook-timestamp": str(second), "webhook-signature": " ".join(signatures)}


def signature(secret: str, call_id: str, second: int, body: str) -> str:
    """Base64 of the HMAC-SHA256 over id, second and body, by the bytes that the secret spells."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    digest = hmac.new(key, f"{call_id}.{second}.{body}".encode(), hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def secret_of(key: bytes) -> str:
    """A secret as it is shown."""
    return SECRET_PREFIX + base64.b64encode(key).decode()
