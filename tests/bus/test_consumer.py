"""Consumers, on every driver: nothing is lost, whatever breaks."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from footplate.bus import (
    Bus,
    Consumer,
    ConsumerSettings,
    Driver,
    Envelope,
    GapReason,
    Outcome,
    PoisonMessage,
    TrimPolicy,
)
from footplate.bus.loops import ended
from tests.bus.helpers import GROUP, PATIENT, QUICK, A, B, Notes, Watcher, eventually
from tests.bus.rigs import Rig

CREATED = [(GapReason.GROUP_CREATED, A), (GapReason.GROUP_CREATED, B)]


def join(bus: Bus, notes: Notes, settings: ConsumerSettings = QUICK, name: str | None = None) -> Consumer:
    return bus.consumer([A, B], GROUP, notes.handle, on_gap=notes.gap, settings=settings, name=name)


async def settled(driver: Driver) -> bool:
    """Everything was delivered and acknowledged."""
    return all(s.exists and s.pending == 0 and s.lag == 0 for s in await driver.inspect([A, B], GROUP))


def failing(times: int, error: Exception) -> Callable[[Envelope], Awaitable[None]]:
    async def trouble(envelope: Envelope) -> None:
        if envelope.deliveries <= times:
            raise error

    return trouble


async def test_every_event_is_handled_once_and_acknowledged_after_the_effect(rig: Rig) -> None:
    watcher = Watcher()
    bus = Bus(rig.driver, watcher)
    open_while_handled: list[int] = []

    async def look(envelope: Envelope) -> None:
        open_while_handled.append((await bus.driver.inspect([envelope.stream], GROUP))[0].pending)

    notes = Notes(look)
    async with join(bus, notes) as consumer:
        await consumer.ready()
        for number in range(6):
            await bus.publish((A, B)[number % 2], b"%d" % number)
        await eventually(lambda: settled(bus.driver))
    assert sorted(notes.done) == [b"%d" % n for n in range(6)]
    assert min(open_while_handled) >= 1
    assert watcher.lost == []


async def test_what_was_published_before_the_group_is_seen_and_the_gap_is_told(bus: Bus) -> None:
    await bus.publish(A, b"early")
    notes = Notes()
    async with join(bus, notes):
        await eventually(lambda: notes.done == [b"early"])
    assert notes.told() == CREATED
    assert {gap.group for gap in notes.gaps} == {GROUP}
    async with join(bus, notes) as again:
        await again.ready()
    assert notes.told() == CREATED


async def test_consumers_share_the_work(bus: Bus) -> None:
    async def work(_: Envelope) -> None:
        await asyncio.sleep(0.001)

    crew = [Notes(work) for _ in range(4)]
    consumers = [join(bus, notes, replace(PATIENT, batch=2)) for notes in crew]
    for consumer in consumers:
        consumer.start()
    for number in range(200):
        await bus.publish((A, B)[number % 2], b"%d" % number)
    await eventually(lambda: sum(len(notes.done) for notes in crew) >= 200)
    for consumer in consumers:
        await consumer.stop()
    done = [payload for notes in crew for payload in notes.done]
    assert sorted(done) == sorted(b"%d" % n for n in range(200)), "each once"
    assert sum(bool(notes.done) for notes in crew) > 1
    assert await settled(bus.driver)


async def test_a_crash_between_effect_and_acknowledgement_repeats_the_event_elsewhere(bus: Bus) -> None:
    reached = asyncio.Event()

    async def die_after_the_effect(_: Envelope) -> None:
        reached.set()
        await asyncio.Event().wait()

    doomed, heir = Notes(die_after_the_effect), Notes()
    task = asyncio.create_task(join(bus, doomed).run())
    await bus.publish(A, b"x")
    await reached.wait()
    await ended(task)
    async with join(bus, heir):
        await eventually(lambda: heir.done == [b"x"])
        await eventually(lambda: settled(bus.driver))
    assert [(e.payload, e.deliveries) for e in heir.seen] == [(b"x", 2)]
    assert heir.seen[0].key == doomed.seen[0].key


async def test_a_failure_is_tried_again(bus: Bus) -> None:
    notes = Notes(failing(2, RuntimeError("not yet")))
    async with join(bus, notes):
        await bus.publish(A, b"x")
        await eventually(lambda: settled(bus.driver) if notes.done else False)
    assert [e.deliveries for e in notes.seen] == [1, 2, 3]
    assert await bus.dead_letters(A) == []


async def test_poison_is_parked_after_its_deliveries_and_holds_up_nobody(rig: Rig) -> None:
    watcher = Watcher()
    bus = Bus(rig.driver, watcher)

    async def choke(envelope: Envelope) -> None:
        if envelope.payload == b"bad":
            raise ValueError("cannot digest")

    notes = Notes(choke)
    async with join(bus, notes):
        for payload in (b"1", b"bad", b"2"):
            await bus.publish(A, payload)
        await eventually(lambda: watcher.outcomes[Outcome.DEAD] == 1)
        await eventually(lambda: settled(bus.driver))
    assert notes.done == [b"1", b"2"]
    assert watcher.outcomes == {Outcome.DONE: 2, Outcome.RETRY: 2, Outcome.DEAD: 1}
    (letter,) = await bus.dead_letters(A)
    assert (letter.payload, letter.reason, letter.deliveries) == (b"bad", "ValueError: cannot digest", 3)


async def test_a_handler_can_reject_at_once(bus: Bus) -> None:
    notes = Notes(failing(9, PoisonMessage("not an event")))
    async with join(bus, notes):
        await bus.publish(A, b"?")
        await eventually(lambda: bool(notes.seen))
        await eventually(lambda: settled(bus.driver))
    assert [letter.reason for letter in await bus.dead_letters(A)] == ["rejected: not an event"]
    assert len(notes.seen) == 1


async def test_what_kills_its_consumer_each_time_is_parked_too(bus: Bus, driver: Driver) -> None:
    await driver.create_groups([A, B], GROUP)
    await bus.publish(A, b"killer")
    reader = driver.reader()
    await reader.read_group([A], GROUP, "dead 1", count=1, block_ms=1)
    await reader.close()
    for name in ("dead 2", "dead 3"):
        await driver.claim([A], GROUP, name, idle_ms=0, count=1)
    await driver.release_all([A], GROUP, "dead 3", idle_ms=60_000)
    notes = Notes()
    async with join(bus, notes):
        await eventually(lambda: settled(bus.driver))
    assert notes.seen == []
    assert [letter.reason for letter in await bus.dead_letters(A)] == ["never acknowledged in 3 deliveries"]


async def test_a_handler_that_hangs_is_cut_off_and_tried_again(bus: Bus) -> None:
    async def hang_once(envelope: Envelope) -> None:
        if envelope.deliveries == 1:
            await asyncio.Event().wait()

    notes = Notes(hang_once)
    async with join(bus, notes):
        await bus.publish(A, b"x")
        await eventually(lambda: notes.done == [b"x"])


async def test_a_stray_cancellation_inside_a_handler_does_not_end_the_consumer(bus: Bus) -> None:
    async def wait_for_a_cancelled_task(envelope: Envelope) -> None:
        if envelope.deliveries == 1:
            task = asyncio.create_task(asyncio.sleep(9))
            asyncio.get_running_loop().call_soon(task.cancel)
            await task

    notes = Notes(wait_for_a_cancelled_task)
    async with join(bus, notes):
        await bus.publish(A, b"x")
        await eventually(lambda: notes.done == [b"x"])


async def test_a_batch_that_takes_long_stays_with_its_consumer(bus: Bus) -> None:
    async def dawdle(_: Envelope) -> None:
        await asyncio.sleep(0.15)

    slow, idle = Notes(dawdle), Notes()
    for number in range(9):
        await bus.publish(A, b"%d" % number)
    settings = replace(QUICK, batch=9, handler_timeout=0.5, claim_idle=1.0)
    first = join(bus, slow, settings)
    first.start()
    await eventually(lambda: bool(slow.seen))
    async with join(bus, idle, settings):
        await eventually(lambda: settled(bus.driver))
    await first.stop()
    assert [e.deliveries for e in slow.seen] == [1] * 9
    assert idle.seen == []


async def test_stop_finishes_the_message_in_hand_and_hands_over_the_rest_at_once(bus: Bus) -> None:
    begun = asyncio.Event()

    async def take_a_moment(_: Envelope) -> None:
        begun.set()
        await asyncio.sleep(0.05)

    first, second = Notes(take_a_moment), Notes()
    for number in range(5):
        await bus.publish(A, b"%d" % number)
    consumer = join(bus, first, PATIENT)
    consumer.start()
    await begun.wait()
    await consumer.stop()
    assert first.done == [b"0"]
    async with join(bus, second, PATIENT):
        await eventually(lambda: len(second.done) == 4)
    assert [e.deliveries for e in second.seen] == [1, 1, 1, 1], "those were never begun"


async def test_stop_leaves_no_name_behind(bus: Bus) -> None:
    notes = Notes()
    async with join(bus, notes):
        await bus.publish(A, b"1")
        await bus.publish(B, b"2")
        await eventually(lambda: len(notes.done) == 2)
    assert await bus.driver.reap([A, B], GROUP, idle_ms=0) == 0


async def test_stop_cuts_off_what_outlasts_its_grace(bus: Bus) -> None:
    begun = asyncio.Event()

    async def never_end(_: Envelope) -> None:
        begun.set()
        await asyncio.Event().wait()

    consumer = join(bus, Notes(never_end), replace(QUICK, handler_timeout=60, claim_idle=90, grace=0.05))
    running = asyncio.create_task(consumer.run())
    await bus.publish(A, b"x")
    await begun.wait()
    await asyncio.wait_for(consumer.stop(), 2)
    await running
    assert (await bus.driver.inspect([A], GROUP))[0].pending == 1


async def test_names_of_dead_consumers_are_reaped(bus: Bus, driver: Driver) -> None:
    await driver.create_groups([A, B], GROUP)
    entry = await bus.publish(A, b"x")
    reader = driver.reader()
    await reader.read_group([A], GROUP, "dead", count=1, block_ms=1)
    await reader.close()
    await driver.ack(GROUP, {A: [entry]})
    async with join(bus, Notes(), replace(QUICK, reap_idle=0.1)):
        await asyncio.sleep(0.3)
    assert await driver.reap([A, B], GROUP, idle_ms=0) == 0


async def test_a_flush_while_consuming_is_a_gap_and_work_goes_on(rig: Rig) -> None:
    watcher = Watcher()
    bus, notes = Bus(rig.driver, watcher), Notes()
    async with join(bus, notes) as consumer:
        await consumer.ready()
        await bus.publish(A, b"before")
        await eventually(lambda: notes.done == [b"before"])
        await rig.flush()
        await bus.publish(A, b"after")
        await eventually(lambda: notes.done == [b"before", b"after"])
    assert (GapReason.GROUP_LOST, A) in notes.told()
    assert notes.gaps == watcher.gaps


async def test_a_gap_is_told_until_it_was_dealt_with(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    notes.gap_trouble = [RuntimeError("no database"), RuntimeError("still none")]
    async with join(bus, notes) as consumer:
        await eventually(lambda: notes.told() == CREATED)
        await consumer.ready()
    assert notes.gap_trouble == []


async def test_a_crash_while_dealing_with_a_gap_finds_the_gap_again(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    entered = asyncio.Event()

    async def hang(_: object) -> None:
        entered.set()
        await asyncio.Event().wait()

    doomed = asyncio.create_task(bus.consumer([A], GROUP, notes.handle, on_gap=hang, settings=QUICK).run())
    await entered.wait()
    await ended(doomed)
    async with join(bus, notes) as consumer:
        await consumer.ready()
    assert notes.told() == CREATED


async def test_entries_trimmed_away_under_a_group_are_a_gap(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    async with join(bus, notes) as consumer:
        await consumer.ready()
        entry = await bus.publish(A, b"1")
        await eventually(lambda: notes.done == [b"1"])
    await bus.publish(A, b"2")
    await rig.drop(A, entry)
    async with join(bus, notes):
        await eventually(lambda: notes.done == [b"1", b"2"])
    assert notes.told() == [*CREATED, (GapReason.TRIMMED, A)]


async def test_a_gap_that_was_dealt_with_is_not_told_again(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    async with join(bus, notes) as consumer:
        await consumer.ready()
        entry = await bus.publish(A, b"1")
        await eventually(lambda: notes.done == [b"1"])
        await rig.drop(A, entry)
        await eventually(lambda: (GapReason.TRIMMED, A) in notes.told())
        await asyncio.sleep(3 * QUICK.check_every)
    assert notes.told() == [*CREATED, (GapReason.TRIMMED, A)]


async def test_delivered_entries_that_are_gone_are_a_gap(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    await rig.driver.create_groups([A, B], GROUP)
    gone, kept = await bus.publish(A, b"1"), await bus.publish(A, b"2")
    reader = rig.driver.reader()
    await reader.read_group([A], GROUP, "dead", count=9, block_ms=1)
    await reader.close()
    await rig.drop(A, gone)
    async with join(bus, notes):
        await eventually(lambda: settled(rig.driver))
    assert notes.told() == [(GapReason.DELETED, A)]
    assert [e.id for e in notes.seen] == [kept]


async def test_trouble_with_a_gap_wears_no_message_out(rig: Rig) -> None:
    bus, notes = Bus(rig.driver), Notes()
    await rig.driver.create_groups([A, B], GROUP)
    gone, kept = await bus.publish(A, b"1"), await bus.publish(A, b"2")
    reader = rig.driver.reader()
    await reader.read_group([A], GROUP, "dead", count=9, block_ms=1)
    await reader.close()
    await rig.driver.release_all([A], GROUP, "dead", idle_ms=60_000)
    await rig.drop(A, gone)
    notes.gap_trouble = [RuntimeError("no database")] * (2 * QUICK.max_deliveries)
    async with join(bus, notes):
        await eventually(lambda: settled(rig.driver))
    assert [(e.id, e.deliveries) for e in notes.seen] == [(kept, 2)]


async def test_housekeeping_measures_and_trims_without_losing_anything(rig: Rig) -> None:
    watcher = Watcher()
    bus, notes = Bus(rig.driver, watcher), Notes()
    await rig.driver.create_groups([A], "slow")
    settings = replace(QUICK, trim=TrimPolicy(groups=(GROUP,), keep=0))
    async with join(bus, notes, settings):
        for number in range(20):
            await bus.publish(A, b"%d" % number)
            await bus.publish(B, b"%d" % number)
        await eventually(lambda: len(notes.done) == 40 and watcher.states[B].length == 1)
    assert watcher.states[A].length == 20, "the slow group has not read them"
    assert (watcher.states[A].lag, watcher.states[A].pending, watcher.states[A].dead) == (0, 0, 0)
    assert notes.told() == CREATED


async def test_settings_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter than claim_idle"):
        ConsumerSettings(handler_timeout=30, claim_idle=30)
    with pytest.raises(ValueError, match="at least 1"):
        ConsumerSettings(batch=0)
