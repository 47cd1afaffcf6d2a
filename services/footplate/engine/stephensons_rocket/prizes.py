"""Prizes, ties and rounding (rules section 13), and the payouts made of them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from footplate.engine.stephensons_rocket.state import HIDDEN, State

NOTE: Final = 1000
"""Amounts are rounded down to a multiple of this, in pounds (SR-PRZ-08)."""
CITY: Final = (2000, 1000)
"""First and second prize of a city (SR-PAY-03)."""
TOKENS: Final = (6000, 3000)
"""First and second prize of a kind of token at the end (SR-FIN-03)."""

CITY_PAYOUT: Final = "city"
RAILWAY_PAYOUT: Final = "railway_town"
MERGER_PAYOUT: Final = "merger"
FINAL_TOKENS: Final = "final_tokens"
FINAL_STATIONS: Final = "final_stations"
FINAL_SHARES: Final = "final_shares"


class Payout(NamedTuple):
    """One payout of two prizes. `kind`: one of the words above. `subject`: a town, an industry or a company, by name.

    `prizes`: the first and the second, in pounds. `counts`: what was counted, by seat. `amounts`: pounds paid, by seat.
    """

    kind: str
    subject: str
    prizes: tuple[int, int]
    counts: tuple[int, ...]
    amounts: tuple[int, ...]

    @property
    def pays(self) -> bool:
        """Whether anybody gets anything."""
        return any(self.amounts)


def shared_out(first: int, second: int, counts: Sequence[int]) -> tuple[int, ...]:
    """The pounds each player gets of a first and a second prize, by what each has of what counts (SR-PRZ-01 to -08)."""
    best = max(counts)
    if best == 0:
        return (0,) * len(counts)
    leaders = counts.count(best)
    if leaders > 1:
        return tuple([_rounded(first + second, leaders) if count == best else 0 for count in counts])
    next_best = max([count for count in counts if count != best], default=0)
    runners_up = counts.count(next_best)
    amounts = []
    for count in counts:
        lower = _rounded(second, runners_up) if count == next_best and count else 0
        amounts.append(_rounded(first, 1) if count == best else lower)
    return tuple(amounts)


def per_town(value: int) -> tuple[int, int]:
    """The prizes of 1000 and 500 for each town of a line (table T6)."""
    return 1000 * value, 500 * value


def _rounded(prize: int, players: int) -> int:
    return prize // players // NOTE * NOTE


def payout(kind: str, subject: str, prizes: tuple[int, int], counts: Sequence[int]) -> Payout:
    """The payout of two prizes for these counts."""
    return Payout(kind, subject, prizes, tuple(counts), shared_out(*prizes, counts))


def paid(state: State, payouts: Sequence[Payout]) -> State:
    """The state once these are paid; totals that are hidden stay so."""
    money = list(state.money)
    for one in payouts:
        money = [HIDDEN if old == HIDDEN else old + amount for old, amount in zip(money, one.amounts, strict=True)]
    return state._replace(money=tuple(money))
