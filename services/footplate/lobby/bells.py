"""How watchers learn that a table has changed: a bell for each table that is watched.

A bell only says that it is time to look, so a watcher that was busy while it rang misses nothing that still matters:
the newest version tells all.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from footplate.bus import Envelope, Gap
from footplate.domain.events import LineSaid, TableChanged, TicketChanged
from footplate.wire.events import decode_event

ANY: Final = ""
"""The name of a bell that rings for every table."""


def room_bell(table_id: str, room: str) -> str:
    """The name of the bell that rings for what is said in a room."""
    return f"{table_id}/{room}"


class Bell:
    """Rings for everybody who watches one thing."""

    def __init__(self) -> None:
        self.listeners = 0
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wakes all who wait."""
        self._rung.set()
        self._rung = asyncio.Event()

    def next(self) -> asyncio.Event:
        """What is set when it rings the next time."""
        return self._rung


class Bells:
    """Bells by table. A bell is there while somebody listens."""

    def __init__(self) -> None:
        self._bells: dict[str, Bell] = {}
        self.closing = False
        """Set for good when the process is about to stop."""

    def __len__(self) -> int:
        return len(self._bells)

    @contextmanager
    def listening(self, table_id: str) -> Iterator[Bell]:
        """The bell of a table, for the length of a `with`."""
        bell = self._bells.setdefault(table_id, Bell())
        bell.listeners += 1
        try:
            yield bell
        finally:
            bell.listeners -= 1
            if not bell.listeners:
                del self._bells[table_id]

    async def hear(self, envelope: Envelope) -> None:
        """Rings for an event of the bus."""
        event = decode_event(envelope.payload)
        if isinstance(event, TableChanged):
            self._ring(event.table, ANY)
        elif isinstance(event, LineSaid):
            self._ring(room_bell(event.table, event.room))
        elif isinstance(event, TicketChanged):
            self._ring(event.ticket)

    def _ring(self, *names: str) -> None:
        for name in names:
            if name in self._bells:
                self._bells[name].ring()

    async def gap(self, _gap: Gap) -> None:
        """Events may be lost: has everybody look."""
        self.ring_all()

    def ring_all(self) -> None:
        """Has everybody look."""
        for bell in self._bells.values():
            bell.ring()

    def close(self) -> None:
        """Tells all watchers, also those still to come, that the process is about to stop."""
        self.closing = True
        self.ring_all()
