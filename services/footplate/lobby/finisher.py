"""From the end of a match to its table: takes MatchFinished from the bus and keeps the result.

A match may be over before its table knows that it began. Such an event finds no table and is passed over; whoever tells
the table of its match therefore looks, right behind it, whether the match is over already (`catch_up`). One of the two
always comes second and does it.
"""

import logging

from footplate.bus import PARTITION_STREAMS, Envelope, Gap, partition_of
from footplate.domain.errors import TableClosed
from footplate.domain.events import MatchFinished
from footplate.domain.table import Changed, Status, Table
from footplate.lobby.changes import stepped
from footplate.lobby.hearing import read_event
from footplate.lobby.ports import Clock, Ending, Rules, TableStore
from footplate.lobby.survey import tables_that_are

logger = logging.getLogger(__name__)


class Finisher:
    """Handles the events of the group `lobby-finish`."""

    def __init__(self, store: TableStore, rules: Rules, now_ms: Clock) -> None:
        self._store = store
        self._rules = rules
        self._now_ms = now_ms

    async def handle(self, envelope: Envelope) -> None:
        """Keeps the result of a match. Raises StoreUnavailable when it is to be tried again."""
        event = read_event(envelope)
        if not isinstance(event, MatchFinished):
            return
        table_id = await self._store.table_of(event.match)
        table = (await self._store.look(table_id)).table if table_id else None
        if table:
            await self._finished(table, Ending(event.outcome, event.conduct))

    async def gap(self, gap: Gap) -> None:
        """Events may be lost: asks for every match on these streams. Raises StoreUnavailable, RulesUnavailable."""
        async for table in tables_that_are(self._store, Status.PLAYING):
            if PARTITION_STREAMS[partition_of(table.match)] in gap.streams:
                await self.catch_up(table)

    async def catch_up(self, table: Table) -> None:
        """Keeps the result if the match of a table is over already. Raises StoreUnavailable, RulesUnavailable."""
        ending = await self._rules.ending(table.match)
        if ending:
            await self._finished(table, ending)

    async def _finished(self, table: Table, ending: Ending) -> None:
        def finish(table: Table, now_ms: int) -> Changed:
            return table.finish(ending.outcome, ending.conduct, now_ms)

        try:
            await stepped(self._store, table, finish, self._now_ms)
        except TableClosed as passed:
            logger.info("not needed any more: %s", passed)
