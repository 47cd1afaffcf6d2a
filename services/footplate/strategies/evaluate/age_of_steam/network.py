"""How far cubes can ride over a network, and how many links of one seat they use on the way."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from footplate.engine.age_of_steam.board import COLORS, PRINTED
from footplate.engine.age_of_steam.state import NOWHERE, State
from footplate.engine.age_of_steam.track import sections

LONGEST: Final = 6
"""Links of the longest delivery there can be: the highest engine level."""

_COLORS: Final = len(COLORS)
_WIDTH: Final = LONGEST + 1
_ALL: Final = (1 << _COLORS) - 1

Pair = tuple[int, int]
"""The two stops a link joins, the lower hex first."""
Links = dict[Pair, bool]
"""Which stops are joined, and whether a link of the seat joins them."""


class Routes(NamedTuple):
    """The best deliveries, whatever cubes there are.

    `own`: by hex of the starting city, a row; see `best`. `top`: the best of any city and colour, by number of links.
    """

    own: dict[int, list[int]]
    top: list[int]

    def best(self, origin: int, color: int, engine: int) -> int:
        """The most links of the seat that a cube of a colour from a city can use with an engine; 0 without a route."""
        row = self.own.get(origin)
        return 0 if row is None else row[color * _WIDTH + engine]


def links_of(state: State, seat: int) -> Links:
    """All links on the map, as the seat sees them; of parallel ones the own one counts."""
    found: Links = {}
    for section in sections(state.track):
        if section.is_link:
            pair = (section.stop, section.far)
            found[pair] = found.get(pair, False) or section.owner == seat
    return found


def cities_of(state: State) -> dict[int, int]:
    """Every city on the map, hex to number."""
    cities = dict(state.rules.board.city_of)
    for hex_, letter in state.track.new_cities.items():
        cities[hex_] = PRINTED + letter
    return cities


def colors_of(state: State) -> dict[int, int]:
    """The colour of every city on the map, by hex."""
    color = state.rules.board.city_color
    return {hex_: color[city] for hex_, city in cities_of(state).items()}


def routes(links: Links, colors: dict[int, int], longest: int) -> Routes:
    """The best deliveries over a network, of `longest` links at most. `colors`: of the cities, by hex."""
    return _Walk(links, colors, longest).run()


class _Walk:
    """All routes from every city, depth first, for all colours at once. Stops are numbered; sets of them are masks."""

    def __init__(self, links: Links, colors: dict[int, int], longest: int) -> None:
        stops = sorted({stop for pair in links for stop in pair})
        number = {stop: index for index, stop in enumerate(stops)}
        self._stops = stops
        self._longest = longest
        self._color = [colors.get(stop, NOWHERE) for stop in stops]
        self._next: list[list[tuple[int, int]]] = [[] for _ in stops]
        for (one, other), own in links.items():
            self._next[number[one]].append((number[other], 1 if own else 0))
            self._next[number[other]].append((number[one], 1 if own else 0))
        self._row: list[int] = []

    def run(self) -> Routes:
        """The table."""
        found: dict[int, list[int]] = {}
        top = [0] * _WIDTH
        for index, stop in enumerate(self._stops):
            if self._color[index] != NOWHERE:
                self._row = [0] * (_COLORS * _WIDTH)
                self._go(index, 1 << index, 0, 0, _ALL)
                _level(self._row)
                found[stop] = self._row
                for length in range(1, _WIDTH):
                    top[length] = max(top[length], *self._row[length::_WIDTH])
        return Routes(found, top)

    def _go(self, stop: int, seen: int, length: int, own: int, colors: int) -> None:
        """Walks on from a stop. `colors`: those whose cubes have not found a city of theirs on the way."""
        length += 1
        row = self._row
        for beyond, more in self._next[stop]:
            if seen >> beyond & 1:
                continue
            color, left, links = self._color[beyond], colors, own + more
            if color != NOWHERE and colors >> color & 1:
                place = color * _WIDTH + length
                if links > row[place]:  # noqa: PLR1730 - the innermost loop of all, and a call costs
                    row[place] = links
                left = colors & ~(1 << color)
            if left and length < self._longest:
                self._go(beyond, seen | 1 << beyond, length, links, left)


def _level(row: list[int]) -> None:
    """Makes each entry the best with *at most* so many links."""
    for place in range(1, len(row)):
        if place % _WIDTH and row[place] < row[place - 1]:
            row[place] = row[place - 1]


def with_links(links: Links, more: Iterable[Pair]) -> Links:
    """The network with further links of the seat."""
    changed = dict(links)
    for pair in more:
        changed[pair] = True
    return changed


def pair_of(one: int, other: int) -> Pair:
    """Two stops as they are named in `Links`."""
    return (one, other) if one < other else (other, one)
