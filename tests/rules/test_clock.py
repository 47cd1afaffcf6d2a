"""The clock of all matches, over every store: deadlines fire once, not early, after any restart, and then no more."""

import asyncio
import random

import pytest

from footplate.bus import PARTITIONS
from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.domain.terms import AtZero, ClockRule
from footplate.engine.game import OVER
from footplate.rules.ports import Due, MatchStore
from tests.rules.fakes import MemoryMatchStore, Ticking, eventually
from tests.rules.playing import LONG, Replica
from tests.support.people import ANN, BEA, BOT, MINUTE, terms

ALL = range(PARTITIONS)
SEATS = (ANN, BEA, BOT)
HURRIED = terms(ClockRule(turn_ms=MINUTE), AtZero.DEFAULT)


async def due(store: MatchStore, now_ms: int) -> list[Due]:
    return list(await store.due(ALL, now_ms, 100))


async def hurried(replica: Replica, name: str = "table") -> Match:
    return await replica.begin(name, LONG, SEATS, HURRIED)


async def test_the_store_knows_the_deadline_of_each_open_turn(store: MatchStore) -> None:
    replica = Replica(store)
    match = await hurried(replica)
    await replica.begin("free", LONG, SEATS)  # nobody is hurried here
    deadline = match.deadline_ms
    assert deadline
    assert await due(store, deadline - 1) == []
    assert await due(store, deadline) == [Due(match.id, deadline)]
    replica.clock.now += 5_000
    match = (await replica.act(match)).after
    assert match.deadline_ms
    assert match.deadline_ms > deadline
    assert await due(store, match.deadline_ms - 1) == []
    assert await due(store, match.deadline_ms) == [Due(match.id, match.deadline_ms)]


async def test_a_match_that_is_over_is_due_no_more(store: MatchStore) -> None:
    replica = Replica(store)
    match = await replica.play(await hurried(replica), random.Random(1))
    assert match.to_act == OVER
    assert await due(store, 10**15) == []


async def test_so_many_of_each_partition_at_most_the_longest_overdue_first(store: MatchStore) -> None:
    replica = Replica(store)
    for number in range(70):
        await hurried(replica, f"t{number}")
    every = await store.due(ALL, 10**15, 100)
    assert len(every) == 70
    one_each = await store.due(ALL, 10**15, 1)
    assert len(one_each) < 64
    assert set(one_each) < set(every)


async def test_it_fires_when_the_time_is_up_and_not_before(store: MatchStore) -> None:
    replica = Replica(store)
    match = await hurried(replica)
    assert match.deadline_ms
    replica.clock.now = match.deadline_ms - 50
    await replica.clock_of_matches.look()
    assert (await replica.matches.head(match.id)).ply == match.ply
    replica.clock.now = match.deadline_ms
    await replica.clock_of_matches.look()
    head = await replica.matches.head(match.id)
    (entry, *_) = await store.entries(match.id, match.ply)
    assert (entry.actor, entry.cause) == (0, Cause.DEFAULT)
    assert head.situation.seats[0].missed == 1
    await replica.clock_of_matches.look()
    assert (await replica.matches.head(match.id)).ply == head.ply


async def test_replicas_that_fire_at_once_fire_once(store: MatchStore) -> None:
    clock = Ticking()
    replicas = [Replica(store, clock=clock) for _ in range(3)]
    matches = [await hurried(replicas[0], f"t{number}") for number in range(30)]
    clock.now += MINUTE + 100
    await asyncio.gather(*(replica.clock_of_matches.look() for replica in replicas))
    for match in matches:
        entries = await store.entries(match.id, match.ply)
        assert [entry.cause for entry in entries].count(Cause.DEFAULT) == 1


async def test_a_new_process_fires_what_its_forerunner_left(store: MatchStore) -> None:
    matches = [await hurried(Replica(store), f"t{number}") for number in range(20)]
    later = Replica(store, clock=Ticking(2_000_000))
    await later.clock_of_matches.look()
    for match in matches:
        assert (await later.matches.head(match.id)).situation.seats[0].missed == 1


async def test_a_move_that_comes_first_is_what_counts(store: MatchStore) -> None:
    clock = Ticking()
    one, other = Replica(store, clock=clock), Replica(store, clock=clock)
    match = await hurried(one)
    clock.now += MINUTE + 100
    await one.act(match)
    await other.clock_of_matches.look()
    first, *_ = await store.entries(match.id, match.ply)
    assert first.cause == Cause.PLAYER
    assert (await other.matches.head(match.id)).situation.seats[0].missed == 0


async def test_a_match_nobody_connects_to_goes_on_to_its_end(store: MatchStore) -> None:
    """Everybody has gone, nothing calls: the clock alone plays it out."""
    replica = Replica(store)
    match = await hurried(replica)
    for _ in range(400):
        replica.clock.now += MINUTE + 1
        await replica.clock_of_matches.look()
        match = await replica.matches.head(match.id)
        if match.to_act == OVER:
            break
    assert match.outcome


async def test_one_broken_match_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryMatchStore()
    replica = Replica(store)
    good, bad = await hurried(replica, "good"), await hurried(replica, "bad")
    replica.clock.now += MINUTE + 100
    replica.matches.drop(bad.id)
    store.matches[bad.id].entries[0] = store.matches[bad.id].entries[-1]
    store.matches[bad.id].entries.append(store.matches[bad.id].entries[0])
    await replica.clock_of_matches.look()
    assert (await replica.matches.head(good.id)).situation.seats[0].missed == 1
    assert "a deadline did not fire" in caplog.text


async def test_a_store_that_is_away_is_tried_again() -> None:
    store = MemoryMatchStore()
    replica = Replica(store)
    match = await hurried(replica)
    replica.clock.now += MINUTE + 100
    store.away = True
    await replica.clock_of_matches.look()
    store.away = False
    running = asyncio.create_task(replica.clock_of_matches.run())
    await eventually(lambda: len(store.matches[match.id].entries) > match.ply)
    running.cancel()
