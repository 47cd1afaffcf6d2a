"""A store of hooks in memory, and one over Redis."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from footplate.hooks.ports import HookStore
from footplate.hooks.redis_hooks import RedisHookStore
from footplate.runtime.redis_scripts import Shared
from tests.hooks.memory import MemoryHooks


@pytest.fixture(params=["memory", "redis"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[HookStore]:
    if request.param == "memory":
        yield MemoryHooks()
        return
    url = request.getfixturevalue("redis_url")
    async with Redis.from_url(url) as client:
        await client.flushdb()
        yield RedisHookStore(Shared(client, 16))
