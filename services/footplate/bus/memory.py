"""The bus inside one process: the same semantics as the Redis driver, for tests and for tools that need no server."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from footplate.bus.envelope import START, DeadLetter, EntryKey, Envelope, entry_key
from footplate.bus.memory_tables import ZERO, GroupTable, Pending, StreamTable, key_text
from footplate.bus.ports import BusUnavailable, Claimed, GroupMissing, GroupState


class MemoryReader:
    """Reads that wait for the next change of a driver."""

    def __init__(self, driver: "MemoryDriver") -> None:
        self._driver = driver

    async def read_group(
        self, streams: Sequence[str], group: str, consumer: str, *, count: int, block_ms: int
    ) -> list[Envelope]:
        return await self._driver.wait_for(lambda: self._driver.deliver(streams, group, consumer, count), block_ms)

    async def read_after(self, positions: Mapping[str, str], *, count: int, block_ms: int) -> list[Envelope]:
        return await self._driver.wait_for(lambda: self._driver.following(positions, count), block_ms)

    async def close(self) -> None:
        """There is no connection to close."""


class MemoryDriver:
    """See `ports.Driver`. `flush` and `available` let tests take the store away."""

    def __init__(self) -> None:
        self._streams: dict[str, StreamTable] = {}
        self._changed = asyncio.Event()
        self._available = True

    @property
    def available(self) -> bool:
        """While false, every call fails as if the server were away."""
        return self._available

    @available.setter
    def available(self, value: bool) -> None:
        self._available = value
        self._wake()

    def flush(self) -> None:
        """Forgets everything, groups included."""
        self._streams.clear()
        self._wake()

    def drop(self, stream: str, entry_id: str) -> None:
        """Takes one entry away under its readers."""
        state = self._streams[stream]
        state.keys.remove(entry_key(entry_id))
        del state.payloads[entry_key(entry_id)]

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _check(self) -> None:
        if not self._available:
            raise BusUnavailable("the store is away")

    def _found(self, stream: str) -> StreamTable:
        self._check()
        return self._streams.get(stream) or StreamTable()

    def _made(self, stream: str) -> StreamTable:
        self._check()
        return self._streams.setdefault(stream, StreamTable())

    def _group(self, stream: str, group: str) -> GroupTable:
        found = self._found(stream).groups.get(group)
        if found is None:
            raise GroupMissing(f"no group {group!r} on {stream!r}")
        return found

    async def append(self, stream: str, payload: bytes) -> str:
        entry_id = key_text(self._made(stream).append(payload))
        self._wake()
        return entry_id

    def lanes(self, streams: Sequence[str]) -> list[tuple[str, ...]]:
        return [tuple(streams)]

    def reader(self) -> MemoryReader:
        return MemoryReader(self)

    async def wait_for(self, attempt: Callable[[], list[Envelope]], block_ms: int) -> list[Envelope]:
        """Tries again at every change, until there is something or the time is up."""
        deadline = time.monotonic() + block_ms / 1000
        while not (found := attempt()) and (left := deadline - time.monotonic()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        return found

    def deliver(self, streams: Sequence[str], group: str, consumer: str, count: int) -> list[Envelope]:
        """Hands new entries to a consumer of a group."""
        groups = {stream: self._group(stream, group) for stream in streams}
        found = []
        for stream, state in groups.items():
            state.consumers[consumer] = time.monotonic()
            for key in self._found(stream).after(state.last, count):
                state.pending[key] = Pending(consumer, time.monotonic(), 1)
                state.last = key
                found.append(self._envelope(stream, key, 1))
        return sorted(found, key=lambda envelope: entry_key(envelope.id))

    def following(self, positions: Mapping[str, str], count: int) -> list[Envelope]:
        """The entries after each position."""
        found = [
            self._envelope(stream, key, 1)
            for stream, position in positions.items()
            for key in self._found(stream).after(entry_key(position), count)
        ]
        return sorted(found, key=lambda envelope: entry_key(envelope.id))

    def _envelope(self, stream: str, key: EntryKey, deliveries: int) -> Envelope:
        return Envelope(stream, key_text(key), self._found(stream).payloads[key], deliveries)

    async def create_groups(self, streams: Sequence[str], group: str) -> None:
        for stream in streams:
            self._made(stream).groups.setdefault(group, GroupTable())

    async def inspect(self, streams: Sequence[str], group: str) -> list[GroupState]:
        return [self._state(stream, group) for stream in streams]

    def _state(self, stream: str, group: str) -> GroupState:
        state = self._found(stream)
        if group not in state.groups:
            return GroupState(stream, exists=False)
        held = state.groups[group]
        waiting = state.after(held.last, len(state.keys))
        unfinished = sorted(held.pending)[:1] or waiting[:1]
        return GroupState(
            stream,
            exists=True,
            anchored=held.last == ZERO or held.last in state.payloads,
            length=len(state.keys),
            pending=len(held.pending),
            lag=len(waiting),
            oldest_ms=max(0, time.time_ns() // 1_000_000 - unfinished[0][0]) if unfinished else 0,
            dead=len(state.dead),
        )

    async def claim(self, streams: Sequence[str], group: str, consumer: str, *, idle_ms: int, count: int) -> Claimed:
        found: list[Envelope] = []
        gone: list[tuple[str, str]] = []
        for stream in streams:
            held = self._group(stream, group).pending
            for key in [key for key in sorted(held) if held[key].idle_ms() >= idle_ms][:count]:
                if key not in self._found(stream).payloads:
                    gone.append((stream, key_text(key)))
                    continue
                held[key] = Pending(consumer, time.monotonic(), held[key].deliveries + 1)
                found.append(self._envelope(stream, key, held[key].deliveries))
        return Claimed(tuple(sorted(found, key=lambda envelope: entry_key(envelope.id))), tuple(gone))

    def _owned(self, stream: str, group: str, consumer: str, ids: Sequence[str]) -> Iterator[tuple[str, Pending]]:
        pending, payloads = self._group(stream, group).pending, self._found(stream).payloads
        for entry_id in ids:
            held = pending.get(entry_key(entry_id))
            if held is not None and held.consumer == consumer and entry_key(entry_id) in payloads:
                yield entry_id, held

    async def renew(self, stream: str, group: str, consumer: str, ids: Sequence[str]) -> set[str]:
        owned = dict(self._owned(stream, group, consumer, ids))
        for held in owned.values():
            held.since = time.monotonic()
        return set(owned)

    async def release(
        self, stream: str, group: str, consumer: str, ids: Sequence[str], *, idle_ms: int, undo: bool = False
    ) -> None:
        for _, held in self._owned(stream, group, consumer, ids):
            held.since = time.monotonic() - idle_ms / 1000
            held.deliveries = max(0, held.deliveries - int(undo))

    async def release_all(self, streams: Sequence[str], group: str, consumer: str, *, idle_ms: int) -> None:
        for stream in streams:
            held = [key_text(key) for key in self._group(stream, group).holds(consumer)]
            await self.release(stream, group, consumer, held, idle_ms=idle_ms)

    async def ack(self, group: str, ids: Mapping[str, Sequence[str]]) -> None:
        for stream, of_stream in ids.items():
            held = self._found(stream).groups.get(group, GroupTable())
            for entry_id in of_stream:
                held.pending.pop(entry_key(entry_id), None)

    async def park(self, stream: str, group: str, consumer: str, entry_id: str, reason: str) -> bool:
        owned = dict(self._owned(stream, group, consumer, [entry_id]))
        if not owned:
            return False
        state, key = self._made(stream), entry_key(entry_id)
        dead = max(state.dead, default=ZERO)[0] + 1, 0
        payload = state.payloads[key]
        state.dead[dead] = DeadLetter(
            key_text(dead), stream, entry_id, payload, group, reason, owned[entry_id].deliveries
        )
        del state.groups[group].pending[key]
        return True

    async def rewind(self, streams: Sequence[str], group: str) -> None:
        for stream in streams:
            self._group(stream, group).last = ZERO

    async def leave(self, streams: Sequence[str], group: str, consumer: str) -> None:
        for stream in streams:
            held = self._found(stream).groups.get(group, GroupTable())
            if not held.holds(consumer):
                held.consumers.pop(consumer, None)

    async def reap(self, streams: Sequence[str], group: str, *, idle_ms: int) -> int:
        stale = [
            (held, consumer)
            for held in (self._group(stream, group) for stream in streams)
            for consumer, seen in held.consumers.items()
            if (time.monotonic() - seen) * 1000 >= idle_ms and not held.holds(consumer)
        ]
        for held, consumer in stale:
            del held.consumers[consumer]
        return len(stale)

    async def trim(self, streams: Sequence[str], groups: Sequence[str], *, keep_ms: int) -> int:
        return sum(self._trimmed(self._found(stream), groups, keep_ms) for stream in streams)

    def _trimmed(self, state: StreamTable, groups: Sequence[str], keep_ms: int) -> int:
        if not state.keys or any(group not in state.groups for group in groups):
            return 0
        floor = min((max(0, time.time_ns() // 1_000_000 - keep_ms), 0), state.keys[-1])
        for held in state.groups.values():
            floor = min(floor, held.last, *held.pending)
        return state.trim(floor)

    async def positions(self, streams: Sequence[str]) -> dict[str, str]:
        keys = {stream: self._found(stream).keys for stream in streams}
        return {stream: key_text(found[-1]) if found else START for stream, found in keys.items()}

    async def gone(self, positions: Mapping[str, str]) -> list[str]:
        known = {stream: entry_id for stream, entry_id in positions.items() if entry_id != START}
        return [s for s, entry_id in known.items() if entry_key(entry_id) not in self._found(s).payloads]

    async def dead_letters(self, stream: str, *, count: int) -> list[DeadLetter]:
        return list(self._found(stream).dead.values())[:count]

    async def requeue(self, stream: str, dead_id: str) -> str | None:
        letter = self._found(stream).dead.pop(entry_key(dead_id), None)
        return await self.append(stream, letter.payload) if letter else None

    async def close(self) -> None:
        """There is nothing to close."""
