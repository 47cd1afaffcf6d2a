"""Tickets in Redis: scripts that open, hold, end, claim and settle them, each all or nothing on one hash slot."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from footplate.bus import LOBBY_STREAM
from footplate.domain.events import TicketChanged
from footplate.domain.matchmaking import Ticket
from footplate.lobby.keys import CLAIMED, LEASES, PAIRINGS, SEEKERS, TICKETS, ending_key
from footplate.lobby.stored_tickets import (
    ending_text,
    pairing_text,
    parse_ending,
    parse_pairing,
    parse_ticket,
    ticket_text,
)
from footplate.lobby.ticket_ports import Ending, Held, KeptTicket, Pairing, Seen
from footplate.runtime.redis_scripts import Commands, Script, translated

_OPEN: Final = Script(__package__, "ticket_open.lua")
_HOLD: Final = Script(__package__, "ticket_hold.lua")
_END: Final = Script(__package__, "ticket_end.lua")
_CLAIM: Final = Script(__package__, "tickets_claim.lua")
_SETTLE: Final = Script(__package__, "tickets_settle.lua")
_KEEP_MS: Final = 3_600_000
"""How long it is known how a ticket ended."""

Encode = Callable[[TicketChanged], bytes]


class RedisTicketStore:
    """See `ticket_ports.TicketStore`. `encode` writes an event for the bus."""

    def __init__(self, client: Commands, encode: Encode) -> None:
        self._client = client
        self._encode = encode

    async def open(self, kept: KeptTicket, account: str, lease_ms: int, now_ms: int) -> Seen | str | None:
        ticket = kept.ticket
        keys = [TICKETS, LEASES, SEEKERS, ending_key(ticket.id), LOBBY_STREAM]
        arguments: list[str | bytes | int] = [ticket.id, account, ticket_text(kept), lease_ms]
        arguments.append(self._event(ticket, now_ms))
        answer, *rest = await _OPEN.run(self._client, keys, arguments)
        if answer == b"done":
            return None
        if answer == b"busy":
            return str(rest[0].decode())
        if answer == b"ended":
            return Seen(None, parse_ending(rest[0]))
        return Seen(parse_ticket(rest[0]), None)

    async def hold(self, ticket_id: str, account: str, lease_ms: int, now_ms: int) -> tuple[Held, str]:
        event = self._encode(TicketChanged(ticket_id, now_ms))
        keys = [TICKETS, LEASES, SEEKERS, LOBBY_STREAM]
        answer, *rest = await _HOLD.run(self._client, keys, [ticket_id, account, lease_ms, event])
        return Held(answer.decode()), rest[0].decode() if rest else ""

    async def look(self, ticket_id: str) -> Seen:
        with translated():
            text = await self._client.execute_command("HGET", TICKETS, ticket_id)
            if text is None:
                ended = await self._client.execute_command("GET", ending_key(ticket_id))
                return Seen(None, parse_ending(ended) if ended else None)
            kept = parse_ticket(text)
            leases = [f"{ticket_id} {account}" for account in kept.ticket.accounts]
            scores = await self._client.execute_command("ZMSCORE", LEASES, *leases)
            claimed = await self._client.execute_command("HEXISTS", CLAIMED, ticket_id)
            waiting = await self._client.execute_command("HLEN", TICKETS)
        pairs = zip(kept.ticket.accounts, scores, strict=True)
        present = tuple(account for account, score in pairs if score is not None)
        return Seen(kept, None, present, bool(claimed), int(waiting))

    async def end(self, ticket: Ticket, ending: Ending, now_ms: int, lost: str = "") -> Ending | None:
        keys = [TICKETS, LEASES, SEEKERS, CLAIMED, ending_key(ticket.id), LOBBY_STREAM]
        lease = f"{ticket.id} {lost}" if lost else ""
        event = self._event(ticket, now_ms)
        arguments: list[str | bytes | int] = [ticket.id, ending_text(ending), _KEEP_MS, event, lease, now_ms]
        arguments += ticket.accounts
        answer, *rest = await _END.run(self._client, keys, arguments)
        if answer == b"ended":
            return parse_ending(rest[0])
        return ending if answer == b"done" else None

    async def held(self, now_ms: int) -> Sequence[Ticket]:
        tickets, leases, claimed = await self._all()
        return [
            ticket
            for ticket in tickets
            if ticket.id not in claimed
            and all(leases.get(f"{ticket.id} {account}", 0) > now_ms for account in ticket.accounts)
        ]

    async def lost(self, now_ms: int) -> Sequence[tuple[Ticket, str]]:
        tickets, leases, claimed = await self._all()
        return [
            (ticket, account)
            for ticket in tickets
            if ticket.id not in claimed
            for account in ticket.accounts
            if leases.get(f"{ticket.id} {account}", now_ms + 1) <= now_ms
        ]

    async def claim(self, pairing: Pairing, now_ms: int) -> bool:
        words: list[Any] = []
        for ticket in pairing.tickets:
            words += [ticket.id, self._event(ticket, now_ms), len(ticket.accounts), *ticket.accounts]
        keys = [TICKETS, LEASES, CLAIMED, PAIRINGS, LOBBY_STREAM]
        arguments = [pairing.id, pairing_text(pairing), now_ms, len(pairing.tickets), *words]
        return bool(await _CLAIM.run(self._client, keys, arguments))

    async def pairings(self) -> Sequence[Pairing]:
        with translated():
            reply = await self._client.execute_command("HGETALL", PAIRINGS)
        return [parse_pairing(pairing_id.decode(), text) for pairing_id, text in _pairs(reply)]

    async def settle(self, pairing: Pairing, endings: Sequence[Ending], lease_ms: int, now_ms: int) -> bool:
        words: list[Any] = []
        for number, ticket in enumerate(pairing.tickets):
            how = ending_text(endings[number]) if endings else ""
            words += [ticket.id, how, self._event(ticket, now_ms), len(ticket.accounts), *ticket.accounts]
        ends = [ending_key(ticket.id) for ticket in pairing.tickets]
        keys = [TICKETS, LEASES, SEEKERS, CLAIMED, PAIRINGS, LOBBY_STREAM, *ends]
        lease = "" if endings else lease_ms
        return bool(await _SETTLE.run(self._client, keys, [pairing.id, lease, _KEEP_MS, len(ends), *words]))

    async def _all(self) -> tuple[list[Ticket], dict[str, int], set[str]]:
        with translated():
            tickets = await self._client.execute_command("HVALS", TICKETS)
            if not tickets:
                return [], {}, set()
            leases = await self._client.execute_command("ZRANGE", LEASES, 0, -1, "WITHSCORES")
            claimed = await self._client.execute_command("HKEYS", CLAIMED)
        scored = {member.decode(): int(float(score)) for member, score in _pairs(leases)}
        return [parse_ticket(text).ticket for text in tickets], scored, {one.decode() for one in claimed}

    def _event(self, ticket: Ticket, now_ms: int) -> bytes:
        return self._encode(TicketChanged(ticket.id, now_ms))


def _pairs(reply: Any) -> Any:
    """Pairs, however the client gives them: as a mapping, as pairs, or one after the other."""
    if isinstance(reply, dict):
        return reply.items()
    if reply and isinstance(reply[0], list | tuple):
        return reply
    return zip(reply[::2], reply[1::2], strict=True)
