"""The board as tables: what lies on each hex and behind each edge (AOS-GEO-01 to AOS-GEO-12)."""

from functools import cache
from typing import Final, NamedTuple

from footplate.engine.age_of_steam.maps import rust_belt
from footplate.engine.hexes import OFF_BOARD, make_hex, neighbour, opposite, parse_hex, port

PLAIN: Final = "plain"
RIVER: Final = "river"
MOUNTAIN: Final = "mountain"
TOWN: Final = "town"
CITY: Final = "city"
LAKE: Final = "lake"
_KINDS: Final = {".": PLAIN, "~": RIVER, "^": MOUNTAIN, "o": TOWN, "*": CITY, " ": LAKE}

COLORS: Final = ("red", "blue", "purple", "yellow", "black")
COLOR_LETTERS: Final = "RBPYK"
COLOR_TOTALS: Final = (20, 20, 20, 20, 16)
"""The 96 goods cubes by colour (AOS-COMP-02)."""

RED: Final = 0
BLUE: Final = 1
PURPLE: Final = 2
YELLOW: Final = 3
BLACK: Final = 4

PRINTED: Final = 12
"""Printed cities; they come first among the 20 cities, in the order light 1 to 6, dark 1 to 6."""
LETTERS: Final = "ABCDEFGH"
CITIES: Final = 20
"""Printed cities and New Cities together; city 12 is New City A. Display columns have the same numbers."""
NEW_CITY_COLORS: Final = (RED, BLUE, BLACK, BLACK, YELLOW, PURPLE, BLACK, BLACK)
NEW_CITY_UNDER: Final = (2, 3, 4, 5, 6, 7, 8, 9)
"""The printed city under whose number each New City column stands (table 2c)."""
BOXES: Final = (3,) * PRINTED + (2,) * len(LETTERS)
"""Boxes of each display column (AOS-GROW-01, AOS-GROW-02)."""
COLUMN_NAMES: Final = tuple(city[3] for city in rust_belt.CITIES) + tuple(LETTERS)
COLUMN_INDEX: Final = {name: index for index, name in enumerate(COLUMN_NAMES)}


class Board(NamedTuple):
    """A map ready for play.

    `kind`: what every hex is, lakes included. `land`: hexes where tiles may lie, in order. `usable`: mask of
    usable edges by hex (AOS-GEO-06). `mirror`: by port, the port behind a usable edge. `city_of`: printed cities,
    hex to city number. `city_hex`: the hexes of the printed cities. `names`: names of cities and towns by hex.
    """

    name: str
    kind: dict[int, str]
    land: tuple[int, ...]
    usable: dict[int, int]
    mirror: dict[int, int]
    towns: tuple[int, ...]
    city_of: dict[int, int]
    city_hex: tuple[int, ...]
    city_color: tuple[int, ...]
    setup_cubes: tuple[int, ...]
    setup_first: tuple[int, ...]
    names: dict[int, str]


@cache
def board(name: str, a8_lake: bool) -> Board:
    """The board of a map; raises KeyError for a map this game does not have."""
    data = MAPS[name]
    kind = {
        make_hex(column, row): _KINDS[mark]
        for column, marks in enumerate(data.COLUMNS)
        for row, mark in enumerate(marks)
    }
    if a8_lake:
        kind[parse_hex(data.OPTIONAL_LAKE)] = LAKE
    mirror = _mirrors(kind)
    cities = tuple(parse_hex(city[1]) for city in data.CITIES)
    return Board(
        name=name,
        kind=kind,
        land=tuple(hex_ for hex_, what in sorted(kind.items()) if what not in (CITY, LAKE)),
        usable={hex_: _usable(hex_, mirror) for hex_ in kind},
        mirror=mirror,
        towns=tuple(sorted(hex_ for hex_, what in kind.items() if what == TOWN)),
        city_of={hex_: index for index, hex_ in enumerate(cities)},
        city_hex=cities,
        city_color=tuple(COLORS.index(city[2]) for city in data.CITIES) + NEW_CITY_COLORS,
        setup_cubes=tuple(city[4] for city in data.CITIES),
        setup_first=data.SETUP_FIRST,
        names={parse_hex(place[1]): place[0] for place in (*data.CITIES, *data.TOWNS)},
    )


def _mirrors(kind: dict[int, str]) -> dict[int, int]:
    mirror: dict[int, int] = {}
    for hex_, what in kind.items():
        for edge in range(6):
            beyond = neighbour(hex_, edge)
            if what != LAKE and beyond != OFF_BOARD and kind.get(beyond, LAKE) != LAKE:
                mirror[port(hex_, edge)] = port(beyond, opposite(edge))
    return mirror


def _usable(hex_: int, mirror: dict[int, int]) -> int:
    return sum(1 << edge for edge in range(6) if port(hex_, edge) in mirror)


MAPS: Final = {rust_belt.NAME: rust_belt}
