"""A lobby in memory and one over Redis, so that what a client sees is tested on both."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from tests.lobby.rigs import Lobby, Rig, lobby, memory_rig, redis_rig


@pytest.fixture
async def redis_lobby_rig(redis: Redis, redis_url: str) -> AsyncIterator[Rig]:
    rig = redis_rig(redis, redis_url)
    yield rig
    await rig.drivers.bus.close()


@pytest.fixture(params=["memory", "redis"])
async def rig(request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    if request.param == "memory":
        yield memory_rig()
        return
    url = request.getfixturevalue("redis_url")  # asked for only here: what runs in memory shall need no server
    async with Redis.from_url(url) as client:
        await client.flushdb()
        made = redis_rig(client, url)
        yield made
        await made.drivers.bus.close()


@pytest.fixture
async def served(rig: Rig) -> AsyncIterator[Lobby]:
    async with lobby(rig) as made:
        yield made
