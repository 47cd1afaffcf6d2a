"""A position of Stephenson's Rocket as a picture: the map on the left, the table on the right."""

from collections.abc import Collection, Iterator
from typing import Final

from footplate.engine.stephensons_rocket.board import CODES, LAND_HEXES, NO_HEADING, TOWN_NAMES, hex_text
from footplate.engine.stephensons_rocket.maps import england
from footplate.engine.stephensons_rocket.state import State
from footplate.render import geometry, palette, svg_parts
from footplate.render import stephensons_rocket_scene as scene
from footplate.render import stephensons_rocket_svg_signs as signs
from footplate.render import stephensons_rocket_svg_table as table
from footplate.render.geometry import Point
from footplate.render.stephensons_rocket_scene import CITY, RAILWAY, START, Engine, Piece, Station, Town
from footplate.render.stephensons_rocket_svg_signs import CASING, TOKEN, shifted
from footplate.render.svg_parts import Ink, Scale, circle, fitting, group, hexagon, path, text

RADIUS: Final = 32.0
MARGIN: Final = 24.0
PAPER: Final = "#F6F3EA"

_SEA: Final = "#CFE1EC"
_LAND: Final = "#E3E9CC"
_GROUND: Final = {CITY: "#FBF7E4", RAILWAY: "#C9CDB4"}
"""What the hexes of towns are filled with; start towns have the colour of their company."""
_RIM: Final = "#AEB68F"
_ID: Final = Ink(size=7.5, fill="#6B6F58", anchor="middle", halo=True)
_NAME: Final = Ink(size=10, anchor="middle", bold=True)
_SIGN: Final = 9.0
"""How far below the middle of its hex a town has its sign, a start town its locomotive."""
_LOW: Final = 17.0
"""How far below the middle of its hex a station stands that has track above it."""


def draw(state: State, marked: Collection[int]) -> str:
    """The picture, an SVG document."""
    north_west, south_east = geometry.extent(map(scene.place, LAND_HEXES))
    origin = Scale(0, 0, RADIUS).at(north_west)
    scale = Scale(2 * MARGIN - origin.x, 2 * MARGIN - origin.y, RADIUS)
    corner = shifted(scale.at(south_east), MARGIN, MARGIN)
    panel, bottom = table.draw(state, corner.x + MARGIN, MARGIN)
    width, height = corner.x + table.WIDTH + 2 * MARGIN, max(corner.y, bottom) + MARGIN
    layers = (
        svg_parts.box(0, 0, width, height, fill=PAPER),
        svg_parts.box(MARGIN, MARGIN, corner.x - MARGIN, corner.y - MARGIN, rx=12, fill=_SEA),
        group("ground", _ground(scale)),
        group("track", _tracks(state, scale)),
        group("places", _places(state, scale)),
        group("targets", _targets(state, scale)),
        group("labels", _labels(state, scale)),
        group("stations", _stations(state, scale)),
        group("engines", _engines(state, scale)),
        group("marks", [_outline(hex_, scale, fill="none", stroke="#111111", stroke_width=3) for hex_ in marked]),
        group("table", panel),
    )
    return svg_parts.document(width, height, f"{scene.GAME.info.title}, {england.TITLE}", layers)


def _outline(hex_: int, scale: Scale, **looks: str | float) -> str:
    return hexagon(scene.place(hex_), scale, **looks)


def _middle(hex_: int, scale: Scale) -> Point:
    return scale.at(geometry.centre(scene.place(hex_)))


def _ground(scale: Scale) -> Iterator[str]:
    for hex_ in LAND_HEXES:
        yield _outline(hex_, scale, fill=_LAND, stroke=_RIM, data_hex=hex_text(hex_))


def _tracks(state: State, scale: Scale) -> Iterator[str]:
    """Rails in the company's colour within a dark rim, its code on every tile."""
    pieces = scene.pieces(state)
    ways = [(piece.hex, piece.edges, piece.company) for piece in pieces]
    ways += [(engine.hex, engine.approach, engine.company) for engine in scene.engines(state) if engine.approach]
    for hex_, edges, company in ways:
        course = geometry.track(scene.place(hex_), edges)
        told = {"data_hex": hex_text(hex_), "data_company": CODES[company]}
        yield path(course, scale, stroke=CASING, stroke_width=10)
        yield path(course, scale, stroke=palette.LINE_FILLS[scene.color(company)], stroke_width=6, class_="way", **told)
    for piece in pieces:
        yield from _tile(piece, scale)


def _tile(piece: Piece, scale: Scale) -> Iterator[str]:
    course = geometry.track(scene.place(piece.hex), piece.edges)
    if len(piece.edges) == 1:
        yield circle(_middle(piece.hex, scale), 5, fill=CASING, class_="end")
    yield signs.label(piece.company, scale.at(geometry.along(course, 0.5 if len(piece.edges) > 1 else 0.2)))


def _places(state: State, scale: Scale) -> Iterator[str]:
    for town in scene.towns(state):
        fill = palette.LINE_FILLS[scene.color(town.company)] if town.kind == START else _GROUND[town.kind]
        yield _outline(town.hex, scale, fill=fill, stroke=CASING, stroke_width=1.5, data_town=town.name)
        middle = _middle(town.hex, scale)
        if town.kind == RAILWAY:
            yield signs.railway_town(shifted(middle, 0, _SIGN))
        for number, industry in enumerate(town.tokens):
            left = middle.x + (number - len(town.tokens) / 2) * (TOKEN + 1)
            yield signs.token(industry, left, middle.y + _SIGN - TOKEN / 2)


def _labels(state: State, scale: Scale) -> Iterator[str]:
    ways = {piece.hex: piece.edges for piece in scene.pieces(state)}
    ways |= {engine.hex: (*engine.approach, engine.heading) for engine in scene.engines(state)}
    for hex_ in LAND_HEXES:
        if hex_ not in TOWN_NAMES:
            point = _middle(hex_, scale)
            x, y = _beside_track(ways.get(hex_, ()))
            yield text(point.x + x, point.y + y, hex_text(hex_), _ID)
    home = {engine.hex for engine in scene.engines(state)}
    for town in scene.towns(state):
        yield from _town(town, _middle(town.hex, scale), is_home=town.hex in home)


def _beside_track(edges: tuple[int, ...]) -> tuple[float, float]:
    """Where a hex has its id, from its middle: on top, or beside track that runs there."""
    if _NORTH not in edges:
        return 0, -19
    return (15 if _NORTH_WEST in edges or _SOUTH_WEST in edges else -15), -12


def _town(town: Town, middle: Point, *, is_home: bool) -> Iterator[str]:
    """The name above the sign of a town; no action names the hex of a town, so its id needs no room."""
    fill = palette.ON_LINE_FILLS[scene.color(town.company)] if town.kind == START else _NAME.fill
    high, room = (10, 1.65) if town.kind == START else (4, 1.7)
    size = fitting(town.name, 10, room * RADIUS)
    yield text(middle.x, middle.y - high, town.name, _NAME._replace(size=size, fill=fill))
    if town.kind == START and not is_home:
        yield text(middle.x, middle.y + _SIGN + 4, CODES[town.company], Ink(size=10, fill=fill, anchor="middle"))


def _targets(state: State, scale: Scale) -> Iterator[str]:
    """Where the extension that runs may go, broken lines round those that nobody has won so far."""
    if state.veto is None:
        return
    for hex_ in state.veto.targets:
        broken = {} if hex_ == state.veto.hex else {"stroke_dasharray": "5 4"}
        told = {"class_": "target", "data_hex": hex_text(hex_)}
        yield _outline(hex_, scale, fill="#FFFFFF", fill_opacity=0.45, stroke=CASING, stroke_width=3, **broken, **told)


def _stations(state: State, scale: Scale) -> Iterator[str]:
    engines = {engine.hex: engine for engine in scene.engines(state)}
    for station in scene.stations(state):
        yield signs.station(station.seat, _spot(state, station, engines.get(station.hex), scale))


def _spot(state: State, station: Station, engine: Engine | None, scale: Scale) -> Point:
    """In the middle of the hex; below track; beside a locomotive, away from where it is heading."""
    middle = _middle(station.hex, scale)
    if engine is not None:
        return shifted(middle, 19 if engine.heading in _WESTWARD else -19, 13)
    return shifted(middle, 0, _LOW if station.hex in state.tiles else 3)


_NORTH: Final = 0
_SOUTH_WEST: Final = 4
_NORTH_WEST: Final = 5
_WESTWARD: Final = (1, _SOUTH_WEST, _NORTH_WEST)
"""Headings whose track or arrow takes up the south-west of the hex."""


def _engines(state: State, scale: Scale) -> Iterator[str]:
    for engine in scene.engines(state):
        middle = _middle(engine.hex, scale)
        if engine.heading == NO_HEADING:
            yield signs.engine(engine.company, shifted(middle, 0, _SIGN), None, isolated=engine.isolated)
        else:
            ahead = scale.at(geometry.edge_middle(scene.place(engine.hex), engine.heading))
            yield signs.engine(engine.company, middle, ahead, isolated=engine.isolated)
