"""`python -m footplate.hooks` as a process: killed while a receiver answers, and come back."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from footplate.bus import Bus, events_stream, partition_of
from footplate.domain.events import TurnStarted
from footplate.hooks.redis_hooks import RedisHookStore
from footplate.runtime.redis_scripts import Shared
from footplate.wire.events import encode_event
from tests.bus.helpers import eventually
from tests.hooks.given import SECRET, hook, stored
from tests.hooks.receiver import Server, receiving

pytestmark = pytest.mark.e2e

TURN = TurnStarted("m_1", "pebbles", 7, 1, "a_ann", "", "take", 1_700_000_000_000)


@asynccontextmanager
async def process(redis_url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that may call the loopback and takes a call for two seconds."""
    environment = {
        **os.environ,
        "FOOTPLATE_REDIS_URL": redis_url,
        "FOOTPLATE_HOOKS_METRICS_PORT": "0",
        "FOOTPLATE_HOOKS_ALLOW_LOOPBACK": "true",
        "FOOTPLATE_HOOKS_LEASE_SECONDS": "2",
        "FOOTPLATE_HOOKS_TIMEOUT_SECONDS": "1.5",
        "FOOTPLATE_LOG_FORMAT": "human",
    }
    running = await asyncio.create_subprocess_exec(sys.executable, "-m", "footplate.hooks", env=environment)
    try:
        yield running
    finally:
        if running.returncode is None:
            running.terminate()
        await running.wait()


async def test_a_call_comes_again_with_its_id_when_its_sender_is_killed_before_it_knows(
    redis: Redis, redis_url: str
) -> None:
    store = RedisHookStore(Shared(redis, 4))

    async def none_waits() -> bool:
        return await store.waiting() == 0

    async with receiving(Server()) as server, Bus.over_redis(redis_url) as bus:
        await stored(store, hook(url=server.url()))
        async with process(redis_url) as first:
            server.on_request = lambda: os.kill(first.pid, signal.SIGKILL)
            await bus.publish(events_stream(partition_of("m_1")), encode_event(TURN))
            await asyncio.wait_for(first.wait(), 30)
        server.on_request = None
        server.arrived.clear()
        async with process(redis_url) as second:
            await asyncio.wait_for(server.arrived.wait(), 30)
            await eventually(none_waits, 10)
        assert second.returncode in (0, -signal.SIGTERM)
    once, again = server.requests
    assert once.headers["webhook-id"] == again.headers["webhook-id"]
    assert once.body == again.body
    assert SECRET not in str(once)
    after = await store.get("w_1")
    assert after is not None
    assert (after.waiting, after.last_status) == (0, 204)
