"""What the lobby does with tables, in its own words: look, ask the domain, write. Knows neither gRPC nor Redis."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from footplate.domain.access import Visibility
from footplate.domain.errors import BadRequest, TableClosed
from footplate.domain.rematch import joined, rematch
from footplate.domain.seat import Seat
from footplate.domain.table import Changed, Status, Table
from footplate.domain.terms import ClockRule
from footplate.domain.wish import PLAIN, Wish
from footplate.engine.game import AnyGame, Setup
from footplate.engine.registry import UnknownGame
from footplate.lobby.changes import Change, at_once, changed, expect_table, shown_to
from footplate.lobby.house_bots import HouseBots
from footplate.lobby.lists import ALL, Filter, filtered
from footplate.lobby.names import tidy, visible
from footplate.lobby.ports import Answer, Clock, Listed, Listing, Remembered, Request, TableStore, Write
from footplate.lobby.requests import new_code, new_id, rematch_id, request_of, same_answer

_LONGEST_ID: Final = 64


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that is wanted. `stands`: its owner takes no seat. `level`: of the stand-in, empty for the usual one."""

    request_id: str
    setup: Setup
    name: str
    stands: bool
    wish: Wish = PLAIN
    level: str = ""


@dataclass(frozen=True, slots=True)
class House:
    """What is usual here. `turn_ms`: the clock of a table that asks for none. `lasts_ms`: how long tables wait."""

    turn_ms: int
    lasts_ms: int


class Tables:
    """One method per call; `player` is the caller. All raise StoreUnavailable, those of one table UnknownTable."""

    def __init__(
        self, store: TableStore, games: Mapping[str, AnyGame], bots: HouseBots, house: House, now_ms: Clock
    ) -> None:
        self._store = store
        self._house = house
        self._games = games
        self._bots = bots
        self._now_ms = now_ms

    # --- Writes: the same request gets the same answer; for something else it raises RequestReused -----------------

    async def open(self, player: Seat, wanted: Opening) -> Answer:
        """Opens a table. Raises BadRequest, UnknownGame, SetupError."""
        asked = (wanted.setup, wanted.name, wanted.stands, wanted.wish, wanted.level)
        request = request_of(player.account, wanted.request_id, "open", *asked)
        game = self._games.get(wanted.setup.game)
        if game is None:
            raise UnknownGame(wanted.setup.game, tuple(self._games))
        opened = Table.open(
            game,
            new_id("t"),
            player,
            wanted.setup,
            self._now_ms(),
            name=_table_name(wanted.name),
            stands=wanted.stands,
            wish=await self._completed(wanted),
        )
        write = Write(None, opened, request)
        before = await self._store.write(write)
        return same_answer(request, before) if isinstance(before, Remembered) else write.answer

    async def _completed(self, wanted: Opening) -> Wish:
        """What is wanted, with what is usual here where nothing is said."""
        wish, access = wanted.wish, wanted.wish.access
        clock = wish.terms.clock or ClockRule(turn_ms=self._house.turn_ms)
        terms = replace(wish.terms, clock=clock, stand_in=await self._bots.stand_in(wanted.level))
        code = new_code() if access.visibility == Visibility.UNLISTED else ""
        lasts_ms = wish.lasts_ms or self._house.lasts_ms
        return replace(wish, terms=terms, access=replace(access, code=code), lasts_ms=lasts_ms)

    async def join(self, player: Seat, request_id: str, table_id: str, seat: int | None, code: str = "") -> Answer:
        """Seats the caller. Raises BadRequest, TableClosed, AlreadySeated, NotWelcome, TableFull, SeatTaken."""
        request = request_of(player.account, request_id, "join", table_id, seat)

        def step(table: Table, now_ms: int) -> Changed:
            return table.join(player, now_ms, seat)

        return await self._change(player, request, table_id, at_once(step), code)

    async def invite(self, player: Seat, request_id: str, table_id: str, guest: str, *, invited: bool) -> Answer:
        """Invites an account, or takes that back. Raises BadRequest, NotOwner, TableClosed."""
        if not 1 <= len(guest) <= _LONGEST_ID:
            raise BadRequest("account_id", guest[:_LONGEST_ID], "an account is expected")
        request = request_of(player.account, request_id, "invite", table_id, guest, invited)

        def step(table: Table, now_ms: int) -> Changed:
            return table.invite(player.account, guest, now_ms, invited=invited)

        return await self._change(player, request, table_id, at_once(step))

    async def rematch(self, player: Seat, request_id: str, table_id: str) -> Answer:
        """Opens the same table once more, or joins the one that another of its people opened.

        Raises BadRequest, NotSeated, TableClosed, NotWelcome.
        """
        request = request_of(player.account, request_id, "rematch", table_id)
        found = await self._store.look(table_id, request)
        if found.remembered:
            return same_answer(request, found.remembered)
        played = shown_to(expect_table(found.table, table_id), player.account)
        if played.status != Status.FINISHED:
            raise TableClosed(played.id, played.status.value)
        for number in count(1):  # pragma: no branch - it ends with a table that is not there yet
            again = self._once_more(played, number, player)
            write = Write(None, again, request, again.table.seat_of(player.account) or 0)
            done = await self._store.write(write)
            if done is None:
                return write.answer
            if isinstance(done, Remembered):
                return same_answer(request, done)
            if done.status not in (Status.CLOSED, Status.EXPIRED):
                return await self._rejoined(player, request, played, done)
        raise AssertionError

    def _once_more(self, played: Table, number: int, player: Seat) -> Changed:
        new_id = rematch_id(played.id, number)
        return rematch(played, new_id, player, new_code(), self._now_ms(), self._house.lasts_ms)

    async def _rejoined(self, player: Seat, request: Request, played: Table, table: Table) -> Answer:
        """Joins a rematch that somebody opened; who sits there already, the caller among them, stays."""
        own = table.seat_of(player.account)
        if own is not None:
            return Answer(table, own)
        step = at_once(lambda table, now_ms: joined(played, table, player, now_ms))
        return await self._change(player, request, table.id, step)

    async def add_bot(self, player: Seat, request_id: str, table_id: str, level: str, seat: int | None) -> Answer:
        """Seats a bot of the house. Raises BadRequest, NotOwner, TableClosed, TableFull, SeatTaken."""
        self._bots.expect_level(level)

        async def change(table: Table, now_ms: int) -> Changed:
            return table.add_bot(player.account, await self._bots.for_table(level, table), now_ms, seat)

        request = request_of(player.account, request_id, "add bot", table_id, level, seat)
        return await self._change(player, request, table_id, change)

    async def leave(self, player: Seat, request_id: str, table_id: str, seat: int | None, meant: str = "") -> Answer:
        """Frees the caller's seat, or another for the owner, `meant` for an account if one is named.

        Raises BadRequest, TableClosed, NotSeated, NotOwner.
        """
        account = player.account
        if meant and seat is None:
            raise BadRequest("account_id", meant[:_LONGEST_ID], "a seat is expected with it")
        request = request_of(account, request_id, "leave", table_id, seat, *([meant] if meant else []))
        if seat is None:
            step = at_once(lambda table, now_ms: table.leave(account, now_ms))
        else:
            step = at_once(lambda table, now_ms: table.remove(account, seat, now_ms, meant))
        return await self._change(player, request, table_id, step)

    async def start(self, player: Seat, request_id: str, table_id: str) -> Answer:
        """Asks for the match of a full table. Raises BadRequest, NotOwner, TableClosed, TableNotFull."""
        request = request_of(player.account, request_id, "start", table_id)
        step = at_once(lambda table, now_ms: table.start(player.account, now_ms))
        return await self._change(player, request, table_id, step)

    async def _change(self, player: Seat, request: Request, table_id: str, change: Change, code: str = "") -> Answer:
        """Makes a change for somebody who finds the table; for anybody else there is none, whatever is asked for."""

        async def found_by(table: Table, now_ms: int) -> Changed:
            return await change(shown_to(table, player.account, code), now_ms)

        found = await self._store.look(table_id, request)
        if found.remembered:
            return same_answer(request, found.remembered)
        done = await changed(self._store, expect_table(found.table, table_id), found_by, self._now_ms, request)
        return same_answer(request, done) if isinstance(done, Remembered) else done

    # --- Looks ------------------------------------------------------------------------------------------------------

    async def get(self, account: str, table_id: str, code: str = "") -> Table:
        """The table of an id, for an account that finds it."""
        return shown_to(expect_table((await self._store.look(table_id)).table, table_id), account, code)

    async def page(self, listing: Listing, wanted: Filter = ALL) -> Listed:
        """A part of a list of tables."""
        return await filtered(self._store, listing, wanted)


def _table_name(name: str) -> str:
    tidied = tidy(name)
    if not visible(tidied):
        raise BadRequest("name", name[:64], "only visible characters are expected")
    return tidied
