"""The New City of a build turn (section 9.8)."""

from footplate.engine.age_of_steam.actions import NOBODY, Action, Urbanize
from footplate.engine.age_of_steam.board import LETTERS, TOWN
from footplate.engine.age_of_steam.state import State
from footplate.engine.age_of_steam.tiles import edges_of
from footplate.engine.age_of_steam.track import Draft
from footplate.engine.errors import IllegalAction
from footplate.engine.hexes import hex_text


def may_urbanize(state: State) -> bool:
    """Whether the seat that builds may still place a New City (AOS-URB-01, AOS-URB-20)."""
    return state.build is not None and state.build.urban and bool(letters_left(state)) and bool(towns_left(state))


def letters_left(state: State) -> list[int]:
    """New City letters in the supply, 0 for A (AOS-URB-06)."""
    used = set(state.track.new_cities.values())
    return [letter for letter in range(len(LETTERS)) if letter not in used]


def towns_left(state: State) -> list[int]:
    """Printed towns that are no New City yet (AOS-URB-05)."""
    return [town for town in state.rules.board.towns if town not in state.track.new_cities]


def legal_urbanizations(state: State, seat: int) -> list[Action]:
    """Every New City the seat may place now, in canonical order."""
    if not may_urbanize(state):
        return []
    towns = [town for town in towns_left(state) if not _broken_rule(state, seat, town)]
    letters = letters_left(state)
    return [Urbanize(town, letter) for town in towns for letter in letters]


def check_urbanize(state: State, seat: int, action: Urbanize) -> None:
    """Raises IllegalAction unless the New City may be placed."""
    if state.build is None or not state.build.urban:
        raise IllegalAction(
            "AOS-URB-01", "only the holder of Urbanization, once, and before the first build of the turn"
        )
    if state.rules.board.kind.get(action.hex) != TOWN:
        raise IllegalAction("AOS-URB-05", f"{hex_text(action.hex)} is no town")
    if action.hex in state.track.new_cities:
        raise IllegalAction("AOS-URB-19", f"{hex_text(action.hex)} is a New City already")
    if action.letter not in letters_left(state):
        raise IllegalAction("AOS-URB-06", "this New City is not in the supply")
    code = _broken_rule(state, seat, action.hex)
    if code:
        raise IllegalAction(code, f"a New City on {hex_text(action.hex)} is not possible")


def apply_urbanize(state: State, seat: int, action: Urbanize) -> State:
    """The state with the New City on the map; no build is used up (AOS-URB-03, AOS-URB-04)."""
    assert state.build is not None
    draft = Draft(state.rules.board, state.track)
    draft.found_city(action.hex, action.letter, seat, state.rules.new_city_saves_outgoing == "yes")
    return state._replace(track=draft.freeze(), build=state.build._replace(urban=False))


def _broken_rule(state: State, seat: int, town: int) -> str:
    """The rule that forbids a New City on a town, whatever its letter; "" if none does."""
    mirror = state.rules.board.mirror
    claims, loops = 0, False
    for edge in edges_of(state.rules.board.usable[town]):
        section = state.track.at.get(mirror[town * 6 + edge])
        if section is not None and section.open == mirror[town * 6 + edge]:
            loops = loops or section.stop == town
            claims += section.owner == NOBODY and section.stop != town
    if loops and state.rules.new_city_loop == "forbid":
        return "AOS-URB-16"
    room = 20 - state.track.markers[seat] if state.rules.marker_limit == "20" else claims
    return "AOS-COMP-08" if claims > room and claims - _freed(state, seat, town) > room else ""


def _freed(state: State, seat: int, town: int) -> int:
    """Markers the seat gets back because sections of one spur vanish (AOS-URB-09)."""
    spurs = [state.track.at[town * 6 + edges_of(spur)[0]] for spur in state.track.layouts.get(town, ())]
    return sum(1 for section in spurs if section.owner == seat and len(section.pieces) == 1)
