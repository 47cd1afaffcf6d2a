"""A position of Age of Steam as a picture: the map on the left, the table on the right."""

from collections.abc import Collection, Iterator
from typing import Final

from footplate.engine.age_of_steam.board import CITY, LAKE, MAPS, MOUNTAIN, PLAIN, RIVER
from footplate.engine.age_of_steam.board import TOWN as TOWN_HEX
from footplate.engine.age_of_steam.state import NOWHERE, State
from footplate.engine.hexes import hex_text, parse_hex
from footplate.render import age_of_steam_scene as scene
from footplate.render import age_of_steam_svg_table as table
from footplate.render import geometry, palette, svg_parts
from footplate.render.age_of_steam_scene import City, Piece, Stretch, Town
from footplate.render.geometry import Point
from footplate.render.svg_parts import Ink, Scale, circle, element, fitting, group, hexagon, path, polygon, text

RADIUS: Final = 36.0
MARGIN: Final = 24.0
PAPER: Final = "#F6F3EA"

_GROUND: Final = {
    PLAIN: "#E3E9CC",
    RIVER: "#E3E9CC",
    MOUNTAIN: "#CBB896",
    TOWN_HEX: "#E3E9CC",
    CITY: "#E3E9CC",
    LAKE: "#C3DDEE",
}
_RIM: Final = "#AEB68F"
_WATER: Final = "#7FB2D9"
_ROCK: Final = "#8A7350"
_BADGE: Final = 7.5
_NAME: Final = Ink(size=7.5, fill="#6B6F58", anchor="middle", halo=True)


def draw(state: State, marked: Collection[int]) -> str:
    """The picture, an SVG document."""
    board = state.rules.board
    north_west, south_east = geometry.extent(map(scene.place, board.kind))
    origin = Scale(0, 0, RADIUS).at(north_west)
    scale = Scale(MARGIN - origin.x, MARGIN - origin.y, RADIUS)
    corner = scale.at(south_east)
    height = max(corner.y, table.HEIGHT) + MARGIN
    width = corner.x + table.WIDTH + 2 * MARGIN
    title = f"{scene.GAME.info.title}, {MAPS[board.name].TITLE}"
    layers = (
        group("ground", _ground(state, scale)),
        group("water", _rivers(state, scale)),
        group("track", _tracks(state, scale)),
        group("places", [*_cities(state, scale), *_towns(state, scale)]),
        group("owners", _owners(state, scale)),
        group("labels", _labels(state, scale)),
        group("marks", [_outline(hex_, scale, fill="none", stroke="#111111", stroke_width=3) for hex_ in marked]),
        group("table", table.draw(state, corner.x + MARGIN, MARGIN)),
    )
    paper = svg_parts.box(0, 0, width, height, fill=PAPER)
    return svg_parts.document(width, height, title, (paper, *layers))


def _outline(hex_: int, scale: Scale, **looks: str | float) -> str:
    return hexagon(scene.place(hex_), scale, **looks)


def _ground(state: State, scale: Scale) -> Iterator[str]:
    for hex_, kind in state.rules.board.kind.items():
        rim = _GROUND[LAKE] if kind == LAKE else _RIM
        yield _outline(hex_, scale, fill=_GROUND[kind], stroke=rim, data_hex=hex_text(hex_))
        if kind == MOUNTAIN:
            yield _peaks(scale.at(geometry.centre(scene.place(hex_))))


def _peaks(middle: Point) -> str:
    """Two peaks in the lower half of the hex."""
    course = "".join(f"M{x - 9} {y + 8} L{x} {y - 8} L{x + 9} {y + 8} Z" for x, y in ((-7, 14), (7, 16)))
    move = f"translate({svg_parts.number(middle.x)} {svg_parts.number(middle.y)})"
    return element("path", d=course, transform=move, fill=_ROCK, stroke=_GROUND[MOUNTAIN], stroke_width=1.5)


def _rivers(state: State, scale: Scale) -> Iterator[str]:
    for name, start, end in MAPS[state.rules.board.name].RIVER_COURSES:
        course = geometry.track(scene.place(parse_hex(name)), (start, end))
        yield path(course, scale, stroke=_WATER, stroke_width=7, stroke_opacity=0.75)


def _tracks(state: State, scale: Scale) -> Iterator[str]:
    for stretch in scene.stretches(state):
        for piece in stretch.pieces:
            yield from _piece(piece, stretch.owner, scale)


def _piece(piece: Piece, owner: int, scale: Scale) -> Iterator[str]:
    """Rails in the owner's colour within a dark rim; unowned ones are broken."""
    course = geometry.track(scene.place(piece.hex), piece.edges)
    color = palette.SEATS[owner] if owner >= 0 else table.UNOWNED
    yield path(course, scale, stroke=table.CASING, stroke_width=9)
    broken = {} if owner >= 0 else {"stroke_dasharray": "4 3"}
    told = {"data_hex": hex_text(piece.hex), "data_owner": str(owner)}
    yield path(course, scale, stroke=color, stroke_width=5.5, class_="piece", **told, **broken)
    if piece.open != NOWHERE:
        end = scale.at(geometry.edge_middle(scene.place(piece.hex), piece.open))
        yield circle(end, 4.5, fill=PAPER, stroke=table.CASING, stroke_width=2, class_="open")


def _cities(state: State, scale: Scale) -> Iterator[str]:
    smaller = scale._replace(radius=scale.radius * 0.94)
    for city in scene.cities(state):
        middle = scale.at(geometry.centre(scene.place(city.hex)))
        corners = [Point(middle.x + corner.x, middle.y + corner.y) for corner in _corners(smaller)]
        yield polygon(corners, fill=palette.FILLS[city.color], stroke=table.CASING, stroke_width=2, data_city=city.name)
        yield from table.cubes(city.cubes, middle.x, middle.y + 4, 1.4 * smaller.radius)


def _corners(scale: Scale) -> list[Point]:
    """The corners of a hex round (0, 0)."""
    return [scale._replace(left=0, top=0).at(corner) for corner in geometry.CORNERS]


def _towns(state: State, scale: Scale) -> Iterator[str]:
    for town in scene.towns(state):
        rim = 3 if town.is_stop else 1.5
        radius = 9.0 if town.is_stop else 6.0
        middle = scale.at(geometry.centre(scene.place(town.hex)))
        yield circle(middle, radius, fill="#FFFFFF", stroke=table.CASING, stroke_width=rim, data_town=town.name)


def _owners(state: State, scale: Scale) -> Iterator[str]:
    """A badge with the owner's number on every section, near its middle and clear of the other badges."""
    taken: list[Point] = []
    for stretch in scene.stretches(state):
        if stretch.owner >= 0:
            spots = [scale.at(spot) for spot in _spots(stretch)]
            taken.append(next((spot for spot in spots if _is_clear(spot, taken)), spots[0]))
            yield table.badge(stretch.owner, taken[-1], _BADGE)


def _spots(stretch: Stretch) -> Iterator[Point]:
    """Where the badge of a section may sit, best first."""
    for piece in stretch.from_middle:
        course = geometry.track(scene.place(piece.hex), piece.edges)
        for part in (0.5, 0.25, 0.75) if len(piece.edges) > 1 else (0.2,):
            yield geometry.along(course, part)


def _is_clear(spot: Point, taken: Collection[Point]) -> bool:
    return all((spot.x - other.x) ** 2 + (spot.y - other.y) ** 2 > (2.5 * _BADGE) ** 2 for other in taken)


def _labels(state: State, scale: Scale) -> Iterator[str]:
    cities = {city.hex: city for city in scene.cities(state)}
    for hex_, kind in state.rules.board.kind.items():
        if kind != LAKE and hex_ not in cities:
            point = scale.at(geometry.centre(scene.place(hex_)))
            yield text(point.x, point.y - 20, hex_text(hex_), _NAME)
    for city in cities.values():
        yield from _city_labels(city, scale.at(geometry.centre(scene.place(city.hex))))
    for town in scene.towns(state):
        yield _town_label(town, scale.at(geometry.centre(scene.place(town.hex))))


def _city_labels(city: City, middle: Point) -> Iterator[str]:
    fill = palette.ON_FILLS[city.color]
    head = f"{hex_text(city.hex)} · {city.letter}" if city.letter else hex_text(city.hex)
    yield text(middle.x, middle.y - 18, head, Ink(size=9, fill=fill, anchor="middle"))
    size = fitting(city.name, 11.5, 1.5 * RADIUS)
    yield text(middle.x, middle.y - 3, city.name, Ink(size=size, fill=fill, anchor="middle", bold=True))


def _town_label(town: Town, middle: Point) -> str:
    size = fitting(town.name, 9.5, 1.5 * RADIUS)
    return text(middle.x, middle.y + 21, town.name, Ink(size=size, anchor="middle", bold=True, halo=True))
