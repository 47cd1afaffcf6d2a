"""How watches of matches end, and what they cost."""

import asyncio
import random
from contextlib import aclosing
from typing import Any

import pytest

from footplate.domain.errors import StoreUnavailable, UnknownMatch, UnknownPly
from footplate.rules.watch_messages import (
    Beat,
    Ended,
    EndReason,
)
from footplate.runtime import metrics
from tests.rules.fakes import MemoryMatchStore, eventually
from tests.rules.playing import ANN, LONG, Replica, random_text, watcher
from tests.rules.watching import entries, log_of, replicas, told, watching

# --- Ends ------------------------------------------------------------------------------------------------------------


async def test_what_cannot_be_watched_is_refused() -> None:
    async with replicas() as (replica,):
        match = await replica.begin()
        for ply in (-1, match.ply + 1):
            with pytest.raises(UnknownPly):
                await told(watching(replica, match.id, ply))
        with pytest.raises(UnknownMatch):
            await told(watching(replica, "m_none"))
        assert len(replica.bells) == 0


async def test_silence_is_broken_by_beats() -> None:
    async with replicas(heartbeat=0.02) as (replica,):
        match = await replica.begin()
        async with aclosing(watching(replica, match.id, match.ply)) as messages:
            beats = [await anext(messages) for _ in range(3)]
        assert all(isinstance(beat, Beat) and beat.position == match.ply for beat in beats)


async def test_a_process_that_stops_says_so() -> None:
    async with replicas() as (replica,):
        match = await replica.begin()
        watch = asyncio.create_task(told(watching(replica, match.id)))
        await eventually(lambda: len(replica.bells))
        await asyncio.sleep(0.01)
        replica.bells.close()
        assert (await watch)[-1] == Ended(EndReason.SHUTTING_DOWN, match.ply)
        assert await told(watching(replica, match.id)) == [Ended(EndReason.SHUTTING_DOWN, 0)]


async def test_a_watch_ends_with_its_token() -> None:
    async with replicas() as (replica,):
        match = await replica.begin()
        expires = replica.clock.now / 1000 + 0.03
        watch = asyncio.create_task(told(watching(replica, match.id, match.ply, watcher(ANN, expires))))
        await asyncio.sleep(0.01)
        replica.clock.now += 30
        messages = await watch
        assert messages[-1] == Ended(EndReason.TOKEN_EXPIRED, match.ply)


async def test_a_watcher_that_falls_far_behind_is_ended_and_can_resume() -> None:
    async with replicas(behind=5) as (replica,):
        match = await replica.begin(setup=LONG)
        rng, seen = random.Random(8), []
        async with aclosing(watching(replica, match.id)) as messages:
            seen.append(await anext(messages))  # it has begun; now it follows slowly
            waiting = asyncio.create_task(anext(messages))
            await asyncio.sleep(0.01)
            match = (await replica.act(match, random_text(match, rng))).after
            seen.append(await waiting)
            match = await replica.play(match, rng)
            seen += [message async for message in messages]
        end = seen[-1]
        assert isinstance(end, Ended)
        assert end.reason is EndReason.TOO_SLOW
        assert end.position < match.ply
        rest = await told(watching(replica, match.id, end.position))
        assert entries(seen) + entries(rest) == log_of(replica, match)


async def test_catching_up_from_far_behind_is_not_slow() -> None:
    async with replicas(behind=5) as (replica,):
        match = await replica.play(await replica.begin(setup=LONG), random.Random(9))
        assert entries(await told(watching(replica, match.id))) == log_of(replica, match)


async def test_a_store_that_is_away_ends_the_watch_with_an_error() -> None:
    store = MemoryMatchStore()
    replica = Replica(store, heartbeat=0.02)
    match = await replica.begin()
    watch = asyncio.create_task(told(watching(replica, match.id)))
    await asyncio.sleep(0.01)
    store.away = True
    with pytest.raises(StoreUnavailable):
        await watch
    assert len(replica.bells) == 0


async def test_nothing_is_left_when_watchers_go() -> None:
    async with replicas() as (replica,):
        gauge = metrics.WATCHERS_OPEN.labels("match")
        before = gauge._value.get()
        match = await replica.begin()
        tasks = [asyncio.create_task(told(watching(replica, match.id))) for _ in range(20)]
        await eventually(lambda: gauge._value.get() == before + 20)
        assert len(replica.bells) == 1
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert gauge._value.get() == before
        assert len(replica.bells) == 0


async def test_many_watchers_of_one_match_share_their_reads() -> None:
    async with replicas() as (replica,):
        store: Any = replica.store
        match = await replica.begin(setup=LONG)
        watches = [asyncio.create_task(told(watching(replica, match.id, match.ply))) for _ in range(50)]
        await eventually(lambda: len(replica.bells))
        await asyncio.sleep(0.05)
        store.calls.clear()
        match = (await replica.act(match)).after
        await asyncio.sleep(0.05)
        assert store.calls.count("entries") <= 3
        await replica.play(match, random.Random(10))
        await asyncio.gather(*watches)


async def test_the_delay_is_measured_for_what_was_followed() -> None:
    async with replicas() as (replica,):
        match = await replica.begin()
        histogram: Any = metrics.WATCH_DELAY_SECONDS.labels("match")

        def count() -> float:
            return float(sum(bucket.get() for bucket in histogram._buckets))

        before = count()
        watch = asyncio.create_task(told(watching(replica, match.id)))
        await eventually(lambda: len(replica.bells))
        await asyncio.sleep(0.01)
        match = await replica.play(match, random.Random(11))
        await watch
        assert count() - before == match.ply - 1  # the first entry was history
