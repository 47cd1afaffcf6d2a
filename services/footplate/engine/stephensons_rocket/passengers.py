"""Passengers (rules section 12): step 7 of an extension."""

from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.state import State, Veto, all_stations, passengers_left, raised


def board_passenger(state: State, veto: Veto) -> State:
    """The active player takes a token from the station of another, unless he was overruled (SR-PAX-01 to -06)."""
    bit = 1 << veto.hex
    foreign = (all_stations(state) & ~state.stations[state.active]) & bit
    if not foreign or veto.leader not in (NOBODY, state.active) or not passengers_left(state):
        return state
    return state._replace(passengers=raised(state.passengers, state.active, 1))
