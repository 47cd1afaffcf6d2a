"""What the memory driver keeps: streams, their groups, and what is pending in them."""

import time
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import Final

from footplate.bus.envelope import DeadLetter, EntryKey

ZERO: Final[EntryKey] = (0, 0)


def key_text(key: EntryKey) -> str:
    """The entry id of a sort key."""
    return f"{key[0]}-{key[1]}"


@dataclass(slots=True)
class Pending:
    """An entry delivered and not acknowledged; `since` is on the monotonic clock."""

    consumer: str
    since: float
    deliveries: int

    def idle_ms(self) -> float:
        """Milliseconds since its consumer last touched it."""
        return (time.monotonic() - self.since) * 1000


@dataclass(slots=True)
class GroupTable:
    """A group: how far it has read, what is pending, and when each consumer last read."""

    last: EntryKey = ZERO
    pending: dict[EntryKey, Pending] = field(default_factory=dict)
    consumers: dict[str, float] = field(default_factory=dict)

    def holds(self, consumer: str) -> list[EntryKey]:
        """What is pending for a consumer."""
        return [key for key, held in self.pending.items() if held.consumer == consumer]


@dataclass(slots=True)
class StreamTable:
    """A stream: its entries in order, its groups, its dead letters."""

    keys: list[EntryKey] = field(default_factory=list)
    payloads: dict[EntryKey, bytes] = field(default_factory=dict)
    last: EntryKey = ZERO
    groups: dict[str, GroupTable] = field(default_factory=dict)
    dead: dict[EntryKey, DeadLetter] = field(default_factory=dict)

    def append(self, payload: bytes) -> EntryKey:
        """Adds an entry under the next free id of this millisecond."""
        now = time.time_ns() // 1_000_000
        self.last = (now, 0) if now > self.last[0] else (self.last[0], self.last[1] + 1)
        self.keys.append(self.last)
        self.payloads[self.last] = payload
        return self.last

    def after(self, key: EntryKey, count: int) -> list[EntryKey]:
        """At most `count` entries after a position."""
        place = bisect_right(self.keys, key)
        return self.keys[place : place + count]

    def trim(self, floor: EntryKey) -> int:
        """Removes the entries below `floor`; how many."""
        count = bisect_left(self.keys, floor)
        for key in self.keys[:count]:
            del self.payloads[key]
        del self.keys[:count]
        return count
