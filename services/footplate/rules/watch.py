"""Watching a match: how a stream of entries goes on until it ends with a reason.

A watcher pulls: it has a place in the log, looks for what lies behind it, tells that, and waits for a bell. So there is
no queue that could overflow, and nothing is left out or told twice.
"""

from collections.abc import AsyncGenerator, Sequence
from typing import Final

from footplate.domain.errors import UnknownPly
from footplate.domain.log import Entry
from footplate.domain.match import Match
from footplate.engine.game import OVER
from footplate.engine.notes import undone
from footplate.rules.bells import Bell, Bells
from footplate.rules.caches import SingleFlight
from footplate.rules.matches import Matches
from footplate.rules.pace import Pace, Span
from footplate.rules.ports import MatchStore
from footplate.rules.usecases import viewer_of
from footplate.rules.watch_messages import (
    Ended,
    EndReason,
    EntryTold,
    MatchMessage,
    MatchWatch,
    PositionTold,
    Views,
    Watcher,
)
from footplate.runtime import metrics

_CHUNK: Final = 256  # entries read at a time


class MatchWatches:
    """Watches of matches. What several watchers wait for is read once for all."""

    def __init__(self, store: MatchStore, matches: Matches, bells: Bells, pace: Pace) -> None:
        self._store = store
        self._matches = matches
        self._bells = bells
        self._pace = pace
        self._reads: SingleFlight[tuple[str, int], tuple[Entry, ...]] = SingleFlight()

    async def watch(self, watcher: Watcher, wanted: MatchWatch) -> AsyncGenerator[MatchMessage, None]:
        """The entries after a ply and then each as it comes; see `MatchWatch`.

        Raises UnknownMatch, UnknownPly, NotYourSeat, RulesVersion before the first message, StoreUnavailable any time.
        """
        match_id = wanted.match_id
        with self._bells.listening(match_id) as bell, metrics.WATCHERS_OPEN.labels("match").track_inprogress():
            head = await self._matches.head(match_id)
            bell.ring(head.ply, last=head.to_act == OVER)  # it may be news to others as well
            course = _Course(self._matches, self._pace, wanted, head, viewer_of(head, watcher.account, wanted.seat))
            span = Span(self._bells, self._pace, watcher)
            for message in await course.opening():
                yield message
            while True:
                rings, last = bell.rings, bell.last
                reason = span.over() or course.too_slow(bell)
                if reason:
                    break
                entries = await self._entries(match_id, course.ply)
                for entry in entries:
                    yield await course.tell(entry)
                if len(entries) == _CHUNK:
                    continue
                for message in await course.caught_up():
                    yield message
                if last:
                    reason = EndReason.COMPLETE
                    break
                if not await span.rest(bell, rings):
                    yield span.beat(course.ply)
                    await self._look(match_id, bell)
            yield Ended(reason, course.ply)

    async def _entries(self, match_id: str, after: int) -> tuple[Entry, ...]:
        return await self._reads.run((match_id, after), lambda: self._store.entries(match_id, after, after + _CHUNK))

    async def _look(self, match_id: str, bell: Bell) -> None:
        """Looks how far the match has come, in case the news went astray."""
        head = await self._matches.head(match_id)
        bell.ring(head.ply, last=head.to_act == OVER)


class _Course:
    """How far one watcher of a match has come."""

    def __init__(self, matches: Matches, pace: Pace, wanted: MatchWatch, head: Match, viewer: int | None) -> None:
        if not 0 <= wanted.from_ply <= head.ply:
            raise UnknownPly(head.id, wanted.from_ply, head.ply)
        self.ply = wanted.from_ply
        self._matches = matches
        self._pace = pace
        self._wanted = wanted
        self._head = head
        self._viewer = viewer
        self._here: Match | None = None  # the match at `ply`, kept up where effects are wanted
        self._shown = wanted.from_ply
        self._following = False

    async def opening(self) -> Sequence[PositionTold]:
        """The position at the start, where it is wanted."""
        if not self._wanted.effects and self._wanted.views is Views.NONE:
            return ()
        match = self._head if self._head.ply == self.ply else await self._matches.at(self._head.id, self.ply)
        self._here = match if self._wanted.effects else None
        return () if self._wanted.views is Views.NONE else (PositionTold(match, self._head, self._viewer),)

    def too_slow(self, bell: Bell) -> EndReason | None:
        """Whether the log has run away from this watcher."""
        behind = bell.position - self.ply
        return EndReason.TOO_SLOW if self._following and behind > self._pace.behind else None

    async def tell(self, entry: Entry) -> EntryTold:
        """The next entry."""
        told = EntryTold(self._head.game, entry, self._here)
        self.ply = entry.ply
        self._here = await self._behind(self._here, entry) if self._here else None
        if self._following:
            metrics.WATCH_DELAY_SECONDS.labels("match").observe(max(0, self._pace.now_ms() - entry.time_ms) / 1000)
        return told

    async def _behind(self, before: Match, entry: Entry) -> Match:
        if undone(entry.text) is None:
            return before.follow(entry)
        return await self._matches.at(before.id, entry.ply)

    async def caught_up(self) -> Sequence[PositionTold]:
        """There is no more for now: the position, where it is wanted and was not shown."""
        self._following = True
        if self._wanted.views is not Views.FOLLOW or self._shown == self.ply:
            return ()
        match = await self._matches.at_least(self._head.id, self.ply)
        if match.ply != self.ply:  # it went on meanwhile; the bell is about to ring
            return ()
        self._shown = self.ply
        return (PositionTold(match, match, self._viewer),)
