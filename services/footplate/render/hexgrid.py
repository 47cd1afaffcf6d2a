"""Flat-top hexes on a sheet of character cells, at two sizes; every game's terminal board is drawn through it."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from footplate.render import geometry
from footplate.render.canvas import DOTS_ACROSS, DOTS_DOWN, Canvas
from footplate.render.geometry import Curve, Place, Point
from footplate.render.spans import Lines, Span

_STEPS: Final = 64
"""Points along one piece of track: more than it has dots."""
_BADGE_AT: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)
"""Where along a piece its badge may sit, best first."""


_BLANKS: Final = " _"
"""What text may cover."""


class Scale(NamedTuple):
    """The size of a hex in cells.

    `across`: from one column to the next. `down`: from one row to the next, an even number. `weight`: dots in the
    width of a line of track. A hex has `down` lines; the upper and lower halves widen towards its middle.
    """

    across: int
    down: int
    weight: int

    @property
    def half(self) -> int:
        """Lines of half a hex: odd columns start that much lower, and slanted edges are that wide."""
        return self.down // 2


LARGE: Final = Scale(across=6, down=4, weight=2)
SMALL: Final = Scale(across=4, down=2, weight=1)


class HexGrid:
    """The hexes of one board, starting at column 0, row 0, on a sheet just large enough for them.

    `place` says where a hex lies, in whatever way the game numbers its hexes.
    """

    def __init__(self, hexes: Iterable[int], scale: Scale, place: Callable[[int], Place]) -> None:
        self._hexes = tuple(hexes)
        self.scale = scale
        self._place = place
        last_column = max(place(hex_).column for hex_ in self._hexes)
        last_line = max(self._top(hex_) for hex_ in self._hexes) + scale.down
        self.canvas = Canvas((last_column + 1) * scale.across + scale.half, last_line)

    def outline(self, hex_: int, style: str) -> None:
        """Draws the border of a hex over whatever lies there, except over track."""
        left, top, half, across = self._left(hex_), self._top(hex_), self.scale.half, self.scale.across
        for line in range(half):
            inset, low = half - 1 - line, top + half + line
            self._border(left + inset, top + line, "╱", style)
            self._border(left + across + line, top + line, "╲", style)
            self._border(left + line, low, "╲", style)
            self._border(left + across + inset, low, "╱", style)
        for x in range(left + half, left + across):
            self._border(x, top - 1, "_", style)
            self._border(x, top + self.scale.down - 1, "_", style)

    def _border(self, x: int, y: int, char: str, style: str) -> None:
        if not self.canvas.has_dots(x, y):
            self.canvas.put(x, y, char, style)

    def bracket(self, hex_: int, style: str) -> None:
        """Draws brackets at both ends of the line above the middle of a hex, over whatever lies there."""
        line = self.scale.half - 1
        left, y = self._start(hex_, line) - 1, self._top(hex_) + line
        self.canvas.put(left, y, "[", style)
        self.canvas.put(left + 1 + self.room(line), y, "]", style)

    def room(self, line: int) -> int:
        """How many characters fit into a line of a hex, counted from 0."""
        return self.scale.across - self.scale.half + 2 * self._inset(line)

    def text(self, hex_: int, line: int, text: str, style: str) -> None:
        """Writes into the middle of a line of a hex; what does not fit is cut off."""
        shown = text[: self.room(line)]
        start = self._start(hex_, line) + (self.room(line) - len(shown) + 1) // 2
        self.canvas.put(start, self._top(hex_) + line, shown, style)

    def texts(self, hex_: int, line: int, parts: Sequence[tuple[str, str]]) -> None:
        """Writes parts, each a text and its style, side by side into the middle of a line of a hex."""
        length = sum(len(text) for text, _ in parts)
        x = self._start(hex_, line) + max(0, (self.room(line) - length + 1) // 2)
        for text, style in parts:
            self.canvas.put(x, self._top(hex_) + line, text, style)
            x += len(text)

    def squeeze(self, hex_: int, text: str, style: str) -> bool:
        """Writes where a hex has room left, as near to its middle as can be; says whether it had any.

        Its lower border counts as room; characters that are no part of the text are kept at a distance.
        """
        for line in sorted(range(self.scale.down), key=self._off_middle):
            slack, y = self.room(line) - len(text), self._top(hex_) + line
            for x in _from_middle(self._start(hex_, line), slack):
                if self._stands_alone(x, y, len(text)):
                    self.canvas.put(x, y, text, style)
                    return True
        return False

    def _stands_alone(self, x: int, y: int, length: int) -> bool:
        beside = self.canvas.is_word(x - 1, y) or self.canvas.is_word(x + length, y)
        return self.canvas.is_free(x, y, length, _BLANKS) and not beside

    def track(self, hex_: int, edges: tuple[int, ...], style: str) -> None:
        """Draws a piece of track (see `geometry.track`)."""
        curve = geometry.track(self._place(hex_), edges)
        for step in range(_STEPS + 1):
            self._blot(geometry.along(curve, step / _STEPS), style)

    def badge(self, curve: Curve, char: str, style: str) -> bool:
        """Puts one character on a piece of track where it shows this style; says whether there was such a place."""
        for part in _BADGE_AT:
            x, y = self._cell(geometry.along(curve, part))
            if self.canvas.has_dots(x, y, style):
                self.canvas.put(x, y, char, style)
                return True
        return False

    def mark(self, point: Point, char: str, style: str) -> None:
        """Puts one character on a point of the board, unless a letter, a digit or a dash stands there."""
        x, y = self._cell(point)
        if not self.canvas.is_word(x, y, "-"):
            self.canvas.put(x, y, char, style)

    def lines(self) -> Lines:
        """The drawing."""
        return self.canvas.lines()

    def ruled(self, style: str) -> Lines:
        """The drawing with the numbers of the columns in its first line and those of the rows to the left.

        Odd columns lie half a row lower than the numbers of their rows. For drawings without outlines, which would
        need the first line.
        """
        known = [self._place(hex_) for hex_ in self._hexes]
        for column in range(max(place.column for place in known) + 1):
            self.canvas.put(column * self.scale.across + self.scale.half, 0, f"{column:02}", style)
        margin = {
            1 + row * self.scale.down + self.scale.half: f"{row:02} "
            for row in range(max(place.row for place in known) + 1)
        }
        return [[Span(margin.get(y, "   "), style), *line] for y, line in enumerate(self.canvas.lines())]

    def _left(self, hex_: int) -> int:
        return self._place(hex_).column * self.scale.across

    def _top(self, hex_: int) -> int:
        column, row = self._place(hex_)
        return 1 + row * self.scale.down + (column & 1) * self.scale.half

    def _inset(self, line: int) -> int:
        return min(line, self.scale.down - 1 - line)

    def _start(self, hex_: int, line: int) -> int:
        return self._left(hex_) + self.scale.half - self._inset(line)

    def _off_middle(self, line: int) -> int:
        return abs(2 * line + 1 - self.scale.down)

    def _dots(self, point: Point) -> tuple[float, float]:
        """A point in dots: the middle of a hex lies in the middle of a cell across and between two cells down."""
        scale = self.scale
        middle = (scale.across + scale.half) // 2 + 0.5
        return (
            (point.x * scale.across + middle) * DOTS_ACROSS,
            (1 + (point.y + 0.5) * scale.down) * DOTS_DOWN,
        )

    def _cell(self, point: Point) -> tuple[int, int]:
        across, down = self._dots(point)
        return math.floor(across / DOTS_ACROSS), math.floor(down / DOTS_DOWN)

    def _blot(self, point: Point, style: str) -> None:
        across, down = self._dots(point)
        for dx in range(self.scale.weight):
            for dy in range(self.scale.weight):
                self.canvas.dot(math.floor(across + dx - 0.5), math.floor(down + dy - 0.5), style)


def _from_middle(start: int, slack: int) -> list[int]:
    """The cells from `start` to `start + slack`, the middle ones first."""
    return sorted(range(start, start + slack + 1), key=lambda cell: abs(2 * (cell - start) - slack))
