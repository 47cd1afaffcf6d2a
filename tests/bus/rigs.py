"""A driver, and what tests do behind its back."""

from typing import Protocol

from redis.asyncio import Redis

from footplate.bus import Driver
from footplate.bus.memory import MemoryDriver
from footplate.bus.redis_streams import RedisDriver


class Rig(Protocol):
    """A driver, and what a test does behind its back."""

    driver: Driver

    async def flush(self) -> None:
        """The store loses everything."""

    async def drop(self, stream: str, entry_id: str) -> None:
        """Somebody deletes an entry."""


class MemoryRig:
    def __init__(self) -> None:
        self.memory = MemoryDriver()
        self.driver: Driver = self.memory

    async def flush(self) -> None:
        self.memory.flush()

    async def drop(self, stream: str, entry_id: str) -> None:
        self.memory.drop(stream, entry_id)


class RedisRig:
    def __init__(self, url: str, *, by_slot: bool = False) -> None:
        self.client = Redis.from_url(url)
        self.driver: Driver = RedisDriver(url, by_slot=by_slot)

    async def flush(self) -> None:
        await self.client.flushdb()

    async def drop(self, stream: str, entry_id: str) -> None:
        await self.client.xdel(stream, entry_id)
