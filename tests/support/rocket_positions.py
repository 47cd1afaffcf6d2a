"""More positions of Stephenson's Rocket: series of several companies, companies out of play, walled-in lines.

Geometry here is that of the document's tables, not that of the engine.
"""

from functools import cache

from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import (
    CODES,
    LAND_HEXES,
    NO_HEADING,
    NOWHERE,
    OPEN,
    column_of,
    hex_of,
    make_hex,
    row_of,
)
from footplate.engine.stephensons_rocket.state import Company, State, with_company
from tests.support import rocket

_STEPS = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
"""Table T2b: (column change, row change) of each direction, from even and from odd columns."""


def series(state: State, text: str) -> State:
    """The state after extensions of several companies, such as `GER 1408 A 1409 B; SER 1415 C`; nobody bids."""
    for part in text.split(";"):
        code, steps = part.split(maxsplit=1)
        state = rocket.extended(state, code, steps).state
    return state


def with_absorbed(state: State, absorber: str, *codes: str) -> State:
    """The state with companies absorbed before they had anything."""
    nothing = (0,) * state.rules.seats
    for code in codes:
        gone = Company(NOWHERE, NO_HEADING, 0, 0, 0, 0, nothing, False, CODES.index(absorber))
        state = with_company(state, CODES.index(code), gone)
    return state


def with_isolated(state: State, *codes: str) -> State:
    """The state with companies isolated; their shares in hands stay."""
    for code in codes:
        state = rocket.with_figures(state, code, isolated=True, stack=0)
    return state


def walled(state: State, code: str, at: str, heading: int, free: str) -> State:
    """The state with every open hex on the line of a company but these, its locomotive on `at`.

    Its own track stops a locomotive and is nothing to reach, so its way goes through the free hexes alone.
    """
    line = OPEN & ~rocket.mask(free) | rocket.mask(at)
    return rocket.with_figures(state, code, at=hex_of(at), heading=heading, line=line)


def isolated(state: State) -> list[str]:
    """The codes of the isolated companies, in the order of table T1."""
    return [code for code, company in zip(CODES, state.companies, strict=True) if company.isolated]


def absorber(state: State, code: str) -> str:
    """The code of the company that absorbed one, "" while it is live."""
    number = rocket.company(state, code).absorber
    return "" if number == NOBODY else CODES[number]


def beyond(hex_: int, direction: int) -> int:
    """The hex, land or not, that a step in a direction leads to (table T2b)."""
    column, row = column_of(hex_), row_of(hex_)
    right, down = _STEPS[column % 2][direction]
    return make_hex(column + right, row + down)


@cache
def around(hex_: int) -> frozenset[int]:
    """The land hexes that touch a hex."""
    return frozenset(beyond(hex_, direction) for direction in range(6)) & frozenset(LAND_HEXES)
