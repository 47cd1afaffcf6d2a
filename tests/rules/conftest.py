"""Stores to test with."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import ConnectionPool, Redis

from footplate.bus import Bus
from footplate.rules.ports import MatchStore
from footplate.rules.redis_pipe import RedisPipe
from footplate.rules.redis_store import CLIENT, RedisMatchStore
from footplate.wire.events import encode_event
from tests.rules.fakes import MemoryMatchStore
from tests.rules.serving import Running, serving


@pytest.fixture
async def redis_store(redis: Redis, redis_url: str) -> AsyncIterator[RedisMatchStore]:
    """The real store, as the service uses it, on an empty database."""
    pipe = RedisPipe(ConnectionPool.from_url(redis_url, **CLIENT), 5.0)
    yield RedisMatchStore(pipe, encode_event, keep_requests=60)
    await pipe.aclose()


@pytest.fixture
def pooled_store(redis: Redis) -> RedisMatchStore:
    """The real store over a client of redis-py, as a cluster would need it."""
    return RedisMatchStore(redis, encode_event, keep_requests=60)


@pytest.fixture(params=["memory", "redis_store", "pooled_store"])
def store(request: pytest.FixtureRequest) -> MatchStore:
    """Each store there is: what holds for the fake must hold for the real one."""
    if request.param == "memory":
        return MemoryMatchStore()
    real: RedisMatchStore = request.getfixturevalue(request.param)
    return real


@pytest.fixture
async def running() -> AsyncIterator[Running]:
    """The service on a real socket, over a store in memory, with the toy game."""
    async with Bus.in_memory() as bus, serving(MemoryMatchStore(bus), bus, heartbeat_seconds=0.2) as up:
        yield up
