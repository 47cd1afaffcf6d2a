"""What standing orders need of a store, and the values that pass through."""

from dataclasses import dataclass
from typing import Protocol

from footplate.domain.events import TurnStarted
from footplate.domain.orders import Notice, Order
from footplate.rules.ports import Request


@dataclass(frozen=True, slots=True)
class Answered:
    """What a request did before. `order`: the one it gave or cancelled; None when it was about notices."""

    print: str
    order: Order | None


@dataclass(frozen=True, slots=True)
class Book:
    """The standing orders of a match, of all its seats, and the notices that were not acknowledged."""

    orders: tuple[Order, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One step: all of it is done or nothing.

    `request`: who asks; remembered with `answer`. `ply`: where the match must stand. `held`: an order that must be
    there, just as it is. Then `gives` is written, `ends` drops the one that is held, `notice` is told, `forgets` are
    dropped, and `turn` is told on the bus once more, so that somebody looks at it.
    """

    request: Request | None = None
    answer: Order | None = None
    ply: int | None = None
    held: Order | None = None
    gives: Order | None = None
    ends: bool = False
    notice: Notice | None = None
    forgets: tuple[Notice, ...] = ()
    turn: TurnStarted | None = None


class OrderStore(Protocol):
    """Where standing orders are kept. Every call raises StoreUnavailable when the store is away."""

    async def book(self, match_id: str) -> Book:
        """All orders and notices of a match; empty also for an unknown one."""
        ...

    async def change(self, match_id: str, change: Change) -> Answered | None:
        """Does what the change says. What is remembered when the request was done before.

        Raises StalePly when the match stands elsewhere, UnknownMatch when there is none, UnknownOrder when the order
        that must be there is not.
        """
        ...

    async def remembered(self, match_id: str, request_id: str) -> Answered | None:
        """What a request did; None when it did nothing."""
        ...
