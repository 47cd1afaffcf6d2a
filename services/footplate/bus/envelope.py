"""What travels on the bus: opaque bytes in a stream entry, and what a reader gets of it."""

from dataclasses import dataclass
from typing import Final

FIELD: Final = "e"
"""The one field of a bus entry. Whoever publishes from a script of its own writes `XADD <stream> * e <bytes>`."""

START: Final = "0-0"
"""The position before every entry."""

LATEST: Final = "$"
"""The position after the entries that are there now."""

EntryKey = tuple[int, int]


def entry_key(entry_id: str) -> EntryKey:
    """The sort key of an entry id: its milliseconds and its number within them."""
    milliseconds, _, number = entry_id.partition("-")
    return int(milliseconds), int(number or 0)


@dataclass(frozen=True, slots=True)
class Envelope:
    """One delivery of one entry. Events may come more than once: key effects by `key`, or by match and ply."""

    stream: str
    id: str
    payload: bytes
    deliveries: int = 1
    """How often a consumer of the group was handed this entry, this time included; always 1 for a tail."""

    @property
    def key(self) -> str:
        """Names the event for as long as its stream lives; the same on every delivery."""
        return f"{self.stream}/{self.id}"

    @property
    def published_ms(self) -> int:
        """When it was published: Unix time in milliseconds, by the store's clock."""
        return entry_key(self.id)[0]


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An entry that no consumer of a group could handle, parked with the reason."""

    id: str
    """Its id in the dead-letter stream."""
    stream: str
    """The stream it came from, and `source_id` its id there."""
    source_id: str
    payload: bytes
    group: str
    reason: str
    deliveries: int
