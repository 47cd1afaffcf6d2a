"""What is said at a table: who hears a room, who speaks there, and how long.

Whoever plays must not hear what onlookers say while the match runs, nor read it in the players' room.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from footplate.domain.errors import TableClosed, TalkRefused, UnknownTable
from footplate.domain.table import Status, Table

AFTER_MS: Final = 24 * 60 * 60 * 1_000
"""For how long the rooms stay open when the table has ended."""

_RUNNING: Final = frozenset({Status.STARTING, Status.PLAYING})
_OVER: Final = frozenset({Status.FINISHED, Status.CLOSED, Status.EXPIRED})


class Room(StrEnum):
    """The players' room of a table, and that of those who look on."""

    PLAYERS = "players"
    SPECTATORS = "spectators"


class Problem(StrEnum):
    """Why an account is refused in a room."""

    HIDDEN = "hidden"
    LISTENING = "listening"
    """It may hear, but not speak."""
    SENT_AWAY = "sent_away"
    SILENCED = "silenced"


@dataclass(frozen=True)
class Line:
    """Something that was said. `number`: in its room, from 1, without gaps. `name`: of the account, at that time."""

    number: int
    account: str
    name: str
    bot: bool
    text: str
    time_ms: int


def may_hear(table: Table, account: str, room: Room, code: str = "") -> bool:
    """Whether an account hears a room: who sits or owns, and who may watch, but no player the spectators too early."""
    if table.seat_of(account) is not None:
        return room == Room.PLAYERS or table.status in _OVER
    return account == table.owner or _looks_on(table, account, code)


def may_speak(table: Table, account: str, room: Room, code: str = "") -> bool:
    """Whether an account that nobody silenced speaks in a room: who hears it, but among the players only these.

    An owner who stands is the host of the players while no match runs, and one that looks on while it does.
    """
    if not may_hear(table, account, room, code) or not table.access.welcomes(account):
        return False
    hosts = account == table.owner and table.status not in _RUNNING
    return room == Room.SPECTATORS or table.seat_of(account) is not None or hosts


def expect_hears(table: Table, account: str, room: Room, code: str = "") -> None:
    """Raises UnknownTable for an account that may not know of the table, TalkRefused when the room is hidden."""
    if may_hear(table, account, room, code):
        return
    if not table.shown_to(account, code):
        raise UnknownTable(table.id)
    raise TalkRefused(table.id, room, Problem.HIDDEN)


def expect_speaks(table: Table, account: str, room: Room, now_ms: int, code: str = "") -> None:
    """Raises UnknownTable, TalkRefused, and TableClosed when the rooms are closed."""
    expect_hears(table, account, room, code)
    if not may_speak(table, account, room, code):
        sent_away = not table.access.welcomes(account)
        raise TalkRefused(table.id, room, Problem.SENT_AWAY if sent_away else Problem.LISTENING)
    if is_closed(table, now_ms):
        raise TableClosed(table.id, table.status)


def is_closed(table: Table, now_ms: int) -> bool:
    """Whether the rooms are closed: nothing more will be said."""
    return table.status in _OVER and now_ms >= table.updated_ms + AFTER_MS


def _looks_on(table: Table, account: str, code: str) -> bool:
    """Whether an account without a seat may watch, and knows of the table."""
    return table.terms.may_watch(account) and (table.shown_to(account, code) or account in table.terms.invited)
