"""How tickets are written in Redis: as JSON. Readers take each field by its name, so later versions may add some."""

import json
from dataclasses import asdict
from typing import Any

from footplate.domain.matchmaking import Member, Ticket
from footplate.domain.seat import Seat
from footplate.domain.terms import ClockRule
from footplate.lobby.stored import parse_table, table_text
from footplate.lobby.ticket_ports import Ending, KeptTicket, Pairing


def ticket_text(kept: KeptTicket) -> str:
    """A ticket."""
    return _json({"print": kept.print, **asdict(kept.ticket)})


def parse_ticket(text: bytes | str) -> KeptTicket:
    """The ticket of its JSON."""
    read = json.loads(text)
    return KeptTicket(_read_ticket(read), read["print"])


def ending_text(ending: Ending) -> str:
    """How a ticket ended."""
    return _json(asdict(ending))


def parse_ending(text: bytes | str) -> Ending:
    """The ending of its JSON."""
    read = json.loads(text)
    seats = tuple((account, seat) for account, seat in read["seats"])
    accounts = tuple(read["accounts"])
    return Ending(read["match"], read["table"], seats, read["cancelled_by"], read["lost"], accounts)


def pairing_text(pairing: Pairing) -> str:
    """A pairing, without its id."""
    tickets = [asdict(ticket) for ticket in pairing.tickets]
    return _json({"tickets": tickets, "table": table_text(pairing.table)})


def parse_pairing(pairing_id: str, text: bytes | str) -> Pairing:
    """The pairing of an id and its JSON."""
    read = json.loads(text)
    return Pairing(pairing_id, tuple(map(_read_ticket, read["tickets"])), parse_table(read["table"]))


def _read_ticket(read: dict[str, Any]) -> Ticket:
    return Ticket(
        id=read["id"],
        members=tuple(map(_read_member, read["members"])),
        game=read["game"],
        counts=tuple(read["counts"]),
        since_ms=read["since_ms"],
        presets=tuple(read["presets"]),
        clocks=tuple(ClockRule(one["turn_ms"], one["budget_ms"], one["increment_ms"]) for one in read["clocks"]),
        rating_range=read["rating_range"],
        bots_after_ms=read["bots_after_ms"],
        bot_level=read["bot_level"],
    )


def _read_member(read: dict[str, Any]) -> Member:
    seat = read["seat"]
    strengths = {int(count): strength for count, strength in read["strengths"].items()}
    return Member(Seat(seat["account"], seat["name"], seat["bot"], seat["level"]), strengths)


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
