"""Talk in Redis: a stream for each room, whose ids are the numbers of its lines; lists of accounts as sets."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from footplate.bus import LOBBY_STREAM
from footplate.domain.talk import Line, Room
from footplate.lobby.keys import lines_key, silenced_key, table_key, talk_numbers_key, talk_request_key
from footplate.lobby.ports import Request
from footplate.lobby.talk_ports import MOST_MARKED, Lines, Mark, Marked, NotSaid, SaidBefore, Saying
from footplate.runtime.redis_scripts import Commands, Script, translated
from footplate.wire.events import encode_event

_SAY: Final = Script(__package__, "say.lua")
_READ: Final = Script(__package__, "read_talk.lua")
_MARK: Final = Script(__package__, "mark.lua")


class RedisTalkStore:
    """See `talk_ports.TalkStore`. `keep_requests` and `span` in seconds: a request, and the lines behind the last one.

    `most`: lines kept of a room.
    """

    def __init__(self, client: Commands, keep_requests: float, most: int, span: float) -> None:
        self._client = client
        self._keep_ms = int(keep_requests * 1000)
        self._span_ms = int(span * 1000)
        self._most = most

    async def said(self, request: Request) -> SaidBefore | None:
        with translated():
            memory = await self._client.execute_command("GET", talk_request_key(request.id))
        return _parse_memory(memory) if memory else None

    async def say(self, saying: Saying) -> Line | SaidBefore | NotSaid:
        table = saying.table
        keys = [
            table_key(table.id),
            talk_request_key(saying.request.id),
            silenced_key(table.id),
            talk_numbers_key(table.id),
            lines_key(table.id, saying.room),
            LOBBY_STREAM,
        ]
        answer, *more = await _SAY.run(self._client, keys, self._arguments(saying))
        if answer == b"done":
            return replace(saying.line, number=int(more[0]))
        return _parse_memory(more[0]) if answer == b"before" else NotSaid(answer.decode())

    def _arguments(self, saying: Saying) -> list[str | bytes | int]:
        line = saying.line
        event, text = encode_event(saying.event), _line_text(line)
        kept = (self._keep_ms, self._most, self._span_ms)
        return [saying.table.version, line.account, saying.room, text, saying.request.print, *kept, event]

    async def after(self, table_id: str, room: Room, number: int, most: int) -> Lines:
        return await self._read(table_id, room, ("XRANGE", f"{number + 1}-0", "+", most))

    async def before(self, table_id: str, room: Room, number: int, most: int) -> Lines:
        # No line has the number 0, so nothing is before the first.
        return await self._read(table_id, room, ("XREVRANGE", f"{number - 1}-0" if number else "+", "-", most))

    async def _read(self, table_id: str, room: Room, wanted: tuple[str | int, ...]) -> Lines:
        keys = [talk_numbers_key(table_id), lines_key(table_id, room)]
        last, kept, entries = await _READ.run(self._client, keys, [room, *wanted])
        lines = (_parse_line(entry_id.partition(b"-")[0], values[1]) for entry_id, values in entries)
        return Lines(tuple(lines), int(last), int(kept))

    async def mark(self, mark: Mark) -> Marked:
        keys = [mark.list, talk_request_key(mark.request.id)]
        arguments: list[str | bytes | int] = [
            mark.account,
            int(mark.on),
            MOST_MARKED,
            mark.request.print,
            self._keep_ms,
        ]
        return Marked((await _MARK.run(self._client, keys, arguments)).decode())

    async def marked(self, list_key: str) -> Sequence[str]:
        with translated():
            found = await self._client.execute_command("SMEMBERS", list_key)
        return sorted(account.decode() for account in found)


def _line_text(line: Line) -> str:
    """A line as JSON, without its number, which only the store knows."""
    values = {key: value for key, value in asdict(line).items() if key != "number"}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _parse_line(number: bytes, text: bytes) -> Line:
    read: dict[str, Any] = json.loads(text)
    return Line(int(number), read["account"], read["name"], read["bot"], read["text"], read["time_ms"])


def _parse_memory(memory: bytes) -> SaidBefore:
    """What is remembered of a request; one that said nothing has a print alone."""
    asked, _, rest = memory.partition(b" ")
    number, _, text = rest.partition(b" ")
    return SaidBefore(asked.decode(), _parse_line(number, text) if text else Line(0, "", "", False, "", 0))
