"""A table: a place where seats fill up until a match can start.

A table is an immutable value; each change gives a new one whose `version` is 1 higher, and the events to tell. A store
that writes a version only in place of the one before it seats nobody twice.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from footplate.domain.access import EVERYBODY, Access
from footplate.domain.conduct import Conduct
from footplate.domain.errors import (
    AlreadySeated,
    BadRequest,
    NotOwner,
    NotSeated,
    NotWelcome,
    SeatTaken,
    TableClosed,
    TableFull,
    TableNotFull,
)
from footplate.domain.events import (
    TableChanged,
    TableEvent,
    TableExpiring,
    TableFinished,
    TableStarted,
    TableStarting,
)
from footplate.domain.seat import Seat
from footplate.domain.setup import complete
from footplate.domain.terms import FREE, Terms
from footplate.domain.wish import PLAIN, Wish
from footplate.engine.errors import SetupError
from footplate.engine.game import AnyGame, Outcome, Setup

LONGEST_NAME: Final = 64
_WARNED_BEFORE: Final = 10
"""A table that is about to expire says so when this part of its time is left, one in so many."""


class Status(StrEnum):
    """Where a table stands in its life: OPEN, STARTING, PLAYING, FINISHED; or from OPEN to CLOSED or EXPIRED.

    A start that fails for good leads from STARTING back to OPEN.
    """

    OPEN = "open"
    STARTING = "starting"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"
    EXPIRED = "expired"


@dataclass(frozen=True)
class Changed:
    """What came of a call: the table after it and what to tell. No events: nothing changed."""

    table: "Table"
    events: tuple[TableEvent, ...]


@dataclass(frozen=True)
class Table:
    """A table. `seats` has one place for each seat of the match, None where it is free.

    Times are milliseconds since 1970, UTC. `match`: empty before PLAYING. `outcome`, `conduct`: set with FINISHED, one
    conduct for each seat, or none where the rules service is of a version that told none. `auto_start`: it starts as
    soon as it is full. `expires_ms`: when it expires unless it has started, 0 for never; `expiring`: that is soon.
    """

    id: str
    name: str
    owner: str
    setup: Setup
    seats: tuple[Seat | None, ...]
    created_ms: int
    updated_ms: int
    version: int = 1
    status: Status = Status.OPEN
    match: str = ""
    outcome: Outcome | None = None
    conduct: tuple[Conduct, ...] = ()
    terms: Terms = FREE
    access: Access = EVERYBODY
    auto_start: bool = False
    expires_ms: int = 0
    expiring: bool = False

    @classmethod
    def open(
        cls,
        game: AnyGame,
        table_id: str,
        owner: Seat,
        setup: Setup,
        now_ms: int,
        *,
        name: str = "",
        stands: bool = False,
        wish: Wish = PLAIN,
    ) -> Changed:
        """A new table; its owner takes the first seat unless `stands`. Raises SetupError, BadRequest."""
        setup = _completed(game, setup)
        if len(name) > LONGEST_NAME:
            raise BadRequest("name", name, f"at most {LONGEST_NAME} characters")
        wish.expect_good()
        free = (None,) * (setup.seats - 1)
        table = cls(
            id=table_id,
            name=name or f"{owner.name}: {game.info.title}"[:LONGEST_NAME],
            owner=owner.account,
            setup=setup,
            seats=(None if stands else owner, *free),
            created_ms=now_ms,
            updated_ms=now_ms,
            terms=wish.terms,
            access=wish.access,
            auto_start=wish.auto_start,
            expires_ms=now_ms + wish.lasts_ms if wish.lasts_ms else 0,
        )
        return Changed(table, (TableChanged(table_id, table.version, now_ms),))

    @property
    def taken(self) -> tuple[Seat, ...]:
        """Those who sit, in seat order."""
        return tuple(seat for seat in self.seats if seat)

    def seat_of(self, account: str) -> int | None:
        """The seat of a person or a third party's bot; None when it has none."""
        for number, seat in enumerate(self.seats):
            if seat and seat.account == account:
                return number
        return None

    def shown_to(self, account: str, code: str = "") -> bool:
        """Whether an account finds the table: its owner and whoever sits there always do."""
        return account == self.owner or self.seat_of(account) is not None or self.access.finds(account, code)

    @property
    def due_ms(self) -> int:
        """When time changes something about the table (`time_passed`); 0 for never."""
        if self.status != Status.OPEN or not self.expires_ms or self.expiring:
            return self.expires_ms if self.status == Status.OPEN else 0
        return self.expires_ms - (self.expires_ms - self.created_ms) // _WARNED_BEFORE

    def join(self, player: Seat, now_ms: int, seat: int | None = None) -> Changed:
        """Seats somebody who finds the table, in the first free seat unless one is named.

        Raises TableClosed, AlreadySeated, NotWelcome, TableFull, SeatTaken, BadRequest.
        """
        self._must_be_open()
        own = self.seat_of(player.account)
        if own is not None:
            raise AlreadySeated(self.id, own)
        if not self.access.welcomes(player.account):
            raise NotWelcome(self.id)
        return self._seated(player, now_ms, seat)

    def add_bot(self, account: str, bot: Seat, now_ms: int, seat: int | None = None) -> Changed:
        """Seats a bot of the house for the owner; one bot account may take several seats.

        Raises NotOwner, TableClosed, TableFull, SeatTaken, BadRequest.
        """
        self._must_own(account)
        self._must_be_open()
        return self._seated(bot, now_ms, seat)

    def leave(self, account: str, now_ms: int) -> Changed:
        """Frees the seat of an account. When the owner leaves, the table is closed. Raises TableClosed, NotSeated."""
        self._must_be_open()
        number = self.seat_of(account)
        if account == self.owner:
            return self._changed(now_ms, replace(self, status=Status.CLOSED))
        if number is None:
            raise NotSeated(self.id)
        return self._changed(now_ms, self._with_seat(number, None))

    def remove(self, account: str, seat: int, now_ms: int, meant: str = "") -> Changed:
        """Frees a seat for the owner. A person or a third party's bot is sent away: it is let in again when invited.

        `meant`: the account that should sit there, empty for any. Raises NotOwner, TableClosed, NotSeated.
        """
        self._must_own(account)
        self._must_be_open()
        sitting = self.seats[seat] if 0 <= seat < len(self.seats) else None
        if sitting is None or sitting.account == self.owner or meant not in ("", sitting.account):
            raise NotSeated(self.id, seat)
        freed = self._with_seat(seat, None)
        if not sitting.level:
            freed = replace(freed, access=self.access.removing(sitting.account))
        return self._changed(now_ms, freed)

    def invite(self, account: str, guest: str, now_ms: int, *, invited: bool) -> Changed:
        """Invites an account for the owner, or takes that back; who sits stays.

        Raises NotOwner, TableClosed, BadRequest.
        """
        self._must_own(account)
        self._must_be_open()
        access = self.access.inviting(guest) if invited else self.access.not_inviting(guest)
        access.expect_good()
        return self._changed(now_ms, replace(self, access=access)) if access != self.access else Changed(self, ())

    def time_passed(self, now_ms: int) -> Changed:
        """A table that waits for players says that it is about to expire, then does. Told again, it changes nothing."""
        if not self.due_ms or now_ms < self.due_ms:
            return Changed(self, ())
        if now_ms >= self.expires_ms:
            return self._changed(now_ms, replace(self, status=Status.EXPIRED))
        people = dict.fromkeys((self.owner, *(seat.account for seat in self.taken if not seat.level)))
        warning = TableExpiring(self.id, self.version + 1, tuple(people), self.expires_ms, now_ms)
        return self._changed(now_ms, replace(self, expiring=True), warning)

    def start(self, account: str, now_ms: int) -> Changed:
        """Asks for the match of a full table, for the owner. Raises NotOwner, TableClosed, TableNotFull."""
        self._must_own(account)
        self._must_be_open()
        if len(self.taken) < len(self.seats):
            raise TableNotFull(self.id, len(self.seats), len(self.taken))
        return self._starting(self, now_ms)

    def _starting(self, full: "Table", now_ms: int) -> Changed:
        event = TableStarting(self.id, self.version + 1, self.setup, full.taken, now_ms)
        return self._changed(now_ms, replace(full, status=Status.STARTING), event)

    def started(self, match: str, now_ms: int) -> Changed:
        """Takes over the match that was created; told again, it changes nothing. Raises TableClosed."""
        if self.match == match:
            return Changed(self, ())
        self._must_be(Status.STARTING)
        after = replace(self, status=Status.PLAYING, match=match)
        return self._changed(now_ms, after, TableStarted(self.id, self.version + 1, match, now_ms))

    def reopen(self, now_ms: int) -> Changed:
        """Opens the table again when its match could not be created. Raises TableClosed.

        Its people get some time to try again, also when it would have expired meanwhile.
        """
        self._must_be(Status.STARTING)
        again = replace(self, status=Status.OPEN)
        latest = now_ms + (self.expires_ms - self.created_ms) // _WARNED_BEFORE
        if 0 < self.expires_ms < latest:
            again = replace(again, expires_ms=latest, expiring=False)
        return self._changed(now_ms, again)

    def finish(self, outcome: Outcome, conduct: tuple[Conduct, ...], now_ms: int) -> Changed:
        """Takes over the result of the match, and how each seat kept to it. Told again, it changes nothing.

        Raises TableClosed.
        """
        if self.status == Status.FINISHED:
            return Changed(self, ())
        self._must_be(Status.PLAYING)
        after = replace(self, status=Status.FINISHED, outcome=outcome, conduct=conduct)
        return self._changed(now_ms, after, TableFinished(self.id, self.version + 1, self.match, now_ms))

    def _seated(self, player: Seat, now_ms: int, wanted: int | None) -> Changed:
        if len(self.taken) == len(self.seats):
            raise TableFull(self.id, len(self.seats))
        number = self.seats.index(None) if wanted is None else wanted
        if not 0 <= number < len(self.seats):
            raise BadRequest("seat", number, f"the table has seats 0 to {len(self.seats) - 1}")
        if self.seats[number]:
            raise SeatTaken(self.id, number)
        after = self._with_seat(number, player)
        if self.auto_start and None not in after.seats:
            return self._starting(after, now_ms)
        return self._changed(now_ms, after)

    def _with_seat(self, number: int, seat: Seat | None) -> "Table":
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def _changed(self, now_ms: int, after: "Table", *more: TableEvent) -> Changed:
        version, now_ms = self.version + 1, max(now_ms, self.updated_ms)
        table = replace(after, version=version, updated_ms=now_ms)
        return Changed(table, (TableChanged(self.id, version, now_ms), *more))

    def _must_be_open(self) -> None:
        self._must_be(Status.OPEN)

    def _must_be(self, status: Status) -> None:
        if self.status != status:
            raise TableClosed(self.id, self.status.value)

    def _must_own(self, account: str) -> None:
        if account != self.owner:
            raise NotOwner(self.id)


def _completed(game: AnyGame, setup: Setup) -> Setup:
    """The whole set-up. Raises SetupError, but BadRequest for the number of seats, which is asked for apart from it."""
    try:
        return complete(game, setup)
    except SetupError as error:
        if error.field != "seats":
            raise
        raise BadRequest("seat_count", setup.seats, error.message) from error
