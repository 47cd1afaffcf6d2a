"""Both drivers behind one handle, so that every test of the contract runs on each."""

from collections.abc import AsyncIterator

import pytest

from footplate.bus import Bus, Driver
from tests.bus.rigs import MemoryRig, RedisRig, Rig


@pytest.fixture(params=["memory", "redis", "redis by slot"])
async def rig(request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    if request.param == "memory":
        yield MemoryRig()
        return
    # The URL is asked for only here: the tests on the memory driver shall need no server.
    made = RedisRig(request.getfixturevalue("redis_url"), by_slot="slot" in request.param)
    await made.flush()
    yield made
    await made.driver.close()
    await made.client.aclose()


@pytest.fixture
def driver(rig: Rig) -> Driver:
    return rig.driver


@pytest.fixture
def bus(rig: Rig) -> Bus:
    return Bus(rig.driver)
