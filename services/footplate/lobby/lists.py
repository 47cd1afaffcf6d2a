"""Lists of tables by more than the store has indexes for."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Final

from footplate.domain.table import Table
from footplate.lobby.ports import Listed, Listing, TableStore

_PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class Filter:
    """Which tables pass; what is 0 lets all pass. `longest_turn_ms`: the most that a turn may take on them."""

    free_seats: int = 0
    seat_count: int = 0
    longest_turn_ms: int = 0

    def passes(self, table: Table) -> bool:
        """Whether a table is wanted."""
        clock = table.terms.clock
        return (
            table.seats.count(None) >= self.free_seats
            and self.seat_count in (0, len(table.seats))
            and (not self.longest_turn_ms or (clock is not None and 0 < clock.turn_ms <= self.longest_turn_ms))
        )


ALL: Final = Filter()


async def filtered(store: TableStore, listing: Listing, wanted: Filter) -> Listed:
    """A part of a list. With a filter all of it is read, to tell how long it is. Raises StoreUnavailable."""
    if wanted == ALL:
        return await store.page(listing)
    found = [pair async for pair in _every(store, replace(listing, below=0)) if wanted.passes(pair[1])]
    behind = [(place, table) for place, table in found if not listing.below or place < listing.below]
    page = behind[: listing.size]
    last = page[-1][0] if len(behind) > len(page) and page else 0
    return Listed(tuple(table for _, table in page), last, len(found), tuple(place for place, _ in page))


async def _every(store: TableStore, listing: Listing) -> AsyncIterator[tuple[int, Table]]:
    below = 0
    while True:
        part = await store.page(replace(listing, below=below, size=_PAGE))
        for pair in zip(part.places, part.tables, strict=True):
            yield pair
        below = part.last
        if not below:
            return
