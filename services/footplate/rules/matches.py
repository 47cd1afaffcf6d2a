"""Positions of matches: the heads kept warm, any other worked out from what is stored."""

import logging
from collections.abc import Mapping
from typing import Final

from footplate.domain.errors import CorruptLog
from footplate.domain.log import Header
from footplate.domain.match import Match
from footplate.engine.game import AnyGame
from footplate.engine.registry import UnknownGame
from footplate.rules.caches import Lru, SingleFlight
from footplate.rules.ports import MatchStore, Stored
from footplate.runtime import metrics

logger = logging.getLogger(__name__)

_HIT: Final = metrics.CACHE_LOOKUPS.labels("match", "hit")
_MISS: Final = metrics.CACHE_LOOKUPS.labels("match", "miss")


class Matches:
    """Matches by id. Values never change, so all callers share them; the least used of more than `size` are dropped.

    What is warm may be behind the store, because other replicas write too: `head` looks, `at_least` only when it must.
    Every call raises UnknownMatch, RulesVersion or StoreUnavailable.
    """

    def __init__(self, store: MatchStore, games: Mapping[str, AnyGame], size: int) -> None:
        self._store = store
        self._games = games
        self._warm: Lru[str, Match] = Lru(size)
        self._loads: SingleFlight[str, Match] = SingleFlight()

    async def at_least(self, match_id: str, ply: int) -> Match:
        """The match as it is known here, without a look at the store if that is this ply or a later one."""
        warm = self._look_up(match_id) or await self._cold(match_id)
        return warm if warm.ply >= ply else await self._caught_up(warm)

    async def header(self, match_id: str) -> Header:
        """The header of a match, which never changes. It needs no rules, so it is there for every version of them."""
        warm = self._warm.get(match_id)
        return warm.header if warm else (await self._store.load(match_id, 0)).header

    async def head(self, match_id: str) -> Match:
        """The match at its last ply."""
        warm = self._look_up(match_id)
        if warm is None and match_id not in self._loads:
            return await self._cold(match_id)
        return await self._caught_up(warm or await self._cold(match_id))

    async def at(self, match_id: str, ply: int) -> Match:
        """The match at a ply. Raises UnknownPly."""
        warm = self._look_up(match_id)
        if warm and warm.ply == ply:
            return warm
        return await self._restored(await self._store.load(match_id, ply), ply)

    def put(self, match: Match) -> None:
        """Keeps a match warm, unless a later ply of it is."""
        warm = self._warm.get(match.id)
        if warm is None or warm.ply <= match.ply:
            self._warm.put(match.id, match)

    def drop(self, match_id: str) -> None:
        """Forgets a match that is not what the store holds."""
        self._warm.drop(match_id)

    def drop_beyond(self, match_id: str, ply: int) -> None:
        """Forgets a match that is warm beyond its last ply: the store was put back to an earlier state."""
        warm = self._warm.get(match_id)
        if warm and warm.ply > ply:
            self._warm.drop(match_id)

    def _look_up(self, match_id: str) -> Match | None:
        warm = self._warm.get(match_id)
        (_MISS if warm is None else _HIT).inc()
        return warm

    async def _caught_up(self, warm: Match) -> Match:
        """The match with what was stored behind the ply that is warm."""
        match = warm
        try:
            for entry in await self._store.entries(warm.id, warm.ply):
                match = match.follow(entry)
        except CorruptLog:  # the store was put back to an earlier state and the match went on from there
            self.drop(warm.id)
            return await self._cold(warm.id)
        self.put(match)
        return match

    async def _cold(self, match_id: str) -> Match:
        return await self._loads.run(match_id, lambda: self._load(match_id))

    async def _load(self, match_id: str) -> Match:
        found = await self._store.load(match_id)
        match = await self._restored(found, found.head)
        self.put(match)
        return match

    async def _restored(self, found: Stored, ply: int) -> Match:
        header = found.header
        game = self._games.get(header.setup.game)
        if game is None:
            raise UnknownGame(header.setup.game, tuple(self._games))
        try:
            return Match.restore(game, header, found.entries, found.snapshot)
        except CorruptLog as error:
            if found.snapshot is None:
                raise
            logger.warning("a snapshot does not fit, the log is replayed from its start: %s", error)
            return Match.restore(game, header, await self._store.entries(header.match, 0, ply))
