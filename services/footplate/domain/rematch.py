"""The same people once more: a new table made of one whose match was played."""

from dataclasses import replace

from footplate.domain.access import Access
from footplate.domain.errors import NotSeated
from footplate.domain.events import TableChanged, TableStarting
from footplate.domain.seat import Seat
from footplate.domain.table import Changed, Status, Table


def rematch(played: Table, table_id: str, caller: Seat, code: str, now_ms: int, lasts_ms: int) -> Changed:
    """A new table for the people of another: the caller owns it and sits, the others are invited, bots sit at once.

    Everybody moves up a seat, so that another begins. It starts as soon as all are there. `code`: of the new table when
    that is unlisted, for the old one may be known to whoever was sent away. `lasts_ms`: how long it waits for them.
    Raises NotSeated.
    """
    if played.seat_of(caller.account) is None:
        raise NotSeated(played.id)
    table = replace(
        played,
        id=table_id,
        owner=caller.account,
        seats=_moved_up(played, caller),
        created_ms=now_ms,
        updated_ms=now_ms,
        version=1,
        status=Status.OPEN,
        match="",
        outcome=None,
        conduct=(),
        access=replace(
            played.access, code=code if played.access.code else "", invited=_guests(played, caller), removed=()
        ),
        auto_start=True,
        expires_ms=now_ms + lasts_ms if lasts_ms else 0,
        expiring=False,
    )
    changed = TableChanged(table_id, table.version, now_ms)
    if None in table.seats:
        return Changed(table, (changed,))
    starting = TableStarting(table_id, table.version, table.setup, table.taken, now_ms)
    return Changed(replace(table, status=Status.STARTING), (changed, starting))


def joined(played: Table, table: Table, player: Seat, now_ms: int) -> Changed:
    """Takes the seat of a rematch that somebody moved up to, or another one when that is taken. Raises as `join`."""
    old = played.seat_of(player.account)
    if old is None:
        raise NotSeated(played.id)
    own = (old - 1) % len(table.seats)
    return table.join(player, now_ms, own if table.seats[own] is None else None)


def _moved_up(played: Table, caller: Seat) -> tuple[Seat | None, ...]:
    seats = (*played.seats[1:], played.seats[0])
    return tuple(seat if seat and (seat.level or seat.account == caller.account) else None for seat in seats)


def _access(played: Table, caller: Seat, code: str) -> Access:
    code = code if played.access.code else ""
    return replace(played.access, code=code, invited=_guests(played, caller), removed=())


def _guests(played: Table, caller: Seat) -> tuple[str, ...]:
    people = [seat.account for seat in played.taken if not seat.level and seat.account != caller.account]
    return tuple(dict.fromkeys((*people, *played.access.invited)))
