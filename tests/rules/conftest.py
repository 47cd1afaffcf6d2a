"""Stores to test with."""

import pytest
from redis.asyncio import Redis

from footplate.rules.ports import MatchStore
from footplate.rules.redis_store import RedisMatchStore
from footplate.wire.events import encode_event
from tests.rules.fakes import MemoryMatchStore


@pytest.fixture
def redis_store(redis: Redis) -> RedisMatchStore:
    """The real store on an empty database."""
    return RedisMatchStore(redis, encode_event, keep_requests=60)


@pytest.fixture(params=["memory", "redis"])
def store(request: pytest.FixtureRequest) -> MatchStore:
    """Each store there is: what holds for the fake must hold for the real one."""
    if request.param == "memory":
        return MemoryMatchStore()
    real: RedisMatchStore = request.getfixturevalue("redis_store")
    return real
