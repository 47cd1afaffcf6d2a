"""A consumer: one member of a group, over any number of streams."""

import asyncio
import itertools
import logging
from collections.abc import Sequence

from footplate.bus.lane import Lane, Member, milliseconds
from footplate.bus.loops import Runner, pause, process_name, unless_stopped
from footplate.bus.ports import BusError, Driver, GapHandler, Handler, Observer
from footplate.bus.settings import ConsumerSettings

logger = logging.getLogger(__name__)

_numbers = itertools.count(1)


class Consumer(Runner):
    """Calls `handler` for every event at least once, as one member of `group`.

    Events of one stream are handled one at a time by one consumer, in order but for retries; another consumer of the
    group may handle others meanwhile. On a cluster, streams of different slots are handled side by side.
    `on_gap` is called before reading goes on wherever events may be lost; while it raises, it is called again.
    """

    def __init__(
        self,
        driver: Driver,
        streams: Sequence[str],
        group: str,
        handler: Handler,
        *,
        on_gap: GapHandler,
        settings: ConsumerSettings,
        observer: Observer,
        name: str | None = None,
    ) -> None:
        super().__init__(settings.grace)
        # Two consumers of one process must not share a name: each makes claimable what it finds under its own.
        self.name = name or f"{process_name()}-{next(_numbers)}"
        self._streams = tuple(streams)
        self._member = Member(driver, group, self.name, handler, on_gap, settings, observer, self._stop)
        self._lanes = [Lane(self._member, lane) for lane in driver.lanes(streams)]

    @property
    def connected(self) -> bool:
        """Whether every lane is reading; false while the store is away."""
        return all(lane.joined.is_set() for lane in self._lanes)

    async def ready(self) -> None:
        """Returns once the group stands on every stream and its gaps were dealt with."""
        for lane in self._lanes:
            await lane.joined.wait()

    async def _main(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            for lane in self._lanes:
                tasks.create_task(lane.run())
            tasks.create_task(self._keep_house())

    async def _keep_house(self) -> None:
        await unless_stopped(self._stop, self.ready())
        while not self._stop.is_set():
            try:
                await self._tidy()
            except BusError as error:
                logger.info("%s: housekeeping put off: %s", self._member.group, error)
            await pause(self._stop, self._member.settings.check_every)

    async def _tidy(self) -> None:
        """Measures, removes consumers of dead processes, and trims what nobody needs any more."""
        driver, group, settings = self._member.driver, self._member.group, self._member.settings
        for state in await driver.inspect(self._streams, group):
            self._member.observer.group_state(group, state)
        await driver.reap(self._streams, group, idle_ms=milliseconds(settings.reap_idle))
        if settings.trim is not None:
            keep_ms = milliseconds(settings.trim.keep)
            await driver.trim(self._streams, settings.trim.groups, keep_ms=keep_ms)
