"""Tails, on every driver: every reader sees all that comes after its place, or is told that it may not have."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace

from footplate.bus import LATEST, START, Bus, Envelope, GapReason, Tail
from tests.bus.helpers import GROUP, QUICK_TAIL, A, B, Notes, Watcher, eventually
from tests.bus.rigs import MemoryRig, Rig


def follow(bus: Bus, notes: Notes, start: str | Mapping[str, str] = LATEST) -> Tail:
    return bus.tail([A, B], notes.handle, on_gap=notes.gap, start=start, settings=QUICK_TAIL)


async def test_every_tail_sees_everything_after_it_was_ready(rig: Rig) -> None:
    watcher = Watcher()
    bus = Bus(rig.driver, watcher)
    await bus.publish(A, b"before")
    one, two = Notes(), Notes()
    async with follow(bus, one) as first, follow(bus, two) as second:
        await first.ready()
        await second.ready()
        for number in range(50):
            await bus.publish((A, B)[number % 2], b"%d" % number)
        await eventually(lambda: len(one.done) == len(two.done) == 50)
    assert sorted(one.done) == sorted(two.done) == sorted(b"%d" % n for n in range(50))
    assert one.gaps == two.gaps == []
    assert watcher.lost == []


async def test_nothing_is_missed_between_two_reads(bus: Bus) -> None:
    async def publish_while_busy(envelope: Envelope) -> None:
        if envelope.payload == b"first":
            await bus.publish(A, b"second")
            await bus.publish(B, b"third")

    notes = Notes(publish_while_busy)
    async with follow(bus, notes) as tail:
        await tail.ready()
        await bus.publish(A, b"first")
        await eventually(lambda: len(notes.done) == 3)
    assert sorted(notes.done) == [b"first", b"second", b"third"]


async def test_it_can_begin_at_the_start_or_where_another_ended(bus: Bus) -> None:
    notes = Notes()
    await bus.publish(A, b"1")
    await bus.publish(B, b"2")
    async with follow(bus, notes, START) as tail:
        await eventually(lambda: len(notes.done) == 2)
    places = tail.positions
    await bus.publish(A, b"3")
    async with follow(bus, notes, places):
        await eventually(lambda: len(notes.done) == 3)
    assert sorted(notes.done) == [b"1", b"2", b"3"]
    assert notes.gaps == []


async def test_a_place_that_is_gone_is_a_gap(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    entry = await bus.publish(A, b"1")
    await rig.drop(A, entry)
    await bus.publish(A, b"2")
    async with follow(bus, notes, {A: entry}):
        await eventually(lambda: notes.done == [b"2"])
    assert notes.told() == [(GapReason.TRIMMED, A)]


async def test_a_flush_is_a_gap_and_following_goes_on(rig: Rig) -> None:
    watcher = Watcher()
    bus, notes = Bus(rig.driver, watcher), Notes()
    async with follow(bus, notes) as tail:
        await tail.ready()
        await bus.publish(A, b"before")
        await eventually(lambda: notes.done == [b"before"])
        await rig.flush()
        await eventually(lambda: notes.told() == [(GapReason.TRIMMED, A)])
        await asyncio.sleep(3 * QUICK_TAIL.check_every)
        assert len(notes.gaps) == 1, "told once"
        await bus.publish(A, b"after")
        await eventually(lambda: notes.done == [b"before", b"after"])
    assert watcher.gaps == notes.gaps


async def test_a_gap_is_told_until_it_was_dealt_with(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    notes.gap_trouble = [RuntimeError("no database")]
    entry = await bus.publish(A, b"1")
    await rig.drop(A, entry)
    async with follow(bus, notes, {A: entry}) as tail:
        await tail.ready()
    assert notes.told() == [(GapReason.TRIMMED, A)]


async def test_our_own_trimming_is_no_gap(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    await rig.driver.create_groups([A, B], GROUP)
    reader = rig.driver.reader()
    async with follow(bus, notes) as tail:
        await tail.ready()
        for number in range(10):
            entry = await bus.publish(A, b"%d" % number)
            await reader.read_group([A], GROUP, "one", count=9, block_ms=1)
            await rig.driver.ack(GROUP, {A: [entry]})
            await eventually(lambda number=number: len(notes.done) == number + 1)  # type: ignore[misc] # mypy cannot infer it
            await rig.driver.trim([A], [GROUP], keep_ms=0)
        await asyncio.sleep(0.12)
    await reader.close()
    assert notes.gaps == []


async def test_lingering_takes_more_at_once(bus: Bus) -> None:
    notes = Notes()
    settings = replace(QUICK_TAIL, linger=0.3)
    async with bus.tail([A, B], notes.handle, on_gap=notes.gap, settings=settings) as tail:
        await tail.ready()
        await bus.publish(A, b"1")
        await eventually(lambda: notes.done == [b"1"])
        begun = time.monotonic()
        for payload in (b"2", b"3"):
            await bus.publish(B, payload)
        await eventually(lambda: notes.done == [b"1", b"2", b"3"])
    assert time.monotonic() - begun > 0.2


async def test_an_error_of_the_handler_is_logged_and_passed_over(bus: Bus) -> None:
    async def choke(envelope: Envelope) -> None:
        if envelope.payload == b"bad":
            raise ValueError("cannot digest")

    notes = Notes(choke)
    async with follow(bus, notes) as tail:
        await tail.ready()
        await bus.publish(A, b"bad")
        await bus.publish(A, b"good")
        await eventually(lambda: notes.done == [b"good"])
    assert len(notes.seen) == 2


async def test_it_comes_back_when_the_store_does() -> None:
    rig, watcher, notes = MemoryRig(), Watcher(), Notes()
    bus = Bus(rig.driver, watcher)
    rig.memory.available = False
    async with follow(bus, notes) as tail:
        await eventually(lambda: len(watcher.lost) > 2)
        assert not tail.connected
        rig.memory.available = True
        await tail.ready()
        await bus.publish(A, b"1")
        await eventually(lambda: notes.done == [b"1"])
        rig.memory.available = False
        await eventually(lambda: not tail.connected)
        rig.memory.available = True
        await tail.ready()
        await bus.publish(A, b"2")
        await eventually(lambda: notes.done == [b"1", b"2"])
    assert notes.gaps == []
