"""Tables that wait too long for players: they say so before they expire, and then they do.

When is data beside the tables, written in the same step as they are. Every replica looks; the version decides which of
two does it, so each change is made once, also when a replica dies in the midst of it.
"""

import asyncio
import logging
import random
from typing import Final

from footplate.domain.errors import StoreUnavailable, UnknownTable
from footplate.domain.table import Status
from footplate.lobby.ports import Clock, TableStore, Write
from footplate.runtime import metrics

logger = logging.getLogger(__name__)

_MOST: Final = 200


class Expiry:
    """Looks every `tick` seconds at the tables about which time changes something."""

    def __init__(self, store: TableStore, now_ms: Clock, tick: float) -> None:
        self._store = store
        self._now_ms = now_ms
        self._tick = tick

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(self._tick * random.uniform(0.8, 1.2))  # so that replicas do not look in step

    async def look(self) -> None:
        """Changes what is due now. A store that is away is tried again with the next look."""
        try:
            for table_id in await self._store.due(self._now_ms(), _MOST):
                await self._guarded(table_id)
        except StoreUnavailable as trouble:
            logger.warning("tables that are due cannot be read: %s", trouble)

    async def _guarded(self, table_id: str) -> None:
        """Makes the change if nobody is faster: only who wrote it counts it, and what is still due comes up again."""
        table = (await self._store.look(table_id)).table
        change = table.time_passed(self._now_ms()) if table else None
        if change is None or not change.events:
            return
        try:
            beaten = await self._store.write(Write(table, change))
        except UnknownTable as passed:
            logger.info("not needed any more: %s", passed)
            return
        if beaten is None and change.table.status == Status.EXPIRED:
            metrics.TABLES_EXPIRED.labels(change.table.setup.game).inc()
