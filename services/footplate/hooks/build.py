"""Putting the process that calls together: where its parts meet. Tests call it with drivers of their own."""

import time
from dataclasses import dataclass

from footplate.bus import HOOKS_GROUP, LOBBY_STREAM, PARTITION_STREAMS, Bus, Consumer, ConsumerSettings
from footplate.hooks.ports import Clock, HookStore, Receiver, Turns
from footplate.hooks.sender import Pace, Sender
from footplate.hooks.settings import HooksSettings
from footplate.hooks.teller import Teller


@dataclass(frozen=True, slots=True)
class HooksService:
    """What makes the calls, and the consumer that brings what they are about."""

    sender: Sender
    consumer: Consumer


def clock() -> int:
    """The time now in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def build(
    settings: HooksSettings,
    bus: Bus,
    store: HookStore,
    turns: Turns,
    receiver: Receiver,
    *,
    now_ms: Clock = clock,
    consumers: ConsumerSettings | None = None,
) -> HooksService:
    """The service over its drivers. Nothing is started yet. It trims no stream: the lobby does so for all."""
    teller = Teller(store, turns, now_ms)
    streams = (*PARTITION_STREAMS, LOBBY_STREAM)
    consumer = bus.consumer(streams, HOOKS_GROUP, teller.hear, on_gap=teller.gap, settings=consumers)
    pace = Pace(settings.slots, int(settings.lease_seconds * 1000), settings.tick_seconds, settings.grace_seconds)
    return HooksService(Sender(store, receiver, now_ms, pace), consumer)
