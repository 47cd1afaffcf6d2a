"""Replicas that follow one bus, and watchers of them."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from footplate.bus import Bus, TailSettings
from footplate.domain.log import Entry
from footplate.domain.match import Match
from footplate.rules.watch_messages import (
    EntryTold,
    MatchMessage,
    MatchWatch,
    Views,
)
from tests.rules.fakes import MemoryMatchStore
from tests.rules.playing import Replica, watcher

QUICK = TailSettings(block=0.05, check_every=0.05, backoff=0.01, backoff_limit=0.05)


@asynccontextmanager
async def replicas(number: int = 1, **given: Any) -> AsyncIterator[list[Replica]]:
    """Replicas over one store, each following the bus."""
    async with Bus.in_memory() as bus:
        store = MemoryMatchStore(bus)
        made = [Replica(store, **given) for _ in range(number)]
        tails = [await replica.feed.tail(bus, QUICK) for replica in made]
        for tail in tails:
            tail.start()
        try:
            yield made
        finally:
            for tail in tails:
                await tail.stop()


def watching(
    replica: Replica, match_id: str, from_ply: int = 0, who: Any = None, **wanted: Any
) -> AsyncGenerator[MatchMessage, None]:
    asked = {"seat": None, "effects": False, "views": Views.NONE} | wanted
    return replica.watches.watch(who or watcher(), MatchWatch(match_id, from_ply, **asked))


async def told(messages: AsyncGenerator[MatchMessage, None]) -> list[MatchMessage]:
    """All that is told, up to the end."""
    async with asyncio.timeout(10):
        return [message async for message in messages]


def entries(messages: list[MatchMessage]) -> list[Entry]:
    return [message.entry for message in messages if isinstance(message, EntryTold)]


def log_of(replica: Replica, match: Match) -> list[Entry]:
    store: Any = replica.store
    kept: list[Entry] = store.matches[match.id].entries
    return kept
