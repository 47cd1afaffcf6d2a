"""What the use cases need of the outside world, and the values that pass through."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from footplate.domain.table import Changed, Status, Table
from footplate.engine.game import Outcome
from footplate.lobby.account import Account
from footplate.lobby.rate import Limit

Clock = Callable[[], int]
"""The time now in milliseconds since 1970, UTC."""


# --- Accounts --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kept:
    """An account as it is stored. `secret_hash`: empty when nobody can log in. `request`: the one that made it."""

    account: Account
    secret_hash: str = field(default="", repr=False)
    request: str = field(default="", repr=False)


class AccountStore(Protocol):
    """Where accounts are kept. Every call raises StoreUnavailable when the store is away."""

    async def add(self, kept: Kept, name_key: str) -> str | None:
        """Stores an account under its name, all or nothing. None, or the id of another account that holds the name.

        One that is there already stays as it is.
        """
        ...

    async def by_id(self, account_id: str) -> Kept | None:
        """The account of an id."""
        ...

    async def by_name(self, name_key: str) -> Kept | None:
        """The account that holds a name."""
        ...


class Tries(Protocol):
    """Counts what may be done only so often. Every call raises StoreUnavailable when the store is away."""

    async def spend(self, what: str, limit: Limit) -> None:
        """Takes note of one more time. Raises RateLimited when that was too often."""
        ...

    async def forget(self, what: str) -> None:
        """Starts the count again."""
        ...


# --- Tables ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Request:
    """A write as its caller names it. `id`: unique to the caller. `print`: tells what was asked for from all else."""

    id: str
    print: str


NO_SEAT: Final = -1


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request came to: the table after it, and the seat that was taken, or NO_SEAT."""

    table: Table
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a request did before."""

    print: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Write:
    """A change to be stored. `before`: the table it was made from, None for a new one."""

    before: Table | None
    changed: Changed
    request: Request | None = None
    seat: int = NO_SEAT

    @property
    def answer(self) -> Answer:
        """What to answer when it is done."""
        return Answer(self.changed.table, self.seat)


@dataclass(frozen=True, slots=True)
class Found:
    """What there is of a table, and of a request about it."""

    table: Table | None
    remembered: Remembered | None


@dataclass(frozen=True, slots=True)
class Listing:
    """Which tables are wanted, the newest first. `game`, `account`: empty for any.

    `below`: the place behind which to begin, 0 for the newest.
    """

    statuses: tuple[Status, ...]
    game: str
    account: str
    below: int
    size: int


@dataclass(frozen=True, slots=True)
class Listed:
    """Tables as wanted; `last`: the place of the last one, 0 when there are no more; `total` of all pages."""

    tables: tuple[Table, ...]
    last: int
    total: int


class TableStore(Protocol):
    """Where tables are kept. Every call raises StoreUnavailable when the store is away."""

    async def look(self, table_id: str, request: Request | None = None) -> Found:
        """The table of an id, and what is remembered of a request, at one moment."""
        ...

    async def write(self, write: Write) -> Remembered | Table | None:
        """Stores a change and tells the bus, all or nothing. None when that was done.

        Otherwise nothing was, and the answer is what the request did before, or the table as somebody else left it.
        Raises UnknownTable when it is gone.
        """
        ...

    async def page(self, listing: Listing) -> Listed:
        """A part of a list."""
        ...

    async def table_of(self, match_id: str) -> str | None:
        """The table that plays a match; None when there is none, or it is known to be over."""
        ...

    async def count(self) -> Mapping[Status, int]:
        """How many tables there are of each status."""
        ...


# --- The rules service -----------------------------------------------------


class RulesUnavailable(Exception):
    """The rules service did not do what it was asked, and may do so later."""


class MatchRefused(Exception):
    """The rules service will never create this match."""


class Rules(Protocol):
    """The part of the rules service that the lobby calls."""

    async def create_match(self, table: Table) -> str:
        """The id of the table's match, the same each time. Raises RulesUnavailable, MatchRefused."""
        ...

    async def outcome(self, match_id: str) -> Outcome | None:
        """How a match ended; None while it runs, and when there is none. Raises RulesUnavailable."""
        ...
