"""The board as points."""

from itertools import combinations
from math import hypot, isclose, sqrt

import pytest

from footplate.engine.hexes import EDGES, neighbour, opposite, parse_hex
from footplate.render import geometry
from footplate.render.age_of_steam_scene import place
from footplate.render.geometry import Place, Point

HEX = Place(10, 8)


def real(point: Point) -> Point:
    """The point on a board of regular hexes with a radius of 1."""
    return Point(1.5 * point.x, sqrt(3) * point.y)


def length(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


@pytest.mark.parametrize("name", ["Q10", "R11"])
@pytest.mark.parametrize("edge", EDGES)
def test_neighbours_share_the_middle_of_their_edge(name: str, edge: int) -> None:
    hex_ = parse_hex(name)
    ours = geometry.edge_middle(place(hex_), edge)
    theirs = geometry.edge_middle(place(neighbour(hex_, edge)), opposite(edge))
    assert length(ours, theirs) < 1e-9


def test_hexes_are_regular() -> None:
    middle = real(geometry.centre(HEX))
    corners = [real(corner) for corner in geometry.corners(HEX)]
    assert all(isclose(length(middle, corner), 1) for corner in corners)
    for edge in EDGES:
        between = Point(*((a + b) / 2 for a, b in zip(corners[edge], corners[(edge + 1) % 6], strict=True)))
        assert length(between, real(geometry.edge_middle(HEX, edge))) < 1e-9


@pytest.mark.parametrize("edges", list(combinations(EDGES, 2)))
def test_track_runs_from_edge_to_edge_within_the_hex(edges: tuple[int, int]) -> None:
    course = geometry.track(HEX, edges)
    assert geometry.along(course, 0) == geometry.edge_middle(HEX, edges[0])
    assert geometry.along(course, 1) == geometry.edge_middle(HEX, edges[1])
    middle = real(geometry.centre(HEX))
    assert all(length(middle, real(geometry.along(course, part / 20))) < sqrt(3) / 2 + 1e-9 for part in range(21))


def test_a_spur_ends_in_the_middle() -> None:
    course = geometry.track(HEX, (2,))
    assert geometry.along(course, 0) == geometry.edge_middle(HEX, 2)
    assert geometry.along(course, 1) == geometry.centre(HEX)


def test_the_extent_holds_every_corner() -> None:
    places = [Place(column, row) for column in range(4) for row in range(3)]
    north_west, south_east = geometry.extent(places)
    assert north_west == Point(-2 / 3, -0.5)
    assert south_east == Point(3 + 2 / 3, 3.0)
