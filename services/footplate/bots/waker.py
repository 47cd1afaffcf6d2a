"""The waker: sees to it that every open turn of a bot has somebody who plays it.

An event tells of each turn as it opens. What an event cannot promise, because workers and queues die, the sweep makes
good: it looks at all open turns and wakes those nobody works on. Waking a turn twice does no harm.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, Literal, Protocol

from google.protobuf.message import DecodeError
from redis import RedisError

from footplate.bots.marks import Mark
from footplate.bots.open_turns import OpenTurns
from footplate.bots.queue import QueueUnavailable, TurnQueue
from footplate.bus import PARTITION_STREAMS, PARTITIONS, Envelope, Gap, PoisonMessage
from footplate.domain.events import TurnStarted
from footplate.runtime import metrics
from footplate.wire.events import decode_event

logger = logging.getLogger(__name__)

Reason = Literal["turn", "sweep"]

_ALL: Final = tuple(range(PARTITIONS))
_PARTITION_OF: Final = {stream: partition for partition, stream in enumerate(PARTITION_STREAMS)}


class Marks(Protocol):
    """Who works on which turn; see `marks`."""

    async def claim(self, turn: TurnStarted) -> bool:
        """Marks a turn as queued; false when it is marked already."""
        ...

    async def renew(self, turn: TurnStarted) -> None:
        """Marks a turn as queued, whatever it was."""
        ...

    async def release(self, turn: TurnStarted) -> None:
        """Takes the mark away."""
        ...

    async def read(self, turns: Sequence[TurnStarted]) -> list[Mark]:
        """What is known of some turns."""
        ...


class Waker:
    """`lost_ms`: a turn open for longer than this should have somebody working on it."""

    def __init__(
        self, turns: OpenTurns, marks: Marks, queue: TurnQueue, *, now_ms: Callable[[], int], lost_ms: int
    ) -> None:
        self._turns = turns
        self._marks = marks
        self._queue = queue
        self._now_ms = now_ms
        self._lost_ms = lost_ms

    async def hear(self, envelope: Envelope) -> None:
        """Wakes the bot whose turn an event tells of; all other events are none of ours."""
        try:
            event = decode_event(envelope.payload)
        except DecodeError as error:
            raise PoisonMessage(f"no event: {error}") from error
        if not isinstance(event, TurnStarted) or not event.level:
            return
        # A turn that was told of long ago is probably over. Where it is not, the sweep knows.
        if event.began_ms > self._now_ms() - self._lost_ms and await self._marks.claim(event):
            await self._wake(event, "turn")

    async def rebuild(self, gap: Gap) -> None:
        """Events may be lost: wakes every bot of those partitions that nobody has woken."""
        partitions = [_PARTITION_OF[stream] for stream in gap.streams]
        await self.sweep(partitions, lost_ms=0)

    async def sweep(self, partitions: Sequence[int] = _ALL, *, lost_ms: int | None = None) -> int:
        """Wakes the bots whose turn has been open for `lost_ms` and that nobody works on; how many."""
        until = self._now_ms() - (self._lost_ms if lost_ms is None else lost_ms)
        late = [turn for turn in await self._turns.of(partitions) if turn.level and turn.began_ms <= until]
        lost = [turn for turn, mark in zip(late, await self._marks.read(late), strict=True) if mark is Mark.ABSENT]
        lost += await self._vanished(late)
        for turn in lost:
            await self._marks.renew(turn)
            await self._wake(turn, "sweep")
        return len(lost)

    async def run(self, every: float) -> None:
        """Sweeps for as long as the process lives."""
        while True:
            await asyncio.sleep(every)
            try:
                woken = await self.sweep()
            except (RedisError, OSError, QueueUnavailable) as error:
                logger.warning("a sweep was put off: %s", error)
            else:
                if woken:
                    logger.info("woke %d turns that nobody was working on", woken)

    async def _vanished(self, late: Sequence[TurnStarted]) -> list[TurnStarted]:
        """Turns marked as queued though the queue is empty: whoever took them died before beginning."""
        if not late or await self._queue.waiting():
            return []
        marks = await self._marks.read(late)
        return [turn for turn, mark in zip(late, marks, strict=True) if mark is Mark.QUEUED]

    async def _wake(self, turn: TurnStarted, reason: Reason) -> None:
        try:
            await self._queue.put(turn)
        except QueueUnavailable:
            await self._marks.release(turn)
            raise
        metrics.WAKER_WAKES.labels(reason).inc()
