"""Putting the waker together: the one place where its parts meet. Tests call it with drivers of their own."""

import time
from dataclasses import dataclass

from footplate.bots.open_turns import OpenTurns
from footplate.bots.queue import TurnQueue
from footplate.bots.settings import WakerSettings
from footplate.bots.waker import Marks, Waker
from footplate.bus import PARTITION_STREAMS, WAKER_GROUP, Bus, Consumer, ConsumerSettings


@dataclass(frozen=True, slots=True)
class WakerService:
    """The waker, and the consumer that brings it the events of all partitions."""

    waker: Waker
    consumer: Consumer


def clock() -> int:
    """The time now in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def build(
    settings: WakerSettings,
    bus: Bus,
    turns: OpenTurns,
    marks: Marks,
    queue: TurnQueue,
    *,
    consumers: ConsumerSettings | None = None,
) -> WakerService:
    """The waker over its drivers. Nothing is started yet.

    It trims no stream: the lobby, which reads them too, does so for both.
    """
    waker = Waker(turns, marks, queue, now_ms=clock, lost_ms=int(settings.lost_seconds * 1000))
    consumer = bus.consumer(PARTITION_STREAMS, WAKER_GROUP, waker.hear, on_gap=waker.rebuild, settings=consumers)
    return WakerService(waker, consumer)
