"""Watching matches: nothing left out, nothing twice, an end with its reason, nothing left behind."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.bus import Bus, TailSettings
from footplate.domain.errors import NotYourSeat, StoreUnavailable, UnknownMatch, UnknownPly
from footplate.domain.log import Entry
from footplate.domain.match import Match
from footplate.engine.game import OVER
from footplate.rules.watch_messages import (
    Beat,
    Ended,
    EndReason,
    EntryTold,
    MatchMessage,
    MatchWatch,
    PositionTold,
    Views,
)
from footplate.runtime import metrics
from tests.rules.fakes import MemoryMatchStore, eventually
from tests.rules.playing import ANN, BOT, LONG, Replica, random_text, watcher

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


# --- Entries ---------------------------------------------------------------------------------------------------------


async def test_a_match_that_is_over_is_told_from_any_ply() -> None:
    async with replicas() as (replica,):
        match = await replica.play(await replica.begin(setup=LONG), random.Random(1))
        for ply in range(match.ply + 1):
            messages = await told(watching(replica, match.id, ply))
            assert entries(messages) == log_of(replica, match)[ply:]
            assert messages[-1] == Ended(EndReason.COMPLETE, match.ply)
            assert len(messages) == match.ply - ply + 1


async def test_a_running_match_is_followed_to_its_end_on_every_replica() -> None:
    async with replicas(3) as (one, two, three):
        match = await one.begin(setup=LONG)
        watches = [asyncio.create_task(told(watching(at, match.id))) for at in (one, one, two, three)]
        rng = random.Random(2)
        while match.to_act != OVER:
            match = (await rng.choice([one, two, three]).act(match, random_text(match, rng))).after
        for messages in await asyncio.gather(*watches):
            assert entries(messages) == log_of(one, match)
            assert messages[-1] == Ended(EndReason.COMPLETE, match.ply)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_watchers_that_come_and_go_see_every_entry_once(seed: int) -> None:
    asyncio.run(come_and_go(random.Random(seed)))


async def come_and_go(rng: random.Random) -> None:
    """Three watchers that break off and resume at random, on random replicas, while a match is played."""
    async with replicas(3) as made:
        match = await made[0].begin(setup=LONG)

        async def watch() -> list[Entry]:
            seen: list[Entry] = []
            while True:
                patience = rng.randrange(1, 12)
                async with aclosing(watching(rng.choice(made), match.id, len(seen))) as messages:
                    async for message in messages:
                        if isinstance(message, Ended):
                            assert message == Ended(EndReason.COMPLETE, len(seen))
                            return seen
                        if isinstance(message, EntryTold):
                            seen.append(message.entry)
                        patience -= 1
                        if patience == 0:
                            break
                        await asyncio.sleep(0 if rng.random() < 0.7 else 0.001)

        watches = [asyncio.create_task(watch()) for _ in range(3)]
        begun = match
        while begun.to_act != OVER:
            begun = (await rng.choice(made).act(begun, random_text(begun, rng))).after
            await asyncio.sleep(0 if rng.random() < 0.7 else 0.001)
        async with asyncio.timeout(10):
            for seen in await asyncio.gather(*watches):
                assert seen == log_of(made[0], begun)
        assert all(len(replica.bells) == 0 for replica in made)


async def test_a_cut_connection_to_the_bus_loses_nothing() -> None:
    async with Bus.in_memory() as bus:
        driver: Any = bus.driver
        one = Replica(MemoryMatchStore(bus))
        two = Replica(one.store)
        tail = await two.feed.tail(bus, QUICK)
        async with tail:
            match = await one.begin(setup=LONG)
            watch = asyncio.create_task(told(watching(two, match.id)))
            rng = random.Random(3)
            for _ in range(5):
                match = (await one.act(match, random_text(match, rng))).after
            driver.flush()  # the news are lost, the log is not
            match = await one.play(match, rng)
            assert entries(await watch) == log_of(one, match)


async def test_an_end_that_was_never_told_is_found_at_the_next_beat() -> None:
    store = MemoryMatchStore()
    one, deaf = Replica(store), Replica(store, heartbeat=0.05)
    match = await one.begin()
    watch = asyncio.create_task(told(watching(deaf, match.id)))
    match = await one.play(match, random.Random(4))
    messages = await watch
    assert entries(messages) == log_of(one, match)
    assert messages[-1] == Ended(EndReason.COMPLETE, match.ply)


# --- Positions and effects -------------------------------------------------------------------------------------------


async def test_positions_come_as_asked_for() -> None:
    async with replicas() as (replica,):
        match, rng = await replica.begin(setup=LONG), random.Random(5)
        follow = asyncio.create_task(told(watching(replica, match.id, 1, views=Views.FOLLOW)))
        await eventually(lambda: len(replica.bells))
        decided = [match]
        while match.to_act != OVER:
            match = (await replica.act(match, random_text(match, rng))).after
            decided.append(match)
            await asyncio.sleep(0.005)
        messages = await follow
        positions = [message for message in messages if isinstance(message, PositionTold)]
        assert [position.match for position in positions] == decided
        assert messages[0] == PositionTold(decided[0], decided[0], None)
        assert isinstance(messages[-2], PositionTold)
        (first, *rest) = await told(watching(replica, match.id, 3, views=Views.START))
        assert isinstance(first, PositionTold)
        assert (first.match.ply, first.head.ply) == (3, match.ply)
        assert not [message for message in rest if isinstance(message, PositionTold)]


async def test_every_position_follows_from_the_entries_before_it() -> None:
    async with replicas(2) as (one, two):
        match = await one.begin(setup=LONG)
        watch = asyncio.create_task(told(watching(two, match.id, views=Views.FOLLOW)))
        await one.play(match, random.Random(6))
        ply = 0
        for message in await watch:
            if isinstance(message, EntryTold):
                assert message.entry.ply == ply + 1
                ply = message.entry.ply
            if isinstance(message, PositionTold):
                assert message.match.ply == ply


async def test_effects_come_with_the_position_before_them() -> None:
    async with replicas(2) as (one, two):
        match = await one.begin(setup=LONG)
        watch = asyncio.create_task(told(watching(two, match.id, 1, effects=True)))
        match = await one.play(match, random.Random(7))
        messages = [message for message in await watch if isinstance(message, EntryTold)]
        for message in messages:
            assert message.before is not None
            assert message.before.ply == message.entry.ply - 1
            assert message.before.follow(message.entry).chain_hash == message.entry.chain_hash


async def test_sight_is_that_of_a_seat_or_of_a_spectator() -> None:
    async with replicas() as (replica,):
        match = await replica.begin()
        for who, seat, viewer in ((ANN, None, 0), (ANN, 0, 0), (BOT, None, 1), ("a_stranger", None, None)):
            async with aclosing(watching(replica, match.id, 0, watcher(who), seat=seat, views=Views.START)) as messages:
                first = await anext(messages)
                assert isinstance(first, PositionTold)
                assert first.viewer == viewer
        with pytest.raises(NotYourSeat):
            await told(watching(replica, match.id, 0, watcher(ANN), seat=1))


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
