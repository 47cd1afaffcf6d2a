"""Talking at tables: what is said, who hears it, who is silenced or muted. Knows neither gRPC nor Redis."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from footplate.domain.errors import BadRequest, NotOwner, RequestReused, StoreUnavailable, TalkRefused
from footplate.domain.events import LineSaid
from footplate.domain.seat import Seat
from footplate.domain.table import Table
from footplate.domain.talk import Line, Problem, Room, expect_hears, expect_speaks
from footplate.lobby.changes import expect_table, shown_to
from footplate.lobby.keys import muted_key, silenced_key
from footplate.lobby.names import shows, tidy
from footplate.lobby.ports import Clock, Request, TableStore, Tries
from footplate.lobby.rate import Limit
from footplate.lobby.requests import new_id, request_of
from footplate.lobby.talk_ports import MOST_MARKED, Lines, Mark, Marked, NotSaid, SaidBefore, Saying, TalkStore
from footplate.runtime import metrics

LONGEST: Final = 500
"""Characters of a line."""
_LONGEST_SENT: Final = 4_000
_LONGEST_ID: Final = 64
_TRIES: Final = 20


@dataclass(frozen=True, slots=True)
class Place:
    """A room of a table, as an account asks for it; `code` opens an unlisted table."""

    table_id: str
    room: Room
    code: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """Lines that were asked for, without those that are muted. `end`: number of the last one of them, muted or not.

    `more`: whether there are others beyond it; `kept`: of the whole room. `silenced`: for the owner, else empty.
    """

    lines: tuple[Line, ...]
    end: int
    more: bool
    kept: int
    silenced: Sequence[str] = ()


class Talk:
    """One method per call. All raise StoreUnavailable, those of one table UnknownTable. `rate`: of one account."""

    def __init__(
        self, store: TalkStore, tables: TableStore, tries: Tries, rate: Limit, span_ms: int, now_ms: Clock
    ) -> None:
        self._store = store
        self._tables = tables
        self._tries = tries
        self._rate = rate
        self._span_ms = span_ms
        self._now_ms = now_ms

    async def say(self, speaker: Seat, request_id: str, place: Place, text: str) -> Line:
        """Says a line. Raises BadRequest, TalkRefused, TableClosed, RateLimited, RequestReused."""
        spoken = _spoken(text)
        request = request_of(speaker.account, request_id, "say", place.table_id, place.room.value, spoken)
        before = await self._store.said(request)
        if before:
            return _same_line(request, before)
        await self._tries.spend(f"say:{speaker.account}", self._rate)
        for _ in range(_TRIES):
            table = await self._table(place.table_id)
            expect_speaks(table, speaker.account, place.room, self._now_ms(), place.code)
            done = await self._store.say(self._saying(table, place.room, speaker, spoken, request))
            if isinstance(done, Line):
                metrics.TALK_LINES.labels(place.room.value).inc()
                return done
            if isinstance(done, SaidBefore):
                return _same_line(request, done)
            if done == NotSaid.SILENCED:
                raise TalkRefused(table.id, place.room, Problem.SILENCED)
        raise StoreUnavailable("too many changes of one table at once")

    def _saying(self, table: Table, room: Room, speaker: Seat, text: str, request: Request) -> Saying:
        now_ms = self._now_ms()
        line = Line(0, speaker.account, speaker.name, speaker.bot, text, now_ms)
        return Saying(table, room, line, LineSaid(table.id, room.value, new_id("l"), now_ms), request)

    async def listed(self, account: str, place: Place, before: int, size: int) -> Heard:
        """Lines of a room before a number, 0 for the end, the newest first. Raises TalkRefused."""
        found = await self._store.before(place.table_id, place.room, before, size + 1)
        table = await self._heard_table(account, place)
        wanted = found.lines[:size]
        lines = await self._shown(account, wanted)
        silenced = await self._store.marked(silenced_key(table.id)) if account == table.owner else ()
        more = len(found.lines) > size and wanted[-1].time_ms >= self._oldest_ms()
        return Heard(lines, wanted[-1].number if wanted else 0, more, found.kept, silenced)

    async def behind(self, account: str, place: Place, number: int, size: int) -> tuple[Heard, Table, int]:
        """Lines of a room behind a number, in order; the table after they were read, and the last number of the room.

        Who may hear is judged by that table, so that nobody hears more than when it was read. Raises TalkRefused.
        """
        found = await self._store.after(place.table_id, place.room, number, size)
        table = await self._heard_table(account, place)
        end = found.lines[-1].number if found.lines else number
        heard = Heard(await self._shown(account, found.lines), end, _has_more(found, end), found.kept)
        return heard, table, found.last

    async def silence(self, owner: str, request_id: str, table_id: str, account: str, *, lift: bool) -> None:
        """Silences an account at a table, or no more. Raises BadRequest, NotOwner, RequestReused."""
        table = shown_to(await self._table(table_id), owner)
        if owner != table.owner:
            raise NotOwner(table_id)
        request = request_of(owner, request_id, "silence", table_id, account, lift)
        await self._mark(owner, Mark(silenced_key(table_id), account, not lift, request))

    async def mute(self, account: str, request_id: str, other: str, *, muted: bool) -> None:
        """Has an account hear another no more, or again. Raises BadRequest, RequestReused."""
        request = request_of(account, request_id, "mute", other, muted)
        await self._mark(account, Mark(muted_key(account), other, muted, request))

    async def muted(self, account: str) -> Sequence[str]:
        """The accounts that an account has muted, sorted."""
        return await self._store.marked(muted_key(account))

    async def _mark(self, own: str, mark: Mark) -> None:
        if not 1 <= len(mark.account) <= _LONGEST_ID or mark.account == own:
            raise BadRequest("account_id", mark.account[:_LONGEST_ID], "another account is expected")
        done = await self._store.mark(mark)
        if done == Marked.REUSED:
            raise RequestReused(mark.request.id.partition("/")[2])
        if done == Marked.FULL:
            raise BadRequest("account_id", mark.account, f"there are {MOST_MARKED} others already")

    async def _table(self, table_id: str) -> Table:
        return expect_table((await self._tables.look(table_id)).table, table_id)

    async def _heard_table(self, account: str, place: Place) -> Table:
        table = await self._table(place.table_id)
        expect_hears(table, account, place.room, place.code)
        return table

    async def _shown(self, account: str, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """Those that are neither muted nor too old."""
        if not lines:
            return ()
        muted, oldest_ms = set(await self.muted(account)), self._oldest_ms()
        return tuple(line for line in lines if line.account not in muted and line.time_ms >= oldest_ms)

    def _oldest_ms(self) -> int:
        return self._now_ms() - self._span_ms


def _has_more(found: Lines, end: int) -> bool:
    return bool(found.lines) and end < found.last


def _spoken(text: str) -> str:
    """The text as it is shown: composed, without what is invisible, with single spaces. Raises BadRequest."""
    spaced = "".join(char if shows(char) else " " if char.isspace() else "" for char in text[: _LONGEST_SENT + 1])
    spoken = tidy(spaced)
    if len(text) > _LONGEST_SENT or not 1 <= len(spoken) <= LONGEST:
        raise BadRequest("text", spoken[:LONGEST], f"1 to {LONGEST} visible characters are expected")
    return spoken


def _same_line(request: Request, before: SaidBefore) -> Line:
    if before.print != request.print:
        raise RequestReused(request.id.partition("/")[2])
    return before.line
