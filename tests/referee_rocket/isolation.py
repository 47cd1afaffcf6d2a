"""Isolated lines: section 16, by trying every path there is."""

from tests.referee_rocket.board import STEP
from tests.referee_rocket.lines import directions, enterable, towns_touched
from tests.referee_rocket.position import Company, Position


def path_exists(at: str, heading: int | None, free: frozenset[str], goals: frozenset[str]) -> bool:
    """Whether a path without repeated hexes leads through `free` to one of `goals` (SR-ISO-02 to SR-ISO-04).

    Depth first over all such paths. A branch is cut only where not even a path that forgets its own track arrives:
    each path that minds its track is one of those, so nothing is lost.
    """
    if not _arrives_forgetting(at, heading, free, goals):
        return False
    for way in sorted(directions(heading) & STEP[at].keys()):
        there = STEP[at][way]
        if there in goals or (there in free and path_exists(there, way, free - {there}, goals)):
            return True
    return False


def _arrives_forgetting(at: str, heading: int | None, free: frozenset[str], goals: frozenset[str]) -> bool:
    """Whether a path that may use hexes again leads to one of the goals."""
    seen: set[tuple[str, int | None]] = set()
    waiting = [(at, heading)]
    while waiting:
        here, facing = waiting.pop(0)
        for way in directions(facing) & STEP[here].keys():
            there = STEP[here][way]
            if there in goals:
                return True
            if there in free and (there, way) not in seen:
                seen.add((there, way))
                waiting.append((there, way))
    return False


def _reaches_something(position: Position, company: Company) -> bool:
    """SR-ISO-05, SR-ISO-06: a path of its own that ends beside a new town or beside another line."""
    open_hexes = enterable(position, company.code)
    goals = {hex_ for hex_, lines in open_hexes.items() if lines or towns_touched(hex_) - company.linked}
    return path_exists(company.at, company.heading, frozenset(open_hexes), frozenset(goals))


def _is_joined_by(position: Position, company: Company, other: Company) -> bool:
    """SR-ISO-12: a path of the other one that ends beside this line alone and touches no line before."""
    open_hexes = enterable(position, other.code)
    free = frozenset(hex_ for hex_, lines in open_hexes.items() if not lines)
    goals = frozenset(hex_ for hex_, lines in open_hexes.items() if lines == {company.code})
    return path_exists(other.at, other.heading, free, goals)


def is_isolated(position: Position, company: Company) -> bool:
    """SR-ISO-09, SR-ISO-11."""
    if _reaches_something(position, company):
        return False
    if position.options.isolation_test == "mover-only":
        return True
    others = [other for other in position.live if other is not company]
    return not any(_is_joined_by(position, company, other) for other in others)


def isolate(position: Position) -> None:
    """SR-ISO-01, SR-ISO-13, SR-ISO-14: step 14, all tests on one position."""
    cut_off = [company for company in position.live if not company.isolated and is_isolated(position, company)]
    for company in cut_off:
        company.isolated = True
        company.stack = 0
