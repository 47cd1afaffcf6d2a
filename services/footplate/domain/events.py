"""What happened, told by the domain to whoever listens. Times are milliseconds since 1970, UTC.

Every event has an id made of what happened, so that the same event told twice is known to be the same.
"""

from dataclasses import dataclass

from footplate.domain.conduct import Conduct
from footplate.domain.seat import Seat
from footplate.engine.game import Outcome, Setup


@dataclass(frozen=True)
class MatchCreated:
    """A match was created; told before its first entries. `imported`: it came from a record and counts for nothing."""

    match: str
    setup: Setup
    seats: tuple[Seat, ...]
    imported: bool
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.match}:0:match-created"


@dataclass(frozen=True)
class ActionCommitted:
    """Entries were added to a match in one step. `actors`: a seat from 0 or CHANCE for each of them, in order."""

    match: str
    game: str
    first_ply: int
    last_ply: int
    actors: tuple[int, ...]
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.match}:{self.last_ply}:action-committed"


@dataclass(frozen=True)
class TurnStarted:
    """A seat is to decide. `ply`: entries so far, which the answer expects. `level`: of a house bot, else empty.

    `account`: who decides, the stand-in where the seat's own is away. `deadline_ms` None: nobody is hurried.
    """

    match: str
    game: str
    ply: int
    seat: int
    account: str
    level: str
    phase: str
    began_ms: int
    deadline_ms: int | None = None

    @property
    def event_id(self) -> str:
        return f"{self.match}:{self.ply}:turn-started"

    @property
    def time_ms(self) -> int:
        """When it happened."""
        return self.began_ms


@dataclass(frozen=True)
class MatchFinished:
    """A match is over after `ply` entries. `conduct`, `accounts`: of each seat; older versions told neither."""

    match: str
    game: str
    ply: int
    outcome: Outcome
    time_ms: int
    conduct: tuple[Conduct, ...] = ()
    accounts: tuple[str, ...] = ()

    @property
    def event_id(self) -> str:
        return f"{self.match}:{self.ply}:match-finished"


@dataclass(frozen=True)
class TableChanged:
    """A table changed in any way; `version` is the one after it."""

    table: str
    version: int
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.table}:{self.version}:table-changed"


@dataclass(frozen=True)
class TableStarting:
    """A full table was started: its match is to be created."""

    table: str
    version: int
    setup: Setup
    seats: tuple[Seat, ...]
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.table}:{self.version}:table-starting"


@dataclass(frozen=True)
class TableStarted:
    """A table has its match."""

    table: str
    version: int
    match: str
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.table}:{self.version}:table-started"


@dataclass(frozen=True)
class TableFinished:
    """A table has the result of its match, and will not change any more."""

    table: str
    version: int
    match: str
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.table}:{self.version}:table-finished"


@dataclass(frozen=True)
class TableExpiring:
    """A table is about to expire. `accounts`: its owner and whoever sits there, bots of the house left out."""

    table: str
    version: int
    accounts: tuple[str, ...]
    expires_ms: int
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.table}:{self.version}:table-expiring"


@dataclass(frozen=True)
class AccessRevoked:
    """Tokens are no longer good: those of a session, or without one all that an account got before an epoch.

    `until_ms`: when the last of them has run out.
    """

    account: str
    session: str
    epoch: int
    until_ms: int
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.account}:{self.session or self.epoch}:access-revoked"


@dataclass(frozen=True)
class LineSaid:
    """Something was said in a room of a table. `line`: names it among all others."""

    table: str
    room: str
    line: str
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.table}:{self.line}:line-said"


@dataclass(frozen=True)
class TicketChanged:
    """A ticket of somebody who looks for a match changed; it ended, or its match is being made, or not any more."""

    ticket: str
    time_ms: int

    @property
    def event_id(self) -> str:
        return f"{self.ticket}:{self.time_ms}:ticket-changed"


MatchEvent = MatchCreated | ActionCommitted | TurnStarted | MatchFinished
TableEvent = TableChanged | TableStarting | TableStarted | TableFinished | TableExpiring
AccountEvent = AccessRevoked
TalkEvent = LineSaid
Event = MatchEvent | TableEvent | AccountEvent | TalkEvent | TicketChanged
