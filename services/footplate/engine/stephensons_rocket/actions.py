"""The actions of Stephenson's Rocket, chance included: small facts named by their content.

Hexes are ints (`board`), companies, cities and industries the numbers of `board.CODES`, `CITIES` and `INDUSTRIES`.
"""

from dataclasses import dataclass
from typing import Final

NOBODY: Final = -1
"""No seat, no company."""


@dataclass(frozen=True)
class TakeToken:
    """Take a token of an industry from a city (SR-TOK-01)."""

    city: int
    industry: int


@dataclass(frozen=True)
class PlaceStation:
    """Put a station from the supply on a hex (SR-STN-01)."""

    hex: int


@dataclass(frozen=True)
class MoveStation:
    """Move an own station (SR-STN-01)."""

    origin: int
    hex: int


@dataclass(frozen=True)
class ExtendLine:
    """Extend a company by one step to a target (SR-EXT-01)."""

    company: int
    hex: int


@dataclass(frozen=True)
class PassVeto:
    """Answer the veto question without a bid (SR-VETO-07)."""


@dataclass(frozen=True)
class Bid:
    """Answer the veto question: `amount` shares for `hex` (SR-VETO-12)."""

    amount: int
    hex: int


@dataclass(frozen=True)
class Decline:
    """The active player lets the highest bid stand (SR-VETO-23)."""


@dataclass(frozen=True)
class Defend:
    """The active player bids `amount` shares for `hex` (SR-VETO-24, SR-VETO-26, SR-VETO-27)."""

    amount: int
    hex: int


@dataclass(frozen=True)
class DrawFirst:
    """Chance: the first player (SR-SET-05)."""

    seat: int


Action = TakeToken | PlaceStation | MoveStation | ExtendLine | PassVeto | Bid | Decline | Defend | DrawFirst
