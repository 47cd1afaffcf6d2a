"""What lies behind one edge of a hex.

It is asked edge by edge; the checks use these, `surroundings` is the fast way for lists.
"""

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.state import NOWHERE, Section, State
from footplate.engine.age_of_steam.track import owns_spur
from footplate.engine.errors import IllegalAction


def is_city(state: State, hex_: int) -> bool:
    """Whether a printed city or a New City stands on the hex (AOS-URB-18)."""
    return hex_ in state.rules.board.city_of or hex_ in state.track.new_cities


def is_usable(state: State, hex_: int, edge: int) -> bool:
    """Whether track may cross an edge (AOS-GEO-06)."""
    return state.rules.board.usable[hex_] >> edge & 1 == 1


def track_behind(state: State, hex_: int, edge: int) -> Section | None:
    """The section that ends on an edge from the other side."""
    return state.track.at.get(state.rules.board.mirror.get(hex_ * 6 + edge, NOWHERE))


def city_behind(state: State, hex_: int, edge: int) -> bool:
    """Whether a city lies behind an edge."""
    behind = state.rules.board.mirror.get(hex_ * 6 + edge, NOWHERE)
    return behind != NOWHERE and is_city(state, behind // 6)


def stop_behind(state: State, hex_: int, edge: int) -> int:
    """The stop reached over an edge: the city behind it, or the stop of the track that ends there; NOWHERE if none."""
    behind = state.rules.board.mirror.get(hex_ * 6 + edge, NOWHERE)
    if behind != NOWHERE and is_city(state, behind // 6):
        return behind // 6
    met = state.track.at.get(behind)
    return NOWHERE if met is None else met.stop


def foreign_behind(state: State, seat: int, hex_: int, edge: int) -> bool:
    """Whether track of another player ends on an edge from the other side (AOS-BUILD-16)."""
    met = track_behind(state, hex_, edge)
    return met is not None and met.owner not in (seat, NOBODY)


def is_anchor(state: State, seat: int, hex_: int, edge: int) -> bool:
    """Whether an edge is an anchor for a seat (AOS-TERM-13)."""
    if city_behind(state, hex_, edge):
        return True
    met = track_behind(state, hex_, edge)
    if met is None or met.owner not in (seat, NOBODY):
        return False
    return met.owner == seat or is_city(state, met.stop) or owns_spur(state.track, met.stop, seat)


def require(holds: bool, code: str, message: str) -> None:
    """Raises IllegalAction with a rule id unless the condition holds."""
    if not holds:
        raise IllegalAction(code, message)
