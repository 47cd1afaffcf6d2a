"""Where lines lie and where locomotives may go: sections 5 and 10."""

from collections.abc import Mapping

from tests.referee_rocket.board import AROUND, LAND, STEP, TOWN_AT
from tests.referee_rocket.position import Company, Position


def hexes_that_count(position: Position, company: Company) -> set[str]:
    """The hexes beside which a hex touches the line of a company (SR-TRM-06)."""
    if position.options.unmoved_locomotive_is_a_line and company.unmoved:
        return company.line | {company.at}
    return set(company.line)


def lines_touched(position: Position, hex_: str, mover: str) -> set[str]:
    """The other live companies whose lines a hex touches; several hexes of one count once (SR-TRM-07)."""
    others = [company for company in position.live if company.code != mover]
    return {company.code for company in others if hexes_that_count(position, company) & AROUND[hex_]}


def towns_touched(hex_: str) -> set[str]:
    """The towns, as hexes, that a hex touches."""
    return set(AROUND[hex_] & TOWN_AT.keys())


def enterable(position: Position, mover: str, hexes: frozenset[str] = LAND) -> Mapping[str, set[str]]:
    """Of these hexes those that the mover may enter from a neighbour, each with the other lines it touches.

    SR-EXT-05 to SR-EXT-11: no town, no tile, no locomotive, and at most one other line beside it.
    """
    engines = {company.at for company in position.live}
    others = {c.code: hexes_that_count(position, c) for c in position.live if c.code != mover}
    found = {}
    for hex_ in hexes - TOWN_AT.keys() - position.tiles.keys() - engines:
        touched = {code for code, beside in others.items() if beside & AROUND[hex_]}
        if len(touched) <= 1:
            found[hex_] = touched
    return found


def directions(heading: int | None) -> set[int]:
    """SR-EXT-03, SR-EXT-04: six before the first move, then straight on or one to either side."""
    return set(range(6)) if heading is None else {(heading + turn) % 6 for turn in (-1, 0, 1)}


def targets(position: Position, company: Company) -> set[str]:
    """The hexes that the locomotive of a company could enter."""
    if not company.live:
        return set()
    near = frozenset(there for way, there in STEP[company.at].items() if way in directions(company.heading))
    return set(enterable(position, company.code, near))
