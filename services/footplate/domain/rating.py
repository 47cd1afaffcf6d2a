"""How strong accounts are, as far as their matches tell: who is rated, against whom, and what is counted.

The arithmetic of a rating system is not here: whoever has one gives the `Strength` of everybody after a match. The
rules stand in `services/decisions/0010-ratings.md`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from footplate.domain.conduct import Conduct, conduct_of
from footplate.domain.seat import Seat
from footplate.engine.game import Outcome


class PlayerClass(StrEnum):
    """Which matches of a game are counted together: those of as many players, from five on all of them."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE_OR_MORE = "5+"


CLOSED: Final = "closed"
"""Why a match ended that was broken off; see `Outcome.reason`."""

_CLASSES: Final = tuple(PlayerClass)


def class_of(players: int) -> PlayerClass:
    """The class of a match of so many players. Raises ValueError for fewer than 2, who are no match."""
    if players < 2:
        raise ValueError(f"2 players or more are expected, not {players}")
    return _CLASSES[min(players - 2, len(_CLASSES) - 1)]


@dataclass(frozen=True)
class Board:
    """What is rated apart from everything else: a game by its id, with so many players."""

    game: str
    players: PlayerClass


@dataclass(frozen=True)
class Strength:
    """What is believed of an account: a normal distribution, in points."""

    mean: float
    deviation: float


NEWCOMER: Final = Strength(1500.0, 500.0)
"""What is believed of an account before its first match."""


@dataclass(frozen=True)
class Rating:
    """How an account stands on a board. `matches`: those rated. `wins`: those ended on rank 1, also shared."""

    strength: Strength = NEWCOMER
    matches: int = 0
    wins: int = 0

    @property
    def points(self) -> int:
        """What is shown: the whole number that the account is all but surely better than. A newcomer has 0."""
        return math.floor(self.strength.mean - 3 * self.strength.deviation)

    def after(self, strength: Strength, rank: int) -> "Rating":
        """The rating after one more match, which the account ended on this rank."""
        return Rating(strength, self.matches + 1, self.wins + (rank == 1))


class NotRated(StrEnum):
    """Why a match is not rated."""

    ALONE = "alone"
    SAME_ACCOUNT = "same_account"
    CLOSED = "closed"


@dataclass(frozen=True)
class Contest:
    """A match that is rated: who sat in each seat, and the rank each account is rated with; equal ranks are a tie."""

    board: Board
    seats: tuple[Seat, ...]
    ranks: tuple[int, ...]


def judged(game: str, seats: Sequence[Seat], outcome: Outcome, conduct: tuple[Conduct, ...] = ()) -> Contest | NotRated:
    """What a match that is over means for the ratings. The outcome has a rank for each seat, eliminated or not.

    `conduct`: of each seat, or empty where it is not known. The seats are those of the start: who stood in is no part
    of it.
    """
    if len(seats) < 2:
        return NotRated.ALONE
    if len({seat.account for seat in seats}) < len(seats):
        return NotRated.SAME_ACCOUNT
    if outcome.reason == CLOSED:
        return NotRated.CLOSED
    left = [conduct_of(conduct, seat).left for seat in range(len(seats))]
    return Contest(Board(game, class_of(len(seats))), tuple(seats), _ranks(outcome, left))


def _ranks(outcome: Outcome, left: Sequence[bool]) -> tuple[int, ...]:
    """The rank of each account: those that left are last together, and nobody stays behind one that left."""
    ranks = {standing.seat: standing.rank for standing in outcome.standings}
    gone = [ranks[seat] for seat in range(len(left)) if left[seat]]
    moved = [ranks[seat] - sum(rank < ranks[seat] for rank in gone) for seat in range(len(left))]
    staying = [rank for rank, has_left in zip(moved, left, strict=True) if not has_left]
    last = max(len(left), 1 + max(staying, default=0))
    return tuple(last if has_left else rank for rank, has_left in zip(moved, left, strict=True))
