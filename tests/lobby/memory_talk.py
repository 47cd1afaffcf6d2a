"""Talk in memory: as strict about races as the real driver, and quick."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from footplate.bus import LOBBY_STREAM, Bus
from footplate.domain.talk import Line, Room
from footplate.lobby.keys import silenced_key
from footplate.lobby.ports import Request
from footplate.lobby.talk_ports import MOST_MARKED, Lines, Mark, Marked, NotSaid, SaidBefore, Saying
from footplate.wire.events import encode_event
from tests.lobby.memory import MemoryTables

NOTHING = Line(0, "", "", False, "", 0)


class MemoryTalk:
    """See `talk_ports.TalkStore`. It keeps `most` lines of a room, whatever their age."""

    def __init__(self, tables: MemoryTables, bus: Bus, most: int) -> None:
        self._tables = tables
        self._bus = bus
        self._most = most
        self._said: dict[tuple[str, Room], list[Line]] = defaultdict(list)
        self._marks: dict[str, set[str]] = defaultdict(set)
        self._requests: dict[str, SaidBefore] = {}

    async def said(self, request: Request) -> SaidBefore | None:
        await asyncio.sleep(0)
        return self._requests.get(request.id)

    async def say(self, saying: Saying) -> Line | SaidBefore | NotSaid:
        await asyncio.sleep(0)
        table, request = saying.table, saying.request
        if request.id in self._requests:
            return self._requests[request.id]
        if self._tables.tables[table.id].version != table.version:
            return NotSaid.MOVED
        if saying.line.account in self._marks[silenced_key(table.id)]:
            return NotSaid.SILENCED
        said = self._said[table.id, saying.room]
        line = replace(saying.line, number=len(said) + 1)
        said.append(line)
        self._requests[request.id] = SaidBefore(request.print, line)
        await self._bus.publish(LOBBY_STREAM, encode_event(saying.event))
        return line

    async def after(self, table_id: str, room: Room, number: int, most: int) -> Lines:
        await asyncio.sleep(0)
        kept = self._said[table_id, room][-self._most :]
        behind = [line for line in kept if line.number > number]
        return Lines(tuple(behind[:most]), len(self._said[table_id, room]), len(kept))

    async def before(self, table_id: str, room: Room, number: int, most: int) -> Lines:
        await asyncio.sleep(0)
        kept = self._said[table_id, room][-self._most :]
        ahead = [line for line in reversed(kept) if not number or line.number < number]
        return Lines(tuple(ahead[:most]), len(self._said[table_id, room]), len(kept))

    async def mark(self, mark: Mark) -> Marked:
        await asyncio.sleep(0)
        request, marked = mark.request, self._marks[mark.list]
        if request.id in self._requests:
            return Marked.BEFORE if self._requests[request.id].print == request.print else Marked.REUSED
        if mark.on and mark.account not in marked and len(marked) >= MOST_MARKED:
            return Marked.FULL
        (marked.add if mark.on else marked.discard)(mark.account)
        self._requests[request.id] = SaidBefore(request.print, NOTHING)
        return Marked.DONE

    async def marked(self, list_key: str) -> Sequence[str]:
        await asyncio.sleep(0)
        return sorted(self._marks[list_key])
