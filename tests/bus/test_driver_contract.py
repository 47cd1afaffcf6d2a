"""What every driver must do, call by call."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from footplate.bus import START, Driver, Envelope
from footplate.bus.loops import ended
from footplate.bus.ports import GroupMissing, Reader
from tests.bus.rigs import Rig

A, B = "{p00}:events", "{p01}:events"
GROUP = "g"


@pytest.fixture
async def reader(driver: Driver) -> AsyncIterator[Reader]:
    reader = driver.reader()
    yield reader
    await reader.close()


@pytest.fixture(autouse=True)
async def _groups(driver: Driver) -> None:
    await driver.create_groups([A, B], GROUP)


async def read(reader: Reader, name: str = "one", *streams: str, count: int = 100) -> list[Envelope]:
    return await reader.read_group(streams or (A, B), GROUP, name, count=count, block_ms=1)


async def pending(driver: Driver, stream: str = A) -> int:
    return (await driver.inspect([stream], GROUP))[0].pending


async def fill(driver: Driver, *payloads: bytes, stream: str = A) -> list[str]:
    return [await driver.append(stream, payload) for payload in payloads]


async def test_entries_come_once_in_order_of_time_over_all_streams(driver: Driver, reader: Reader) -> None:
    for number, stream in enumerate([A, B, B, A]):
        await driver.append(stream, b"%d" % number)
        await asyncio.sleep(0.002)
    got = await read(reader)
    assert [(e.payload, e.deliveries) for e in got] == [(b"0", 1), (b"1", 1), (b"2", 1), (b"3", 1)]
    assert await read(reader) == []


async def test_count_is_per_stream(driver: Driver, reader: Reader) -> None:
    await fill(driver, b"1", b"2", b"3")
    await fill(driver, b"4", stream=B)
    assert sorted(e.payload for e in await read(reader, count=2)) == [b"1", b"2", b"4"]


async def test_payloads_are_bytes_of_any_kind(driver: Driver, reader: Reader) -> None:
    payloads = [b"", b"\x00\xff\r\n$-1", bytes(range(256)) * 100]
    await fill(driver, *payloads)
    assert [e.payload for e in await read(reader)] == payloads


async def test_two_consumers_share_and_two_groups_do_not(driver: Driver, reader: Reader) -> None:
    await driver.create_groups([A], "other")
    await fill(driver, b"1", b"2")
    first = await read(reader, "one", A, count=1)
    second = await read(reader, "two", A, count=1)
    others = await reader.read_group([A], "other", "one", count=9, block_ms=1)
    assert [e.payload for e in first + second] == [b"1", b"2"]
    assert [e.payload for e in others] == [b"1", b"2"]


async def test_a_blocked_read_wakes_at_once(driver: Driver, reader: Reader) -> None:
    waiting = asyncio.create_task(reader.read_group([A, B], GROUP, "one", count=1, block_ms=5000))
    await asyncio.sleep(0.02)
    started = time.monotonic()
    await driver.append(B, b"x")
    assert [e.payload for e in await waiting] == [b"x"]
    assert time.monotonic() - started < 1.0


async def test_a_cancelled_read_leaves_the_reader_usable_and_loses_nothing(driver: Driver, reader: Reader) -> None:
    for number in range(20):
        waiting = asyncio.create_task(reader.read_group([A], GROUP, "one", count=1, block_ms=5000))
        await asyncio.sleep(0.001 * (number % 3))
        await ended(waiting)
    await fill(driver, b"1", b"2")
    got = [e.payload for e in await read(reader)]
    await asyncio.sleep(0.01)
    got += [e.payload for e in (await driver.claim([A], GROUP, "two", idle_ms=5, count=9)).envelopes]
    assert set(got) == {b"1", b"2"}


async def test_group_calls_on_a_vanished_group_say_so(rig: Rig, driver: Driver, reader: Reader) -> None:
    await rig.flush()
    with pytest.raises(GroupMissing):
        await read(reader)
    with pytest.raises(GroupMissing):
        await driver.claim([A], GROUP, "one", idle_ms=0, count=1)
    with pytest.raises(GroupMissing):
        await driver.release_all([A], GROUP, "one", idle_ms=0)
    await driver.ack(GROUP, {A: ["1-0"]})
    assert [s.exists for s in await driver.inspect([A, B], GROUP)] == [False, False]


async def test_a_new_group_starts_at_the_first_entry_and_making_it_twice_is_harmless(
    driver: Driver, reader: Reader
) -> None:
    await fill(driver, b"1")
    await driver.create_groups([A, B], "late")
    assert [e.payload for e in await reader.read_group([A], "late", "one", count=9, block_ms=1)] == [b"1"]
    await driver.create_groups([A, B], "late")
    assert await reader.read_group([A], "late", "one", count=9, block_ms=1) == []


async def test_acknowledged_is_not_pending(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"1", b"2")
    await read(reader)
    assert await pending(driver) == 2
    await driver.ack(GROUP, {A: ids})
    await driver.ack(GROUP, {A: ids})
    assert await pending(driver) == 0


async def test_claim_takes_what_was_idle_and_counts(driver: Driver, reader: Reader) -> None:
    await fill(driver, b"1", b"2", b"3")
    await read(reader)
    assert (await driver.claim([A, B], GROUP, "two", idle_ms=60_000, count=9)).envelopes == ()
    await driver.release_all([A, B], GROUP, "one", idle_ms=60_000)
    got = (await driver.claim([A, B], GROUP, "two", idle_ms=50_000, count=2)).envelopes
    assert [(e.payload, e.deliveries) for e in got] == [(b"1", 2), (b"2", 2)]
    rest = (await driver.claim([A, B], GROUP, "three", idle_ms=50_000, count=9)).envelopes
    assert [(e.payload, e.deliveries) for e in rest] == [(b"3", 2)]


async def test_time_makes_idle(driver: Driver, reader: Reader) -> None:
    await fill(driver, b"1")
    await read(reader)
    assert (await driver.claim([A], GROUP, "two", idle_ms=5_000, count=9)).envelopes == ()
    await asyncio.sleep(0.05)
    assert len((await driver.claim([A], GROUP, "two", idle_ms=40, count=9)).envelopes) == 1


async def test_claim_finds_the_idle_ones_behind_many_that_are_not(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, *[b"x"] * 300)
    await read(reader, count=300)
    await driver.release(A, GROUP, "one", ids[-1:], idle_ms=60_000)
    got = (await driver.claim([A], GROUP, "two", idle_ms=50_000, count=2)).envelopes
    assert [e.id for e in got] == ids[-1:]


async def test_two_claimers_never_get_the_same_entry(driver: Driver, reader: Reader) -> None:
    await fill(driver, *[b"x"] * 40)
    await read(reader)
    await driver.release_all([A], GROUP, "one", idle_ms=60_000)
    claims = await asyncio.gather(*(driver.claim([A], GROUP, f"c{n}", idle_ms=50_000, count=9) for n in range(8)))
    got = [e.id for claim in claims for e in claim.envelopes]
    assert len(got) == len(set(got)) == 40


async def test_claim_reports_what_is_gone_until_it_is_acknowledged(rig: Rig, driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"1", b"2")
    await read(reader)
    await rig.drop(A, ids[0])
    for _ in range(2):
        await driver.release_all([A], GROUP, "one", idle_ms=60_000)
        await driver.release(A, GROUP, "one", ids, idle_ms=60_000)
        assert await driver.renew(A, GROUP, "one", ids) == {ids[1]}
        assert not await driver.park(A, GROUP, "one", ids[0], "gone")
        claimed = await driver.claim([A], GROUP, "one", idle_ms=0, count=9)
        assert [e.id for e in claimed.envelopes] == [ids[1]]
        assert claimed.vanished == ((A, ids[0]),)
    await driver.ack(GROUP, {A: ids[:1]})
    assert await pending(driver) == 1


async def test_renew_tells_what_is_still_ours(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"1", b"2", b"3")
    await read(reader)
    await driver.ack(GROUP, {A: ids[:1]})
    await driver.release(A, GROUP, "one", ids[1:], idle_ms=60_000)
    await driver.claim([A], GROUP, "two", idle_ms=50_000, count=1)
    assert await driver.renew(A, GROUP, "one", ids) == {ids[2]}
    assert (await driver.claim([A], GROUP, "two", idle_ms=50_000, count=9)).envelopes == ()


async def test_release_makes_claimable_and_can_take_back_the_count(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"1", b"2", b"3")
    await read(reader)
    await driver.release(A, GROUP, "one", ids[:1], idle_ms=60_000)
    await driver.release(A, GROUP, "one", ids[1:2], idle_ms=60_000, undo=True)
    await driver.release(A, GROUP, "stranger", ids[2:], idle_ms=60_000)
    got = (await driver.claim([A], GROUP, "two", idle_ms=50_000, count=9)).envelopes
    assert [(e.id, e.deliveries) for e in got] == [(ids[0], 2), (ids[1], 1)]


async def test_release_all_reaches_every_entry(driver: Driver, reader: Reader) -> None:
    await fill(driver, *[b"x"] * 1200)
    await read(reader, count=1200)
    await driver.release_all([A, B], GROUP, "one", idle_ms=60_000)
    assert len((await driver.claim([A], GROUP, "two", idle_ms=50_000, count=2000)).envelopes) == 1200


async def test_parking_moves_and_acknowledges_in_one_step(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"\x00bad")
    await read(reader)
    assert not await driver.park(A, GROUP, "stranger", ids[0], "not mine")
    assert await driver.park(A, GROUP, "one", ids[0], "cannot be read")
    assert not await driver.park(A, GROUP, "one", ids[0], "again")
    letters = await driver.dead_letters(A, count=9)
    assert [(d.stream, d.source_id, d.payload, d.group, d.reason, d.deliveries) for d in letters] == [
        (A, ids[0], b"\x00bad", GROUP, "cannot be read", 1)
    ]
    state = (await driver.inspect([A], GROUP))[0]
    assert (state.pending, state.dead) == (0, 1)


async def test_a_dead_letter_can_be_sent_again(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"1")
    await read(reader)
    await driver.park(A, GROUP, "one", ids[0], "no")
    letter = (await driver.dead_letters(A, count=9))[0]
    new_id = await driver.requeue(A, letter.id)
    assert [(e.id, e.payload, e.deliveries) for e in await read(reader)] == [(new_id, b"1", 1)]
    assert await driver.dead_letters(A, count=9) == []
    assert await driver.requeue(A, letter.id) is None


async def test_state_counts_lag_pending_and_age(driver: Driver, reader: Reader) -> None:
    await fill(driver, b"1", b"2", b"3")
    assert (await driver.inspect([A], GROUP))[0].lag == 3
    await read(reader, "one", A, count=1)
    await asyncio.sleep(0.03)
    state, empty = await driver.inspect([A, B], GROUP)
    assert (state.length, state.pending, state.lag) == (3, 1, 2)
    assert 25 <= state.oldest_ms < 5_000
    assert (empty.exists, empty.length, empty.lag, empty.oldest_ms) == (True, 0, 0, 0)


async def test_a_group_without_its_last_entry_is_not_anchored_until_rewound(
    rig: Rig, driver: Driver, reader: Reader
) -> None:
    ids = await fill(driver, b"1", b"2")
    await read(reader, "one", A, count=1)
    assert (await driver.inspect([A], GROUP))[0].anchored
    await rig.drop(A, ids[0])
    assert not (await driver.inspect([A], GROUP))[0].anchored
    await driver.rewind([A], GROUP)
    assert (await driver.inspect([A], GROUP))[0].anchored
    assert [e.payload for e in await read(reader)] == [b"2"]


async def test_trim_removes_only_what_every_group_is_done_with(driver: Driver, reader: Reader) -> None:
    await driver.create_groups([A], "slow")
    ids = await fill(driver, b"1", b"2", b"3", b"4")
    await read(reader)
    await driver.ack(GROUP, {A: ids})
    await asyncio.sleep(0.005)
    assert await driver.trim([A], [GROUP, "slow"], keep_ms=0) == 0, "the other group has read nothing"
    await reader.read_group([A], "slow", "one", count=3, block_ms=1)
    await driver.ack("slow", {A: [ids[0], ids[2]]})
    assert await driver.trim([A], [GROUP, "slow"], keep_ms=0) == 1, "the second is pending"
    await driver.ack("slow", {A: [ids[1]]})
    assert await driver.trim([A], [GROUP, "slow"], keep_ms=0) == 1, "the third is the place of the slow group"
    assert [e.payload for e in await reader.read_group([A], "slow", "one", count=9, block_ms=1)] == [b"4"]
    await driver.ack("slow", {A: [ids[3]]})
    assert await driver.trim([A], [GROUP, "slow"], keep_ms=0) == 1, "the newest stays"
    assert (await driver.inspect([A], GROUP))[0].anchored
    assert (await driver.inspect([A], "slow"))[0].anchored


async def test_trim_keeps_young_entries_and_streams_that_lack_a_group(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"1", b"2", b"3")
    await read(reader)
    await driver.ack(GROUP, {A: ids})
    assert await driver.trim([A, B, "{p02}:events"], [GROUP], keep_ms=60_000) == 0
    assert await driver.trim([A], [GROUP, "not there yet"], keep_ms=0) == 0


async def test_trim_leaves_the_newest_entry_for_tails_to_stand_on(driver: Driver) -> None:
    ids = await fill(driver, b"1", b"2", stream="{p02}:events")
    await asyncio.sleep(0.005)
    assert await driver.trim(["{p02}:events"], [], keep_ms=0) == 1
    assert await driver.positions(["{p02}:events"]) == {"{p02}:events": ids[1]}


async def test_leaving_never_drops_what_is_pending(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"1")
    await read(reader)
    await driver.leave([A, B], GROUP, "one")
    assert await pending(driver) == 1
    await driver.ack(GROUP, {A: ids})
    await driver.leave([A, B], GROUP, "one")
    assert await driver.reap([A, B], GROUP, idle_ms=0) == 0, "it has left both streams"


async def test_reaping_spares_the_busy_and_the_young(driver: Driver, reader: Reader) -> None:
    ids = await fill(driver, b"1", b"2")
    await read(reader, "busy", A, count=1)
    await read(reader, "stale", A)
    await driver.ack(GROUP, {A: ids[1:]})
    assert await driver.reap([A], GROUP, idle_ms=60_000) == 0
    assert await driver.reap([A], GROUP, idle_ms=0) == 1
    assert await pending(driver) == 1


async def test_following_without_a_group(rig: Rig, driver: Driver, reader: Reader) -> None:
    assert await driver.positions([A, "{none}:events"]) == {A: START, "{none}:events": START}
    ids = await fill(driver, b"1", b"2")
    assert await driver.positions([A]) == {A: ids[1]}
    got = await reader.read_after({A: ids[0], B: START}, count=9, block_ms=1)
    assert [(e.payload, e.deliveries) for e in got] == [(b"2", 1)]
    assert await driver.gone({A: ids[0], B: START}) == []
    await rig.drop(A, ids[0])
    assert await driver.gone({A: ids[0], B: START}) == [A]
