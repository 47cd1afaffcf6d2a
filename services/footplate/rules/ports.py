"""What the use cases need of the outside world, and the values that pass through."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from footplate.domain.events import MatchEvent, TurnStarted
from footplate.domain.log import Entry, Header
from footplate.domain.match import Committed
from footplate.domain.seed import Seed
from footplate.domain.snapshot import Snapshot

Clock = Callable[[], int]
"""The time now in milliseconds since 1970, UTC."""

NewSeed = Callable[[], Seed]
"""A new secret seed."""

Tell = Callable[[Iterable[MatchEvent]], None]
"""Is told what was stored as soon as it is, before it comes round on the bus. Quick, and raises nothing."""


@dataclass(frozen=True, slots=True)
class Request:
    """A write as its caller names it. `id`: unique to the caller. `print`: tells what was asked for from all else."""

    id: str
    print: str


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a request did before: it stored the entries from `first` to `last`; none when `last` is below `first`."""

    first: int
    last: int
    print: str


@dataclass(frozen=True, slots=True)
class Guard:
    """A standing order that must still be there, just as it is, when entries are stored that it decided on.

    `order`: its id. `field`, `text`: where and how it is kept. `ends`: it goes with that.
    """

    order: str
    field: str
    text: str
    ends: bool


@dataclass(frozen=True, slots=True)
class Stored:
    """What a position follows from: header, best snapshot, the entries behind it. `head`: the last ply of the match."""

    header: Header
    snapshot: Snapshot | None
    entries: tuple[Entry, ...]
    head: int


@dataclass(frozen=True, slots=True)
class Due:
    """A match whose seat to act is out of time since `deadline_ms`."""

    match: str
    deadline_ms: int


class MatchStore(Protocol):
    """Where matches are kept. Every call raises StoreUnavailable when the store is away."""

    async def create(
        self, committed: Committed, request: Request, snapshots: Sequence[Snapshot] = ()
    ) -> Remembered | None:
        """Stores a new match and tells the bus, all or nothing. What is remembered when there is such a match."""
        ...

    async def append(
        self,
        committed: Committed,
        request: Request,
        snapshots: Sequence[Snapshot] = (),
        guard: Guard | None = None,
    ) -> Remembered | None:
        """Stores the entries and tells the bus, all or nothing. What is remembered when the request was done before.

        Raises StalePly when the match stands elsewhere, UnknownMatch when there is none, UnknownOrder when the order of
        the guard is not there.
        """
        ...

    async def remembered(self, match_id: str, request_id: str) -> Remembered | None:
        """What a request did to a match; None when it did nothing."""
        ...

    async def load(self, match_id: str, ply: int | None = None) -> Stored:
        """What the position at a ply (None: the last one) follows from. Raises UnknownMatch, UnknownPly."""
        ...

    async def entries(self, match_id: str, after: int, last: int | None = None) -> tuple[Entry, ...]:
        """The entries behind ply `after` up to ply `last` (None: all). Empty also for an unknown match."""
        ...

    async def open_turns(self, partitions: Sequence[int]) -> tuple[TurnStarted, ...]:
        """Every open turn of these partitions."""
        ...

    async def due(self, partitions: Sequence[int], now_ms: int, most: int) -> Sequence[Due]:
        """Matches of these partitions whose deadlines have passed, at most so many of each partition."""
        ...
