"""Projects: tracks from stop to stop that a seat could build, each by its cheapest tiles."""

from typing import Final, NamedTuple

from footplate.engine.age_of_steam.actions import NOBODY, Build, Place
from footplate.engine.age_of_steam.board import TOWN
from footplate.engine.age_of_steam.state import NOWHERE, State
from footplate.engine.age_of_steam.tiles import edges_of
from footplate.engine.age_of_steam.track import owns_spur
from footplate.strategies.evaluate.age_of_steam.network import Pair, pair_of
from footplate.strategies.evaluate.age_of_steam.tracks import Ground, Lay

_VIA: Final = 2
"""Towns a project may pass on its way."""


class Step(NamedTuple):
    """One build of a project. `links`: those finished once it is made."""

    build: Build
    price: int
    links: tuple[Pair, ...]


class Project(NamedTuple):
    """A track from stop to stop. `pieces`: track pieces in its links, those that lie already included."""

    steps: tuple[Step, ...]
    links: tuple[Pair, ...]
    pieces: int

    @property
    def price(self) -> int:
        """Dollars for all of it."""
        return sum([step.price for step in self.steps])

    @property
    def hexes(self) -> frozenset[int]:
        """Where it builds."""
        return frozenset([step.build.hex for step in self.steps])


class _Way(NamedTuple):
    """A track on its way. `port`: that of the hex to be entered next. `start`: where its last link began."""

    port: int
    start: int
    price: int
    pieces: int
    laid: int
    steps: tuple[Step, ...]
    links: tuple[Pair, ...]


def projects(state: State, seat: int, builds: int) -> list[Project]:
    """All projects of at most so many builds, the cheapest for each set of links; in an order of their own."""
    search = _Search(state, seat, builds)
    search.run()
    return [search.found[links] for links in sorted(search.found)]


class _Search:
    """Grows tracks from every stop the seat may start at, a build at a time."""

    def __init__(self, state: State, seat: int, builds: int) -> None:
        self.state = state
        self.seat = seat
        self.builds = builds
        self.ground = Ground(state, seat)
        self.found: dict[tuple[Pair, ...], Project] = {}
        self._seen: dict[tuple[int, int, tuple[Pair, ...]], int] = {}

    def run(self) -> None:
        """Fills `found`."""
        ways = self._from_cities()
        if self.state.players[self.seat].opened:
            ways.extend([*self._from_open_ends(), *self._from_towns()])
        for _ in range(self.builds):
            ways = [further for way in ways for further in self._grown(way)]

    def _from_cities(self) -> list[_Way]:
        board, found = self.state.rules.board, []
        for city in sorted(self.ground.cities):
            for edge in edges_of(board.usable[city]):
                port = board.mirror[city * 6 + edge]
                if port not in self.ground.at and port // 6 not in self.ground.cities:
                    found.append(_Way(port, city, 0, 0, 0, (), ()))
        return found

    def _from_open_ends(self) -> list[_Way]:
        found = []
        for port, section in sorted(self.ground.at.items()):
            if section.open == port and self._may_extend(section.owner, section.stop):
                beyond = self.state.rules.board.mirror[port]
                found.append(_Way(beyond, section.stop, 0, len(section.pieces), 0, (), ()))
        return found

    def _may_extend(self, owner: int, stop: int) -> bool:
        """Whether an open end is an anchor (AOS-TERM-13)."""
        if owner == self.seat:
            return True
        return owner == NOBODY and (stop in self.ground.cities or owns_spur(self.state.track, stop, self.seat))

    def _from_towns(self) -> list[_Way]:
        found: list[_Way] = []
        for town, _ in sorted(self.state.track.layouts.items()):
            if self.state.rules.board.kind[town] == TOWN and owns_spur(self.state.track, town, self.seat):
                way = _Way(NOWHERE, town, 0, 0, 0, (), ())
                for lay in self.ground.exits(town):
                    self._follow(way, lay, found)
        return found

    def _grown(self, way: _Way) -> list[_Way]:
        """The track after one more build, where that leaves an open end; finished ones are kept in `found`."""
        found: list[_Way] = []
        if len(way.steps) >= self.builds:
            return found
        used = {step.build.hex for step in way.steps}
        opening = not self.state.players[self.seat].opened and not way.steps
        for lay in self.ground.lays(way.port) if way.port // 6 not in used else ():
            if lay.town != way.start and not (opening and _is_no_first_tile(lay)):
                self._follow(way, lay, found)
        return found

    def _follow(self, way: _Way, lay: Lay, found: list[_Way]) -> None:
        if lay.stop != NOWHERE and lay.stop == (way.start if lay.town == NOWHERE else lay.town):
            return
        start, links, pieces = way.start, way.links, way.pieces + 1 + lay.met
        if lay.town != NOWHERE:
            links = (*links, pair_of(start, lay.town))
            start = lay.town
            pieces += 1 if lay.out != NOWHERE else 0
        if lay.stop != NOWHERE:
            links = (*links, pair_of(start, lay.stop))
        steps = (*way.steps, Step(lay.build, lay.price, links))
        price = way.price + lay.price
        if lay.stop != NOWHERE or lay.out == NOWHERE:
            self._keep(Project(steps, links, pieces), price)
        elif len(links) <= _VIA and self._is_news(lay.out, start, links, price):
            beyond = self.state.rules.board.mirror[lay.out]
            found.append(_Way(beyond, start, price, pieces, way.laid + 1, steps, links))

    def _is_news(self, out: int, start: int, links: tuple[Pair, ...], price: int) -> bool:
        """Whether no track so short came there as cheaply: tracks grow a build at a time, all together."""
        key = (out, start, links)
        known = self._seen.get(key)
        if known is not None and known <= price:
            return False
        self._seen[key] = price
        return True

    def _keep(self, project: Project, price: int) -> None:
        key = tuple(sorted(project.links))
        known = self.found.get(key)
        if known is None or price < known.price:
            self.found[key] = project


def _is_no_first_tile(lay: Lay) -> bool:
    """Whether a build is none of those a player may begin the game with (AOS-BUILD-09)."""
    return lay.town != NOWHERE or not isinstance(lay.build, Place)
