"""What is revoked, in Redis: a sorted set that any service may read, by the time until which it must be known."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from footplate.domain.events import AccessRevoked
from footplate.runtime.redis_scripts import Commands, translated

REVOKED: Final = "{lobby}:revoked"
"""Sorted set by milliseconds since 1970: `<account> s:<session>`, or `<account> e:<epoch>` for all before that."""


def member_of(event: AccessRevoked) -> str:
    """How it stands in the set."""
    return f"{event.account} s:{event.session}" if event.session else f"{event.account} e:{event.epoch}"


class RedisRevocations:
    """Reads the set. `now`: seconds since 1970."""

    def __init__(self, client: Commands, now: Callable[[], float] = time.time) -> None:
        self._client = client
        self._now = now

    async def load(self) -> tuple[AccessRevoked, ...]:
        """All that must still be known. Raises StoreUnavailable."""
        begin = int(self._now() * 1000)
        with translated():
            found = await self._client.execute_command("ZRANGEBYSCORE", REVOKED, begin, "+inf", "WITHSCORES")
        return tuple(_event(member.decode(), int(float(until_ms)), begin) for member, until_ms in _pairs(found))


def _pairs(reply: Sequence[Any]) -> Iterable[tuple[bytes, Any]]:
    """Members with their scores, which clients give two by two or all in a row."""
    if reply and not isinstance(reply[0], bytes):
        return [(member, score) for member, score in reply]
    return zip(reply[::2], reply[1::2], strict=True)


def _event(member: str, until_ms: int, now_ms: int) -> AccessRevoked:
    account, _, what = member.partition(" ")
    kind, _, value = what.partition(":")
    session, epoch = (value, 0) if kind == "s" else ("", int(value))
    return AccessRevoked(account, session, epoch, until_ms, now_ms)
