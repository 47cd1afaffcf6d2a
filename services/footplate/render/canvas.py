"""A sheet of character cells to draw on: text, and lines made of braille dots, two across and four down in a cell."""

from typing import Final

from footplate.render.spans import PLAIN, Line, Lines, Span

DOTS_ACROSS: Final = 2
DOTS_DOWN: Final = 4

_BRAILLE: Final = 0x2800
_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot within a cell, by its row and column."""


class Canvas:
    """A sheet under the pen; what falls outside is cut off. A cell holds text or dots, whichever came last."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]
        self._dots = [[0] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = PLAIN) -> None:
        """Writes text from a cell to the right."""
        for offset, char in enumerate(text):
            if self.holds(x + offset, y):
                self._chars[y][x + offset] = char
                self._styles[y][x + offset] = style
                self._dots[y][x + offset] = 0

    def dot(self, across: int, down: int, style: str) -> None:
        """Sets one dot, counted from the top left; its style is that of the whole cell."""
        x, y = across // DOTS_ACROSS, down // DOTS_DOWN
        if self.holds(x, y):
            self._dots[y][x] |= _BITS[down % DOTS_DOWN][across % DOTS_ACROSS]
            self._styles[y][x] = style

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell is on the sheet."""
        return 0 <= x < self.width and 0 <= y < self.height

    def is_free(self, x: int, y: int, length: int, blanks: str = " ") -> bool:
        """Whether a run of cells is on the sheet and shows nothing but `blanks`."""
        return all(
            self.holds(cell, y) and not self._dots[y][cell] and self._chars[y][cell] in blanks
            for cell in range(x, x + length)
        )

    def is_word(self, x: int, y: int, others: str = "") -> bool:
        """Whether a cell shows a letter, a digit or one of the `others`."""
        shown = self.holds(x, y) and not self._dots[y][x]
        return shown and (self._chars[y][x].isalnum() or self._chars[y][x] in others)

    def has_dots(self, x: int, y: int, style: str | None = None) -> bool:
        """Whether a cell shows dots, of this style if one is given."""
        return self.holds(x, y) and self._dots[y][x] > 0 and style in (None, self._styles[y][x])

    def lines(self) -> Lines:
        """The sheet as styled text, without the blanks at the ends of lines."""
        return [self._line(y) for y in range(self.height)]

    def _line(self, y: int) -> Line:
        runs: list[tuple[str, str]] = []
        for x in range(self.width):
            char, style = self._char(x, y), self._styles[y][x]
            if runs and runs[-1][1] == style:
                runs[-1] = (runs[-1][0] + char, style)
            else:
                runs.append((char, style))
        if runs and runs[-1][1] == PLAIN:
            runs[-1] = (runs[-1][0].rstrip(), PLAIN)
        return [Span(text, style) for text, style in runs if text]

    def _char(self, x: int, y: int) -> str:
        return chr(_BRAILLE + self._dots[y][x]) if self._dots[y][x] else self._chars[y][x]
