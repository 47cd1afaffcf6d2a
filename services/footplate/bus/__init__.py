"""The one bus: events with at-least-once delivery, over Redis Streams or in memory.

Publish with `Bus.publish`, or from a script of your own with `XADD <stream> * e <bytes>` (`FIELD`). Read with
`Bus.consumer` (a group shares the events) or `Bus.tail` (every reader sees all). The bus carries bytes unread.
"""

from footplate.bus.bus import Bus
from footplate.bus.consumer import Consumer
from footplate.bus.envelope import FIELD, LATEST, START, DeadLetter, Envelope
from footplate.bus.ports import (
    BusError,
    BusUnavailable,
    Driver,
    Gap,
    GapHandler,
    GapReason,
    GroupState,
    Handler,
    Observer,
    Outcome,
    PoisonMessage,
    SilentObserver,
)
from footplate.bus.settings import ConsumerSettings, TailSettings, TrimPolicy
from footplate.bus.streams import (
    HOOKS_GROUP,
    LOBBY_FINISH_GROUP,
    LOBBY_RATE_GROUP,
    LOBBY_START_GROUP,
    LOBBY_STREAM,
    PARTITION_STREAMS,
    PARTITIONS,
    RULES_ORDERS_GROUP,
    WAKER_GROUP,
    dead_stream,
    events_stream,
    match_tag,
    partition_of,
    partition_tag,
    turns_key,
)
from footplate.bus.tail import Tail

__all__ = [
    "FIELD",
    "HOOKS_GROUP",
    "LATEST",
    "LOBBY_FINISH_GROUP",
    "LOBBY_RATE_GROUP",
    "LOBBY_START_GROUP",
    "LOBBY_STREAM",
    "PARTITIONS",
    "PARTITION_STREAMS",
    "RULES_ORDERS_GROUP",
    "START",
    "WAKER_GROUP",
    "Bus",
    "BusError",
    "BusUnavailable",
    "Consumer",
    "ConsumerSettings",
    "DeadLetter",
    "Driver",
    "Envelope",
    "Gap",
    "GapHandler",
    "GapReason",
    "GroupState",
    "Handler",
    "Observer",
    "Outcome",
    "PoisonMessage",
    "SilentObserver",
    "Tail",
    "TailSettings",
    "TrimPolicy",
    "dead_stream",
    "events_stream",
    "match_tag",
    "partition_of",
    "partition_tag",
    "turns_key",
]
