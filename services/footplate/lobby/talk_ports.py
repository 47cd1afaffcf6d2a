"""What talking needs of the store, and the values that pass through."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from footplate.domain.events import LineSaid
from footplate.domain.table import Table
from footplate.domain.talk import Line, Room
from footplate.lobby.ports import Request

MOST_MARKED: Final = 500
"""How many accounts one may mute, or be silenced at a table."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A line to be stored, its number still open. `table`: as it was when the line was judged."""

    table: Table
    room: Room
    line: Line
    event: LineSaid
    request: Request


@dataclass(frozen=True, slots=True)
class SaidBefore:
    """What a request said before."""

    print: str
    line: Line


class NotSaid(StrEnum):
    """Why nothing was stored."""

    MOVED = "moved"
    """The table has changed since it was looked at."""
    SILENCED = "silenced"


class Marked(StrEnum):
    """What came of marking an account as muted or silenced."""

    DONE = "done"
    BEFORE = "before"
    """The request had done it already."""
    REUSED = "reused"
    """The request was something else before. Nothing was done."""
    FULL = "full"
    """There are too many already. Nothing was done."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An account to be marked, or no more, in a list: that of a reader, or that of a table."""

    list: str
    account: str
    on: bool
    request: Request


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a room as wanted. `last`: number of the last line ever said there; `kept`: how many there still are."""

    lines: tuple[Line, ...]
    last: int
    kept: int


class TalkStore(Protocol):
    """Where talk is kept. Every call raises StoreUnavailable when the store is away."""

    async def said(self, request: Request) -> SaidBefore | None:
        """What a request said before."""
        ...

    async def say(self, saying: Saying) -> Line | SaidBefore | NotSaid:
        """Stores a line behind all others of its room and tells the bus, all or nothing; the line with its number."""
        ...

    async def after(self, table_id: str, room: Room, number: int, most: int) -> Lines:
        """The first lines behind a number, at one moment, in order."""
        ...

    async def before(self, table_id: str, room: Room, number: int, most: int) -> Lines:
        """The last lines before a number, 0 for the end, at one moment, the newest first."""
        ...

    async def mark(self, mark: Mark) -> Marked:
        """Puts an account on a list, or takes it off."""
        ...

    async def marked(self, list_key: str) -> Sequence[str]:
        """The accounts on a list, sorted."""
        ...
