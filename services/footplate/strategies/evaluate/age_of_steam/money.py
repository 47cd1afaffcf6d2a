"""What cash, shares and engine levels are worth, and what it costs to run out of cash, in points."""

from typing import Final

from footplate.engine.age_of_steam.income import reduction
from footplate.engine.age_of_steam.issue_shares import MAX_SHARES, PER_SHARE
from footplate.engine.age_of_steam.options import Rules
from footplate.engine.age_of_steam.scoring import POINTS_PER_INCOME, POINTS_PER_SHARE
from footplate.engine.age_of_steam.state import Player

OUT: Final = -1000.0
"""An eliminated player."""

_SHORT: Final = 6.0  # each dollar missing when expenses are paid: an income lost, and its cash with it
_INSOLVENT: Final = 300.0
_RISK: Final = 40.0
_SURE: Final = 0.5  # of the income hoped for: rivals may take the cubes
_NEAR: Final = 0.5  # points that a dollar a turn is worth, by later turn
_STEPS: Final = ((6, 0.7), (12, 0.35), (1000, 0.05))  # what the first dollars left over are worth, and the further ones


def final_income(income: int, turns: int, rules: Rules) -> int:
    """What is left of an income when the reductions of so many turns have passed."""
    for _ in range(turns):
        income -= reduction(income, rules)
    return income


def money(player: Player, turns: int, soon: float, rules: Rules, collected: bool) -> float:
    """What a player's money is worth, with `turns` incomes still to come.

    `soon`: income expected before the next payment. `collected`: the payments of this turn are made, so that shares
    can be issued before the next.
    """
    points = POINTS_PER_INCOME * final_income(player.income, turns, rules) + POINTS_PER_SHARE * player.shares
    if not turns:
        return float(points)
    flow = player.income + soon - player.shares - player.engine
    left = player.cash + (0.0 if collected else flow)
    later = turns if collected else turns - 1
    worth = points + _NEAR * later * flow - _SHORT * _lacking(player, left, flow * later)
    worth -= 0.0 if collected else _danger(player, soon)
    if left < 0:
        return worth + _SHORT * left
    return worth + _spare(left) * min(1.0, later / 3)


def _danger(player: Player, soon: float) -> float:
    """What to fear of the payment to come: elimination, when rivals take the cubes that were to pay for it."""
    owed = player.shares + player.engine - player.cash
    sure, bare = _beyond(player.income + soon * _SURE, owed), _beyond(player.income, owed)
    if sure > 0:
        return _INSOLVENT + _SHORT * sure
    return _RISK + _SHORT * bare if bare > 0 else 0.0


def _beyond(income: float, owed: int) -> float:
    """By how much the dollars that are missing are more than the income that can make up for them (AOS-OUT-01)."""
    return max(0.0, owed - income) - income


def _lacking(player: Player, left: float, coming: float) -> float:
    """Dollars that no shares are left to pay for, as things are going."""
    return max(0.0, -coming - max(left, 0.0) - PER_SHARE * (MAX_SHARES - player.shares))


def _spare(dollars: float) -> float:
    worth, below = 0.0, 0
    for step, each in _STEPS:
        if dollars > below:
            worth += (min(dollars, step) - below) * each
        below = step
    return worth
