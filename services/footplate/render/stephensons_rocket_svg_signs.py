"""The signs in the picture of Stephenson's Rocket that stand both on the map and in the table beside it."""

from typing import Final

from footplate.engine.notation import seat_text
from footplate.engine.stephensons_rocket.board import CODES
from footplate.render import palette
from footplate.render import stephensons_rocket_scene as scene
from footplate.render.geometry import Point
from footplate.render.stephensons_rocket_scene import INITIALS
from footplate.render.svg_parts import Ink, box, circle, element, fitting, polygon, text

CASING: Final = "#26221C"
"""Rims of whatever is laid on the map."""
TOKEN: Final = 13.0
"""The side of an industry token."""
ENGINE: Final = 13.5
"""The radius of a locomotive."""
ROOF: Final = 9.0
"""Half the height of a station."""

_HALO: Final = 2.5
"""The width of the light rim that parts a locomotive from a start town of the same colour."""
_RING: Final = 5.0
"""How far the ring of an isolated line stands off its locomotive."""


def label(company: int, middle: Point, width: float = 27, height: float = 11) -> str:
    """The code of a company on its colour."""
    name = scene.color(company)
    plate = box(
        middle.x - width / 2,
        middle.y - height / 2,
        width,
        height,
        rx=3,
        fill=palette.LINE_FILLS[name],
        stroke=CASING,
        stroke_width=1,
    )
    size = fitting(CODES[company], 0.8 * height, width - 8)
    ink = Ink(size=size, fill=palette.ON_LINE_FILLS[name], anchor="middle", bold=True)
    return element("g", plate + text(middle.x, middle.y + 0.36 * size, CODES[company], ink), class_="label")


def engine(company: int, middle: Point, ahead: Point | None, *, isolated: bool) -> str:
    """A locomotive: a disc with its code. `ahead`: where its heading points; a broken ring: its line is isolated."""
    name = scene.color(company)
    ring: dict[str, str | float] = {"fill": "none", "stroke": CASING, "stroke_width": 2, "stroke_dasharray": "4 3"}
    parts = [circle(middle, ENGINE + _RING, **ring)] if isolated else []
    parts.append(circle(middle, ENGINE + _HALO, fill="#FFFFFF"))
    if ahead is not None:
        parts.append(polygon(_arrow(middle, ahead), fill=CASING))
    parts.append(circle(middle, ENGINE, fill=palette.LINE_FILLS[name], stroke=CASING, stroke_width=2))
    size = fitting(CODES[company], 10, 2 * ENGINE - 7)
    ink = Ink(size=size, fill=palette.ON_LINE_FILLS[name], anchor="middle", bold=True)
    parts.append(text(middle.x, middle.y + 0.36 * size, CODES[company], ink))
    return element("g", "".join(parts), class_="engine", data_company=CODES[company])


def _arrow(middle: Point, ahead: Point) -> tuple[Point, Point, Point]:
    """A triangle that leaves the disc towards a point."""
    x, y = ahead.x - middle.x, ahead.y - middle.y
    length = (x * x + y * y) ** 0.5
    x, y = x / length, y / length
    base, tip, half = ENGINE - 3, ENGINE + 11, 10
    return (
        Point(middle.x + base * x - half * y, middle.y + base * y + half * x),
        Point(middle.x + tip * x, middle.y + tip * y),
        Point(middle.x + base * x + half * y, middle.y + base * y - half * x),
    )


def station(seat: int, middle: Point) -> str:
    """A station: a house in the colour of its owner, with the owner's name."""
    corners = ((-9, -3), (0, -ROOF), (9, -3), (9, ROOF), (-9, ROOF))
    outline = [Point(middle.x + x, middle.y + y) for x, y in corners]
    house = polygon(outline, fill=palette.SEATS[seat], stroke="#FFFFFF", stroke_width=4, stroke_linejoin="round")
    rim = polygon(outline, fill=palette.SEATS[seat], stroke=CASING, stroke_width=1.5, stroke_linejoin="round")
    ink = Ink(size=10, fill="#111111", anchor="middle", bold=True)
    name = text(middle.x, middle.y + 6, seat_text(seat), ink)
    return element("g", house + rim + name, class_="station", data_seat=seat_text(seat))


def token(industry: str, left: float, top: float, side: float = TOKEN) -> str:
    """An industry token: its letter on its colour."""
    square = box(
        left + 0.5,
        top + 0.5,
        side - 1,
        side - 1,
        rx=2,
        fill=palette.TOKEN_FILLS[industry],
        stroke=CASING,
        stroke_width=0.8,
    )
    ink = Ink(size=0.75 * side, fill=palette.ON_TOKEN_FILLS[industry], anchor="middle", bold=True)
    letter = text(left + side / 2, top + 0.77 * side, INITIALS[industry], ink)
    return element("g", square + letter, class_="token")


def shifted(point: Point, x: float, y: float) -> Point:
    """A point moved by so much to the right and down."""
    return Point(point.x + x, point.y + y)


def railway_town(middle: Point) -> str:
    """The sign of a railway town."""
    return circle(middle, 6.5, fill="#FFFFFF", stroke=CASING, stroke_width=3)
