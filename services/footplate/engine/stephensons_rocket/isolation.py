"""Isolated lines (rules section 16).

A trial path may not use a hex twice (SR-ISO-04), which an exact search must remember. A search that forgets it moves
whole sets of hexes at once, one set for each heading, and is right whenever it finds nothing, and whenever it finds a
path so short that it cannot cross itself. Only between these the exact search is needed.
"""

from typing import Final

from footplate.engine.stephensons_rocket.board import HEADINGS, NO_HEADING, stepped
from footplate.engine.stephensons_rocket.state import Company, State
from footplate.engine.stephensons_rocket.touching import Ground, ground, unlinked_near

_SHORT: Final = 5
"""Steps of a path that cannot meet itself: with a turn of at most 60 degrees a step, a circle takes six."""


def isolate(state: State) -> State:
    """Isolates every line that the test of step 14 finds cut off, all at once (SR-ISO-01, SR-ISO-13, SR-ISO-14)."""
    cut_off = isolated_lines(state)
    if not cut_off:
        return state
    companies = list(state.companies)
    for number in cut_off:
        companies[number] = companies[number]._replace(isolated=True, stack=0)
    return state._replace(companies=tuple(companies))


def isolated_lines(state: State) -> list[int]:
    """The companies that become isolated in this position."""
    land = ground(state)
    tested = [number for number, company in enumerate(state.companies) if company.live and not company.isolated]
    cut_off = [number for number in tested if not _reaches_something(state, land, number)]
    if state.rules.isolation_test == "with-reverse-search":
        return [number for number in cut_off if not _is_joined(state, land, number)]
    return cut_off


def _reaches_something(state: State, land: Ground, number: int) -> bool:
    """Whether some trial path of its own succeeds (SR-ISO-02 to SR-ISO-10)."""
    company = state.companies[number]
    legal = land.enterable(number)
    return has_path(company, legal, legal & (land.joining(number) | unlinked_near(company)))


def _is_joined(state: State, land: Ground, number: int) -> bool:
    """Whether another live company has a trial path to this line alone (SR-ISO-11, SR-ISO-12)."""
    for other, company in enumerate(state.companies):
        if other == number or not company.live:
            continue
        legal, joining = land.enterable(other), land.joining(other)
        if has_path(company, legal & ~joining | (legal & joining & land.near[number]), legal & land.near[number]):
            return True
    return False


def has_path(company: Company, legal: int, goal: int) -> bool:
    """Whether its locomotive has a path within the set `legal` to a hex of `goal`, a part of it, no hex used twice.

    Hexes of the goal end a path, so it never passes through one.
    """
    steps = distance(company.at, company.heading, legal, goal)
    if steps <= _SHORT:
        return steps > 0
    return _search(company.at, company.heading, legal, goal)


def distance(at: int, heading: int, legal: int, goal: int) -> int:
    """Steps to the nearest hex of the goal when hexes may be used again, 0 when there is no way."""
    frontier = _first(at, heading, legal)
    seen = [0] * 6
    steps = 1
    while any(frontier):
        if (frontier[0] | frontier[1] | frontier[2] | frontier[3] | frontier[4] | frontier[5]) & goal:
            return steps
        seen = [old | new for old, new in zip(seen, frontier, strict=True)]
        frontier = [
            stepped(frontier[turn - 1] | frontier[turn] | frontier[(turn + 1) % 6], turn) & legal & ~seen[turn]
            for turn in HEADINGS
        ]
        steps += 1
    return 0


def _first(at: int, heading: int, legal: int) -> list[int]:
    """The hexes one step away, by the heading of that step (SR-EXT-03, SR-EXT-04)."""
    bit = 1 << at
    return [stepped(bit, turn) & legal if may_turn(heading, turn) else 0 for turn in HEADINGS]


def may_turn(heading: int, turn: int) -> bool:
    """Whether a locomotive with this heading may step in the direction `turn` (SR-EXT-03, SR-EXT-04)."""
    return heading == NO_HEADING or (turn - heading) % 6 in (0, 1, 5)


def _search(at: int, heading: int, legal: int, goal: int) -> bool:
    """The exact search, depth first: nearest first, and never where even the forgetful search finds nothing."""
    choices = []
    for turn, hexes in enumerate(_first(at, heading, legal)):
        if hexes & goal:
            return True
        hex_ = hexes.bit_length() - 1
        steps = distance(hex_, turn, legal & ~hexes, goal) if hexes else 0
        if steps:
            choices.append((steps, turn, hex_))
    choices.sort()
    return any(_search(hex_, turn, legal & ~(1 << hex_), goal) for _, turn, hex_ in choices)
