"""Where cubes can go: links as a graph, and the search for all deliveries (AOS-MOVE-08 to AOS-MOVE-23).

A delivery names what decides its result: colour, starting city, and for each link used the stop it leads to and its
owner. So parallel links of one owner are one move, and parallel links of different owners are different moves
(AOS-MOVE-23, AOS-MOVE-28).
"""

from typing import Final, NamedTuple

from footplate.engine.age_of_steam.actions import Action, Deliver
from footplate.engine.age_of_steam.board import COLORS, PRINTED
from footplate.engine.age_of_steam.state import NOWHERE, State, Track
from footplate.engine.age_of_steam.track import sections

Step = tuple[int, int]
"""One link of a route: the stop it leads to and its owner."""
Links = dict[int, list[Step]]
"""By stop, the links that begin there, in canonical order; parallel links of one owner are one entry."""

_FAR: Final = 99


def links_of(track: Track) -> Links:
    """Where each stop leads by one link. Unfinished and dead sections lead nowhere (AOS-MOVE-20)."""
    found: dict[int, set[Step]] = {}
    for section in sections(track):
        if section.is_link:
            found.setdefault(section.stop, set()).add((section.far, section.owner))
            found.setdefault(section.far, set()).add((section.stop, section.owner))
    return {stop: sorted(steps) for stop, steps in found.items()}


def city_at(state: State, hex_: int) -> int:
    """The number of the city on a hex, or NOWHERE."""
    letter = state.track.new_cities.get(hex_, NOWHERE)
    return state.rules.board.city_of.get(hex_, NOWHERE) if letter == NOWHERE else PRINTED + letter


def _cities(state: State) -> list[tuple[int, int]]:
    """All cities on the map as (hex, number), by hex."""
    cities = list(state.rules.board.city_of.items())
    cities.extend([(hex_, PRINTED + letter) for hex_, letter in state.track.new_cities.items()])
    cities.sort()
    return cities


class _Search(NamedTuple):
    """All routes of one colour from one city. `near`: by stop, how few links lead to a city of the colour."""

    links: Links
    color: int
    origin: int
    near: dict[int, int]
    found: list[Action]


def deliveries(state: State, seat: int) -> list[Action]:
    """Every delivery a seat may make, in canonical order."""
    links = links_of(state.track)
    engine = state.players[seat].engine
    cities = [(hex_, city) for hex_, city in _cities(state) if hex_ in links]
    found: list[Action] = []
    for color in range(len(COLORS)):
        ends = {hex_ for hex_, city in cities if state.rules.board.city_color[city] == color}
        near = _distances(links, ends, engine)
        for hex_, city in cities:
            if state.cubes[city][color]:
                nearer = _distances(links, ends - {hex_}, engine) if hex_ in ends else near
                _extend(_Search(links, color, hex_, nearer, found), hex_, (), {hex_}, engine)
    return found


def _extend(search: _Search, stop: int, path: tuple[Step, ...], visited: set[int], left: int) -> None:
    """Adds every way to go on from a stop with `left` links, depth first, so that routes come in canonical order."""
    near = search.near
    for step in search.links[stop]:
        beyond = step[0]
        distance = near.get(beyond, _FAR)
        if distance >= left or beyond in visited:
            continue
        if distance == 0:
            search.found.append(Deliver(search.color, search.origin, (*path, step)))
            continue
        visited.add(beyond)
        _extend(search, beyond, (*path, step), visited, left - 1)
        visited.discard(beyond)


def _distances(links: Links, ends: set[int], most: int) -> dict[int, int]:
    """By stop, the fewest links to one of the ends, as far as that is below `most`."""
    near = dict.fromkeys(ends, 0)
    edge = list(ends)
    for distance in range(1, most):
        beyond = {stop for end in edge for stop, _ in links[end] if stop not in near}
        near.update(dict.fromkeys(beyond, distance))
        edge = list(beyond)
    return near


def can_deliver(state: State, seat: int) -> bool:
    """Whether there is any delivery at all: from each city outwards until a cube there finds its colour."""
    links = links_of(state.track)
    engine = state.players[seat].engine
    colors = {hex_: state.rules.board.city_color[city] for hex_, city in _cities(state)}
    return any(
        hex_ in links and _finds_city(links, hex_, colors, state.cubes[city], engine) for hex_, city in _cities(state)
    )


def _finds_city(links: Links, origin: int, colors: dict[int, int], counts: tuple[int, ...], engine: int) -> bool:
    seen = {origin}
    edge = [origin]
    for _ in range(engine if any(counts) else 0):
        edge = list({stop for end in edge for stop, _ in links[end] if stop not in seen})
        if any(stop in colors and counts[colors[stop]] for stop in edge):
            return True
        seen.update(edge)
    return False


def color_at(state: State, hex_: int) -> int:
    """The colour of the city on a hex, NOWHERE where there is none."""
    city = city_at(state, hex_)
    return NOWHERE if city == NOWHERE else state.rules.board.city_color[city]
