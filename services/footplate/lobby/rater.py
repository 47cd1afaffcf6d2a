"""From the result of a table to the ratings of its accounts: takes TableFinished from the bus and settles the match.

Every step may be repeated and may race with another replica. That a match waits to be rated is noted together with its
result and struck out together with the ratings: a crash between any two steps leaves it waiting, and whoever takes the
event next settles it, once. Matches without a table, such as imported ones, never wait.
"""

import asyncio
import logging
import random
from typing import Final

from footplate.bus import LOBBY_STREAM, Bus, Envelope, Gap
from footplate.domain.conduct import Conduct, conduct_of, together
from footplate.domain.errors import StoreUnavailable
from footplate.domain.events import TableFinished
from footplate.domain.rating import Contest, NotRated, judged
from footplate.domain.table import Table
from footplate.lobby.hearing import read_event
from footplate.lobby.ports import Rated, RatingStore, RatingSystem, Settled, TableStore
from footplate.runtime import metrics
from footplate.wire.events import encode_event

logger = logging.getLogger(__name__)

_TRIES: Final = 50
_PAUSE_SECONDS: Final = 0.01


class Rater:
    """Handles the events of the group `lobby-rate`."""

    def __init__(self, tables: TableStore, ratings: RatingStore, system: RatingSystem, bus: Bus) -> None:
        self._tables = tables
        self._ratings = ratings
        self._system = system
        self._bus = bus

    async def handle(self, envelope: Envelope) -> None:
        """Settles a match. Raises StoreUnavailable when it is to be tried again."""
        event = read_event(envelope)
        if isinstance(event, TableFinished):
            await self.rate(event.table)

    async def gap(self, _gap: Gap) -> None:
        """Events may be lost: see `recover`."""
        await self.recover()

    async def recover(self) -> None:
        """Tells of every match that waits to be rated once more. Raises StoreUnavailable, BusUnavailable."""
        for match_id, table_id in (await self._ratings.waiting()).items():
            table = (await self._tables.look(table_id)).table
            if table:
                event = TableFinished(table.id, table.version, match_id, table.updated_ms)
                await self._bus.publish(LOBBY_STREAM, encode_event(event))

    async def rate(self, table_id: str) -> None:
        """Settles the match of a table that has its result; a second time it does nothing. Raises StoreUnavailable."""
        table = (await self._tables.look(table_id)).table
        if table is None or table.outcome is None:
            return
        contest = judged(table.setup.game, table.taken, table.outcome, table.conduct)
        if isinstance(contest, NotRated):
            await self._pass_over(table, contest)
        elif await self._settled(table, contest):
            metrics.MATCHES_RATED.labels(table.setup.game).inc()

    async def _pass_over(self, table: Table, reason: NotRated) -> None:
        if await self._ratings.pass_over(table.match, counted(table)):
            metrics.MATCHES_NOT_RATED.labels(table.setup.game, reason.value).inc()

    async def _settled(self, table: Table, contest: Contest) -> bool:
        """Stores what a match led to; false when that had been done before.

        Two matches of an account that end at once are rated one after the other: whoever is late computes again.
        """
        for attempt in range(_TRIES):
            done = await self._ratings.settle(table.match, counted(table), contest.board, await self._after(contest))
            if done != Settled.MOVED:
                return done == Settled.DONE
            await asyncio.sleep(_PAUSE_SECONDS * attempt * random.random())
        raise StoreUnavailable("too many matches of the same accounts at once")

    async def _after(self, contest: Contest) -> list[Rated]:
        before = await self._ratings.ratings(contest.board, [seat.account for seat in contest.seats])
        strengths = self._system.after([rating.strength for rating in before], contest.ranks)
        every = zip(contest.seats, before, strengths, contest.ranks, strict=True)
        return [Rated(seat, rating.after(strength, rank)) for seat, rating, strength, rank in every]


def counted(table: Table) -> dict[str, Conduct]:
    """How each account kept to the match of a table. The bots of the house are always there: they are not counted."""
    seats: dict[str, list[Conduct]] = {}
    for number, seat in enumerate(table.taken):
        if not seat.level:
            seats.setdefault(seat.account, []).append(conduct_of(table.conduct, number))
    return {account: together(conducts) for account, conducts in seats.items()}
