"""What there is to see in a position of Age of Steam, told once for the terminal and for pictures."""

from typing import Final, NamedTuple

from footplate.engine.age_of_steam.board import COLORS, LETTERS, NEW_CITY_UNDER, PRINTED
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.scoring import link_pieces, standings
from footplate.engine.age_of_steam.state import EMPTY, NOWHERE, State
from footplate.engine.age_of_steam.tiles import edges_of
from footplate.engine.age_of_steam.track import sections
from footplate.engine.hexes import column_of, row_of
from footplate.render import geometry
from footplate.render.geometry import Place

GAME: Final = AgeOfSteam()
SECTIONS: Final = ("light", "dark")
DICE: Final = 6


class Piece(NamedTuple):
    """A piece of track. `edges`: two, or one for a spur. `open`: the edge at which it ends openly, or NOWHERE."""

    hex: int
    edges: tuple[int, ...]
    open: int


class Stretch(NamedTuple):
    """A section of track: its owner, a negative number for none, and its pieces."""

    owner: int
    pieces: tuple[Piece, ...]

    @property
    def from_middle(self) -> list[Piece]:
        """Its pieces, those nearest to the middle of all first and spurs last."""
        points = [geometry.along(geometry.track(place(piece.hex), piece.edges), 0.5) for piece in self.pieces]
        x = sum(point.x for point in points) / len(points)
        y = sum(point.y for point in points) / len(points)
        off = {piece: (point.x - x) ** 2 + (point.y - y) ** 2 for piece, point in zip(self.pieces, points, strict=True)}
        return sorted(self.pieces, key=lambda piece: (-len(piece.edges), off[piece]))


class City(NamedTuple):
    """A city on the map. `letter`: of a New City, else "". `color`, `cubes`: names of colours, one a cube."""

    hex: int
    name: str
    letter: str
    color: str
    cubes: tuple[str, ...]


class Town(NamedTuple):
    """A town on the map. `is_stop`: whether a tile lies there (AOS-TERM-04)."""

    hex: int
    name: str
    is_stop: bool


class Column(NamedTuple):
    """A column of the goods display. `boxes`: colours from the top, "" for an empty one; `on_map`: its city stands."""

    name: str
    letter: str
    color: str
    boxes: tuple[str, ...]
    on_map: bool


class Die(NamedTuple):
    """What one number of one section serves: the column of a printed city and that of the New City below, if any."""

    section: str
    number: int
    city: Column
    new_city: Column | None


class Row(NamedTuple):
    """A seat's line of the table. `place`: in player order from 1, 0 when out. `score`: if scored now, None when out.

    `track`: points for track. `role`: the action in words, "" for none.
    """

    seat: int
    place: int
    acts: bool
    cash: int
    income: int
    shares: int
    engine: int
    track: int
    score: int | None
    role: str


def place(hex_: int) -> Place:
    """Where a hex lies on the board."""
    return Place(column_of(hex_), row_of(hex_))


def stretches(state: State) -> list[Stretch]:
    """All track, section by section, in a fixed order."""
    return [
        Stretch(section.owner, tuple(_piece(code, section.open) for code in section.pieces))
        for section in sections(state.track)
    ]


def _piece(code: int, open_port: int) -> Piece:
    hex_, edges = code >> 6, edges_of(code & 63)
    ends = open_port != NOWHERE and open_port // 6 == hex_ and open_port % 6 in edges
    return Piece(hex_, edges, open_port % 6 if ends else NOWHERE)


def cities(state: State) -> list[City]:
    """Every city on the map, printed ones first."""
    board = state.rules.board
    printed = [_city(state, hex_, number, "") for hex_, number in board.city_of.items()]
    new = sorted(state.track.new_cities.items(), key=lambda placed: placed[1])
    return printed + [_city(state, hex_, PRINTED + letter, LETTERS[letter]) for hex_, letter in new]


def _city(state: State, hex_: int, number: int, letter: str) -> City:
    board = state.rules.board
    cubes = tuple(COLORS[color] for color, count in enumerate(state.cubes[number]) for _ in range(count))
    return City(hex_, board.names[hex_], letter, COLORS[board.city_color[number]], cubes)


def towns(state: State) -> list[Town]:
    """Every town that has not become a New City."""
    board, track = state.rules.board, state.track
    return [
        Town(hex_, board.names[hex_], hex_ in track.layouts) for hex_ in board.towns if hex_ not in track.new_cities
    ]


def dice(state: State) -> list[Die]:
    """The goods display as the dice see it: light 1 to 6, dark 1 to 6 (tables 2a and 2c)."""
    return [_die(state, number) for number in range(PRINTED)]


def _die(state: State, number: int) -> Die:
    below = next((PRINTED + new for new, city in enumerate(NEW_CITY_UNDER) if city == number), NOWHERE)
    section, face = divmod(number, DICE)
    new_city = _column(state, below) if below != NOWHERE else None
    return Die(SECTIONS[section], face + 1, _column(state, number), new_city)


def _column(state: State, number: int) -> Column:
    board = state.rules.board
    letter = LETTERS[number - PRINTED] if number >= PRINTED else ""
    hexes = {letter: hex_ for hex_, letter in state.track.new_cities.items()}
    hex_ = board.city_hex[number] if number < PRINTED else hexes.get(number - PRINTED, NOWHERE)
    boxes = tuple("" if box == EMPTY else COLORS[box] for box in state.display[number])
    return Column(board.names.get(hex_, ""), letter, COLORS[board.city_color[number]], boxes, hex_ != NOWHERE)


def table(state: State) -> list[Row]:
    """The players, seat by seat."""
    actor, pieces = GAME.to_act(state), link_pieces(state)
    scores = {standing.seat: standing.score for standing in standings(state)}
    rows = []
    for seat, player in enumerate(state.players):
        place = state.order.index(seat) + 1 if seat in state.order else 0
        role = player.role.replace("_", " ").title()
        figures = (player.cash, player.income, player.shares, player.engine)
        rows.append(Row(seat, place, seat == actor, *figures, pieces[seat], scores[seat], role))
    return rows
