"""Matches to be rated: tables that have their results."""

from collections.abc import Sequence
from typing import Final

from footplate.domain.conduct import Conduct
from footplate.domain.rating import Board, PlayerClass
from footplate.domain.seat import Seat
from footplate.domain.table import Table
from footplate.engine.game import Outcome, Setup, Standing
from footplate.lobby.ports import Write
from tests.lobby.rigs import Rig
from tests.support.toy_game import GAME_ID, PEBBLES

ANN, BOB, CY, DOT = (Seat(f"a_{name.lower()}", name) for name in ("Ann", "Bob", "Cy", "Dot"))
BOLT: Final = Seat("a_bolt", "greedy #1", bot=True, level="greedy")
DUEL: Final = Board(GAME_ID, PlayerClass.TWO)
TRIO: Final = Board(GAME_ID, PlayerClass.THREE)


def result(*ranks: int, reason: str = "last_turn") -> Outcome:
    """A result that gives each seat its rank."""
    standings = [Standing(seat, rank, 100 - rank) for seat, rank in enumerate(ranks)]
    return Outcome(tuple(sorted(standings, key=lambda standing: standing.rank)), reason)


async def over(
    rig: Rig,
    number: int,
    seats: Sequence[Seat],
    *ranks: int,
    conduct: tuple[Conduct, ...] = (),
    reason: str = "last_turn",
) -> Table:
    """A table whose match `m_<number>` ended with these ranks, by seat. It is stored as the lobby stores it."""
    table = await playing(rig, number, seats)
    return await stored(rig, Write(table, table.finish(result(*ranks, reason=reason), conduct, 3000 + number)))


async def playing(rig: Rig, number: int, seats: Sequence[Seat]) -> Table:
    """A table whose match runs. Its owner stands, and whoever likes sits in several seats."""
    opened = Table.open(PEBBLES, f"t_{number}", ANN, Setup(GAME_ID, "", "", len(seats)), 1000, stands=True)
    table = await stored(rig, Write(None, opened))
    for seat in seats:
        table = await stored(rig, Write(table, table.add_bot(ANN.account, seat, 1001)))
    table = await stored(rig, Write(table, table.start(ANN.account, 1002)))
    return await stored(rig, Write(table, table.started(f"m_{number}", 1003)))


async def stored(rig: Rig, write: Write) -> Table:
    """The table after a write that succeeds."""
    assert await rig.drivers.tables.write(write) is None
    return write.changed.table
