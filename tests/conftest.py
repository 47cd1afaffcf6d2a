"""Fixtures that every package of tests may ask for."""

import signal
from collections.abc import AsyncIterator, Iterator

import pytest
from redis.asyncio import Redis

from tests.support.redis_for_tests import RedisNotUsable, redis_for_tests, required


def pytest_configure() -> None:
    """Programs under test must hear the signals that a shell makes its background jobs deaf to."""
    for signum, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(signum) is signal.SIG_IGN:
            signal.signal(signum, handler)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis database that belongs to this test process."""
    try:
        with redis_for_tests() as url:
            yield url
    except RedisNotUsable as error:
        if required():
            pytest.fail(f"these tests need Redis, and here it must not be missing: {error}")
        pytest.skip(f"needs Redis: {error}")


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client on an empty database; replies are bytes."""
    async with Redis.from_url(redis_url) as client:
        await client.flushdb()
        yield client
