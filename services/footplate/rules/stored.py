"""How the parts of a match are written in Redis: as text that a person with redis-cli can read.

Readers take every field from its own place, so a later version may add fields.
"""

import json
from dataclasses import asdict
from typing import Any, Final

from footplate.domain.log import Cause, Entry, Header
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.domain.snapshot import Snapshot
from footplate.engine.game import Setup
from footplate.rules.ports import Remembered, Request
from footplate.rules.stored_situation import parse_situation, situation_text
from footplate.wire.terms_text import parse_terms, terms_fields

ENTRY_FIELD: Final = b"v"


def header_text(header: Header) -> str:
    """The header as JSON, without the seed."""
    setup = header.setup
    return _json(
        {
            "match": header.match,
            "game": setup.game,
            "map": setup.map,
            "preset": setup.preset,
            "options": dict(setup.options),
            "seats": [asdict(seat) for seat in header.seats],
            "rules_version": header.rules_version,
            "created_ms": header.created_ms,
            "imported_plies": header.imported_plies,
            "terms": terms_fields(header.terms),
        }
    )


def parse_header(text: bytes, seed: bytes | None) -> Header:
    """The header of its JSON and the seed beside it."""
    read = json.loads(text)
    options = tuple(sorted(read["options"].items()))
    return Header(
        match=read["match"],
        setup=Setup(read["game"], read["map"], read["preset"], len(read["seats"]), options),
        seats=tuple(Seat(seat["account"], seat["name"], seat["bot"], seat["level"]) for seat in read["seats"]),
        rules_version=read["rules_version"],
        created_ms=read["created_ms"],
        seed=None if seed is None else Seed(seed),
        imported_plies=read["imported_plies"],
        terms=parse_terms(read.get("terms")),
    )


def entry_text(entry: Entry) -> str:
    """An entry without its number, which is its id in the stream: actor, cause, time, chain hash, action."""
    return f"{entry.actor} {entry.cause.value} {entry.time_ms} {entry.chain_hash} {entry.text}"


def parse_entry(entry_id: bytes, text: bytes) -> Entry:
    """The entry of its id and text."""
    actor, cause, time_ms, chain_hash, action = text.decode().split(" ", 4)
    ply = int(entry_id.partition(b"-")[0])
    return Entry(ply, int(actor), action, Cause(cause), int(time_ms), chain_hash)


def snapshot_text(snapshot: Snapshot) -> str:
    """A snapshot: ply, time, chain hash, situation, position."""
    situation = situation_text(snapshot.situation)
    return f"{snapshot.ply} {snapshot.time_ms} {snapshot.chain_hash} {situation} {snapshot.state_text}"


def parse_snapshot(text: bytes) -> Snapshot | None:
    """The snapshot of its text; None for one without a situation, as they were before there were any."""
    ply, time_ms, chain_hash, rest = text.decode().split(" ", 3)
    if not rest.startswith("{"):
        return None
    situation, state_text = rest.split(" ", 1)
    return Snapshot(int(ply), state_text, chain_hash, int(time_ms), parse_situation(situation))


def memory_text(request: Request, first: int, last: int) -> str:
    """What is remembered of a request: the first and the last entry it stored, and what it asked for."""
    return f"{first} {last} {request.print}"


def parse_memory(text: bytes) -> Remembered:
    """What is remembered of a request."""
    first, last, asked = text.decode().split(" ", 2)
    return Remembered(int(first), int(last), asked)


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
