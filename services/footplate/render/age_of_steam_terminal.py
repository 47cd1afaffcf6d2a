"""The board of Age of Steam in the terminal: terrain, track, cities with their cubes, at two sizes."""

from collections.abc import Collection, Sequence
from typing import Final

from footplate.engine.age_of_steam.board import CITY, COLOR_LETTERS, COLORS, LAKE, MOUNTAIN, PLAIN, RIVER
from footplate.engine.age_of_steam.board import TOWN as TOWN_HEX
from footplate.engine.age_of_steam.state import NOWHERE, State
from footplate.engine.hexes import hex_text, neighbour, opposite
from footplate.render import age_of_steam_scene as scene
from footplate.render import geometry, spans
from footplate.render.age_of_steam_scene import City, Piece, Stretch
from footplate.render.hexgrid import LARGE, SMALL, HexGrid
from footplate.render.spans import Lines

LETTER_OF: Final = dict(zip(COLORS, COLOR_LETTERS, strict=True))
OPEN_END: Final = "×"

_GROUND: Final = {
    PLAIN: ("", ".", spans.GRID),
    RIVER: ("~~~~", "~", spans.RIVER),
    MOUNTAIN: ("^^^", "^", spans.MOUNTAIN),
    TOWN_HEX: ("", "", spans.TOWN),
    LAKE: ("≈   ≈", "≈ ≈", spans.LAKE),
    CITY: ("", "", spans.PLAIN),
}
"""What an empty hex shows, large and small, and its style."""


def large(state: State, marked: Collection[int]) -> Lines:
    """The map with hexes of six by four cells: 110 by 45 cells for the Rust Belt. Every piece names its owner."""
    grid = HexGrid(state.rules.board.kind, LARGE, scene.place)
    _ground(grid, state)
    _tracks(grid, state)
    for city in scene.cities(state):
        _city(grid, city)
    for town in scene.towns(state):
        name = short(town.name, 3)
        grid.text(town.hex, 2, *((name, spans.STOP) if town.is_stop else (f"({name})", spans.TOWN)))
    for stretch in scene.stretches(state):
        for piece in stretch.pieces:
            _badge(grid, piece, stretch.owner)
    _open_ends(grid, state)
    for hex_ in marked:
        grid.bracket(hex_, spans.MARK)
    for hex_ in state.track.layouts:
        grid.squeeze(hex_, hex_text(hex_), spans.DIM)
    return grid.lines()


def small(state: State, marked: Collection[int]) -> Lines:
    """The map with hexes of four by two cells: 73 by 23 cells for the Rust Belt. Every section names its owner."""
    board = state.rules.board
    grid = HexGrid(board.kind, SMALL, scene.place)
    for hex_ in _bare(state):
        _, mark, style = _GROUND[board.kind[hex_]]
        grid.text(hex_, 1, mark, style)
    _tracks(grid, state)
    for city in scene.cities(state):
        grid.text(city.hex, 0, city.letter.center(3) if city.letter else short(city.name, 3), spans.good(city.color))
        grid.texts(city.hex, 1, [(text, spans.city(color)) for text, color in cubes(city.cubes, grid.room(1) + 1)])
    for town in scene.towns(state):
        grid.text(town.hex, 1, "o", spans.STOP if town.is_stop else spans.TOWN)
    for stretch in scene.stretches(state):
        if not any(_badge(grid, piece, stretch.owner) for piece in stretch.from_middle):
            _badge_beyond(grid, stretch)
    _open_ends(grid, state)
    for hex_ in marked:
        grid.bracket(hex_, spans.MARK)
    return grid.lines()


def short(name: str, length: int) -> str:
    """A name without blanks and full stops, cut to a length."""
    return name.replace(" ", "").replace(".", "")[:length]


def cubes(colors: Sequence[str], room: int) -> list[tuple[str, str]]:
    """Cubes as (text, colour): a letter each, `R3` for three of a colour where that is too long, cut off with a +."""
    if len(colors) <= room:
        return [(LETTER_OF[color], color) for color in colors]
    counted = {color: colors.count(color) for color in dict.fromkeys(colors)}
    parts = [(LETTER_OF[color] + (str(count) if count > 1 else ""), color) for color, count in counted.items()]
    shown: list[tuple[str, str]] = []
    length = 0
    for text, color in parts:
        length += len(text)
        if length > room - (color != parts[-1][1]):
            return [*shown, ("+", color)]
        shown.append((text, color))
    return shown


def _bare(state: State) -> list[int]:
    """The hexes on which nothing lies or stands but what is printed there."""
    board, track = state.rules.board, state.track
    taken = {*track.layouts, *track.new_cities, *board.city_of}
    return [hex_ for hex_ in board.kind if hex_ not in taken]


def _ground(grid: HexGrid, state: State) -> None:
    kinds = state.rules.board.kind
    for hex_, kind in kinds.items():
        if kind != LAKE:
            grid.outline(hex_, spans.GRID)
    for hex_ in _bare(state):
        mark, _, style = _GROUND[kinds[hex_]]
        grid.text(hex_, 2, mark, style)
        if kinds[hex_] != LAKE:
            grid.text(hex_, 1, hex_text(hex_), spans.DIM)


def _tracks(grid: HexGrid, state: State) -> None:
    for stretch in scene.stretches(state):
        for piece in stretch.pieces:
            grid.track(piece.hex, piece.edges, spans.seat(stretch.owner))


def _badge(grid: HexGrid, piece: Piece, owner: int) -> bool:
    """Writes the owner's number on a piece; says whether there was room."""
    return grid.badge(geometry.track(scene.place(piece.hex), piece.edges), _sign(owner), spans.seat(owner))


def _badge_beyond(grid: HexGrid, stretch: Stretch) -> None:
    """Writes the owner's number behind the open end, for a spur so short that the town hides it."""
    for piece in stretch.pieces:
        if piece.open != NOWHERE:
            behind = scene.place(neighbour(piece.hex, piece.open))
            outside = geometry.track(behind, (opposite(piece.open),))
            grid.mark(geometry.along(outside, 0.25), _sign(stretch.owner), spans.seat(stretch.owner))


def _sign(owner: int) -> str:
    return str(owner + 1) if owner >= 0 else "-"


def _open_ends(grid: HexGrid, state: State) -> None:
    """Marks the open ends; where a number fills the only cell of a piece, that has to do."""
    for stretch in scene.stretches(state):
        for piece in stretch.pieces:
            if piece.open != NOWHERE:
                grid.mark(geometry.edge_middle(scene.place(piece.hex), piece.open), OPEN_END, spans.seat(stretch.owner))


def _city(grid: HexGrid, city: City) -> None:
    """A city has four lines: its hex, its name, its cubes, the colour it takes."""
    style = spans.city(city.color)
    grid.outline(city.hex, style)
    grid.text(city.hex, 0, hex_text(city.hex), spans.DIM)
    title = f"{city.letter}:{city.name}" if city.letter else city.name
    grid.text(city.hex, 1, short(title, grid.room(1)), style)
    grid.texts(city.hex, 2, [(text, spans.good(color)) for text, color in cubes(city.cubes, grid.room(2))])
    grid.text(city.hex, 3, f"={LETTER_OF[city.color]}=", style)
