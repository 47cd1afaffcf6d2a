"""Storing what came of a call: once, and with the same answer when the call is repeated."""

from collections.abc import Iterable
from dataclasses import dataclass

from footplate.domain.errors import DomainError, StalePly, UnknownMatch
from footplate.domain.log import Entry
from footplate.domain.match import Committed, Match
from footplate.domain.snapshot import Snapshot
from footplate.engine.game import OVER
from footplate.engine.notes import undone
from footplate.rules.matches import Matches
from footplate.rules.ports import Guard, MatchStore, Remembered, Request, Tell
from footplate.rules.requests import expect_same
from footplate.runtime import metrics


@dataclass(frozen=True, slots=True)
class Played:
    """Entries that were stored together, and the match before and after them."""

    before: Match
    entries: tuple[Entry, ...]
    after: Match


class Writes:
    """Appends to matches. `snapshot_every`: plies between two snapshots, which bounds what a cold load replays."""

    def __init__(self, store: MatchStore, matches: Matches, tell: Tell, snapshot_every: int) -> None:
        self._store = store
        self._matches = matches
        self._tell = tell
        self._every = snapshot_every

    async def append(self, before: Match, made: Committed, request: Request, guard: Guard | None = None) -> Played:
        """Stores what came of a call. Raises StalePly, UnknownMatch, RequestReused; with a guard, UnknownOrder."""
        try:
            known = await self._store.append(made, request, self._snapshots(made), guard)
        except UnknownMatch:
            self._matches.drop(before.id)
            raise
        except StalePly as stale:
            self._matches.drop_beyond(before.id, stale.actual)
            raise
        if known:
            return await self._again(before.id, request, known)
        self._matches.put(made.match)
        self._tell(made.events)
        _count(made)
        return Played(before, made.entries, made.match)

    async def done_before(self, match_id: str, request: Request, refusal: DomainError) -> Played:
        """The answer that a refused request was given before. Raises the refusal when there was none."""
        known = await self._store.remembered(match_id, request.id)
        if known is None:
            raise refusal
        return await self._again(match_id, request, known)

    async def _again(self, match_id: str, request: Request, known: Remembered) -> Played:
        expect_same(request, known)
        before = await self._matches.at(match_id, known.first - 1)
        entries = await self._store.entries(match_id, before.ply, known.last)
        return Played(before, entries, await self._matches.at(match_id, known.last))

    def _snapshots(self, made: Committed) -> tuple[Snapshot, ...]:
        """The position now and then, and always behind an undo: to replay that, one needs what it goes back to."""
        match, every = made.match, self._every
        due = match.ply // every > (match.ply - len(made.entries)) // every
        return (match.snapshot(),) if due or _goes_back(made.entries) else ()


def _goes_back(entries: Iterable[Entry]) -> bool:
    return any(undone(entry.text) is not None for entry in entries)


def _count(made: Committed) -> None:
    """Measures a turn that was answered, and perhaps a match that ended with it."""
    turn, match = made.answered, made.match
    if turn:
        actor: metrics.Actor = "bot" if match.seats[turn.seat].bot or turn.level else "human"
        metrics.TURN_SECONDS.labels(turn.game, turn.phase, actor).observe(made.elapsed_ms / 1000)
    if match.to_act == OVER:
        metrics.MATCHES_FINISHED.labels(match.header.setup.game).inc()
