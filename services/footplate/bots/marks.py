"""Who works on which turn: a key for each turn in Redis, all in one hash slot.

The waker marks a turn as queued, a worker as running, and renews that until it is done. A mark that is not there means
that nobody works on the turn. Marks only save work: a turn played twice is refused by its ply.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from redis.asyncio import Redis

from footplate.domain.events import TurnStarted

SLOT: Final = "{bots}:"
"""What all keys of the bots begin with, those of the broker included."""

QUEUED: Final = b"queued"
RUNNING: Final = b"running"

_QUEUED_SECONDS: Final = 60.0


class Mark(Enum):
    """What is known of a turn."""

    ABSENT = "absent"
    QUEUED = "queued"
    RUNNING = "running"


def mark_key(match_id: str, ply: int) -> str:
    """The key of a turn's mark."""
    return f"{SLOT}turn:{match_id}:{ply}"


def tries_key(match_id: str, ply: int) -> str:
    """The key that counts how often a turn was begun."""
    return f"{SLOT}tries:{match_id}:{ply}"


@dataclass(frozen=True, slots=True)
class RedisMarks:
    """The marks as the waker uses them. `queued_seconds`: after this a queued turn counts as lost in any case."""

    client: Redis
    queued_seconds: float = _QUEUED_SECONDS

    async def claim(self, turn: TurnStarted) -> bool:
        """Marks a turn as queued; false when it is marked already."""
        return bool(await self.client.set(_key(turn), QUEUED, nx=True, px=self._queued_ms))

    async def renew(self, turn: TurnStarted) -> None:
        """Marks a turn as queued, whatever it was."""
        await self.client.set(_key(turn), QUEUED, px=self._queued_ms)

    async def release(self, turn: TurnStarted) -> None:
        """Takes the mark away."""
        await self.client.delete(_key(turn))

    async def read(self, turns: Sequence[TurnStarted]) -> list[Mark]:
        """What is known of some turns."""
        return [_mark(value) for value in await self.client.mget([_key(turn) for turn in turns])] if turns else []

    @property
    def _queued_ms(self) -> int:
        return int(self.queued_seconds * 1000)


def _key(turn: TurnStarted) -> str:
    return mark_key(turn.match, turn.ply)


def _mark(value: Any) -> Mark:
    if value is None:
        return Mark.ABSENT
    return Mark.RUNNING if value.startswith(RUNNING) else Mark.QUEUED
