"""Matches in Redis, version 6.2 or later: one script adds entries and tells the bus, another reads what one needs.

Every command stays on one hash slot, so it works on Redis Cluster as on a single server.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from footplate.bus import turns_key
from footplate.domain.errors import StalePly, UnknownMatch, UnknownOrder, UnknownPly
from footplate.domain.events import MatchEvent, TurnStarted
from footplate.domain.log import Entry
from footplate.domain.match import Committed
from footplate.domain.snapshot import Snapshot
from footplate.rules import stored
from footplate.rules.keys import deadlines_key, match_keys
from footplate.rules.ports import Due, Guard, Remembered, Request, Stored
from footplate.runtime import metrics
from footplate.runtime.redis_scripts import Commands, Script, translated
from footplate.wire.open_turns import parse_turn, turn_text

CLIENT: Final[dict[str, Any]] = {"protocol": 2, "retry": Retry(NoBackoff(), 1)}
"""Options of the Redis client. One more try, because a connection may have died idle: every call may be repeated."""

_APPEND: Final = Script(__package__, "append.lua")
_LOAD: Final = Script(__package__, "load.lua")
_NEW: Final = ""


class RedisMatchStore:
    """See `ports.MatchStore`. `encode` writes an event for the bus.

    `keep_requests`: for how many seconds after the end of a match its requests are still answered the same way.
    """

    def __init__(self, client: Commands, encode: Callable[[MatchEvent], bytes], keep_requests: float) -> None:
        self._client = client
        self._encode = encode
        self._keep_ms = int(keep_requests * 1000)

    async def create(
        self, committed: Committed, request: Request, snapshots: Sequence[Snapshot] = ()
    ) -> Remembered | None:
        header = committed.match.header
        memory = stored.memory_text(request, 1, committed.match.ply)
        fields: list[str | bytes] = ["header", stored.header_text(header), "request", memory]
        if header.seed:
            fields += ["seed", header.seed.reveal()]
        answer = await self._write(committed, _NEW, request.id, memory, fields, snapshots)
        return stored.parse_memory(answer[1]) if answer[0] == b"before" else None

    async def append(
        self,
        committed: Committed,
        request: Request,
        snapshots: Sequence[Snapshot] = (),
        guard: Guard | None = None,
    ) -> Remembered | None:
        match, first = committed.match, committed.entries[0].ply
        memory = stored.memory_text(request, first, match.ply)
        answer = await self._write(committed, str(first - 1), request.id, memory, (), snapshots, guard)
        if answer[0] == b"before":
            return stored.parse_memory(answer[1])
        if answer[0] == b"stands":
            raise StalePly(match.id, first - 1, int(answer[1]))
        if answer[0] == b"missing":
            raise UnknownMatch(match.id)
        if answer[0] == b"changed":
            raise UnknownOrder(match.id, guard.order if guard else "")
        return None

    async def _write(
        self,
        committed: Committed,
        expected: str,
        request: str,
        memory: str,
        fields: Sequence[str | bytes],
        snapshots: Sequence[Snapshot],
        guard: Guard | None = None,
    ) -> Any:
        match, turn = committed.match, committed.match.open_turn
        lists: tuple[list[str | bytes], ...] = (
            list(fields),
            [text for snapshot in snapshots for text in (str(snapshot.ply), stored.snapshot_text(snapshot))],
            [stored.entry_text(entry) for entry in committed.entries],
            [self._encode(event) for event in committed.events],
        )
        arguments = (
            match.id,
            expected,
            request,
            memory,
            match.ply,
            match.chain_hash,
            turn_text(turn) if turn else "",
            turn.deadline_ms if turn and turn.deadline_ms is not None else "",
            "" if turn else self._keep_ms,
            *((guard.field, guard.text, "yes" if guard.ends else "") if guard else ("", "", "")),
            *(word for words in lists for word in (len(words), *words)),
        )
        with metrics.STORE_APPEND_SECONDS.time():
            return await _APPEND.run(self._client, match_keys(match.id), arguments)

    async def remembered(self, match_id: str, request_id: str) -> Remembered | None:
        with translated():
            found = await self._client.execute_command("HGET", match_keys(match_id).requests, request_id)
        return stored.parse_memory(found) if found else None

    async def load(self, match_id: str, ply: int | None = None) -> Stored:
        keys = match_keys(match_id)
        reply = await _LOAD.run(self._client, (keys.head, keys.log, keys.snapshots), ["" if ply is None else ply])
        if not reply:
            raise UnknownMatch(match_id)
        head, header, seed, snapshot, entries = reply
        if ply is not None and not 0 <= ply <= int(head):
            raise UnknownPly(match_id, ply, int(head))
        best = stored.parse_snapshot(snapshot) if snapshot else None
        whole = snapshot and best is None  # it cannot be used, so all the entries before it are needed
        return Stored(
            header=stored.parse_header(header, seed),
            snapshot=best,
            entries=await self.entries(match_id, 0, int(head) if ply is None else ply) if whole else _entries(entries),
            head=int(head),
        )

    async def entries(self, match_id: str, after: int, last: int | None = None) -> tuple[Entry, ...]:
        to = "+" if last is None else f"{last}-0"
        with translated():
            reply = await self._client.execute_command("XRANGE", match_keys(match_id).log, f"{after + 1}-0", to)
        return _entries(reply)

    async def open_turns(self, partitions: Sequence[int]) -> tuple[TurnStarted, ...]:
        found: list[TurnStarted] = []
        for partition in partitions:
            with translated():
                reply = await self._client.execute_command("HGETALL", turns_key(partition))
            found += (parse_turn(match_id.decode(), text) for match_id, text in pairs(reply))
        return tuple(found)

    async def due(self, partitions: Sequence[int], now_ms: int, most: int) -> Sequence[Due]:
        command = ("ZRANGEBYSCORE", "-inf", now_ms, "WITHSCORES", "LIMIT", 0, most)
        with translated():
            replies = await asyncio.gather(
                *(
                    self._client.execute_command(command[0], deadlines_key(partition), *command[1:])
                    for partition in partitions
                )
            )
        return [Due(match.decode(), int(float(score))) for reply in replies for match, score in _scored(reply)]


def _scored(reply: Any) -> Iterable[tuple[bytes, bytes]]:
    """Members and scores of a sorted set: redis-py makes pairs of them, else they come one after the other."""
    return reply if reply and isinstance(reply[0], list | tuple) else zip(reply[::2], reply[1::2], strict=True)


def _entries(reply: Any) -> tuple[Entry, ...]:
    """The entries of a range of a log, as a command gives it or as a script does."""
    return tuple(stored.parse_entry(entry_id, _value(fields)) for entry_id, fields in reply)


def _value(fields: Any) -> bytes:
    return dict(pairs(fields))[stored.ENTRY_FIELD]


def pairs(fields: Any) -> Iterable[tuple[bytes, bytes]]:
    """Names and values of a hash or an entry: redis-py makes a mapping of them, else they come one after the other."""
    return fields.items() if isinstance(fields, dict) else zip(fields[::2], fields[1::2], strict=True)
