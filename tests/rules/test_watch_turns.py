"""Watching turns: what is open comes first, then each turn as it opens and closes, and no turn is forgotten."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.bus import PARTITIONS, Bus, Gap, GapReason, events_stream, partition_of
from footplate.domain.events import TurnStarted
from footplate.domain.match import Match
from footplate.engine.game import OVER
from footplate.rules.watch_messages import Beat, Ended, EndReason, TurnClosed, TurnOpened, TurnsMessage
from footplate.runtime import metrics
from tests.rules.fakes import MemoryMatchStore, eventually
from tests.rules.playing import ANN, BOT, CY, LONG, Replica, random_text, watcher
from tests.rules.watching import QUICK, replicas
from tests.support.toy_matches import SEATS


def watching(replica: Replica, account: str, game: str = "") -> AsyncGenerator[TurnsMessage, None]:
    return replica.turn_watches.watch(watcher(account), game)


async def until_beat(messages: AsyncGenerator[TurnsMessage, None]) -> list[TurnsMessage]:
    """What is told before the next beat."""
    found: list[TurnsMessage] = []
    async with asyncio.timeout(5):
        while not isinstance(message := await anext(messages), Beat):
            found.append(message)
    return found


def turns(messages: list[TurnsMessage]) -> list[TurnStarted]:
    return [message.turn for message in messages if isinstance(message, TurnOpened)]


async def test_the_open_turns_come_first_and_then_a_beat() -> None:
    async with replicas() as (replica,):
        matches = [await replica.begin(f"t{number}") for number in range(5)]
        async with aclosing(watching(replica, ANN)) as messages:
            assert turns(await until_beat(messages)) == [match.open_turn for match in matches]
        async with aclosing(watching(replica, BOT)) as messages:
            assert await until_beat(messages) == []
        async with aclosing(watching(replica, ANN, "pebbles")) as messages:
            assert len(await until_beat(messages)) == 5
        async with aclosing(watching(replica, ANN, "chess")) as messages:
            assert await until_beat(messages) == []


async def test_turns_open_and_close_as_the_match_goes_on() -> None:
    async with replicas(2) as (one, two):
        match = await one.begin()
        await eventually(lambda: two.turns.of(ANN))
        async with aclosing(watching(two, ANN)) as ann, aclosing(watching(two, BOT)) as bot:
            assert turns(await until_beat(ann)) == [match.open_turn]
            assert await until_beat(bot) == []
            after = (await one.act(match, "take 1")).after
            assert await anext(ann) == TurnClosed(match.id, match.ply, match_over=False)
            assert await anext(bot) == TurnOpened(after.open_turn or missing())


async def test_the_last_turn_closes_with_the_match() -> None:
    async with replicas(2) as (one, two):
        match = await one.begin(seats=(SEATS[0],) * 3)
        await eventually(lambda: two.turns.of(ANN))
        async with aclosing(watching(two, ANN)) as messages:
            seen = await until_beat(messages)
            task = asyncio.create_task(one.play(match, random.Random(1)))
            async with asyncio.timeout(5):
                while not (isinstance(seen[-1], TurnClosed) and seen[-1].match_over):
                    seen.append(await anext(messages))
            match = await task
        closed = [message.ply for message in seen if isinstance(message, TurnClosed)]
        assert closed == [turn.ply for turn in turns(seen)]
        assert sum(isinstance(message, TurnClosed) and message.match_over for message in seen) == 1


async def test_a_new_process_knows_the_turns_that_were_open() -> None:
    async with Bus.in_memory() as bus:
        store = MemoryMatchStore(bus)
        old = Replica(store)
        matches = [await old.begin(f"t{number}") for number in range(10)]
        matches[0] = (await old.act(matches[0])).after
        new = Replica(store)
        async with await new.feed.tail(bus, QUICK):
            async with aclosing(watching(new, ANN)) as messages:
                assert {turn.match for turn in turns(await until_beat(messages))} == {m.id for m in matches[1:]}
            async with aclosing(watching(new, BOT)) as messages:
                assert turns(await until_beat(messages)) == [matches[0].open_turn]
                matches[1] = (await old.act(matches[1])).after
                assert await anext(messages) == TurnOpened(matches[1].open_turn or missing())


def missing() -> TurnStarted:
    raise AssertionError("a turn should be open")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_what_was_told_always_adds_up_to_what_is_open(seed: int) -> None:
    asyncio.run(adds_up(random.Random(seed)))


async def adds_up(rng: random.Random) -> None:
    """Matches played on one replica, watched on another that loses its news now and then and is told old ones again."""
    async with replicas(2) as (one, two):
        store: Any = one.store
        matches = {match.id: match for match in [await one.begin(f"t{n}") for n in range(4)]}
        told: dict[str, dict[str, int]] = {account: {} for account in (ANN, BOT, CY)}

        async def watch(account: str) -> None:
            open_now = told[account]
            async with aclosing(watching(two, account)) as messages:
                async for message in messages:
                    if isinstance(message, TurnOpened):
                        assert message.turn.match not in open_now
                        open_now[message.turn.match] = message.turn.ply
                    if isinstance(message, TurnClosed):
                        assert open_now.pop(message.match_id) == message.ply

        tasks = [asyncio.create_task(watch(account)) for account in told]
        while any(match.to_act != OVER for match in matches.values()):
            match = rng.choice([match for match in matches.values() if match.to_act != OVER])
            old = match.open_turn
            matches[match.id] = (await one.act(match, random_text(match, rng))).after
            if rng.random() < 0.1:
                gap = Gap(GapReason.TRIMMED, (events_stream(partition_of(match.id)),), "t")
                await two.feed.take_stock(gap)
            if rng.random() < 0.1 and old:
                two.feed.tell([old])
            if rng.random() < 0.3:
                await asyncio.sleep(0)
        await eventually(lambda: not any(told.values()))
        assert store.turns == {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_beats_ends_and_nothing_left() -> None:
    async with replicas(heartbeat=0.01) as (replica,):
        await replica.begin()
        async with aclosing(watching(replica, CY)) as messages:
            for _ in range(3):
                beat = await anext(messages)
                assert isinstance(beat, Beat)
                assert beat.position == 0
            replica.bells.close()
            async with asyncio.timeout(5):
                rest = [message async for message in messages]
        assert rest[-1] == Ended(EndReason.SHUTTING_DOWN, 0)
        assert len(replica.bells) == 0


async def test_running_matches_are_counted_from_the_open_turns() -> None:
    gauge = metrics.MATCHES_RUNNING.labels("pebbles")
    async with replicas(2) as (one, two):
        matches: list[Match] = [await one.begin(f"t{number}", LONG) for number in range(3)]
        await eventually(lambda: gauge._value.get() == 3)
        await one.play(matches[0], random.Random(2))
        await eventually(lambda: len(two.turns._turns) == 2)
        assert gauge._value.get() == 2
        assert len(await one.store.open_turns(range(PARTITIONS))) == 2
