"""What a match is in beside its position: who is there, whose time runs, and what was asked of the others.

All of it follows from the log and the terms, entry by entry (`domain.aftermath`), so it survives whatever the position
survives. Times are milliseconds since 1970, UTC.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from footplate.domain.clock import Turn
from footplate.domain.log import Header

_GONE: Final = 2
"""A seat that missed so many turns in a row, the last ones, counts as one that nobody sits in any more."""


class Presence(StrEnum):
    """Whether the account of a seat decides for it."""

    HERE = "here"
    AWAY = "away"
    """The stand-in decides until the account takes the seat back."""
    RETURNING = "returning"
    """The account has taken it back; the stand-in ends the turn that it is in."""
    RESIGNED = "resigned"
    """Given up for good. The stand-in decides, or where there is none the safe decision is taken each time."""


class SeatState(NamedTuple):
    """One seat. `missed`: turns the clock ended, and how many of them in a row. `bank_ms`: what a budget has left."""

    presence: Presence = Presence.HERE
    missed: int = 0
    in_a_row: int = 0
    bank_ms: int = 0

    @property
    def left(self) -> bool:
        """Whether the account gave the seat up, or stays away from it."""
        return self.presence in (Presence.AWAY, Presence.RESIGNED)

    @property
    def gone(self) -> bool:
        """Whether nobody sits here any more."""
        return self.left or self.in_a_row >= _GONE


class UndoRequest(NamedTuple):
    """A seat asks to go back to a ply; `agreed` has the seats that said yes, itself among them."""

    ply: int
    seat: int
    until_ms: int
    agreed: tuple[int, ...]


class Situation(NamedTuple):
    """The situation behind an entry. `turn`: the one whose time runs, None when nobody's does."""

    seats: tuple[SeatState, ...]
    turn: Turn | None = None
    request: UndoRequest | None = None
    closed: bool = False

    def by_house(self, seat: int, header: Header) -> bool:
        """Whether a bot of the house decides for a seat, or nobody does."""
        return header.seats[seat].level != "" or self.seats[seat].presence != Presence.HERE

    def people(self, header: Header) -> tuple[int, ...]:
        """The seats whose own accounts decide, but for bots of the house: those who have a say in an undo."""
        return tuple(seat for seat in range(len(self.seats)) if not self.by_house(seat, header))

    def agreed(self, header: Header) -> bool:
        """Whether everybody who has a say agreed to the undo that is asked for."""
        return self.request is not None and set(self.people(header)) <= set(self.request.agreed)

    def abandoned(self, header: Header) -> bool:
        """Whether everybody but the bots of the house has gone; never where there was nobody else."""
        others = [self.seats[number] for number, seat in enumerate(header.seats) if seat.account and not seat.level]
        return bool(others) and all(state.gone for state in others)
