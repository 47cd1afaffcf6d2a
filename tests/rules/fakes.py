"""A store in memory, as strict as the real one, with switches for what tests want to happen to it."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from footplate.bus import Bus, events_stream, partition_of
from footplate.domain.errors import StalePly, StoreUnavailable, UnknownMatch, UnknownOrder, UnknownPly
from footplate.domain.events import MatchEvent, TurnStarted
from footplate.domain.log import Entry, Header
from footplate.domain.match import Committed
from footplate.domain.snapshot import Snapshot
from footplate.rules import stored_orders as stored
from footplate.rules.order_ports import Answered, Book, Change, OrderStore
from footplate.rules.ports import Due, Guard, MatchStore, Remembered, Request, Stored
from footplate.rules.redis_orders import RedisOrderStore
from footplate.rules.redis_store import RedisMatchStore
from footplate.wire.events import encode_event


@dataclass
class Kept:
    """What is kept of one match."""

    header: Header
    made_by: Remembered
    entries: list[Entry] = field(default_factory=list)
    requests: dict[str, Remembered] = field(default_factory=dict)
    snapshots: dict[int, Snapshot] = field(default_factory=dict)
    orders: dict[str, str] = field(default_factory=dict)


class MemoryMatchStore:
    """See `ports.MatchStore`. `away`: every call fails. `calls`: the name of each call so far."""

    def __init__(self, bus: Bus | None = None) -> None:
        self.matches: dict[str, Kept] = {}
        self.turns: dict[str, TurnStarted] = {}
        self.away = False
        self.lose_answers = False
        self.calls: list[str] = []
        self._bus = bus

    def _called(self, name: str) -> None:
        self.calls.append(name)
        if self.away:
            raise StoreUnavailable

    async def create(
        self, committed: Committed, request: Request, snapshots: Sequence[Snapshot] = ()
    ) -> Remembered | None:
        self._called("create")
        match = committed.match
        if match.id in self.matches:
            return self.matches[match.id].made_by
        self.matches[match.id] = Kept(match.header, Remembered(1, match.ply, request.print))
        await self._keep(committed, snapshots)
        return None

    async def append(
        self,
        committed: Committed,
        request: Request,
        snapshots: Sequence[Snapshot] = (),
        guard: Guard | None = None,
    ) -> Remembered | None:
        self._called("append")
        match, first = committed.match, committed.entries[0].ply
        kept = self._found(match.id)
        if request.id in kept.requests:
            return kept.requests[request.id]
        if len(kept.entries) != first - 1:
            raise StalePly(match.id, first - 1, len(kept.entries))
        if guard and kept.orders.get(guard.field) != guard.text:
            raise UnknownOrder(match.id, guard.order)
        if guard and guard.ends:
            del kept.orders[guard.field]
        kept.requests[request.id] = Remembered(first, match.ply, request.print)
        await self._keep(committed, snapshots)
        return None

    async def _keep(self, committed: Committed, snapshots: Sequence[Snapshot]) -> None:
        match, turn = committed.match, committed.match.open_turn
        kept = self.matches[match.id]
        kept.entries += committed.entries
        kept.snapshots |= {snapshot.ply: snapshot for snapshot in snapshots}
        self.turns.pop(match.id, None)
        if turn:
            self.turns[match.id] = turn
        await self.tell(match.id, committed.events)
        if self.lose_answers:
            raise StoreUnavailable

    async def tell(self, match_id: str, events: Iterable[MatchEvent]) -> None:
        """Tells the bus, if there is one."""
        for event in events if self._bus else ():
            assert self._bus
            await self._bus.publish(events_stream(partition_of(match_id)), encode_event(event))

    async def remembered(self, match_id: str, request_id: str) -> Remembered | None:
        self._called("remembered")
        return self._found(match_id).requests.get(request_id)

    async def load(self, match_id: str, ply: int | None = None) -> Stored:
        self._called("load")
        await asyncio.sleep(0)  # somebody else gets a turn, as with a real store
        kept = self._found(match_id)
        head = len(kept.entries)
        wanted = head if ply is None else ply
        if not 0 <= wanted <= head:
            raise UnknownPly(match_id, wanted, head)
        best = max((known for known in kept.snapshots if known <= wanted), default=0)
        return Stored(kept.header, kept.snapshots.get(best), tuple(kept.entries[best:wanted]), head)

    async def entries(self, match_id: str, after: int, last: int | None = None) -> tuple[Entry, ...]:
        self._called("entries")
        await asyncio.sleep(0)
        kept = self.matches.get(match_id)
        return tuple(kept.entries[after:last]) if kept else ()

    async def open_turns(self, partitions: Sequence[int]) -> tuple[TurnStarted, ...]:
        self._called("open_turns")
        return tuple(turn for turn in self.turns.values() if partition_of(turn.match) in partitions)

    async def due(self, partitions: Sequence[int], now_ms: int, most: int) -> Sequence[Due]:
        self._called("due")
        await asyncio.sleep(0)
        found: dict[int, list[Due]] = {}
        for turn in sorted(self.turns.values(), key=lambda turn: turn.deadline_ms or 0):
            if turn.deadline_ms is not None and turn.deadline_ms <= now_ms:
                found.setdefault(partition_of(turn.match), []).append(Due(turn.match, turn.deadline_ms))
        return [due for partition in partitions for due in found.get(partition, [])[:most]]

    def _found(self, match_id: str) -> Kept:
        if match_id not in self.matches:
            raise UnknownMatch(match_id)
        return self.matches[match_id]


class MemoryOrderStore:
    """Standing orders beside the matches of a store in memory; see `order_ports.OrderStore`."""

    def __init__(self, store: MemoryMatchStore) -> None:
        self._store = store

    async def book(self, match_id: str) -> Book:
        held = await self._held(match_id)
        return stored.parse_book({field.encode(): text.encode() for field, text in held.items()})

    async def change(self, match_id: str, change: Change) -> Answered | None:
        kept = self._store.matches.get(match_id)
        held = await self._held(match_id)
        request = change.request
        if request and stored.request_field(request.id) in held:
            return await self.remembered(match_id, request.id)
        if kept is None:
            raise UnknownMatch(match_id)
        if change.ply is not None and change.ply != len(kept.entries):
            raise StalePly(match_id, change.ply, len(kept.entries))
        order = change.held
        if order and held.get(stored.order_field(order)) != stored.order_text(order):
            raise UnknownOrder(match_id, order.id)
        writes, drops = stored.fields_of(change)
        held.update(zip(writes[::2], writes[1::2], strict=True))
        if request:
            held[stored.request_field(request.id)] = stored.memory_text(request, change.answer)
        for field_ in drops:
            held.pop(field_, None)
        await self._store.tell(match_id, [change.turn] if change.turn else [])
        return None

    async def remembered(self, match_id: str, request_id: str) -> Answered | None:
        text = (await self._held(match_id)).get(stored.request_field(request_id))
        return stored.parse_memory(text.encode()) if text else None

    async def _held(self, match_id: str) -> dict[str, str]:
        if self._store.away:
            raise StoreUnavailable
        await asyncio.sleep(0)
        kept = self._store.matches.get(match_id)
        return kept.orders if kept else {}


def orders_beside(store: MatchStore) -> OrderStore:
    """The standing orders beside the matches of a store."""
    if isinstance(store, MemoryMatchStore):
        return MemoryOrderStore(store)
    assert isinstance(store, RedisMatchStore)
    return RedisOrderStore(store._client, encode_event)


class Ticking:
    """A clock that moves on by a millisecond each time it is read."""

    def __init__(self, begin: int = 1_000_000) -> None:
        self.now = begin

    def __call__(self) -> int:
        self.now += 1
        return self.now


def texts(entries: Iterable[Entry]) -> list[str]:
    """The texts of entries."""
    return [entry.text for entry in entries]


async def eventually(holds: Callable[[], object], seconds: float = 5.0) -> None:
    """Returns as soon as it holds; fails when it does not in time."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - what is awaited knows nothing of us
            await asyncio.sleep(0.002)
