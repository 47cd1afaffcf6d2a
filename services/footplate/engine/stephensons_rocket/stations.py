"""Station action (rules section 9)."""

from functools import cache
from typing import Final

from footplate.engine.errors import IllegalAction
from footplate.engine.stephensons_rocket.actions import MoveStation, PlaceStation
from footplate.engine.stephensons_rocket.board import (
    LAND,
    LAND_HEXES,
    OPEN,
    STATIONS,
    TOWNS,
    beside,
    hex_text,
    hexes_in,
    land_in,
)
from footplate.engine.stephensons_rocket.state import State, all_stations, lines, locomotives, stations_left

_PLACE: Final = {hex_: PlaceStation(hex_) for hex_ in LAND_HEXES}


def free_hexes(state: State, lifted: int = 0) -> int:
    """The set of hexes a station may be put on, once those of the set `lifted` are off the board (SR-STN-02 to -05)."""
    return _apart(_clear(state), all_stations(state) & ~lifted)


def _clear(state: State) -> int:
    """The open hexes without track that touch no locomotive."""
    return OPEN & ~(lines(state) | beside(locomotives(state)))


def _apart(clear: int, others: int) -> int:
    """Those of them that neither hold nor touch one of the `others`, a set of stations."""
    return clear & ~(others | beside(others))


def movable(state: State) -> list[int]:
    """The hexes of the active player's stations that may be lifted, sorted (SR-STN-09, SR-STN-10)."""
    own = state.stations[state.active]
    return hexes_in(own if state.rules.move_connected_station == "on" else own & ~lines(state))


def legal(state: State) -> list[PlaceStation | MoveStation]:
    """Every hex for a station from the supply, then every move of an own one, by origin and hex."""
    clear, stations = _clear(state), all_stations(state)
    free = _apart(clear, stations)
    hexes = land_in(free)
    found: list[PlaceStation | MoveStation] = []
    if stations_left(state, state.active):
        found.extend(map(_PLACE.__getitem__, hexes))
    for origin in movable(state):
        lifted = 1 << origin
        freed = hexes_in(_apart(clear, stations & ~lifted) & ~(free | lifted))  # few, so that the rest is listed once
        found.extend(map(_moves_from(origin).__getitem__, sorted(hexes + freed)))
    return found


@cache
def _moves_from(origin: int) -> dict[int, MoveStation]:
    """The moves from a hex: made once, because a position may have a thousand of them."""
    return {hex_: MoveStation(origin, hex_) for hex_ in LAND_HEXES}


def check(state: State, action: PlaceStation | MoveStation) -> None:
    """Raises IllegalAction naming the rule that a station on this hex would break."""
    if isinstance(action, MoveStation):
        _check_origin(state, action)
        _check_hex(state, action.hex, 1 << action.origin)
    else:
        if not stations_left(state, state.active):
            raise IllegalAction("SR-STN-13", f"all {STATIONS} stations are on the board; one can only be moved")
        _check_hex(state, action.hex, 0)


def _check_origin(state: State, action: MoveStation) -> None:
    bit = 1 << action.origin
    if not state.stations[state.active] & bit:
        raise IllegalAction("SR-STN-01", f"no station of the active player stands on {hex_text(action.origin)}")
    if state.rules.move_connected_station == "off" and lines(state) & bit:
        raise IllegalAction("SR-STN-10", f"the station on {hex_text(action.origin)} stands on track and may not move")
    if action.hex == action.origin:
        raise IllegalAction("SR-STN-08", "a station may not go back to the hex it was lifted from")


def _check_hex(state: State, hex_: int, lifted: int) -> None:
    name, bit = hex_text(hex_), 1 << hex_
    around, others = beside(bit) & LAND, all_stations(state) & ~lifted
    if TOWNS & bit:
        raise IllegalAction("SR-STN-02", f"{name} is a town")
    if lines(state) & bit:
        raise IllegalAction("SR-STN-02", f"track or a locomotive is on {name}")
    if others & bit:
        raise IllegalAction("SR-STN-02", f"a station is on {name}")
    if locomotives(state) & around:
        raise IllegalAction("SR-STN-03", f"{name} touches a locomotive")
    if others & around:
        raise IllegalAction("SR-STN-04", f"{name} touches a station")


def apply(state: State, action: PlaceStation | MoveStation) -> State:
    """The station stands on its hex; it pays nothing (SR-STN-11, SR-STN-12)."""
    stations = list(state.stations)
    if isinstance(action, MoveStation):
        stations[state.active] &= ~(1 << action.origin)
    stations[state.active] |= 1 << action.hex
    return state._replace(stations=tuple(stations))
