"""Watching a list of tables: all of it, then whatever joins it, changes in it or leaves it.

A watcher compares what the list is with what it told, so nothing is missed, and one that is slow skips what came and
went. It reads the list when a table has changed, whichever, but never more often than each `linger`.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from footplate.domain.table import Table
from footplate.lobby.bells import ANY, Bells
from footplate.lobby.lists import Filter, filtered
from footplate.lobby.ports import Clock, Listing, TableStore
from footplate.lobby.watch import Beat, Ended, EndReason, Watcher
from footplate.runtime import metrics

_MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Gone:
    """A table that is no longer in the list."""

    table_id: str


Message = Table | Gone | Beat | Ended


class ListWatches:
    """Watches of lists. `heartbeat`: seconds of silence before a sign of life. `linger`: between two looks."""

    def __init__(self, store: TableStore, bells: Bells, now_ms: Clock, heartbeat: float, linger: float) -> None:
        self._store = store
        self._bells = bells
        self._now_ms = now_ms
        self._heartbeat = heartbeat
        self._linger = linger

    async def watch(self, watcher: Watcher, listing: Listing, wanted: Filter) -> AsyncGenerator[Message, None]:
        """The tables of the list, a beat, then each change. Raises StoreUnavailable any time."""
        listing, told, following = replace(listing, size=_MOST), dict[str, Table](), False
        with self._bells.listening(ANY) as bell, metrics.WATCHERS_OPEN.labels("tables").track_inprogress():
            while True:
                rung = bell.next()
                listed = await filtered(self._store, listing, wanted)
                now = {table.id: table for table in listed.tables}
                for message in _news(told, now):
                    yield message
                told = now
                if reason := self._over(watcher):
                    break
                if not following or not await self._rest(rung, watcher):
                    yield Beat(self._now_ms(), 0)
                following = True
            yield Ended(reason, 0)

    def _over(self, watcher: Watcher) -> EndReason | None:
        if self._bells.closing:
            return EndReason.SHUTTING_DOWN
        return EndReason.TOKEN_EXPIRED if self._left(watcher) <= 0 else None

    async def _rest(self, rung: asyncio.Event, watcher: Watcher) -> bool:
        """Waits for a change or the end of the token; false when a sign of life is due."""
        left = self._left(watcher)
        try:
            async with asyncio.timeout(min(self._heartbeat, max(0.0, left))):
                await rung.wait()
        except TimeoutError:
            return left < self._heartbeat
        if not self._bells.closing:
            await asyncio.sleep(self._linger)
        return True

    def _left(self, watcher: Watcher) -> float:
        return watcher.expires_at - self._now_ms() / 1000


def _news(told: Mapping[str, Table], now: Mapping[str, Table]) -> Iterator[Table | Gone]:
    for table_id in told:
        if table_id not in now:
            yield Gone(table_id)
    for table_id, table in now.items():
        if table_id not in told or told[table_id].version < table.version:
            yield table
