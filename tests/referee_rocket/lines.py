"""Where lines lie and where locomotives may go: sections 5 and 10."""

from tests.referee_rocket.board import AROUND, STEP, TOWN_AT
from tests.referee_rocket.position import Company, Position


def lines_touched(position: Position, hex_: str, mover: str) -> set[str]:
    """The other live companies whose lines a hex touches (SR-TRM-06, SR-TRM-07)."""
    found = set()
    for company in position.live:
        hexes = set(company.line)
        if position.options.unmoved_locomotive_is_a_line and company.unmoved:
            hexes.add(company.at)
        if company.code != mover and hexes & AROUND[hex_]:
            found.add(company.code)
    return found


def towns_touched(hex_: str) -> set[str]:
    """The towns, as hexes, that a hex touches."""
    return {near for near in AROUND[hex_] if near in TOWN_AT}


def may_enter(position: Position, hex_: str, mover: str) -> bool:
    """SR-EXT-05 to SR-EXT-11: no town, no tile, no locomotive, and at most one other line beside it."""
    return (
        hex_ not in TOWN_AT
        and hex_ not in position.tiles
        and hex_ not in {company.at for company in position.live}
        and len(lines_touched(position, hex_, mover)) <= 1
    )


def directions(heading: int | None) -> set[int]:
    """SR-EXT-03, SR-EXT-04: six before the first move, then straight on or one to either side."""
    return set(range(6)) if heading is None else {(heading + turn) % 6 for turn in (-1, 0, 1)}


def targets(position: Position, company: Company) -> set[str]:
    """The hexes that the locomotive of a company could enter."""
    if not company.live:
        return set()
    near = {there for way, there in STEP[company.at].items() if way in directions(company.heading)}
    return {hex_ for hex_ in near if may_enter(position, hex_, company.code)}
