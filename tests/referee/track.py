"""A position as the referee sees it, and what its track is made of: sections, links, open ends, anchors, markers.

Nothing here is kept up to date from move to move: every question is answered by a fresh search over the pieces.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field

from tests.referee.board import CITIES, DEFAULTS, NEW_CITY_COLOURS, TOWNS, Edges, neighbour

Owner = int | None
"""A seat, counted from 0, or None for unowned."""

Piece = tuple[str, Edges]
"""A piece of track: its hex and its edges there."""


@dataclass
class Position:
    """Everything the referee needs to judge builds and deliveries of one seat; cash in dollars, seats from 0."""

    seats: int
    options: dict[str, str] = field(default_factory=lambda: dict(DEFAULTS))
    tiles: dict[str, dict[Edges, Owner]] = field(default_factory=dict)
    """The pieces of each hex that carries a tile, with their owners."""
    town_kinds: dict[str, str] = field(default_factory=dict)
    """Under town_tile_pool=strict the kind lying in each town of four exits."""
    new_cities: dict[str, str] = field(default_factory=dict)
    """The letter of each New City on the map, by hex."""
    cash: list[int] = field(default_factory=list)
    engine: list[int] = field(default_factory=list)
    living: list[bool] = field(default_factory=list)
    has_first_tile: list[bool] = field(default_factory=list)
    roles: dict[str, int] = field(default_factory=dict)
    """The seat holding each action of this turn, by the action's name in the data."""
    cubes: dict[str, list[str]] = field(default_factory=dict)
    """The colours of the cubes on each city."""
    builder: int = 0
    builds_left: int = 0
    has_built: bool = False
    """Whether the builder has made a build in this build turn."""
    built_on: set[str] = field(default_factory=set)
    """The hexes of those builds; asked for under same_hex_twice=forbidden only."""
    new_city_placed: bool = False
    """Whether the builder has used Urbanization in this build turn."""
    lengthening: set[Piece] = field(default_factory=set)
    """The pieces that keep their section from expiring at the end of this build turn."""

    def __post_init__(self) -> None:
        self.cash = self.cash or [10] * self.seats
        self.engine = self.engine or [1] * self.seats
        self.living = self.living or [True] * self.seats
        self.has_first_tile = self.has_first_tile or [False] * self.seats

    def copy(self) -> "Position":
        return deepcopy(self)


@dataclass(frozen=True)
class Section:
    """AOS-TERM-08: a largest set of pieces joined in a row."""

    pieces: frozenset[Piece]
    stops: tuple[str, ...]
    """The stops at its ends, sorted, twice the same for a dead section (AOS-URB-16)."""
    open_ends: tuple[tuple[str, int], ...]
    """Hex and edge of its open ends."""
    owners: frozenset[Owner]

    @property
    def is_link(self) -> bool:
        """AOS-TERM-10."""
        return len(self.stops) == 2 and self.stops[0] != self.stops[1]

    @property
    def is_ring(self) -> bool:
        """The same stop at both ends, which AOS-BUILD-19 forbids and only a New City can bring about."""
        return len(self.stops) == 2 and self.stops[0] == self.stops[1]

    @property
    def owner(self) -> Owner:
        """AOS-TERM-12; a section of several owners is a broken position."""
        (only,) = self.owners
        return only


def is_city(position: Position, hex_id: str) -> bool:
    """A printed city or a New City (AOS-URB-18)."""
    return hex_id in CITIES or hex_id in position.new_cities


def is_town(position: Position, hex_id: str) -> bool:
    """A printed town that is not a New City yet, with or without a tile."""
    return hex_id in TOWNS and hex_id not in position.new_cities


def city_colour(position: Position, hex_id: str) -> str:
    """The colour of a city or New City."""
    return CITIES.get(hex_id) or NEW_CITY_COLOURS[position.new_cities[hex_id]]


def piece_ending_on(position: Position, hex_id: str, edge: int) -> Piece | None:
    """The piece of a hex that ends on this edge of it; there is one at most (AOS-BUILD-14)."""
    for edges in position.tiles.get(hex_id, {}):
        if edge in edges:
            return hex_id, edges
    return None


def piece_behind(position: Position, hex_id: str, edge: int) -> Piece | None:
    """The piece of the neighbouring hex that ends on the edge it shares with this one (AOS-TERM-06)."""
    behind = neighbour(hex_id, edge)
    return None if behind is None else piece_ending_on(position, behind, (edge + 3) % 6)


def owner_of(position: Position, piece: Piece) -> Owner:
    hex_id, edges = piece
    return position.tiles[hex_id][edges]


def open_ends_of(position: Position, piece: Piece) -> list[int]:
    """The edges on which a piece ends with neither a city nor a piece behind (AOS-TERM-09)."""
    hex_id, edges = piece
    return [
        edge
        for edge in edges
        if _city_behind(position, hex_id, edge) is None and not piece_behind(position, hex_id, edge)
    ]


def _city_behind(position: Position, hex_id: str, edge: int) -> str | None:
    behind = neighbour(hex_id, edge)
    return behind if behind is not None and is_city(position, behind) else None


def _stops_of(position: Position, piece: Piece) -> list[str]:
    """The stops a piece itself ends at: cities behind its edges, and the town of a spur (AOS-TERM-02, AOS-TERM-04)."""
    hex_id, edges = piece
    cities = [stop for edge in edges if (stop := _city_behind(position, hex_id, edge)) is not None]
    return cities + [hex_id] * (len(edges) == 1)


def section_from(position: Position, start: Piece) -> Section:
    """The section of a piece. Pieces of one hex never join each other (AOS-TERM-07): only edges between hexes do."""
    found, waiting = {start}, [start]
    while waiting:
        hex_id, edges = waiting.pop()
        for edge in edges:
            other = piece_behind(position, hex_id, edge)
            if other is not None and other not in found:
                found.add(other)
                waiting.append(other)
    return Section(
        pieces=frozenset(found),
        stops=tuple(sorted(stop for piece in found for stop in _stops_of(position, piece))),
        open_ends=tuple(sorted((piece[0], edge) for piece in found for edge in open_ends_of(position, piece))),
        owners=frozenset(owner_of(position, piece) for piece in found),
    )


def sections(position: Position) -> list[Section]:
    """All sections of the map, each once."""
    found: list[Section] = []
    seen: set[Piece] = set()
    for hex_id, tile in sorted(position.tiles.items()):
        for edges in sorted(tile):
            if (hex_id, edges) not in seen:
                found.append(section_from(position, (hex_id, edges)))
                seen |= found[-1].pieces
    return found


def links(position: Position) -> list[Section]:
    return [section for section in sections(position) if section.is_link]


def owns_spur_in(position: Position, seat: int, town: str) -> bool:
    """Whether a town hex carries a spur of this seat; false for a city, which has no spurs."""
    return seat in position.tiles.get(town, {}).values()


def is_anchor(position: Position, seat: int, hex_id: str, edge: int) -> bool:
    """AOS-TERM-13 for an edge on which no piece of the hex itself ends yet."""
    if _city_behind(position, hex_id, edge) is not None:
        return True  # (a) a city
    piece = piece_behind(position, hex_id, edge)
    if piece is None:
        return False
    if owner_of(position, piece) == seat:
        return True  # (b) own track
    section = section_from(position, piece)
    if section.owner is not None or section.is_link:
        return False
    # (c) the open end of an unowned section from a city or from a town with an own spur
    return any(is_city(position, stop) or owns_spur_in(position, seat, stop) for stop in section.stops)


def markers_used(position: Position) -> Counter[int]:
    """AOS-OWN-02: one marker on each owned section, by seat."""
    return Counter(section.owner for section in sections(position) if section.owner is not None)


def pieces_in_links(position: Position) -> Counter[Owner]:
    """AOS-SCORE-03 to 08: the pieces in links, by owner."""
    counted: Counter[Owner] = Counter()
    for link in links(position):
        counted[link.owner] += len(link.pieces)
    return counted
