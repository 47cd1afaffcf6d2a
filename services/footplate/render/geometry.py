"""A flat-top hex board as points, measured in columns across and rows down; whoever draws only has to scale.

Games number their hexes in their own ways, so a hex is a Place here. Edges are numbered as in `engine.hexes`: 0 north,
then clockwise. The centre of the hex in column 0, row 0 is (0, 0).
"""

from collections.abc import Iterable
from typing import Final, NamedTuple


class Place(NamedTuple):
    """Where a hex lies: column from the west, row from the north, 0 first; odd columns lie half a row further south."""

    column: int
    row: int


class Point(NamedTuple):
    """A place on the board: columns from the west, rows from the north."""

    x: float
    y: float


Curve = tuple[Point, Point, Point]
"""A quadratic curve: where it starts, the point it bends towards, where it ends."""

CORNERS: Final = tuple(
    Point(x, y) for x, y in ((-1 / 3, -0.5), (1 / 3, -0.5), (2 / 3, 0.0), (1 / 3, 0.5), (-1 / 3, 0.5), (-2 / 3, 0.0))
)
"""The corners of a hex from its centre, clockwise from the north-west; edge e lies between corners e and e + 1."""

_MIDDLES: Final = tuple(
    Point(x, y) for x, y in ((0.0, -0.5), (0.5, -0.25), (0.5, 0.25), (0.0, 0.5), (-0.5, 0.25), (-0.5, -0.25))
)


def centre(place: Place) -> Point:
    """The middle of a hex."""
    return Point(place.column, place.row + (place.column & 1) / 2)


def corners(place: Place) -> tuple[Point, ...]:
    """The six corners of a hex, clockwise from the north-west."""
    x, y = centre(place)
    return tuple(Point(x + dx, y + dy) for dx, dy in CORNERS)


def edge_middle(place: Place, edge: int) -> Point:
    """The middle of an edge: the same point from both hexes it parts."""
    x, y = centre(place)
    dx, dy = _MIDDLES[edge]
    return Point(x + dx, y + dy)


def track(place: Place, edges: tuple[int, ...]) -> Curve:
    """The course of a piece of track: from edge to edge, or from one edge to the middle of the hex.

    It meets every edge at a right angle, so pieces of neighbouring hexes join without a kink.
    """
    middle = centre(place)
    return edge_middle(place, edges[0]), middle, edge_middle(place, edges[1]) if len(edges) > 1 else middle


def along(curve: Curve, part: float) -> Point:
    """The point of a curve after `part` of it, from 0 to 1."""
    start, bend, end = curve
    before, between, behind = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return Point(
        before * start.x + between * bend.x + behind * end.x,
        before * start.y + between * bend.y + behind * end.y,
    )


def extent(places: Iterable[Place]) -> tuple[Point, Point]:
    """The north-west and south-east corners of the box round these hexes."""
    points = [corner for place in places for corner in corners(place)]
    return (
        Point(min(point.x for point in points), min(point.y for point in points)),
        Point(max(point.x for point in points), max(point.y for point in points)),
    )
