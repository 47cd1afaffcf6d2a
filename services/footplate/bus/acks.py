"""Acknowledging in the background, so that the next message need not wait for the disk under the store."""

import asyncio
import logging
import time

from footplate.bus.envelope import Envelope
from footplate.bus.loops import Backoff, ended, pause
from footplate.bus.ports import BusUnavailable, Driver
from footplate.bus.settings import ConsumerSettings

logger = logging.getLogger(__name__)


class Acknowledger:
    """Begins with the first message at once; those done meanwhile go together in the next round trip.

    A store that syncs before it answers then syncs once for many. While the store is away it tries for as long as the
    messages are ours, so that a short outage repeats no effect.
    """

    def __init__(self, driver: Driver, group: str, settings: ConsumerSettings, stop: asyncio.Event) -> None:
        self._driver = driver
        self._group = group
        self._settings = settings
        self._stop = stop
        self._waiting: dict[str, list[str]] = {}
        self._task: asyncio.Task[None] | None = None

    def done(self, envelope: Envelope) -> None:
        """The effect of this message is there; acknowledge it."""
        self._waiting.setdefault(envelope.stream, []).append(envelope.id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work_off())

    async def drained(self) -> None:
        """Returns once all is acknowledged, or given up because it is no longer ours or a stop was asked for."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """Drops what is not acknowledged yet."""
        if self._task is not None:
            await ended(self._task)

    async def _work_off(self) -> None:
        while self._waiting:
            ids, self._waiting = self._waiting, {}
            await self._acknowledge(ids)

    async def _acknowledge(self, ids: dict[str, list[str]]) -> None:
        deadline = time.monotonic() + self._settings.claim_idle
        backoff = Backoff(self._settings.backoff, self._settings.backoff_limit)
        while True:
            try:
                await self._driver.ack(self._group, ids)
            except BusUnavailable as error:
                if self._stop.is_set() or time.monotonic() >= deadline:
                    logger.warning("%s: not acknowledged, will be repeated: %s", self._group, error)
                    return
                await pause(self._stop, backoff.delay())
            else:
                return
