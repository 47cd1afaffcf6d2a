"""Marks, leases, open turns and the queue, over a real Redis."""

import asyncio
import json
import time
from base64 import b64decode
from collections.abc import Iterator

import pytest
from redis import Redis as BlockingRedis
from redis.asyncio import Redis

from footplate.bots.celery_app import build_app, queue_key, task_arguments, task_id
from footplate.bots.lease import RedisLeases
from footplate.bots.marks import Mark, RedisMarks, mark_key, tries_key
from footplate.bots.open_turns import RedisOpenTurns
from footplate.bots.queue import CeleryQueue, QueueUnavailable
from footplate.bots.settings import WakerSettings
from footplate.bus import PARTITIONS, partition_of, turns_key
from footplate.domain.events import TurnStarted
from footplate.runtime.settings import load_settings
from footplate.wire.open_turns import turn_text

TURN = TurnStarted("m_one", "age_of_steam", 7, 2, "a_bot", "greedy", "build_track", 1000)
NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture
def blocking(redis: Redis, redis_url: str) -> Iterator[BlockingRedis]:
    with BlockingRedis.from_url(redis_url) as client:
        yield client


async def state(redis: Redis) -> Mark:
    return (await RedisMarks(redis).read([TURN]))[0]


async def test_a_turn_is_claimed_once(redis: Redis) -> None:
    marks = RedisMarks(redis)
    assert await state(redis) is Mark.ABSENT
    assert [await marks.claim(TURN), await marks.claim(TURN)] == [True, False]
    assert await state(redis) is Mark.QUEUED
    await marks.release(TURN)
    assert await state(redis) is Mark.ABSENT
    assert await marks.read([]) == []


async def test_a_queued_turn_counts_as_lost_after_a_while(redis: Redis) -> None:
    marks = RedisMarks(redis, queued_seconds=0.03)
    await marks.renew(TURN)
    assert await state(redis) is Mark.QUEUED
    await asyncio.sleep(0.04)
    assert await state(redis) is Mark.ABSENT


async def test_a_turn_that_is_held_is_running(redis: Redis, blocking: BlockingRedis) -> None:
    await RedisMarks(redis).claim(TURN)
    with RedisLeases(blocking, 5.0).hold(TURN.match, TURN.ply) as tries:
        assert await state(redis) is Mark.RUNNING
        assert tries == 1
    assert await state(redis) is Mark.ABSENT


async def test_a_lease_is_renewed_while_it_is_held(redis: Redis, blocking: BlockingRedis) -> None:
    with RedisLeases(blocking, 0.15).hold(TURN.match, TURN.ply):
        await asyncio.sleep(0.3)
        assert await state(redis) is Mark.RUNNING


async def test_a_lease_leaves_the_mark_of_another_alone(redis: Redis, blocking: BlockingRedis) -> None:
    leases = RedisLeases(blocking, 5.0)
    with leases.hold(TURN.match, TURN.ply), leases.hold(TURN.match, TURN.ply) as tries:
        assert tries == 2
        other = await redis.get(mark_key(TURN.match, TURN.ply))
        with leases.hold(TURN.match, TURN.ply):
            pass
        assert await redis.get(mark_key(TURN.match, TURN.ply)) is None
        await redis.set(mark_key(TURN.match, TURN.ply), b"running:another")
    assert str(other).startswith("b'running:")
    assert await redis.get(mark_key(TURN.match, TURN.ply)) == b"running:another"


async def test_tries_are_counted_until_the_turn_is_settled(redis: Redis, blocking: BlockingRedis) -> None:
    leases = RedisLeases(blocking, 5.0)
    for expected in (1, 2, 3):
        with leases.hold(TURN.match, TURN.ply) as tries:
            assert tries == expected
    assert await redis.ttl(tries_key(TURN.match, TURN.ply)) > 0
    leases.settled(TURN.match, TURN.ply)
    with leases.hold(TURN.match, TURN.ply) as tries:
        assert tries == 1


def test_a_turn_is_played_without_its_mark_when_redis_is_away() -> None:
    with BlockingRedis.from_url(NOBODY) as client:
        leases = RedisLeases(client, 5.0)
        with leases.hold(TURN.match, TURN.ply) as tries:
            assert tries == 1
        leases.settled(TURN.match, TURN.ply)


async def test_open_turns_are_read_from_every_partition(redis: Redis) -> None:
    for number in range(200):
        match_id = f"m_{number}"
        await redis.hset(turns_key(partition_of(match_id)), match_id, turn_text(TURN))
    turns = await RedisOpenTurns(redis).of(range(PARTITIONS))
    assert {turn.match for turn in turns} == {f"m_{number}" for number in range(200)}
    assert {(turn.ply, turn.level) for turn in turns} == {(7, "greedy")}
    here = await RedisOpenTurns(redis).of([partition_of("m_3")])
    assert "m_3" in {turn.match for turn in here}
    assert {partition_of(turn.match) for turn in here} == {partition_of("m_3")}


async def test_a_turn_waits_in_the_queue_as_a_task(redis: Redis, redis_url: str) -> None:
    app = build_app(load_settings(WakerSettings, redis_url=redis_url))
    queue = CeleryQueue(app, redis)
    assert await queue.waiting() == 0
    await queue.put(TURN)
    assert await queue.waiting() == 1
    message = json.loads((await redis.lrange(queue_key(), 0, -1))[0])
    assert message["headers"]["id"] == task_id(TURN) == "play:m_one:7"
    assert message["headers"]["task"] == "footplate.bots.play_turn"
    assert json.loads(b64decode(message["body"]))[0] == task_arguments(TURN) == ["m_one", 7, 2, "a_bot", "greedy"]
    assert [key async for key in redis.scan_iter() if not key.startswith(b"{bots}:")] == []
    assert queue_key() == "{bots}:bots"
    app.close()


async def test_a_queue_that_is_away_says_so_soon() -> None:
    app = build_app(load_settings(WakerSettings, redis_url=NOBODY))
    begun = time.monotonic()
    async with Redis.from_url(NOBODY) as client:
        with pytest.raises(QueueUnavailable, match="m_one ply 7"):
            await CeleryQueue(app, client).put(TURN)
    assert time.monotonic() - begun < 5
    app.close()
