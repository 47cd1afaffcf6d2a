"""The seams of the bus: what a driver must offer, what a consumer hands in, what an observer is told."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from footplate.bus.envelope import DeadLetter, Envelope


class BusError(Exception):
    """Something the bus loops wait out and try again."""


class BusUnavailable(BusError):
    """The store cannot be reached or does not answer properly just now."""


class GroupMissing(BusError):
    """A group, or the stream under it, has vanished."""


class RebuildFailed(BusError):
    """The gap handler raised; it is called again."""


class PoisonMessage(Exception):
    """Raised by a handler for an event that no retry can help, such as bytes it cannot decode: parked at once."""


class GapReason(StrEnum):
    """Why a reader may have missed events."""

    GROUP_CREATED = "group_created"
    """The group was not there at start: a first start, or it was lost while nobody read."""
    GROUP_LOST = "group_lost"
    """The group vanished while in use: the store was flushed or restored."""
    TRIMMED = "trimmed"
    """The last entry read is gone, which our own trimming never does: others after it may be gone too."""
    DELETED = "deleted"
    """Entries that were delivered but not acknowledged are gone."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Events of `streams` may be lost to `group` (for a tail: its name). The cure is to read the logs again."""

    reason: GapReason
    streams: tuple[str, ...]
    group: str


class Outcome(StrEnum):
    """What became of one delivery."""

    DONE = "done"
    RETRY = "retry"
    DEAD = "dead"


Handler = Callable[[Envelope], Awaitable[None]]
GapHandler = Callable[[Gap], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class GroupState:
    """How a group stands on one stream. All zero when `exists` is false."""

    stream: str
    exists: bool
    anchored: bool = True
    """The last entry delivered is still there, or none was delivered yet."""
    length: int = 0
    pending: int = 0
    """Delivered, not acknowledged."""
    lag: int = 0
    """Not yet delivered; exact up to 1,000, beyond that the length of the stream."""
    oldest_ms: int = 0
    """Age in milliseconds of the oldest entry not acknowledged; 0 when there is none."""
    dead: int = 0
    """Dead letters of the stream, of all groups."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """Entries taken over because nobody acknowledged them in time, and (stream, id) of those no longer there."""

    envelopes: tuple[Envelope, ...]
    vanished: tuple[tuple[str, str], ...]


class Observer(Protocol):
    """Where measurements go. Calls are quick and raise nothing."""

    def group_state(self, group: str, state: GroupState) -> None:
        """Now and then, for each stream of a consumer."""
        ...

    def handled(self, group: str, envelope: Envelope, outcome: Outcome, seconds: float) -> None:
        """After every delivery to a handler; `DEAD` counts the dead letters."""
        ...

    def gap(self, gap: Gap) -> None:
        """Before the gap handler is called."""
        ...

    def disconnected(self, group: str, error: BusError) -> None:
        """A reader lost the store and will come back by itself."""
        ...


class SilentObserver:
    """Measures nothing."""

    def group_state(self, group: str, state: GroupState) -> None:
        """Ignored."""

    def handled(self, group: str, envelope: Envelope, outcome: Outcome, seconds: float) -> None:
        """Ignored."""

    def gap(self, gap: Gap) -> None:
        """Ignored."""

    def disconnected(self, group: str, error: BusError) -> None:
        """Ignored."""


class Reader(Protocol):
    """One blocking read at a time, on a connection of its own. A cancelled read leaves the reader usable."""

    async def read_group(
        self, streams: Sequence[str], group: str, consumer: str, *, count: int, block_ms: int
    ) -> list[Envelope]:
        """New entries for this consumer, at most `count` a stream; empty after `block_ms`. May raise GroupMissing."""
        ...

    async def read_after(self, positions: Mapping[str, str], *, count: int, block_ms: int) -> list[Envelope]:
        """Entries after the given ids (stream to id), at most `count` a stream; empty after `block_ms`."""
        ...

    async def close(self) -> None:
        """Gives the connection back."""
        ...


class Driver(Protocol):
    """A store of streams with consumer groups. Every call raises BusUnavailable when the store is away."""

    async def append(self, stream: str, payload: bytes) -> str:
        """Adds one entry; its id."""
        ...

    def lanes(self, streams: Sequence[str]) -> list[tuple[str, ...]]:
        """The streams in groups that one read may name together."""
        ...

    def reader(self) -> Reader:
        """A reader with its own connection; the caller closes it."""
        ...

    async def create_groups(self, streams: Sequence[str], group: str) -> None:
        """Makes streams and groups that are missing; a new group starts at the first entry there is."""
        ...

    async def inspect(self, streams: Sequence[str], group: str) -> list[GroupState]:
        """How the group stands on each stream."""
        ...

    async def claim(self, streams: Sequence[str], group: str, consumer: str, *, idle_ms: int, count: int) -> Claimed:
        """Takes over at most `count` entries a stream that were idle for `idle_ms`; each counts as one more delivery.

        Entries that are gone are reported, not acknowledged: a crash before the gap is dealt with loses nothing.
        """
        ...

    async def renew(self, stream: str, group: str, consumer: str, ids: Sequence[str]) -> set[str]:
        """Sets entries that are still there and this consumer's to idle 0; which those are."""
        ...

    async def release(
        self, stream: str, group: str, consumer: str, ids: Sequence[str], *, idle_ms: int, undo: bool = False
    ) -> None:
        """Lets others claim entries of this consumer as if idle for `idle_ms`. `undo` takes back the delivery count.

        Entries that are gone stay as they are, to be found by `claim`.
        """
        ...

    async def release_all(self, streams: Sequence[str], group: str, consumer: str, *, idle_ms: int) -> None:
        """Like `release`, for all that is pending for this consumer."""
        ...

    async def ack(self, group: str, ids: Mapping[str, Sequence[str]]) -> None:
        """Acknowledges entries (stream to ids); those not pending are ignored."""
        ...

    async def park(self, stream: str, group: str, consumer: str, entry_id: str, reason: str) -> bool:
        """Moves an entry to the dead letters and acknowledges it in one step; false when gone or another's."""
        ...

    async def rewind(self, streams: Sequence[str], group: str) -> None:
        """Lets the group read each stream from its first entry."""
        ...

    async def leave(self, streams: Sequence[str], group: str, consumer: str) -> None:
        """Removes the consumer where nothing is pending for it."""
        ...

    async def reap(self, streams: Sequence[str], group: str, *, idle_ms: int) -> int:
        """Removes consumers with nothing pending that have not read for `idle_ms`; how many."""
        ...

    async def trim(self, streams: Sequence[str], groups: Sequence[str], *, keep_ms: int) -> int:
        """Removes entries older than `keep_ms` that every group has acknowledged; how many.

        Exact: the newest entry, and the last entry delivered to any group, stay. A stream that lacks one of
        `groups` is left alone.
        """
        ...

    async def positions(self, streams: Sequence[str]) -> dict[str, str]:
        """The id of the last entry of each stream, or `START`."""
        ...

    async def gone(self, positions: Mapping[str, str]) -> list[str]:
        """The streams in which the entry at the given position is no longer there; `START` always is."""
        ...

    async def dead_letters(self, stream: str, *, count: int) -> list[DeadLetter]:
        """The oldest dead letters of a stream."""
        ...

    async def requeue(self, stream: str, dead_id: str) -> str | None:
        """Publishes a dead letter again and removes it, in one step; the new id, or None when it is not there."""
        ...

    async def close(self) -> None:
        """Closes all connections."""
        ...
