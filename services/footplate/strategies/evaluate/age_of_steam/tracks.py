"""What one tile can do for a track that comes over an edge: the builds, their prices, and where they lead.

Simple tiles, crossings over other track, and towns as ends or as stops on the way; not redirects. It sees less than the
rules do (markers, claims), so the build that is made in the end is checked by the engine.
"""

from typing import NamedTuple

from footplate.engine.age_of_steam import prices
from footplate.engine.age_of_steam.actions import NOBODY, Build, Place, Replace
from footplate.engine.age_of_steam.board import TOWN, Board
from footplate.engine.age_of_steam.state import NOWHERE, Section, State
from footplate.engine.age_of_steam.supply import has_tile
from footplate.engine.age_of_steam.tiles import (
    LAND_KIND,
    TOWN_KINDS,
    edges_of,
    exits_of,
    layout_of,
    spurs_of,
)


class Lay(NamedTuple):
    """A build that takes a track on. `town`: the stop it makes of the hex, or NOWHERE.

    `out`: the port behind which the track goes on, NOWHERE when it ends. `stop`: the stop it reaches behind that port,
    NOWHERE when there is only an open end; `met`: track pieces that lie there already.
    """

    build: Build
    price: int
    town: int
    out: int
    stop: int
    met: int


class Ground:
    """A map as one seat may build on it."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.board: Board = state.rules.board
        self.at: dict[int, Section] = state.track.at
        self.cities: set[int] = {*self.board.city_of, *state.track.new_cities}
        self.closed: set[int] = set()
        if state.build is not None and state.rules.same_hex_twice == "forbidden":
            self.closed = set(state.build.built_on)
        self._supply: dict[tuple[int, int], bool] = {}
        self._lays: dict[int, list[Lay]] = {}

    def lays(self, port: int) -> list[Lay]:
        """Everything one tile can do behind a port that track comes in by: `port` is that of the hex entered."""
        known = self._lays.get(port)
        if known is None:
            known = self._lays[port] = self._lays_at(port // 6, port % 6)
        return known

    def _lays_at(self, hex_: int, edge: int) -> list[Lay]:
        if hex_ in self.closed:
            return []
        if self.board.kind[hex_] == TOWN:
            return self._town(hex_, edge)
        layout = self.state.track.layouts.get(hex_, ())
        if len(layout) > 1 or exits_of(layout) >> edge & 1:
            return []
        found = []
        for other in edges_of(self.board.usable[hex_] & ~exits_of(layout) & ~(1 << edge)):
            lay = self._land(hex_, 1 << edge | 1 << other, hex_ * 6 + other)
            if lay is not None:
                found.append(lay)
        return found

    def exits(self, town: int) -> list[Lay]:
        """New exits for a town that carries a tile: a track that begins there."""
        if town in self.closed:
            return []
        old = exits_of(self.state.track.layouts[town])
        found = []
        for edge in edges_of(self.board.usable[town] & ~old):
            lay = self._through(town, old, 1 << edge, town * 6 + edge)
            if lay is not None:
                found.append(lay._replace(town=NOWHERE))
        return found

    def behind(self, out: int) -> tuple[bool, int, int]:
        """Whether track may leave by a port, the stop it then reaches at once, or NOWHERE, and the pieces it meets."""
        beyond = self.board.mirror.get(out, NOWHERE)
        if beyond == NOWHERE:
            return False, NOWHERE, 0
        if beyond // 6 in self.cities:
            return True, beyond // 6, 0
        met = self.at.get(beyond)
        if met is None:
            return True, NOWHERE, 0
        open_ = met.open == beyond and met.owner in (self.seat, NOBODY)
        return open_, met.stop, len(met.pieces)

    def _land(self, hex_: int, mask: int, out: int) -> Lay | None:
        passable, stop, met = self.behind(out)
        old = self.state.track.layouts.get(hex_, ())
        kind = LAND_KIND.get(layout_of((*old, mask)), NOWHERE)
        if not passable or kind == NOWHERE:
            return None
        if not old:
            price = prices.placement(kind, self.board.kind[hex_])
            build: Build = Place(hex_, (mask,))
            supplied = self._has(kind, NOWHERE)
        else:
            price = prices.replacement(kind)
            build = Replace(hex_, layout_of((*old, mask)))
            supplied = self._has(kind, self.state.track.kinds[hex_])
        return Lay(build, price, NOWHERE, out, stop, met) if supplied else None

    def _town(self, hex_: int, edge: int) -> list[Lay]:
        old = exits_of(self.state.track.layouts.get(hex_, ()))
        found = []
        ending = self._through(hex_, old, 1 << edge, NOWHERE)
        if ending is not None:
            found.append(ending)
        for other in edges_of(self.board.usable[hex_] & ~old & ~(1 << edge)):
            passing = self._through(hex_, old, 1 << edge | 1 << other, hex_ * 6 + other)
            if passing is not None:
                found.append(passing)
        return found

    def _through(self, hex_: int, old: int, new: int, out: int) -> Lay | None:
        """A town with new exits. `out`: the port the track goes on by, NOWHERE to end it here."""
        kinds = TOWN_KINDS.get(old | new)
        passable, stop, met = (True, NOWHERE, 0) if out == NOWHERE else self.behind(out)
        if kinds is None or not passable:
            return None
        returned = self.state.track.kinds.get(hex_, NOWHERE)
        if not has_tile(self.state.rules, self.state.track, kinds[0], True, returned):
            return None
        spurs = spurs_of(old | new)
        if old:
            return Lay(Replace(hex_, spurs), prices.TOWN_REPLACEMENT, hex_, out, stop, met)
        return Lay(Place(hex_, spurs), prices.town_placement(len(spurs)), hex_, out, stop, met)

    def _has(self, kind: int, returned: int) -> bool:
        known = self._supply.get((kind, returned))
        if known is None:
            known = has_tile(self.state.rules, self.state.track, kind, False, returned)
            self._supply[kind, returned] = known
        return known
