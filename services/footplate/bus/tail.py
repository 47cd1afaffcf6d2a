"""A tail: reads streams without a group. Every replica that fans events out to its watchers has one of its own."""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence

from footplate.bus.envelope import LATEST, START, Envelope
from footplate.bus.lane import milliseconds
from footplate.bus.loops import Backoff, Runner, guarded, pause, unless_stopped
from footplate.bus.ports import BusError, Driver, Gap, GapHandler, GapReason, Handler, Observer, RebuildFailed
from footplate.bus.settings import TailSettings

logger = logging.getLogger(__name__)


class Tail(Runner):
    """Calls `handler` for every event after `start`: `LATEST`, or one id per stream.

    Nothing is acknowledged or retried: an error of the handler is logged, and the event is done. `on_gap` is called
    wherever events may be lost (the store was flushed, or trimmed before this tail had read), before reading goes on.
    """

    def __init__(
        self,
        driver: Driver,
        streams: Sequence[str],
        handler: Handler,
        *,
        on_gap: GapHandler,
        settings: TailSettings,
        observer: Observer,
        start: str | Mapping[str, str] = LATEST,
        name: str = "tail",
    ) -> None:
        super().__init__(settings.grace)
        self.name = name
        self.handler = handler
        self.on_gap = on_gap
        self.settings = settings
        self.observer = observer
        self._lanes = [TailLane(self, driver, lane, start, self._stop) for lane in driver.lanes(streams)]

    @property
    def connected(self) -> bool:
        """Whether every lane is reading; false while the store is away."""
        return all(lane.joined.is_set() for lane in self._lanes)

    @property
    def positions(self) -> dict[str, str]:
        """The last id handled of each stream; a new tail may start from here. Empty before `ready`."""
        return {stream: entry_id for lane in self._lanes for stream, entry_id in lane.positions.items()}

    async def ready(self) -> None:
        """Returns once the place in every stream is known: what is published from now on will be seen."""
        for lane in self._lanes:
            await lane.joined.wait()

    async def _main(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            for lane in self._lanes:
                tasks.create_task(lane.run())


class TailLane:
    """The streams of a tail that one read may name together."""

    def __init__(
        self, tail: Tail, driver: Driver, streams: Sequence[str], start: str | Mapping[str, str], stop: asyncio.Event
    ) -> None:
        self._tail = tail
        self._driver = driver
        self._streams = tuple(streams)
        self._start = start
        self._stop = stop
        self._reader = driver.reader()
        self._backoff = Backoff(tail.settings.backoff, tail.settings.backoff_limit)
        self._checked = 0.0
        self.positions: dict[str, str] = {}
        self.joined = asyncio.Event()

    async def run(self) -> None:
        """Reads until the tail stops; comes back after every trouble with the store."""
        try:
            while not self._stop.is_set():
                await self._spell()
        finally:
            await self._reader.close()

    async def _spell(self) -> None:
        try:
            await self._find_place()
            self.joined.set()
            self._backoff.reset()
            while not self._stop.is_set():
                await self._turn()
        except BusError as error:
            self.joined.clear()
            logger.warning("%s: will try again: %s", self._tail.name, error)
            self._tail.observer.disconnected(self._tail.name, error)
            await pause(self._stop, self._backoff.delay())

    async def _find_place(self) -> None:
        """Turns `LATEST` into ids once: asking for it at every read would lose what comes between two reads."""
        if not self.positions and isinstance(self._start, str):
            latest = await self._driver.positions(self._streams) if self._start == LATEST else {}
            self.positions = {stream: latest.get(stream, self._start) for stream in self._streams}
        elif not self.positions and not isinstance(self._start, str):
            self.positions = {stream: self._start.get(stream, START) for stream in self._streams}
        await self._look_for_gaps()

    async def _look_for_gaps(self) -> None:
        gone = await self._driver.gone(self.positions)
        if gone:
            await self._report(Gap(GapReason.TRIMMED, tuple(gone), self._tail.name))
            self.positions.update(dict.fromkeys(gone, START))
        self._checked = time.monotonic()

    async def _report(self, gap: Gap) -> None:
        self._tail.observer.gap(gap)
        try:
            await guarded(self._tail.on_gap(gap))
        except Exception as error:
            logger.exception("%s: rebuilding after a gap failed", gap.group)
            raise RebuildFailed(f"rebuilding after a gap failed: {error}") from error

    async def _turn(self) -> None:
        settings = self._tail.settings
        if time.monotonic() - self._checked >= settings.check_every:
            await self._look_for_gaps()
        reading = self._reader.read_after(
            self.positions, count=settings.batch, block_ms=max(1, milliseconds(settings.block))
        )
        envelopes = await unless_stopped(self._stop, reading)
        for envelope in envelopes or ():
            await self._handle(envelope)
        if envelopes and settings.linger:
            await pause(self._stop, settings.linger)

    async def _handle(self, envelope: Envelope) -> None:
        try:
            await guarded(self._tail.handler(envelope))
        except Exception:
            logger.exception("%s: handling %s failed", self._tail.name, envelope.key)
        self.positions[envelope.stream] = envelope.id
