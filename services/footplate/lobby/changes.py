"""Changing a table while others do: a change is stored only in place of the table it was made from.

Whoever was late makes the change again, from the table as it is now; so two who want the last seat get it one after the
other, and the second is told that the table is full.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Final

from footplate.domain.errors import StoreUnavailable, UnknownTable
from footplate.domain.table import Changed, Table
from footplate.lobby.ports import NO_SEAT, Answer, Clock, Remembered, Request, TableStore, Write

_TRIES: Final = 50
_PAUSE_SECONDS: Final = 0.01

Step = Callable[[Table, int], Changed]
"""What the domain makes of a table at a time."""
Change = Callable[[Table, int], Awaitable[Changed]]
"""The same where something must be looked up on the way."""


async def changed(
    store: TableStore, table: Table, change: Change, now_ms: Clock, request: Request | None = None
) -> Answer | Remembered:
    """Makes a change and stores it, however many do so at once. A change without events is not stored.

    Raises what the change raises, UnknownTable, StoreUnavailable.
    """
    for attempt in range(_TRIES):
        made = await change(table, now_ms())
        write = Write(table, made, request, _new_seat(table, made.table))
        done = await store.write(write) if made.events else None
        if done is None:
            return write.answer
        if isinstance(done, Remembered):
            return done
        table = done
        await asyncio.sleep(_PAUSE_SECONDS * attempt * random.random())
    raise StoreUnavailable("too many changes of one table at once")


async def stepped(store: TableStore, table: Table, step: Step, now_ms: Clock) -> Table:
    """Like `changed`, for a step nobody asked for with a request."""
    done = await changed(store, table, at_once(step), now_ms)
    return (done.answer if isinstance(done, Remembered) else done).table


def at_once(step: Step) -> Change:
    """A change that needs no look-up."""

    async def change(table: Table, now_ms: int) -> Changed:
        return step(table, now_ms)

    return change


def expect_table(table: Table | None, table_id: str) -> Table:
    """The table. Raises UnknownTable."""
    if table is None:
        raise UnknownTable(table_id)
    return table


def shown_to(table: Table, account: str, code: str = "") -> Table:
    """The table. Raises UnknownTable, as if there were none, for an account that may not find it."""
    if not table.shown_to(account, code):
        raise UnknownTable(table.id)
    return table


def _new_seat(before: Table, after: Table) -> int:
    """The seat that was taken."""
    pairs = enumerate(zip(before.seats, after.seats, strict=True))
    return next((number for number, (old, new) in pairs if new and new != old), NO_SEAT)
