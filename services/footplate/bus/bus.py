"""The bus as services use it: publish, consume, follow, and look after dead letters."""

from collections.abc import Mapping, Sequence
from typing import Self

from footplate.bus.consumer import Consumer
from footplate.bus.envelope import LATEST, DeadLetter
from footplate.bus.memory import MemoryDriver
from footplate.bus.ports import Driver, GapHandler, Handler, Observer, SilentObserver
from footplate.bus.redis_streams import RedisDriver
from footplate.bus.settings import ConsumerSettings, TailSettings
from footplate.bus.tail import Tail


class Bus:
    """Events in streams, over one driver. Close it, or use it with `async with`."""

    def __init__(self, driver: Driver, observer: Observer | None = None) -> None:
        self.driver = driver
        self._observer = observer or SilentObserver()

    @classmethod
    def over_redis(cls, url: str, *, cluster: bool = False, observer: Observer | None = None) -> Self:
        """The bus over Redis 6.2 or later; with `cluster`, `url` names any node of the cluster. Connects when used."""
        return cls(RedisDriver(url, cluster=cluster), observer)

    @classmethod
    def in_memory(cls, observer: Observer | None = None) -> Self:
        """A bus that lives in this process and ends with it."""
        return cls(MemoryDriver(), observer)

    async def publish(self, stream: str, payload: bytes) -> str:
        """Adds an event; its id. BusUnavailable when the store is away, and then it may have been added or not."""
        return await self.driver.append(stream, payload)

    def consumer(
        self,
        streams: Sequence[str],
        group: str,
        handler: Handler,
        *,
        on_gap: GapHandler,
        settings: ConsumerSettings | None = None,
        name: str | None = None,
    ) -> Consumer:
        """A member of `group`, not yet started. `name` must be unlike that of any other living consumer."""
        return Consumer(
            self.driver,
            streams,
            group,
            handler,
            on_gap=on_gap,
            settings=settings or ConsumerSettings(),
            observer=self._observer,
            name=name,
        )

    def tail(
        self,
        streams: Sequence[str],
        handler: Handler,
        *,
        on_gap: GapHandler,
        start: str | Mapping[str, str] = LATEST,
        settings: TailSettings | None = None,
        name: str = "tail",
    ) -> Tail:
        """A reader without a group, not yet started; `start` is `LATEST`, `START`, or one id per stream."""
        return Tail(
            self.driver,
            streams,
            handler,
            on_gap=on_gap,
            settings=settings or TailSettings(),
            observer=self._observer,
            start=start,
            name=name,
        )

    async def dead_letters(self, stream: str, *, count: int = 100) -> list[DeadLetter]:
        """The oldest dead letters of a stream, `count` at most."""
        return await self.driver.dead_letters(stream, count=count)

    async def requeue(self, stream: str, dead_id: str) -> str | None:
        """Publishes a dead letter again, to all groups; its new id, or None when it is no longer there."""
        return await self.driver.requeue(stream, dead_id)

    async def close(self) -> None:
        """Closes the driver. Stop consumers and tails first."""
        await self.driver.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
