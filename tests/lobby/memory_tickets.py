"""Tickets in memory: as strict about races as the real store, and quick."""

import asyncio
from collections.abc import Sequence

from footplate.bus import LOBBY_STREAM, Bus
from footplate.domain.events import TicketChanged
from footplate.domain.matchmaking import Ticket
from footplate.lobby.ticket_ports import Ending, Held, KeptTicket, Pairing, Seen
from footplate.wire.events import encode_event


class MemoryTickets:
    """See `ticket_ports.TicketStore`."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.tickets: dict[str, KeptTicket] = {}
        self.leases: dict[tuple[str, str], int] = {}
        self.owners: dict[str, str] = {}
        self.claimed: dict[str, str] = {}
        self.made: dict[str, Pairing] = {}
        self.endings: dict[str, Ending] = {}

    async def open(self, kept: KeptTicket, account: str, lease_ms: int, now_ms: int) -> Seen | str | None:
        await asyncio.sleep(0)
        ticket_id = kept.ticket.id
        if ticket_id in self.endings:
            return Seen(None, self.endings[ticket_id])
        if ticket_id in self.tickets:
            return Seen(self.tickets[ticket_id], None)
        if account in self.owners:
            return self.owners[account]
        self.tickets[ticket_id] = kept
        self.leases[ticket_id, account] = lease_ms
        self.owners[account] = ticket_id
        await self._tell(ticket_id, now_ms)
        return None

    async def hold(self, ticket_id: str, account: str, lease_ms: int, now_ms: int) -> tuple[Held, str]:
        await asyncio.sleep(0)
        if ticket_id not in self.tickets:
            return Held.GONE, ""
        if self.owners.get(account, ticket_id) != ticket_id:
            return Held.BUSY, self.owners[account]
        self.owners[account] = ticket_id
        joins = (ticket_id, account) not in self.leases
        self.leases[ticket_id, account] = lease_ms
        if joins:
            await self._tell(ticket_id, now_ms)
        return Held.DONE, ""

    async def look(self, ticket_id: str) -> Seen:
        await asyncio.sleep(0)
        kept = self.tickets.get(ticket_id)
        if kept is None:
            return Seen(None, self.endings.get(ticket_id))
        present = tuple(account for account in kept.ticket.accounts if (ticket_id, account) in self.leases)
        return Seen(kept, None, present, ticket_id in self.claimed, len(self.tickets))

    async def end(self, ticket: Ticket, ending: Ending, now_ms: int, lost: str = "") -> Ending | None:
        await asyncio.sleep(0)
        if ticket.id not in self.tickets:
            return self.endings.get(ticket.id)
        if ticket.id in self.claimed or (lost and self.leases.get((ticket.id, lost), 0) > now_ms):
            return None
        await self._ended(ticket, ending, now_ms)
        return ending

    async def held(self, now_ms: int) -> Sequence[Ticket]:
        await asyncio.sleep(0)
        free = [kept.ticket for kept in self.tickets.values() if kept.ticket.id not in self.claimed]
        return [ticket for ticket in free if self._is_held(ticket, now_ms)]

    async def lost(self, now_ms: int) -> Sequence[tuple[Ticket, str]]:
        await asyncio.sleep(0)
        return [
            (self.tickets[ticket_id].ticket, account)
            for (ticket_id, account), lease_ms in self.leases.items()
            if ticket_id not in self.claimed and lease_ms <= now_ms
        ]

    async def claim(self, pairing: Pairing, now_ms: int) -> bool:
        await asyncio.sleep(0)
        for ticket in pairing.tickets:
            if ticket.id not in self.tickets or ticket.id in self.claimed or not self._is_held(ticket, now_ms):
                return False
        for ticket in pairing.tickets:
            self.claimed[ticket.id] = pairing.id
            await self._tell(ticket.id, now_ms)
        self.made[pairing.id] = pairing
        return True

    async def pairings(self) -> Sequence[Pairing]:
        await asyncio.sleep(0)
        return list(self.made.values())

    async def settle(self, pairing: Pairing, endings: Sequence[Ending], lease_ms: int, now_ms: int) -> bool:
        await asyncio.sleep(0)
        if self.made.pop(pairing.id, None) is None:
            return False
        for number, ticket in enumerate(pairing.tickets):
            del self.claimed[ticket.id]
            if endings:
                await self._ended(ticket, endings[number], now_ms)
                continue
            for account in ticket.accounts:
                self.leases[ticket.id, account] = lease_ms
            await self._tell(ticket.id, now_ms)
        return True

    async def _ended(self, ticket: Ticket, ending: Ending, now_ms: int) -> None:
        del self.tickets[ticket.id]
        self.endings[ticket.id] = ending
        for account in ticket.accounts:
            self.leases.pop((ticket.id, account), None)
            if self.owners.get(account) == ticket.id:
                del self.owners[account]
        await self._tell(ticket.id, now_ms)

    def _is_held(self, ticket: Ticket, now_ms: int) -> bool:
        return all(self.leases.get((ticket.id, account), 0) > now_ms for account in ticket.accounts)

    async def _tell(self, ticket_id: str, now_ms: int) -> None:
        await self._bus.publish(LOBBY_STREAM, encode_event(TicketChanged(ticket_id, now_ms)))
