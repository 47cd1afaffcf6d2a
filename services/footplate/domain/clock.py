"""The clock of a match, as data: whose turn it is, since when, and when its time is up. Milliseconds throughout."""

from typing import Final, NamedTuple

from footplate.domain.terms import ClockRule

HOUSE_MS: Final = 60_000
"""How long a bot of the house has for a turn under a budget: it needs a second, this is for when it is down."""
RETURN_MS: Final = 60_000
"""What is left at least of the budget of whoever comes back."""


class Turn(NamedTuple):
    """What a seat decides in one phase of one round before anybody else is asked. `missed`: its time was up once."""

    seat: int
    phase: str
    round: int
    began_ms: int
    missed: bool = False


def deadline_ms(clock: ClockRule, turn: Turn, bank_ms: int, *, by_house: bool) -> int:
    """When the time of a turn is up, as a moment."""
    if clock.turn_ms:
        return turn.began_ms + clock.turn_ms
    return turn.began_ms + (HOUSE_MS if by_house else bank_ms)


def charged(clock: ClockRule, turn: Turn, bank_ms: int, now_ms: int) -> int:
    """What is left of a budget behind a turn that ends now: less what was used, and then the increment more."""
    return max(0, bank_ms - (now_ms - turn.began_ms)) + clock.increment_ms
