"""From a full table to its match: takes TableStarting from the bus, has the match created, tells the table.

Every step may be repeated. The match is asked for with the table's id as request id, so the same table gets the same
match; a crash between any two steps leaves an event that was not acknowledged, and whoever takes it goes on from where
the table stands.
"""

import logging

from footplate.bus import LOBBY_STREAM, Bus, Envelope, Gap
from footplate.domain.errors import TableClosed
from footplate.domain.events import TableStarting
from footplate.domain.table import Status, Table
from footplate.lobby.changes import Step, stepped
from footplate.lobby.finisher import Finisher
from footplate.lobby.hearing import read_event
from footplate.lobby.ports import Clock, MatchRefused, Rules, RulesUnavailable, TableStore
from footplate.lobby.survey import tables_that_are
from footplate.wire.events import encode_event

logger = logging.getLogger(__name__)


class Starter:
    """Handles the events of the group `lobby-start`. After `tries` failures of a start its table is opened again."""

    def __init__(
        self, store: TableStore, rules: Rules, finisher: Finisher, bus: Bus, now_ms: Clock, tries: int
    ) -> None:
        self._store = store
        self._rules = rules
        self._finisher = finisher
        self._bus = bus
        self._now_ms = now_ms
        self._tries = tries

    async def handle(self, envelope: Envelope) -> None:
        """Starts a match. Raises RulesUnavailable or StoreUnavailable when it is to be tried again."""
        event = read_event(envelope)
        if isinstance(event, TableStarting):
            await self.start(event.table, event.version, last_try=envelope.deliveries >= self._tries)

    async def gap(self, _gap: Gap) -> None:
        """Events may be lost: see `recover`."""
        await self.recover()

    async def recover(self) -> None:
        """Tells of every table that waits for its match once more. Raises StoreUnavailable, BusUnavailable."""
        async for table in tables_that_are(self._store, Status.STARTING):
            event = TableStarting(table.id, table.version, table.setup, table.taken, table.updated_ms)
            await self._bus.publish(LOBBY_STREAM, encode_event(event))

    async def start(self, table_id: str, version: int, *, last_try: bool = False) -> None:
        """Goes on with a start from where the table stands. `version`: the one in which it waits for its match."""
        table = (await self._store.look(table_id)).table
        if table and table.status == Status.STARTING and table.version == version:
            table = await self._begun(table, last_try=last_try)
        if table and table.status == Status.PLAYING:
            await self._finisher.catch_up(table)

    async def _begun(self, table: Table, *, last_try: bool) -> Table:
        try:
            match_id = await self._rules.create_match(table)
        except MatchRefused as refusal:
            return await self._reopened(table, refusal)
        except RulesUnavailable as trouble:
            if not last_try:
                raise
            return await self._reopened(table, trouble)
        return await self._stepped(table, lambda table, now_ms: table.started(match_id, now_ms))

    async def _reopened(self, table: Table, reason: Exception) -> Table:
        logger.warning("a table could not be started and is open again: %s", reason, extra={"table": table.id})
        return await self._stepped(table, Table.reopen)

    async def _stepped(self, table: Table, step: Step) -> Table:
        try:
            return await stepped(self._store, table, step, self._now_ms)
        except TableClosed as passed:  # another replica went on with the same table
            logger.info("not needed any more: %s", passed)
            return table
