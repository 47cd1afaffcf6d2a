"""The board of Stephenson's Rocket in the terminal: towns, track, locomotives, stations, at two sizes."""

from collections.abc import Collection
from typing import Final

from footplate.engine.notation import seat_text
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import CODES, LAND_HEXES, NO_HEADING, TOWN_NAMES, hex_text
from footplate.engine.stephensons_rocket.state import State
from footplate.render import geometry, spans
from footplate.render import stephensons_rocket_scene as scene
from footplate.render.hexgrid import LARGE, SMALL, HexGrid
from footplate.render.spans import Lines
from footplate.render.stephensons_rocket_scene import CITY, INITIALS, LETTERS, START, Engine, Piece, Station, Town

HEADING_SIGNS: Final = ("↑", "↗", "↘", "↓", "↙", "↖")
"""By heading (SR-BRD-03)."""
AT_HOME: Final = "•"
"""Behind a company: its locomotive, which has not moved yet."""
CUT_OFF: Final = "×"
"""Behind a locomotive: its line is isolated."""
RAIL: Final = "o"
TARGET: Final = "?"
"""Where the extension that runs may go."""
_LAND: Final = "."

Parts = list[tuple[str, str]]
"""Text with its style."""


def large(state: State, marked: Collection[int]) -> Lines:
    """The map with hexes of six by four cells, 104 by 69 in all. Every piece of track names its company."""
    grid = HexGrid(LAND_HEXES, LARGE, scene.place)
    for hex_ in LAND_HEXES:
        grid.outline(hex_, spans.GRID)
    _tracks(grid, state)
    for piece in scene.pieces(state):
        _badge(grid, piece)
    for town in scene.towns(state):
        _large_town(grid, town)
    for engine in scene.engines(state):
        grid.texts(engine.hex, 2, _sign(engine, CODES[engine.company]))
    for station in scene.stations(state):
        _large_station(grid, station)
    for hex_ in _targets(state):
        grid.text(hex_, 3, TARGET, spans.MARK)
    for hex_ in marked:
        grid.bracket(hex_, spans.MARK)
    for hex_ in LAND_HEXES:
        if hex_ not in TOWN_NAMES:
            grid.squeeze(hex_, hex_text(hex_), spans.DIM)
    return grid.lines()


def small(state: State, marked: Collection[int]) -> Lines:
    """The map with hexes of four by two cells, columns and rows numbered at its edges: 72 by 35 in all."""
    grid = HexGrid(LAND_HEXES, SMALL, scene.place)
    for hex_ in _bare(state):
        grid.text(hex_, 1, _LAND, spans.GRID)
    _tracks(grid, state)
    for town in scene.towns(state):
        _small_town(grid, town)
    for piece in scene.pieces(state):
        _badge(grid, piece)
    for engine in scene.engines(state):
        grid.texts(engine.hex, 1 if engine.heading == NO_HEADING else 0, _sign(engine, LETTERS[engine.company]))
    for station in scene.stations(state):
        grid.texts(station.hex, 1, _station(station))
    for hex_ in _targets(state):
        grid.text(hex_, 0, TARGET, spans.MARK)
    for hex_ in marked:
        grid.bracket(hex_, spans.MARK)
    return grid.ruled(spans.DIM)


def _bare(state: State) -> list[int]:
    """The hexes on which there is nothing but land."""
    taken = {*TOWN_NAMES, *scene.owners(state), *[station.hex for station in scene.stations(state)]}
    return [hex_ for hex_ in LAND_HEXES if hex_ not in taken]


def _targets(state: State) -> tuple[int, ...]:
    return () if state.veto is None else state.veto.targets


def _tracks(grid: HexGrid, state: State) -> None:
    for piece in scene.pieces(state):
        grid.track(piece.hex, piece.edges, _line(piece.company))
    for engine in scene.engines(state):
        if engine.approach:
            grid.track(engine.hex, engine.approach, _line(engine.company))


def _line(company: int) -> str:
    return spans.line(scene.color(company))


def _badge(grid: HexGrid, piece: Piece) -> None:
    """Writes the company's letter on a piece, or beside it where neighbours hide all of it."""
    letter, style = LETTERS[piece.company], _line(piece.company)
    if not grid.badge(geometry.track(scene.place(piece.hex), piece.edges), letter, style):
        grid.squeeze(piece.hex, letter, style)


def _sign(engine: Engine, name: str) -> Parts:
    """A locomotive: the company, its heading, and whether its line is isolated."""
    heading = AT_HOME if engine.heading == NO_HEADING else HEADING_SIGNS[engine.heading]
    return [(f"{name}{heading}{CUT_OFF if engine.isolated else ''}", spans.livery(scene.color(engine.company)))]


def _station(station: Station) -> Parts:
    owner = (seat_text(station.seat), spans.seat(station.seat))
    if station.company == NOBODY:
        return [owner]
    return [(LETTERS[station.company], _line(station.company)), owner]


def _large_station(grid: HexGrid, station: Station) -> None:
    """Writes the owner where the hex has room, else over its lowest line."""
    name, style = seat_text(station.seat), spans.seat(station.seat)
    if not grid.squeeze(station.hex, name, style):
        grid.text(station.hex, 3, name, style)


def _large_town(grid: HexGrid, town: Town) -> None:
    """A town has four lines: its hex, its name, what makes its kind."""
    style = _line(town.company) if town.kind == START else spans.TOWN
    grid.outline(town.hex, style)
    grid.text(town.hex, 0, hex_text(town.hex), spans.DIM)
    grid.text(town.hex, 1, town.name[: grid.room(1)], spans.STOP if town.kind == CITY else style)
    if town.kind == START:
        grid.text(town.hex, 2, CODES[town.company], style)
    elif town.kind == CITY:
        grid.texts(town.hex, 2, _tokens(town))
    else:
        grid.text(town.hex, 2, f"-{RAIL}-", style)


def _small_town(grid: HexGrid, town: Town) -> None:
    """A town has two lines: its name, what makes its kind."""
    style = _line(town.company) if town.kind == START else spans.TOWN
    grid.text(town.hex, 0, town.short, spans.STOP if town.kind == CITY else style)
    if town.kind == START:
        grid.text(town.hex, 1, LETTERS[town.company], style)
    elif town.kind == CITY:
        grid.texts(town.hex, 1, _tokens(town))
    else:
        grid.text(town.hex, 1, RAIL, style)


def _tokens(town: Town) -> Parts:
    return [(INITIALS[industry], spans.token(industry)) for industry in town.tokens]
