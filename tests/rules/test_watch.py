"""Watching matches: nothing left out, nothing twice, positions and effects as asked for."""

import asyncio
import random
from contextlib import aclosing
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.bus import Bus
from footplate.domain.errors import NotYourSeat
from footplate.domain.log import Entry
from footplate.engine.game import OVER
from footplate.rules.watch_messages import (
    Ended,
    EndReason,
    EntryTold,
    PositionTold,
    Views,
)
from tests.rules.fakes import MemoryMatchStore, eventually
from tests.rules.playing import ANN, BOT, LONG, Replica, random_text, watcher
from tests.rules.watching import QUICK, entries, log_of, replicas, told, watching

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
