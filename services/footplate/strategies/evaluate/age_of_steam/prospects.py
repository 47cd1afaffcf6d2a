"""What a network promises: the deliveries of a seat from now to the end of the game, in points."""

from typing import Final, NamedTuple

from footplate.engine.age_of_steam.board import COLORS
from footplate.engine.age_of_steam.select_action import MAX_ENGINE
from footplate.engine.age_of_steam.state import (
    COLLECT_INCOME,
    EMPTY,
    GAME_OVER,
    GOODS_GROWTH,
    INCOME_REDUCTION,
    MOVE_GOODS,
    PAY_EXPENSES,
    State,
)
from footplate.strategies.evaluate.age_of_steam.network import Routes, cities_of

POINTS_OF_INCOME: Final = 2.7
"""A point of income to come: 3 at the end, less what income reduction takes on the way."""

_LATER: Final = 0.93  # each delivery further off is worth less: rivals take cubes, engines change
_SHOWN: Final = (0.5, 0.25, 0.1)  # chance that a cube on the display comes up in time, by place in its column
_UNSEEN: Final = 0.6  # of the longest way there is, for cubes that nobody has seen yet
_UPKEEP: Final = 0.45  # points that a dollar a turn costs, by turn
_PAID: Final = frozenset((COLLECT_INCOME, PAY_EXPENSES, INCOME_REDUCTION, GOODS_GROWTH, GAME_OVER))
_COLORS: Final = range(len(COLORS))


class Cube(NamedTuple):
    """A cube on a city, or one that may get there. `weight`: how likely it is to be there in time."""

    origin: int
    color: int
    weight: float


class Time(NamedTuple):
    """What is left of the game. `turns`: incomes still to be collected. `moves`: rounds of phase 5 the seat still has.

    `now`: those of them in the turn that runs.
    """

    turns: int
    moves: int
    now: int


class Outlook(NamedTuple):
    """`points`: of all deliveries to come. `soon`: income that those of the turn that runs should bring."""

    points: float
    soon: float


def time_left(state: State, seat: int) -> Time:
    """What is left of the game for a seat."""
    later = state.rules.turns - state.turn
    if state.phase in _PAID:
        return Time(later, 2 * later, 0)
    now = 2
    if state.phase == MOVE_GOODS and state.moves is not None:
        now = 2 - state.moves.round + (1 if seat in state.queue else 0)
    return Time(later + 1, 2 * later + now, now)


def cubes_of(state: State) -> list[Cube]:
    """All cubes on cities of the map, and those of the display that may come there."""
    found: list[Cube] = []
    growths = state.turn < state.rules.turns
    for hex_, city in cities_of(state).items():
        counts = state.cubes[city]
        for color in _COLORS:
            found.extend([Cube(hex_, color, 1.0)] * counts[color])
        if growths:
            waiting = [color for color in state.display[city] if color != EMPTY]
            found.extend([Cube(hex_, color, _SHOWN[place]) for place, color in enumerate(waiting)])
    return found


def outlook(routes: Routes, cubes: list[Cube], engine: int, time: Time) -> Outlook:
    """The best the seat can hope for, over all numbers of engine steps still to be taken."""
    best = soon = 0.0
    for steps in range(min(MAX_ENGINE - engine, time.turns, time.moves) + 1):
        gains = _gains(routes, cubes, engine + steps)
        if steps == 0:
            soon = sum([gain for gain, weight in gains[: time.now] if weight == 1.0])
        points = _points(routes.top[engine + steps], gains, time.moves - steps) * POINTS_OF_INCOME
        best = max(best, points - steps * _UPKEEP * time.turns)
    return Outlook(best, soon)


def _gains(routes: Routes, cubes: list[Cube], engine: int) -> list[tuple[float, float]]:
    """Income by cube with its weight, the most promising first; none without a route."""
    gains: list[tuple[float, float]] = []
    for origin, color, weight in cubes:
        links = routes.best(origin, color, engine)
        if links:
            gains.append((links * weight, weight))
    gains.sort(reverse=True)
    return gains


def _points(longest: int, gains: list[tuple[float, float]], moves: int) -> float:
    total, factor = 0.0, 1.0
    unseen = _UNSEEN * longest
    for place in range(moves):
        gain = gains[place][0] if place < len(gains) else 0.0
        total += max(gain, unseen if place > 1 else 0.0) * factor
        factor *= _LATER
    return total
