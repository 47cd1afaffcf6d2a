"""Matches made of records. Replaying one takes a while, so it is done in a thread beside the event loop."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from footplate.domain.errors import BadRequest
from footplate.domain.match import Committed, Match
from footplate.domain.seed import Seed
from footplate.domain.snapshot import Snapshot
from footplate.engine.errors import RecordError
from footplate.engine.game import AnyGame
from footplate.engine.record import Record, parse_record

LONGEST: Final = 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Import:
    """What a caller wants made of a record. `plies` None: all its entries. `playable`: to play on from there."""

    request_id: str
    record: str
    plies: int | None
    playable: bool


@dataclass(frozen=True, slots=True)
class Imported:
    """What the match gets from us; see `Match.imported`. `snapshot_every`: plies between two snapshots."""

    match_id: str
    account: str
    seed: Seed | None
    now_ms: int
    snapshot_every: int


async def imported(wanted: Import, job: Imported, games: Mapping[str, AnyGame]) -> tuple[Committed, list[Snapshot]]:
    """The new match and snapshots along it. Raises BadRequest, RecordError, RulesVersion."""
    if len(wanted.record.encode()) > LONGEST:
        raise BadRequest("record", "", f"at most {LONGEST} bytes are taken")
    return await asyncio.to_thread(_imported, wanted, job, games)


def _imported(wanted: Import, job: Imported, games: Mapping[str, AnyGame]) -> tuple[Committed, list[Snapshot]]:
    record = _cut(parse_record(wanted.record), wanted.plies)
    game = games.get(record.setup.game)
    if game is None:
        message = f"no game {record.setup.game!r}; there are: {', '.join(games)}"
        raise RecordError(record.line_of("game"), message)
    made = Match.imported(game, job.match_id, record, job.account, job.seed, job.now_ms)
    return made, _snapshots(made, job.snapshot_every)


def _cut(record: Record, plies: int | None) -> Record:
    """The beginning of a record; what its headers say of the end holds no longer."""
    if plies is None or plies == len(record.entries):
        return record
    if not 0 <= plies < len(record.entries):
        raise BadRequest("plies", plies, f"the record has {len(record.entries)} entries")
    return replace(record, entries=record.entries[:plies], seed="", result=(), reason="", chain="")


def _snapshots(made: Committed, every: int) -> list[Snapshot]:
    found = []
    match = Match.opening(made.match.game, made.match.header)
    for entry in made.entries:
        match = match.follow(entry)
        if match.ply % every == 0:
            found.append(match.snapshot())
    return found
