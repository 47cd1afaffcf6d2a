"""What the lobby does with tables, in its own words: look, ask the domain, write. Knows neither gRPC nor Redis."""

from collections.abc import Mapping
from dataclasses import dataclass

from footplate.domain.errors import BadRequest
from footplate.domain.seat import Seat
from footplate.domain.table import Changed, Table
from footplate.engine.game import AnyGame, Setup
from footplate.engine.registry import UnknownGame
from footplate.lobby.changes import Change, at_once, changed, expect_table
from footplate.lobby.house_bots import HouseBots
from footplate.lobby.names import tidy, visible
from footplate.lobby.ports import Answer, Clock, Listed, Listing, Remembered, Request, TableStore, Write
from footplate.lobby.requests import new_id, request_of, same_answer


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that is wanted. `stands`: its owner takes no seat."""

    request_id: str
    setup: Setup
    name: str
    stands: bool


class Tables:
    """One method per call; `player` is the caller. All raise StoreUnavailable, those of one table UnknownTable."""

    def __init__(self, store: TableStore, games: Mapping[str, AnyGame], bots: HouseBots, now_ms: Clock) -> None:
        self._store = store
        self._games = games
        self._bots = bots
        self._now_ms = now_ms

    # --- Writes: the same request gets the same answer; for something else it raises RequestReused -----------------

    async def open(self, player: Seat, wanted: Opening) -> Answer:
        """Opens a table. Raises BadRequest, UnknownGame, SetupError."""
        request = request_of(player.account, wanted.request_id, "open", wanted.setup, wanted.name, wanted.stands)
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
        )
        write = Write(None, opened, request)
        before = await self._store.write(write)
        return same_answer(request, before) if isinstance(before, Remembered) else write.answer

    async def join(self, player: Seat, request_id: str, table_id: str, seat: int | None) -> Answer:
        """Seats the caller. Raises BadRequest, TableClosed, AlreadySeated, TableFull, SeatTaken."""
        request = request_of(player.account, request_id, "join", table_id, seat)
        return await self._change(request, table_id, at_once(lambda table, now_ms: table.join(player, now_ms, seat)))

    async def add_bot(self, player: Seat, request_id: str, table_id: str, level: str, seat: int | None) -> Answer:
        """Seats a bot of the house. Raises BadRequest, NotOwner, TableClosed, TableFull, SeatTaken."""
        self._bots.expect_level(level)

        async def change(table: Table, now_ms: int) -> Changed:
            return table.add_bot(player.account, await self._bots.for_table(level, table), now_ms, seat)

        request = request_of(player.account, request_id, "add bot", table_id, level, seat)
        return await self._change(request, table_id, change)

    async def leave(self, player: Seat, request_id: str, table_id: str, seat: int | None) -> Answer:
        """Frees the caller's seat, or that of a bot. Raises BadRequest, TableClosed, NotSeated, NotOwner."""
        account = player.account
        request = request_of(account, request_id, "leave", table_id, seat)
        if seat is None:
            return await self._change(request, table_id, at_once(lambda table, now_ms: table.leave(account, now_ms)))
        step = at_once(lambda table, now_ms: table.remove_bot(account, seat, now_ms))
        return await self._change(request, table_id, step)

    async def start(self, player: Seat, request_id: str, table_id: str) -> Answer:
        """Asks for the match of a full table. Raises BadRequest, NotOwner, TableClosed, TableNotFull."""
        request = request_of(player.account, request_id, "start", table_id)
        return await self._change(request, table_id, at_once(lambda table, now_ms: table.start(player.account, now_ms)))

    async def _change(self, request: Request, table_id: str, change: Change) -> Answer:
        found = await self._store.look(table_id, request)
        if found.remembered:
            return same_answer(request, found.remembered)
        done = await changed(self._store, expect_table(found.table, table_id), change, self._now_ms, request)
        return same_answer(request, done) if isinstance(done, Remembered) else done

    # --- Looks ------------------------------------------------------------------------------------------------------

    async def get(self, table_id: str) -> Table:
        """The table of an id."""
        return expect_table((await self._store.look(table_id)).table, table_id)

    async def page(self, listing: Listing) -> Listed:
        """A part of a list of tables."""
        return await self._store.page(listing)


def _table_name(name: str) -> str:
    tidied = tidy(name)
    if not visible(tidied):
        raise BadRequest("name", name[:64], "only visible characters are expected")
    return tidied
