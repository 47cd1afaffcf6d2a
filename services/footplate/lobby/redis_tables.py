"""Tables in Redis, version 6.2 or later: one script writes a table, its indexes and the bus, all or nothing.

Every command stays on one hash slot, so it works on Redis Cluster as on a single server.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from footplate.bus import LOBBY_STREAM
from footplate.domain.errors import UnknownTable
from footplate.domain.events import TableEvent
from footplate.domain.table import Status, Table
from footplate.lobby.keys import DUE, MATCHES, SERIALS, UNRATED, index_key, index_keys, request_key, table_key
from footplate.lobby.ports import Found, Listed, Listing, Remembered, Request, Write
from footplate.lobby.stored import memory_text, parse_memory, parse_table, table_text
from footplate.runtime import metrics
from footplate.runtime.redis_scripts import Commands, Script, translated

_WRITE: Final = Script(__package__, "write_table.lua")
_LIST: Final = Script(__package__, "list_tables.lua")


class RedisTableStore:
    """See `ports.TableStore`. `encode` writes an event for the bus; `games`: the ids of all games there are.

    `keep_requests`: for how many seconds a request is answered the same way again.
    """

    def __init__(
        self, client: Commands, encode: Callable[[TableEvent], bytes], games: Sequence[str], keep_requests: float
    ) -> None:
        self._client = client
        self._encode = encode
        self._games = tuple(games)
        self._keep_ms = int(keep_requests * 1000)

    async def look(self, table_id: str, request: Request | None = None) -> Found:
        keys = [table_key(table_id), *([request_key(request.id)] if request else [])]
        with translated():
            table, *memory = await self._client.execute_command("MGET", *keys)
        return Found(_table(table), parse_memory(memory[0]) if memory and memory[0] else None)

    async def write(self, write: Write) -> Remembered | Table | None:
        after = write.changed.table
        leaves, joins = _moves(write)
        request = request_key(write.request.id if write.request else "")
        keys = [table_key(after.id), request, LOBBY_STREAM, MATCHES, UNRATED, SERIALS, DUE, *leaves, *joins]
        with metrics.STORE_APPEND_SECONDS.time():
            answer, *stored = await _WRITE.run(self._client, keys, self._arguments(write, len(leaves), len(joins)))
        if answer == b"before":
            return parse_memory(stored[0])
        if answer == b"done":
            return None
        table = _table(stored[0] if stored else None)
        if table is None:
            raise UnknownTable(after.id)
        return table

    def _arguments(self, write: Write, leaves: int, joins: int) -> list[str | bytes | int]:
        after = write.changed.table
        begun, ended = _match_moves(write)
        return [
            after.id,
            write.before.version if write.before else "",
            after.version,
            table_text(after),
            memory_text(write.request.print, write.answer) if write.request else "",
            self._keep_ms,
            begun,
            ended,
            after.due_ms or "",
            leaves,
            joins,
            *map(self._encode, write.changed.events),
        ]

    async def page(self, listing: Listing) -> Listed:
        games = (listing.game,) if listing.game else self._games
        indexes = [index_key(status, game, listing.whose) for status in listing.statuses for game in games]
        below = listing.below or "+inf"
        total, found = await _LIST.run(self._client, indexes, [below, listing.size + 1])
        newest = sorted(zip(map(int, found[1::2]), found[::2], strict=True), reverse=True)
        wanted = newest[: listing.size]
        tables = await self._tables([table_id.decode() for _, table_id in wanted])
        last = wanted[-1][0] if len(newest) > listing.size else 0
        pairs = zip(wanted, tables, strict=True)
        shown = [(place, table) for (place, _), table in pairs if table and table.status in listing.statuses]
        return Listed(tuple(table for _, table in shown), last, total, tuple(place for place, _ in shown))

    async def _tables(self, table_ids: Sequence[str]) -> list[Table | None]:
        if not table_ids:
            return []
        with translated():
            stored = await self._client.execute_command("MGET", *map(table_key, table_ids))
        return [_table(one) for one in stored]

    async def table_of(self, match_id: str) -> str | None:
        with translated():
            table_id = await self._client.execute_command("HGET", MATCHES, match_id)
        return table_id.decode() if table_id else None

    async def due(self, now_ms: int, most: int) -> Sequence[str]:
        with translated():
            found = await self._client.execute_command("ZRANGEBYSCORE", DUE, "-inf", now_ms, "LIMIT", 0, most)
        return [table_id.decode() for table_id in found]

    async def count(self) -> Mapping[Status, int]:
        counts = {}
        for status in Status:
            indexes = [index_key(status, game) for game in self._games]
            total, _ = await _LIST.run(self._client, indexes, ["+inf", 0])
            counts[status] = int(total)
        return counts


def _moves(write: Write) -> tuple[list[str], list[str]]:
    """The indexes a change leaves, and those it joins."""
    before, after = index_keys(write.before), index_keys(write.changed.table)
    return sorted(before - after), sorted(after - before)


def _match_moves(write: Write) -> tuple[str, str]:
    """The match that a change begins, and the one that it ends."""
    before, after = write.before, write.changed.table
    begun = after.match if after.status == Status.PLAYING else ""
    ended = before.match if before and before.status == Status.PLAYING and not begun else ""
    return begun, ended


def _table(stored: Any) -> Table | None:
    return parse_table(stored.split(b" ", 2)[2]) if stored else None
