"""Hexes on a sheet of character cells."""

import pytest

from footplate.engine.hexes import EDGES, make_hex, neighbour, opposite
from footplate.render import geometry
from footplate.render.age_of_steam_scene import place
from footplate.render.hexgrid import LARGE, SMALL, HexGrid, Scale
from footplate.render.terminal import plain

FOUR = tuple(make_hex(column, row) for column in (0, 1) for row in (0, 1))
ONE = make_hex(0, 0)


def test_outlines_fit_together() -> None:
    grid = HexGrid(FOUR, LARGE, place)
    for hex_ in FOUR:
        grid.outline(hex_, "grid")
    assert plain(grid.lines()).splitlines() == [
        "  ____",
        " ╱    ╲",
        "╱      ╲____",
        "╲      ╱    ╲",
        " ╲____╱      ╲",
        " ╱    ╲      ╱",
        "╱      ╲____╱",
        "╲      ╱    ╲",
        " ╲____╱      ╲",
        "      ╲      ╱",
        "       ╲____╱",
    ]


def test_the_sheet_is_just_large_enough() -> None:
    for scale in (SMALL, LARGE):
        grid = HexGrid(FOUR, scale, place)
        for hex_ in FOUR:
            grid.outline(hex_, "grid")
        lines = plain(grid.lines()).splitlines()
        assert len(lines) == grid.canvas.height
        assert max(map(len, lines)) == grid.canvas.width


def test_text_stands_in_the_middle_and_is_cut_to_its_line() -> None:
    grid = HexGrid([ONE], LARGE, place)
    for line, text in enumerate(["abcdefgh", "abcdefgh", "abc", "x"]):
        grid.text(ONE, line, text, "dim")
    assert plain(grid.lines()).splitlines() == ["", "  abcd", " abcdef", "   abc", "    x"]


def test_parts_of_a_text_keep_their_styles() -> None:
    grid = HexGrid([ONE], LARGE, place)
    grid.texts(ONE, 1, [("R", "good.red"), ("B", "good.blue")])
    assert [span.style for span in grid.lines()[2] if span.text.strip()] == ["good.red", "good.blue"]


def test_a_straight_line_down_the_middle() -> None:
    grid = HexGrid([ONE], LARGE, place)
    grid.track(ONE, (0, 3), "seat.0")
    assert plain(grid.lines()).splitlines()[1:] == ["    ⣿"] * 4


@pytest.mark.parametrize("scale", [SMALL, LARGE])
@pytest.mark.parametrize("edge", EDGES)
def test_track_of_neighbours_joins(edge: int, scale: Scale) -> None:
    """Two pieces that meet on an edge leave no gap: their dots touch, if only by a corner."""
    hexes = [make_hex(column, row) for column in range(3) for row in range(3)]
    middle = make_hex(1, 1)
    grid = HexGrid(hexes, scale, place)
    grid.track(middle, (edge,), "seat.0")
    grid.track(neighbour(middle, edge), (opposite(edge),), "seat.0")
    assert connected(dots(plain(grid.lines())))


def dots(text: str) -> set[tuple[int, int]]:
    """The dots of a drawing, each as (across, down)."""
    bits = {
        0x01: (0, 0),
        0x02: (0, 1),
        0x04: (0, 2),
        0x40: (0, 3),
        0x08: (1, 0),
        0x10: (1, 1),
        0x20: (1, 2),
        0x80: (1, 3),
    }
    return {
        (2 * x + dx, 4 * y + dy)
        for y, line in enumerate(text.splitlines())
        for x, char in enumerate(line)
        for bit, (dx, dy) in bits.items()
        if ord(char) >= 0x2800 and ord(char) & bit
    }


def connected(points: set[tuple[int, int]]) -> bool:
    reached, open_ = set[tuple[int, int]](), [min(points)]
    while open_:
        x, y = open_.pop()
        reached.add((x, y))
        near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        open_ += (near & points) - reached
    return reached == points


def test_outlines_leave_track_alone() -> None:
    grid = HexGrid([ONE], LARGE, place)
    grid.track(ONE, (0, 3), "seat.0")
    drawn = dots(plain(grid.lines()))
    grid.outline(ONE, "grid")
    assert dots(plain(grid.lines())) == drawn


def test_a_badge_sits_where_its_own_style_shows() -> None:
    grid = HexGrid([ONE], LARGE, place)
    grid.track(ONE, (0, 3), "seat.0")
    grid.track(ONE, (1, 4), "seat.1")
    for edges, seat in (((0, 3), 0), ((1, 4), 1)):
        assert grid.badge(geometry.track(place(ONE), edges), str(seat + 1), f"seat.{seat}")
    assert not grid.badge(geometry.track(place(ONE), (0, 3)), "3", "seat.2")
    badges = [span for line in grid.lines() for span in line if span.style.startswith("seat.")]
    assert sum(span.text.count("1") for span in badges if span.style == "seat.0") == 1
    assert sum(span.text.count("2") for span in badges if span.style == "seat.1") == 1


def test_squeezed_text_finds_room_or_says_that_there_is_none() -> None:
    grid = HexGrid([ONE], LARGE, place)
    grid.track(ONE, (0, 3), "seat.0")
    assert grid.squeeze(ONE, "A0", "dim")
    assert "A0" in plain(grid.lines())
    assert not grid.squeeze(ONE, "A0A0A", "dim")


def test_squeezed_text_stands_alone() -> None:
    grid = HexGrid([ONE], LARGE, place)
    for line in range(4):
        grid.canvas.put(4, 1 + line, "1")
    assert grid.squeeze(ONE, "T1", "dim")
    assert "T1 1" in plain(grid.lines())


def test_brackets_stand_at_both_ends_of_a_line() -> None:
    for scale, expected in ((LARGE, "[      ]"), (SMALL, "[   ]")):
        grid = HexGrid([ONE], scale, place)
        grid.bracket(ONE, "mark")
        assert expected in plain(grid.lines())


def test_rulers_number_columns_and_rows() -> None:
    grid = HexGrid(FOUR, SMALL, place)
    for hex_ in FOUR:
        grid.text(hex_, 1, ".", "grid")
    assert plain(grid.ruled("dim")).splitlines() == [
        "    00  01",
        "",
        "00   .",
        "         .",
        "01   .",
        "         .",
    ]
