"""The board (rules sections 3 and 4): hexes as numbers, sets of hexes as bits of one int, towns and their tokens.

A hex is q * 32 + r + 8 in axial coordinates (q the column, r the row less half the column), so each of the six steps
adds a constant. A set of hexes is an int with the bit of each hex set; a step of a whole set is a shift. Numbers sort
as hex ids do, column by column from the west. Edges and headings: 0 north, then clockwise (SR-BRD-03).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from footplate.engine.hexes import opposite
from footplate.engine.stephensons_rocket.maps import england

NOWHERE: Final = -1
"""No hex."""
NO_HEADING: Final = -1
"""The heading of a locomotive that has not moved (SR-BRD-10)."""
HEADINGS: Final = (0, 1, 2, 3, 4, 5)
STEPS: Final = (-1, 31, 32, 1, -31, -32)
"""What a step in each direction adds to a hex."""

INDUSTRIES: Final = ("leather", "steel", "textile", "brewery")
"""In the order of SR-DEC-05."""
PASSENGERS: Final = 9
"""Passenger tokens (SR-CMP-09)."""
TILES: Final = 60
"""Track tiles (SR-CMP-05)."""
STATIONS: Final = 7
"""Stations of a player (SR-CMP-07)."""
SHARES: Final = 16
"""Real shares of a company, and grey shares of all (SR-CMP-03, SR-CMP-04)."""

_COLUMN: Final = 32
_NORTH: Final = 8


def make_hex(column: int, row: int) -> int:
    """The hex of a column and a row (SR-BRD-02)."""
    return column * _COLUMN + row - column // 2 + _NORTH


def column_of(hex_: int) -> int:
    """The column, counted from the west, 0 first."""
    return hex_ // _COLUMN


def row_of(hex_: int) -> int:
    """The row within the column, counted from the north, 0 first."""
    return hex_ % _COLUMN - _NORTH + hex_ // _COLUMN // 2


def hex_of(hex_id: str) -> int:
    """The hex of an id such as `0514`, which must be one."""
    return make_hex(int(hex_id[:2]), int(hex_id[2:]))


def mask_of(hexes: Iterable[int]) -> int:
    """The set of these hexes."""
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def hexes_in(mask: int) -> list[int]:
    """The hexes of a set, sorted."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def beside(mask: int) -> int:
    """All hexes that touch a hex of the set, sea and board edge included; mask them with the land you mean."""
    return mask >> 1 | mask << 1 | mask << 31 | mask << 32 | mask >> 31 | mask >> 32


def stepped(mask: int, heading: int) -> int:
    """The set moved by one step."""
    step = STEPS[heading]
    return mask << step if step > 0 else mask >> -step


def heading_to(from_hex: int, to_hex: int) -> int:
    """The direction of the step from a hex to its neighbour."""
    return STEPS.index(to_hex - from_hex)


def entry_edge(heading: int) -> int:
    """The edge by which a locomotive with this heading came in."""
    return opposite(heading)


def _land() -> Iterator[int]:
    for column, rows in enumerate(england.COLUMNS):
        for row, mark in enumerate(rows):
            if mark == ".":
                yield make_hex(column, row)


LAND_HEXES: Final = tuple(_land())
"""The 228 land hexes, sorted (SR-BRD-01)."""
LAND: Final = mask_of(LAND_HEXES)
_BYTES: Final = (max(LAND_HEXES) >> 3) + 1


def _hexes_of_byte(byte: int, bits: int) -> tuple[int, ...]:
    return tuple([hex_ for hex_ in range(8 * byte, 8 * byte + 8) if bits >> (hex_ & 7) & 1])


_HEXES_OF_BYTE: Final = tuple([tuple([_hexes_of_byte(byte, bits) for bits in range(256)]) for byte in range(_BYTES)])
"""By byte of a set and its value, the hexes of that byte."""


def land_in(mask: int) -> list[int]:
    """The land hexes of a set, sorted: byte by byte, so faster than `hexes_in` for a set of many."""
    found: list[int] = []
    for hexes, bits in zip(_HEXES_OF_BYTE, (mask & LAND).to_bytes(_BYTES, "little"), strict=True):
        found += hexes[bits]
    return found


CODES: Final = tuple([company[0] for company in england.COMPANIES])
"""The companies in the order of table T1, by which they are numbered."""
COMPANY_NAMES: Final = tuple([company[1] for company in england.COMPANIES])
COMPANY_COLORS: Final = tuple([company[2] for company in england.COMPANIES])
STARTS: Final = tuple([hex_of(company[4]) for company in england.COMPANIES])
"""The start town of each company."""
START_MASK: Final = mask_of(STARTS)

CITIES: Final = tuple([city[0] for city in england.CITIES])
"""The cities in alphabetical order, by which they are numbered."""
CITY_HEXES: Final = tuple([hex_of(city[1]) for city in england.CITIES])
CITY_AT: Final = {hex_: city for city, hex_ in enumerate(CITY_HEXES)}
CITY_MASK: Final = mask_of(CITY_HEXES)
RAILWAY_MASK: Final = mask_of([hex_of(town[1]) for town in england.RAILWAY_TOWNS])
TOWNS: Final = START_MASK | CITY_MASK | RAILWAY_MASK
"""The 28 towns (SR-BRD-05)."""
TOWN_NAMES: Final = {
    hex_of(place[1]): place[0]
    for place in (
        *[(company[3], company[4]) for company in england.COMPANIES],
        *[(city[0], city[1]) for city in england.CITIES],
        *england.RAILWAY_TOWNS,
    )
}
"""The name of every town, by hex."""
OPEN: Final = LAND & ~TOWNS
"""Land without towns."""

KINDS: Final = tuple(
    [(city, good) for city, row in enumerate(england.CITIES) for good, count in enumerate(row[2]) if count]
)
"""The 24 kinds of industry token as (city, industry), in the order of SR-DEC-05; tokens are counted by this index."""
KIND_INDEX: Final = {kind: index for index, kind in enumerate(KINDS)}
TOKENS: Final = tuple([england.CITIES[city][2][good] for city, good in KINDS])
"""How many of each kind lie on the board at setup (SR-CMP-08)."""

_IDS: Final = {hex_: f"{column_of(hex_):02}{row_of(hex_):02}" for hex_ in LAND_HEXES}
HEX_BY_ID: Final = {text: hex_ for hex_, text in _IDS.items()}
"""The land hexes by their ids."""


def hex_text(hex_: int) -> str:
    """The id of a land hex: two digits of column, two of row (SR-BRD-02)."""
    return _IDS[hex_]


def kind_text(kind: int) -> str:
    """A kind of token: `Reading brewery`."""
    city, industry = KINDS[kind]
    return f"{CITIES[city]} {INDUSTRIES[industry]}"
