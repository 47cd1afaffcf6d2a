"""What lies behind the edges of one hex, as seen by the seat that builds (AOS-BUILD-13, AOS-BUILD-16, AOS-TERM-13)."""

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.board import Board
from footplate.engine.age_of_steam.prices import placement
from footplate.engine.age_of_steam.state import NOWHERE, Section, State, Track
from footplate.engine.age_of_steam.supply import has_tile
from footplate.engine.age_of_steam.tiles import LAND_KINDS, edges_of
from footplate.engine.age_of_steam.track import owns_spur


class Builder:
    """The seat that builds and what it needs to know of the position, gathered once per list of legal builds."""

    def __init__(self, state: State, seat: int) -> None:
        rules = state.rules
        player = state.players[seat]
        self.state = state
        self.rules = rules
        self.board: Board = rules.board
        self.track: Track = state.track
        self.at: dict[int, Section] = state.track.at
        self.seat = seat
        self.cash = player.cash
        self.opened = player.opened
        self.room = 20 - state.track.markers[seat] if rules.marker_limit == "20" else 1000
        self.cities: set[int] = {*self.board.city_of, *state.track.new_cities}
        self.complex = rules.direct_complex == "allowed" and (self.opened or rules.first_tile == "any_at_city")
        self._buyable: dict[str, list[bool]] = {}

    def is_city(self, hex_: int) -> bool:
        """Whether a printed city or a New City stands there."""
        return hex_ in self.cities

    def buyable(self, ground: str) -> list[bool]:
        """By kind of land tile, whether one is in supply and can be paid for on this ground."""
        known = self._buyable.get(ground)
        if known is None:
            known = [
                placement(kind, ground) <= self.cash and has_tile(self.rules, self.track, kind, False)
                for kind in LAND_KINDS
            ]
            self._buyable[ground] = known
        return known


class Surroundings:
    """The edges of one hex.

    `allowed`: edges a new piece may end on. `anchors`: those that are anchors. `cities`: those with a city
    behind. `own`: those where an own open end points in. `far`: by edge, the stop reached behind it, or NOWHERE.
    """

    def __init__(self, builder: Builder, hex_: int, taken: int) -> None:
        """`taken`: edges of the hex not to be considered, because track that stays ends there (AOS-BUILD-14)."""
        self.allowed = 0
        self.anchors = 0
        self.cities = 0
        self.own = 0
        self.far = [NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE]
        mirror, at, cities = builder.board.mirror, builder.at, builder.cities
        for edge in edges_of(builder.board.usable[hex_] & ~taken):
            behind = mirror[hex_ * 6 + edge]
            section = at.get(behind)
            if section is not None:
                self._meet(builder, edge, section)
                continue
            self.allowed |= 1 << edge
            if behind // 6 in cities:
                self.anchors |= 1 << edge
                self.cities |= 1 << edge
                self.far[edge] = behind // 6

    def _meet(self, builder: Builder, edge: int, section: Section) -> None:
        if section.owner == builder.seat:
            self.own |= 1 << edge
            self.anchors |= 1 << edge
        elif section.owner != NOBODY:
            return
        elif builder.is_city(section.stop) or owns_spur(builder.track, section.stop, builder.seat):
            self.anchors |= 1 << edge
        self.allowed |= 1 << edge
        self.far[edge] = section.stop
