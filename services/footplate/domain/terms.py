"""What the people at a table agree on around the game: the clock, what becomes of whoever is away, who may watch."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from footplate.domain.errors import BadRequest
from footplate.domain.seat import Seat

_SECOND: Final = 1_000
_MINUTE: Final = 60 * _SECOND
_DAY: Final = 24 * 60 * _MINUTE

TURN_MS: Final = (15 * _SECOND, 14 * _DAY)
"""The shortest and the longest time for a turn."""
BUDGET_MS: Final = (1 * _MINUTE, 28 * _DAY)
"""The least and the most time for all turns of a seat together."""
INCREMENT_MS: Final = (0, 1 * _DAY)
"""The least and the most time that each turn adds to a budget."""
MOST_INVITED: Final = 64


class AtZero(StrEnum):
    """What happens when the time of a seat is up."""

    DEFAULT = "default"
    """The safe decision of the rules is taken for it, and the seat stays its own."""
    BOT = "bot"
    """The stand-in plays the seat until its account takes it back."""


class Abandoned(StrEnum):
    """What becomes of a match when everybody but the bots of the house is away or has resigned."""

    PLAY_ON = "play_on"
    """The stand-in plays it to its end."""
    CLOSE = "close"
    """It ends there, as it stands."""


class Spectators(StrEnum):
    """Who may watch beside those who have a seat."""

    ALL = "all"
    INVITED = "invited"
    NONE = "none"


@dataclass(frozen=True)
class ClockRule:
    """How long a seat may think, in milliseconds: `turn_ms` for each turn, or else `budget_ms` for all together.

    Each turn that ends adds `increment_ms` to the budget. A turn is what a seat decides in one phase of one round
    before anybody else is asked, however many steps it takes.
    """

    turn_ms: int = 0
    budget_ms: int = 0
    increment_ms: int = 0

    def expect_good(self, path: str) -> None:
        """Raises BadRequest naming the field unless it is a rule that can be kept."""
        if self.turn_ms and (self.budget_ms or self.increment_ms):
            raise BadRequest(path, self.turn_ms, "either a time for each turn or a budget, not both")
        if self.budget_ms or self.increment_ms:
            _expect(f"{path}.budget", self.budget_ms, BUDGET_MS)
            _expect(f"{path}.increment", self.increment_ms, INCREMENT_MS)
        else:
            _expect(f"{path}.turn", self.turn_ms, TURN_MS)


@dataclass(frozen=True)
class Terms:
    """What was agreed. `clock` None: nobody is hurried.

    `stand_in`: the bot of the house that plays for whoever is away; None: there is none, and the safe decisions of the
    rules are taken instead. `invited`: accounts that may watch where only those may who are invited.
    """

    clock: ClockRule | None = None
    at_zero: AtZero = AtZero.BOT
    abandoned: Abandoned = Abandoned.PLAY_ON
    stand_in: Seat | None = None
    spectators: Spectators = Spectators.ALL
    invited: tuple[str, ...] = ()

    def expect_good(self, path: str = "terms") -> None:
        """Raises BadRequest naming the field that cannot be."""
        if self.clock:
            self.clock.expect_good(f"{path}.clock")
        if self.stand_in and not (self.stand_in.level and self.stand_in.account):
            raise BadRequest(f"{path}.stand_in", self.stand_in.name, "a bot of the house is expected")
        if len(self.invited) > MOST_INVITED:
            raise BadRequest(f"{path}.invited_account_ids", len(self.invited), f"at most {MOST_INVITED} are expected")

    def may_watch(self, account: str) -> bool:
        """Whether an account without a seat may watch."""
        return self.spectators == Spectators.ALL or (self.spectators == Spectators.INVITED and account in self.invited)


FREE: Final = Terms()
"""No clock, no stand-in, everybody may watch."""


def _expect(path: str, value: int, bounds: tuple[int, int]) -> None:
    low, high = bounds
    if not low <= value <= high:
        raise BadRequest(path, value, f"{low} to {high} milliseconds are expected")
