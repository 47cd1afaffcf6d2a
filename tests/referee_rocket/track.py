"""Moving a locomotive and the tile it leaves: sections 10 and 12."""

from tests.referee_rocket.board import STEP, TOWN_AT
from tests.referee_rocket.position import Company, Position


def entry_side(company: Company) -> set[int]:
    """The side of its hex by which the locomotive came in; none when it never moved."""
    return set() if company.heading is None else {(company.heading + 3) % 6}


def lay_tile(position: Position, hex_: str, sides: set[int]) -> None:
    """Puts a tile from the supply on a hex; without one the hex counts as having it (SR-END-06)."""
    position.tiles[hex_] = frozenset(sides)
    position.tiles_left = max(0, position.tiles_left - 1)


def move_locomotive(position: Position, company: Company, hex_: str) -> None:
    """Step 6: SR-BRD-11, SR-EXT-18 to SR-EXT-20."""
    left = company.at
    (heading,) = [way for way, there in STEP[left].items() if there == hex_]
    if left not in TOWN_AT:
        lay_tile(position, left, entry_side(company) | {heading})
    company.at = hex_
    company.heading = heading
    company.line.add(hex_)


def give_passenger(position: Position, company: Company, active_decided: bool) -> None:
    """Step 7: SR-PAX-01 to SR-PAX-06."""
    owner = position.station_owner(company.at)
    if active_decided and owner not in (None, position.active) and position.passengers_left:
        position.passengers[position.active] += 1
