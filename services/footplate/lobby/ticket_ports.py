"""What matchmaking needs of its store, and the values that pass through."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from footplate.domain.matchmaking import Ticket
from footplate.domain.table import Table


@dataclass(frozen=True, slots=True)
class Ending:
    """How a ticket ended, for all of its party. Exactly one of `match`, `cancelled_by` and `lost` is set.

    `accounts`: the party. `table`, `seats`: with a match, its table and the seat of each account that was matched.
    """

    match: str = ""
    table: str = ""
    seats: tuple[tuple[str, int], ...] = ()
    cancelled_by: str = ""
    lost: str = ""
    accounts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptTicket:
    """A ticket as it is stored. `print`: what was asked for with the request that opened it."""

    ticket: Ticket
    print: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is of a ticket: itself while it is alive, or how it ended.

    `present`: accounts of its party that hold it, as far as their leases are known. `claimed`: its match is being made.
    `waiting`: tickets for the same game that are alive.
    """

    kept: KeptTicket | None
    ending: Ending | None
    present: tuple[str, ...] = ()
    claimed: bool = False
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """Tickets that go together, with the table that is made for them."""

    id: str
    tickets: tuple[Ticket, ...]
    table: Table


class Held(StrEnum):
    """What came of holding a ticket."""

    DONE = "done"
    GONE = "gone"
    BUSY = "busy"


class TicketStore(Protocol):
    """Where tickets are kept. Every call raises StoreUnavailable when the store is away."""

    async def open(self, kept: KeptTicket, account: str, lease_ms: int, now_ms: int) -> Seen | str | None:
        """Stores a ticket. None when that was done; else what is there from before, or the account's other one."""
        ...

    async def hold(self, ticket_id: str, account: str, lease_ms: int, now_ms: int) -> tuple[Held, str]:
        """Holds a ticket for one of its party until `lease_ms`; with BUSY, the id of its other ticket."""
        ...

    async def look(self, ticket_id: str) -> Seen:
        """What there is of a ticket."""
        ...

    async def end(self, ticket: Ticket, ending: Ending, now_ms: int, lost: str = "") -> Ending | None:
        """Ends a ticket; how it ended if that was before. None when its match is being made, or `lost` holds it again.

        `lost`: the account that must have let it go.
        """
        ...

    async def held(self, now_ms: int) -> Sequence[Ticket]:
        """Tickets that are held for all of their parties and are not claimed."""
        ...

    async def lost(self, now_ms: int) -> Sequence[tuple[Ticket, str]]:
        """Tickets that somebody of their parties does not hold any more, with that account."""
        ...

    async def claim(self, pairing: Pairing, now_ms: int) -> bool:
        """Takes the tickets of a pairing, all or none; false when one of them is no longer to be had."""
        ...

    async def pairings(self) -> Sequence[Pairing]:
        """Pairings whose matches are being made."""
        ...

    async def settle(self, pairing: Pairing, endings: Sequence[Ending], lease_ms: int, now_ms: int) -> bool:
        """Ends a pairing: each ticket as its ending says, or without endings they wait again. False if it had ended."""
        ...
