"""Where locomotives may go in their next few steps, and the towns they would link."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from footplate.engine.stephensons_rocket.board import (
    CITY_AT,
    CITY_MASK,
    HEADINGS,
    LAND,
    RAILWAY_MASK,
    TOWNS,
    beside,
    hexes_in,
    stepped,
)
from footplate.engine.stephensons_rocket.isolation import may_turn
from footplate.engine.stephensons_rocket.state import Company, State
from footplate.engine.stephensons_rocket.touching import Ground, ground

STEPS: Final = 4
"""How many steps ahead are looked at."""
_PASSES: Final = (0.6, 0.35, 0.22, 0.12)
"""How likely a locomotive comes through a given hex, by steps: stations are put where their owners will lead it."""
_LINKS: Final = (0.45, 0.3, 0.2, 0.12)
"""The chance that it links a given town, which has several hexes around it."""


class Reach(NamedTuple):
    """What a line may come to.

    `hexes`, `towns`: by steps, the hexes first reached and the towns first touched there. `anywhere`: all these hexes.
    `growth`, `railway_towns`: how many towns and railway towns it is expected to link. `legal`, `through`: the hexes
    its locomotive may enter, and those from which it may go on, for a merger ends its way.
    """

    hexes: tuple[int, ...]
    towns: tuple[int, ...]
    anywhere: int
    growth: float
    railway_towns: float
    legal: int
    through: int

    def passes(self, stations: int) -> float:
        """How many of a set of stations the line is expected to come through."""
        if not stations & self.anywhere:
            return 0.0
        return sum([chance * (mask & stations).bit_count() for chance, mask in zip(_PASSES, self.hexes, strict=True)])


NO_REACH: Final = Reach((0,) * STEPS, (0,) * STEPS, 0, 0.0, 0.0, 0, 0)
"""The reach of an absorbed company."""


def reaches(state: State) -> list[Reach]:
    """What each line may come to."""
    land = ground(state)
    return [
        _reach(company, land, number) if company.live else NO_REACH for number, company in enumerate(state.companies)
    ]


def reaches_after(state: State, before: State, known: Sequence[Reach]) -> list[Reach]:
    """The same for a position reached from one where it is known; most lines are out of reach of what changed."""
    land = ground(state)
    found = []
    for number, (company, old, reach) in enumerate(zip(state.companies, before.companies, known, strict=True)):
        if not company.live:
            found.append(NO_REACH)
        elif _stays(company, old, reach, land, number):
            found.append(reach)
        else:
            found.append(_reach(company, land, number))
    return found


def _stays(company: Company, old: Company, reach: Reach, land: Ground, number: int) -> bool:
    if company.at != old.at or company.linked != old.linked:
        return False
    legal = land.enterable(number)
    changed = legal ^ reach.legal | (legal & ~land.joining(number)) ^ reach.through
    return not changed & beside(reach.anywhere | 1 << company.at)


def _reach(company: Company, land: Ground, number: int) -> Reach:
    legal = land.enterable(number)
    through = legal & ~land.joining(number)
    frontier = _first(company, legal)
    seen, linked = 0, company.linked
    hexes, towns = [], []
    for _ in range(STEPS):
        reached = (frontier[0] | frontier[1] | frontier[2] | frontier[3] | frontier[4] | frontier[5]) & ~seen
        touched = beside(reached) & TOWNS & ~linked
        seen |= reached
        linked |= touched
        hexes.append(reached)
        towns.append(touched)
        frontier = _next(frontier, legal, through)
    return Reach(tuple(hexes), tuple(towns), seen, _links(towns, TOWNS), _links(towns, RAILWAY_MASK), legal, through)


def _links(towns: Sequence[int], kind: int) -> float:
    return sum([chance * (mask & kind).bit_count() for chance, mask in zip(_LINKS, towns, strict=True)])


def _first(company: Company, legal: int) -> list[int]:
    """The hexes one step away, by the heading of that step (SR-EXT-03, SR-EXT-04)."""
    bit, heading = 1 << company.at, company.heading
    return [stepped(bit, turn) & legal if may_turn(heading, turn) else 0 for turn in HEADINGS]


def _next(frontier: Sequence[int], legal: int, through: int) -> list[int]:
    """The hexes one step further, by the heading of that step (SR-EXT-04)."""
    old = [hexes & through for hexes in frontier]
    return [stepped(old[turn - 1] | old[turn] | old[(turn + 1) % 6], turn) & legal for turn in HEADINGS]


def city_links(found: Sequence[Reach], cities: int) -> list[float]:
    """By city, how many lines are expected to link it soon."""
    chances = [0.0] * cities
    for reach in found:
        for chance, towns in zip(_LINKS, reach.towns, strict=True):
            for hex_ in hexes_in(towns & CITY_MASK):
                chances[CITY_AT[hex_]] += chance
    return chances


def within_reach(found: Sequence[Reach]) -> int:
    """All hexes that some locomotive may come to soon."""
    mask = 0
    for reach in found:
        mask |= reach.anywhere
    return mask & LAND
