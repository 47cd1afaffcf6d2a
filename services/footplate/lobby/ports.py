"""What the use cases need of the outside world, and the values that pass through."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from footplate.domain.conduct import Conduct, Reliability
from footplate.domain.events import AccessRevoked
from footplate.domain.rating import Board, Rating, Strength
from footplate.domain.seat import Seat
from footplate.domain.table import Changed, Status, Table
from footplate.engine.game import Outcome
from footplate.lobby.account import Account
from footplate.lobby.rate import Limit

Clock = Callable[[], int]
"""The time now in milliseconds since 1970, UTC."""


# --- Accounts --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kept:
    """An account as it is stored. `secret_hash`: empty when nobody can log in. `request`: the one that made it.

    `epoch`: rises when all sessions of the account are ended; only those that begin in it are good.
    """

    account: Account
    secret_hash: str = field(default="", repr=False)
    request: str = field(default="", repr=False)
    epoch: int = 0


MOST_BOTS: Final = 20
"""How many bots an account may own, unless a setting says otherwise."""


class Written(StrEnum):
    """What came of a write of an account."""

    DONE = "done"
    BEFORE = "before"
    """The request had done it already."""
    REUSED = "reused"
    """The request was something else before. Nothing was done."""
    MOVED = "moved"
    """The account has another epoch by now. Nothing was done."""


@dataclass(frozen=True, slots=True)
class Revoking:
    """Tokens that are to be good no more. `secret_hash`: of the secret the account has from then on, empty to keep it.

    An event that names an epoch stores it, in place of the one before it.
    """

    event: AccessRevoked
    request: "Request"
    secret_hash: str = field(default="", repr=False)


class AccountStore(Protocol):
    """Where accounts are kept. Every call raises StoreUnavailable when the store is away."""

    async def add(self, kept: Kept, name_key: str, most_bots: int = MOST_BOTS) -> str | None:
        """Stores an account under its name, all or nothing. None, or the id of another account that holds the name.

        One that is there already stays as it is. Raises TooManyBots when its owner has as many as it may.
        """
        ...

    async def by_id(self, account_id: str) -> Kept | None:
        """The account of an id."""
        ...

    async def by_name(self, name_key: str) -> Kept | None:
        """The account that holds a name."""
        ...

    async def bots_of(self, owner: str) -> Sequence[Account]:
        """The bots of an owner, the oldest first."""
        ...

    async def revoke(self, revoking: Revoking) -> Written:
        """Stores that tokens are good no more, with what changes along with it, and tells the bus: all or nothing."""
        ...

    async def did(self, request: "Request") -> bool:
        """Whether a request did just that before."""
        ...

    async def is_revoked(self, account_id: str, session: str) -> bool:
        """Whether a session was ended by itself, as long as that must be known."""
        ...

    async def revoked(self) -> Sequence[AccessRevoked]:
        """All that is revoked and must still be known."""
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
    """Which tables are wanted, the newest first. `game`: empty for any.

    `whose`: as in `keys.index_key`. `below`: the place behind which to begin, 0 for the newest.
    """

    statuses: tuple[Status, ...]
    game: str
    whose: str
    below: int
    size: int


@dataclass(frozen=True, slots=True)
class Listed:
    """Tables as wanted; `last`: the place of the last one, 0 when there are no more; `total` of all pages.

    `places`: that of each table.
    """

    tables: tuple[Table, ...]
    last: int
    total: int
    places: tuple[int, ...] = ()


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

    async def due(self, now_ms: int, most: int) -> Sequence[str]:
        """Tables about which time changes something by now, the longest overdue first."""
        ...

    async def table_of(self, match_id: str) -> str | None:
        """The table that plays a match; None when there is none, or it is known to be over."""
        ...

    async def count(self) -> Mapping[Status, int]:
        """How many tables there are of each status."""
        ...


# --- Ratings ---------------------------------------------------------------


class RatingSystem(Protocol):
    """The arithmetic of ratings. Pure: the same arguments give the same answer, whatever the order of the seats."""

    def after(self, strengths: Sequence[Strength], ranks: Sequence[int]) -> Sequence[Strength]:
        """What is believed of everybody after a match that they ended on these ranks, 1 the best, equal ones a tie."""
        ...


@dataclass(frozen=True, slots=True)
class Rated:
    """An account on a board. `seat`: the one it had in its last rated match, with the name it was shown under."""

    seat: Seat
    rating: Rating

    @property
    def spot(self) -> "Spot":
        """Where it stands on the board."""
        return Spot(-self.rating.points, self.seat.account)


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place between all accounts a board may have: by points, the best first (hence negated), then by account."""

    behind: int
    account: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a leaderboard. `place`: counted from 1, shared by equal points."""

    place: int
    rated: Rated


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A part of a board, the best first. `more`: whether there is another part behind it; `total` of all parts."""

    entries: tuple[Entry, ...]
    more: bool
    total: int


class Settled(StrEnum):
    """What came of settling a match."""

    DONE = "done"
    BEFORE = "before"
    """It had been settled already."""
    MOVED = "moved"
    """Another match of one of its accounts was settled meanwhile. Nothing was done."""


class RatingStore(Protocol):
    """Where ratings are kept. Every call raises StoreUnavailable when the store is away."""

    async def waiting(self) -> Mapping[str, str]:
        """Matches whose tables have their results and that are not settled, each with its table."""
        ...

    async def ratings(self, board: Board, accounts: Sequence[str]) -> Sequence[Rating]:
        """The rating of each account; that of a newcomer where it has none."""
        ...

    async def settle(
        self, match_id: str, conduct: Mapping[str, Conduct], board: Board, rated: Sequence[Rated]
    ) -> Settled:
        """Stores what a match led to for each of its accounts, once and all or nothing.

        `conduct`: by account, how those kept to the match whose reliability is counted.
        """
        ...

    async def pass_over(self, match_id: str, conduct: Mapping[str, Conduct]) -> bool:
        """Settles a match that is not rated; false when it had been settled already."""
        ...

    async def reliability(self, account_id: str) -> Reliability:
        """What is counted of how an account kept to its matches."""
        ...

    async def of_account(self, account_id: str, boards: Sequence[Board]) -> Mapping[Board, Rating]:
        """The ratings of an account, in the order of the boards; without those on which it has none."""
        ...

    async def leaderboard(self, board: Board, after: Spot | None, size: int) -> Leaderboard:
        """`size` accounts at most, from the first one behind a spot on."""
        ...


# --- The rules service -----------------------------------------------------


class RulesUnavailable(Exception):
    """The rules service did not do what it was asked, and may do so later."""


class MatchRefused(Exception):
    """The rules service will never create this match."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended. `conduct`: of each seat, or empty when the rules service told none."""

    outcome: Outcome
    conduct: tuple[Conduct, ...] = ()


class Rules(Protocol):
    """The part of the rules service that the lobby calls."""

    async def create_match(self, table: Table) -> str:
        """The id of the table's match, the same each time. Raises RulesUnavailable, MatchRefused."""
        ...

    async def ending(self, match_id: str) -> Ending | None:
        """How a match ended; None while it runs, and when there is none. Raises RulesUnavailable."""
        ...
