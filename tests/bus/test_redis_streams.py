"""What only a real server can show: outages, restarts, Redis Cluster, and events published by scripts."""

import asyncio
import random
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from footplate.bus import FIELD, PARTITION_STREAMS, Bus, BusUnavailable, GapReason, dead_stream
from footplate.bus.loops import ended
from footplate.bus.redis_streams import RedisDriver
from footplate.runtime.embedded_redis import EmbeddedRedis
from tests.bus.helpers import GROUP, PATIENT, QUICK, QUICK_TAIL, A, B, Notes, Watcher, eventually


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    """A server of this test's own, to be killed and started again on the same data."""
    with EmbeddedRedis(data_dir=tmp_path / "data") as server:
        yield server


async def test_a_script_publishes_with_the_field_name(redis_url: str, redis: Redis) -> None:
    notes = Notes()
    async with Bus.over_redis(redis_url) as bus:
        await redis.eval("return redis.call('XADD', KEYS[1], '*', ARGV[1], ARGV[2])", 1, A, FIELD, b"\x00\x01")
        await redis.xadd(A, {"other": "field"})
        async with bus.consumer([A], GROUP, notes.handle, on_gap=notes.gap, settings=QUICK):
            await eventually(lambda: notes.done == [b"\x00\x01", b""])


async def test_one_blocking_read_serves_all_partitions(redis_url: str, redis: Redis) -> None:
    notes, watcher = Notes(), Watcher()
    bus = Bus.over_redis(redis_url, observer=watcher)
    async with bus, bus.consumer(PARTITION_STREAMS, GROUP, notes.handle, on_gap=notes.gap, settings=QUICK) as consumer:
        await consumer.ready()
        blocked = [c for c in await redis.client_list() if c["cmd"].startswith("xreadgroup")]
        for stream in PARTITION_STREAMS:
            await bus.publish(stream, stream.encode())
        await eventually(lambda: len(notes.done) == len(PARTITION_STREAMS))
    assert len(blocked) <= 1
    assert watcher.lost == []
    assert sorted(notes.done) == sorted(stream.encode() for stream in PARTITION_STREAMS)


async def test_a_killed_server_keeps_all_it_acknowledged_and_consumers_come_back(server: EmbeddedRedis) -> None:
    watcher, consumed, followed = Watcher(), Notes(), Notes()
    published: list[bytes] = []
    async with Bus.over_redis(server.url, observer=watcher) as bus:
        consumer = bus.consumer([A, B], GROUP, consumed.handle, on_gap=consumed.gap, settings=QUICK)
        tail = bus.tail([A, B], followed.handle, on_gap=followed.gap, settings=QUICK_TAIL)
        async with consumer, tail:
            await consumer.ready()
            await tail.ready()
            for turn in range(3):
                publisher = asyncio.create_task(publish_until_it_fails(bus, turn, published))
                await asyncio.sleep(0.05)
                await asyncio.to_thread(server.kill)
                await publisher
                await eventually(lambda: not consumer.connected and not tail.connected)
                await asyncio.to_thread(server.start)
                await consumer.ready()
                await tail.ready()
            last = b"after all"
            await bus.publish(A, last)
            await eventually(lambda: last in consumed.done and last in followed.done)
            await eventually(lambda: set(published) <= set(consumed.done))
    assert len(published) > 3
    assert set(published) <= set(followed.done)
    assert consumed.told() == [(GapReason.GROUP_CREATED, A), (GapReason.GROUP_CREATED, B)], "a restart is no gap"
    assert followed.gaps == []
    assert watcher.lost


async def publish_until_it_fails(bus: Bus, turn: int, published: list[bytes]) -> None:
    """Notes what the server has acknowledged, and nothing else."""
    try:
        for number in range(10_000):
            payload = b"%d/%d" % (turn, number)
            await bus.publish((A, B)[number % 2], payload)
            published.append(payload)
    except BusUnavailable:
        return


async def test_an_effect_is_not_repeated_because_the_server_was_away_for_a_moment(server: EmbeddedRedis) -> None:
    notes = Notes()
    restarted = asyncio.Event()

    async def restart_under_the_handler(_: object) -> None:
        await asyncio.to_thread(server.kill)
        asyncio.get_running_loop().call_later(0.05, restarted.set)

    notes.trouble = restart_under_the_handler
    async with Bus.over_redis(server.url) as bus:
        await bus.publish(A, b"x")
        async with bus.consumer([A], GROUP, notes.handle, on_gap=notes.gap, settings=PATIENT):
            await restarted.wait()
            await asyncio.to_thread(server.start)
            await eventually(lambda: acknowledged(bus))
    assert len(notes.seen) == 1


async def acknowledged(bus: Bus) -> bool:
    try:
        (state,) = await bus.driver.inspect([A], GROUP)
    except BusUnavailable:
        return False
    return state.exists and state.pending == 0 and state.lag == 0


async def test_a_consumer_may_start_before_its_server(tmp_path: Path) -> None:
    notes = Notes()
    server = EmbeddedRedis(data_dir=tmp_path, port=0).start()
    await asyncio.to_thread(server.kill)
    async with Bus.over_redis(server.url) as bus:
        with pytest.raises(BusUnavailable):
            await bus.publish(A, b"nobody there")
        async with bus.consumer([A], GROUP, notes.handle, on_gap=notes.gap, settings=QUICK) as consumer:
            await asyncio.sleep(0.1)
            assert not consumer.connected
            await asyncio.to_thread(server.start)
            await consumer.ready()
            await bus.publish(A, b"x")
            await eventually(lambda: notes.done == [b"x"])
    server.stop()


async def test_stopping_while_the_server_is_away_does_not_hang(server: EmbeddedRedis) -> None:
    notes = Notes()
    async with Bus.over_redis(server.url) as bus:
        consumer = bus.consumer([A], GROUP, notes.handle, on_gap=notes.gap, settings=QUICK)
        consumer.start()
        await consumer.ready()
        await asyncio.to_thread(server.kill)
        started = time.monotonic()
        await consumer.stop()
        assert time.monotonic() - started < 1.0


async def test_cancelled_blocking_reads_leave_no_connection_behind(redis_url: str, redis: Redis) -> None:
    async with Bus.over_redis(redis_url) as bus:
        await bus.driver.create_groups([A, B], GROUP)
        reader = bus.driver.reader()
        for number in range(30):
            waiting = asyncio.create_task(reader.read_group([A], GROUP, "one", count=1, block_ms=2000))
            await asyncio.sleep(0.001 * (number % 4))
            await ended(waiting)
        got = await reader.read_group([B], GROUP, "one", count=1, block_ms=1)
        assert got == [], "an answer to an earlier read would show here"
        await bus.publish(B, b"mine")
        assert [e.payload for e in await reader.read_group([B], GROUP, "one", count=1, block_ms=1)] == [b"mine"]
        await reader.close()
        await eventually(lambda: blocked_clients(redis))


async def blocked_clients(redis: Redis) -> bool:
    return int((await redis.info("clients"))["blocked_clients"]) == 0


async def test_a_silent_connection_is_given_up(redis_url: str, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A half-open connection looks like a server that never answers; here a pause of the server plays it."""
    monkeypatch.setattr("footplate.bus.redis_link.BLOCK_MARGIN", 0.1)
    async with Bus.over_redis(redis_url) as bus:
        await bus.driver.create_groups([A], GROUP)
        reader = bus.driver.reader()
        await redis.client_pause(400)
        with pytest.raises(BusUnavailable):
            await reader.read_group([A], GROUP, "one", count=1, block_ms=50)
        await reader.close()


async def test_scripts_are_loaded_again_after_the_server_forgot_them(redis_url: str, redis: Redis) -> None:
    async with Bus.over_redis(redis_url) as bus:
        await bus.driver.create_groups([A, B], GROUP)
        for _ in range(2):
            await redis.script_flush()
            assert [state.exists for state in await bus.driver.inspect([A, B], GROUP)] == [True, True]


async def test_on_a_cluster_every_read_and_script_keeps_to_one_slot(tmp_path: Path) -> None:
    options = {"cluster-enabled": "yes", "cluster-config-file": str(tmp_path / "nodes.conf")}
    notes, followed, watcher = Notes(), Notes(), Watcher()
    with EmbeddedRedis(port=cluster_port(), options=options) as server:
        await make_cluster(server.url)
        async with Bus.over_redis(server.url, cluster=True, observer=watcher) as bus:
            assert isinstance(bus.driver, RedisDriver)
            assert bus.driver.lanes([A, B, dead_stream(A)]) == [(A, dead_stream(A)), (B,)]
            consumer = bus.consumer(PARTITION_STREAMS, GROUP, notes.handle, on_gap=notes.gap, settings=QUICK)
            tail = bus.tail(PARTITION_STREAMS, followed.handle, on_gap=followed.gap, settings=QUICK_TAIL)
            async with consumer, tail:
                await consumer.ready()
                await tail.ready()
                for stream in PARTITION_STREAMS:
                    await bus.publish(stream, stream.encode())
                await eventually(lambda: len(notes.done) == len(followed.done) == len(PARTITION_STREAMS))
            states = await bus.driver.inspect(PARTITION_STREAMS, GROUP)
    assert watcher.lost == []
    assert [(s.pending, s.lag) for s in states] == [(0, 0)] * len(PARTITION_STREAMS)


def cluster_port() -> int:
    """A free port; the nodes of a cluster talk on the one 10,000 above it, which must be free too."""
    while True:
        port = random.randrange(20_000, 50_000)
        with socket.socket() as one, socket.socket() as other, suppress(OSError):
            one.bind(("127.0.0.1", port))
            other.bind(("127.0.0.1", port + 10_000))
            return port


async def make_cluster(url: str) -> None:
    """One node that owns every slot."""
    async with Redis.from_url(url) as node:
        await node.cluster("addslots", *range(16384))
        await eventually(lambda: cluster_is_ok(node))


async def cluster_is_ok(node: Redis) -> bool:
    info: Any = await node.cluster("info")
    return bool(info["cluster_state"] == "ok")
