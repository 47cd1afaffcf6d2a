"""How people keep to their matches: in one of them, and in all they ever finished."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Conduct:
    """How the account of a seat kept to a match.

    `missed`: its turns that the clock ended. `left`: it resigned, or the stand-in played its seat at the end.
    """

    missed: int = 0
    left: bool = False


FLAWLESS: Final = Conduct()
"""Nothing was missed, and nobody left."""


def conduct_of(conduct: tuple[Conduct, ...], seat: int) -> Conduct:
    """That of one seat; a match of an older version tells of nobody, and then nothing is held against anybody."""
    return conduct[seat] if seat < len(conduct) else FLAWLESS


def together(conducts: Iterable[Conduct]) -> Conduct:
    """That of an account which had several seats in one match: it left when it left any."""
    missed, left = 0, False
    for one in conducts:
        missed, left = missed + one.missed, left or one.left
    return Conduct(missed, left)


@dataclass(frozen=True, slots=True)
class Reliability:
    """What is counted of an account. `matches`: those that ended. `left`: those of them it left. `missed`: turns."""

    matches: int = 0
    left: int = 0
    missed: int = 0

    @property
    def share(self) -> float | None:
        """Which share of its matches it kept to until their end, from 0 to 1; None before the first."""
        return (self.matches - self.left) / self.matches if self.matches else None

    def after(self, conduct: Conduct) -> "Reliability":
        """The same with one more match."""
        return Reliability(self.matches + 1, self.left + conduct.left, self.missed + conduct.missed)
