"""Bringing together those who look for a match: looks, asks the domain, claims the tickets, makes their table.

Every replica does it. A claim takes all tickets of a pairing or none, so no two overlap; from then on the pairing is
data with the whole table in it, and each step after that may be repeated by anybody: the table has an id made of the
pairing's. It ends when the table has its match, or with all tickets waiting again, since when they first did.
"""

import asyncio
import hashlib
import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from footplate.domain.access import Access, Visibility
from footplate.domain.errors import DomainError, StoreUnavailable
from footplate.domain.events import TableChanged, TableStarting
from footplate.domain.matchmaking import Proposal, match_up
from footplate.domain.seat import Seat
from footplate.domain.setup import complete
from footplate.domain.table import Changed, Status, Table
from footplate.domain.terms import ClockRule, Terms
from footplate.engine.game import AnyGame, Setup
from footplate.lobby.changes import stepped
from footplate.lobby.house_bots import HouseBots
from footplate.lobby.ports import Clock, TableStore, Write
from footplate.lobby.requests import id_of
from footplate.lobby.seekers import LEASE_MS
from footplate.lobby.ticket_ports import Ending, Pairing, TicketStore
from footplate.lobby.usecases import House
from footplate.runtime import metrics

logger = logging.getLogger(__name__)

_MADE: Final = (Status.PLAYING, Status.FINISHED)


@dataclass(frozen=True, slots=True)
class Means:
    """What a matchmaker works with."""

    tickets: TicketStore
    tables: TableStore
    bots: HouseBots
    house: House
    now_ms: Clock


class Matchmaker:
    """Looks every `tick` seconds."""

    def __init__(self, means: Means, games: Mapping[str, AnyGame], tick: float) -> None:
        self._tickets = means.tickets
        self._tables = means.tables
        self._bots = means.bots
        self._house = means.house
        self._now_ms = means.now_ms
        self._games = games
        self.tick = tick

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        while True:
            try:
                await self.look()
            except StoreUnavailable as trouble:
                logger.warning("nobody can be brought together: %s", trouble)
            except Exception:  # the next look is another try
                logger.exception("a look at the tickets failed")
            await asyncio.sleep(self.tick * random.uniform(0.8, 1.2))  # so that replicas do not look in step

    async def look(self) -> None:
        """Ends what nobody holds, brings together who can be, and goes on with matches that are being made."""
        now_ms = self._now_ms()
        for ticket, account in await self._tickets.lost(now_ms):
            await self._tickets.end(ticket, Ending(lost=account, accounts=ticket.accounts), now_ms, lost=account)
        waiting = await self._tickets.held(now_ms)
        for game in self._games:
            metrics.TICKETS_WAITING.labels(game).set(sum(ticket.game == game for ticket in waiting))
        for proposal in match_up(waiting, now_ms):
            pairing = await self._paired(proposal, now_ms)
            if await self._tickets.claim(pairing, now_ms):
                for ticket in proposal.tickets:
                    metrics.TICKET_WAIT_SECONDS.labels(ticket.game).observe((now_ms - ticket.since_ms) / 1000)
        for pairing in await self._tickets.pairings():
            await self._driven(pairing)

    async def _driven(self, pairing: Pairing) -> None:
        """The next step of a pairing, whoever took those before."""
        table = (await self._tables.look(pairing.table.id)).table
        if table is None:
            made = pairing.table
            starting = TableStarting(made.id, made.version, made.setup, made.taken, made.created_ms)
            changed = TableChanged(made.id, made.version, made.created_ms)
            await self._tables.write(Write(None, Changed(made, (changed, starting))))
        elif table.status in _MADE:
            seats = tuple((seat.account, number) for number, seat in enumerate(table.seats) if seat)
            endings = [
                Ending(match=table.match, table=table.id, seats=seats, accounts=ticket.accounts)
                for ticket in pairing.tickets
            ]
            if await self._tickets.settle(pairing, endings, 0, self._now_ms()):
                metrics.MATCHES_FOUND.labels(table.setup.game).inc()
        elif table.status != Status.STARTING:
            await self._failed(pairing, table)

    async def _failed(self, pairing: Pairing, table: Table) -> None:
        """The match could not be made: its table is closed, and all wait again as if nothing had happened."""
        try:
            await stepped(self._tables, table, lambda table, now_ms: table.leave(table.owner, now_ms), self._now_ms)
        except DomainError as passed:
            logger.info("not needed any more: %s", passed)
        now_ms = self._now_ms()
        if await self._tickets.settle(pairing, (), now_ms + LEASE_MS, now_ms):
            logger.warning("a match that was found could not be made", extra={"table": table.id})

    async def _paired(self, proposal: Proposal, now_ms: int) -> Pairing:
        """The pairing of a proposal, with the table as it will be. Its id is new each time: a claim may fail."""
        tickets = proposal.tickets
        names = " ".join(ticket.id for ticket in tickets)
        pairing_id = id_of("p", hashlib.sha256(f"{names} {now_ms} {random.getrandbits(64)}".encode()).digest())
        people = [member.seat for ticket in tickets for member in ticket.members]
        random.shuffle(people)  # who waited longest is not to begin each time
        level = next((ticket.bot_level for ticket in tickets if ticket.bot_level), "")
        table = await self._table(pairing_id, proposal, people, level, now_ms)
        return Pairing(pairing_id, tickets, table)

    async def _table(self, pairing_id: str, proposal: Proposal, people: list[Seat], level: str, now_ms: int) -> Table:
        game = self._games[proposal.tickets[0].game]
        stand_in = await self._bots.stand_in(level)
        clock = proposal.clock or ClockRule(turn_ms=self._house.turn_ms)
        table = Table(
            id=id_of("t", hashlib.sha256(pairing_id.encode()).digest()),
            name=f"{game.info.title}: matched",
            owner=people[0].account,
            setup=complete(game, Setup(game.info.id, "", proposal.preset, proposal.count)),
            seats=(*people, *(None,) * proposal.bots),
            created_ms=now_ms,
            updated_ms=now_ms,
            terms=Terms(clock, stand_in=stand_in),
            access=Access(Visibility.INVITED, invited=tuple(seat.account for seat in people)),
        )
        for _ in range(proposal.bots):
            table = table.add_bot(table.owner, await self._bots.for_table(stand_in.level, table), now_ms).table
        return replace(table, version=1, status=Status.STARTING)
