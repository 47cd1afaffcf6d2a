"""The clock of all matches: fires every deadline that has passed, whoever is connected.

Deadlines are data beside the matches, written in the same step as the log. Every replica looks at them; the ply
decides which of two that fire at once does it, so a deadline fires once, also when a replica dies in the midst of it.
None fires early: what is due is judged again by the match itself.
"""

import asyncio
import logging
import random
from collections.abc import Iterable, Sequence
from typing import Final

from footplate.bus import PARTITIONS
from footplate.domain.errors import DomainError, StalePly, StoreUnavailable
from footplate.domain.leaving import time_up
from footplate.domain.log import Cause
from footplate.domain.match import Committed, Match
from footplate.engine.notes import is_note
from footplate.engine.registry import UnknownGame
from footplate.rules.matches import Matches
from footplate.rules.ports import Clock, Due, MatchStore, Request
from footplate.rules.writes import Writes
from footplate.runtime import metrics

logger = logging.getLogger(__name__)

_AT_ONCE: Final = 16
_MOST: Final = 200
"""Deadlines taken of a partition in one look; what is beyond has its turn in the next."""
_ALL: Final = range(PARTITIONS)


class MatchClock:
    """Looks every `tick` seconds at the deadlines that have passed."""

    def __init__(self, store: MatchStore, matches: Matches, writes: Writes, now_ms: Clock, tick: float) -> None:
        self._store = store
        self._matches = matches
        self._writes = writes
        self._now_ms = now_ms
        self._tick = tick
        self._slots = asyncio.Semaphore(_AT_ONCE)

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(self._tick * random.uniform(0.8, 1.2))  # so that replicas do not look in step

    async def look(self) -> None:
        """Fires what is due now. A store that is away is tried again with the next look."""
        try:
            due = await self._store.due(_ALL, self._now_ms(), _MOST)
        except StoreUnavailable as trouble:
            logger.warning("the deadlines cannot be read: %s", trouble)
            return
        metrics.CLOCK_OVERDUE.set(len(due))
        await asyncio.gather(*(self._guarded(one) for one in _mixed(due)))

    async def fire(self, match_id: str) -> Committed | None:
        """Does what the terms of a match have for a seat whose time is up; None when none is.

        Raises StalePly when something else happened meanwhile, and what a look at the match raises.
        """
        match = await self._matches.head(match_id)
        made = time_up(match, self._now_ms())
        if made is None:
            return None
        played = await self._writes.append(match, made, Request(f"clock/{match.ply}", "time up"))
        if played.entries != made.entries:  # another replica did it
            return None
        _measure(match, made)
        return made

    async def _guarded(self, due: Due) -> None:
        async with self._slots:
            try:
                await self.fire(due.match)
            except StalePly:
                pass  # it moved on, or another replica was faster
            except (DomainError, UnknownGame) as trouble:
                logger.warning("a deadline did not fire: %s", trouble, extra={"match": due.match})
            except Exception:  # one broken match must not stop the clock of all others
                logger.exception("a deadline did not fire", extra={"match": due.match})


def _mixed(due: Sequence[Due]) -> Iterable[Due]:
    """In any order, so that replicas do not race for the same matches."""
    return random.sample(due, len(due))


def _measure(before: Match, made: Committed) -> None:
    game, entry = before.header.setup.game, made.entries[0]
    if before.deadline_ms is not None:
        metrics.CLOCK_LAG_SECONDS.observe(max(0, entry.time_ms - before.deadline_ms) / 1000)
    effect: metrics.ClockEffect = "bot" if is_note(entry.text) else "default"
    metrics.CLOCK_FIRED.labels(game, effect).inc()
    if entry.cause == Cause.DEFAULT and before.open_turn:
        turn = before.open_turn
        seconds = (entry.time_ms - turn.began_ms) / 1000
        metrics.TURN_SECONDS.labels(game, turn.phase, "default").observe(seconds)
