"""Names of the bus streams. A stream shares the hash tag of the keys its events are about: one script writes both."""

import zlib
from typing import Final

PARTITIONS: Final = 64

WAKER_GROUP: Final = "waker"
"""The group that wakes bots; it reads every partition."""

RULES_ORDERS_GROUP: Final = "rules-orders"
"""The group that carries out standing orders; it reads every partition."""

LOBBY_START_GROUP: Final = "lobby-start"
"""The group that creates the matches of full tables; it reads the lobby's stream."""

LOBBY_FINISH_GROUP: Final = "lobby-finish"
"""The group that hears of finished matches; it reads every partition."""

LOBBY_RATE_GROUP: Final = "lobby-rate"
"""The group that hears of the results of tables and rates their matches; it reads the lobby's stream."""

HOOKS_GROUP: Final = "hooks"
"""The group that calls web hooks; it reads every partition and the lobby's stream."""


def partition_of(match_id: str) -> int:
    """The partition of a match, 0 to `PARTITIONS` - 1. Fixed for all time: stored keys depend on it."""
    return zlib.crc32(match_id.encode()) % PARTITIONS


def partition_tag(partition: int) -> str:
    """The hash tag of a partition, braces included: `{p07}`."""
    return f"{{p{partition:02d}}}"


def match_tag(match_id: str) -> str:
    """The hash tag that all keys of a match begin with."""
    return partition_tag(partition_of(match_id))


def turns_key(partition: int) -> str:
    """The hash of the open turns of a partition, by match."""
    return f"{partition_tag(partition)}:turns"


def events_stream(partition: int) -> str:
    """The bus stream of a partition."""
    return f"{partition_tag(partition)}:events"


PARTITION_STREAMS: Final = tuple(events_stream(partition) for partition in range(PARTITIONS))
LOBBY_STREAM: Final = "{lobby}:events"


def dead_stream(stream: str) -> str:
    """Where the dead letters of a stream lie; same hash tag."""
    return f"{stream}:dead"


def slot_tag(stream: str) -> str:
    """The part of a key that Redis Cluster hashes: what stands in the first braces, or else the whole key."""
    _, opened, rest = stream.partition("{")
    tag, closed, _ = rest.partition("}")
    return tag if opened and closed and tag else stream
