"""Hexes of a flat-top board: columns from the west, odd columns half a hex further south.

A hex is one int, column * 16 + row, so it needs no board to be named and sorts column by column. Its text is a letter
and the column number: the letter's index (A = 0) is twice the row, plus 1 in odd columns. Edges are numbered
clockwise from the top: 0 north, 1 north-east, 2 south-east, 3 south, 4 south-west, 5 north-west. A *port* is one edge
of one hex, hex * 6 + edge.
"""

from typing import Final

from footplate.engine.errors import NotationError

EDGES: Final = (0, 1, 2, 3, 4, 5)
OFF_BOARD: Final = -1
_ROWS: Final = 13
_COLUMNS: Final = 32

_EVEN: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_ODD: Final = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def make_hex(column: int, row: int) -> int:
    """The hex of a column (0 to 31) and a row (0 to 12)."""
    return column * 16 + row


def column_of(hex_: int) -> int:
    """The column, counted from the west, 0 first."""
    return hex_ >> 4


def row_of(hex_: int) -> int:
    """The row within the column, counted from the north, 0 first."""
    return hex_ & 15


def hex_text(hex_: int) -> str:
    """The name of a hex, such as `T9`."""
    column, row = hex_ >> 4, hex_ & 15
    return chr(ord("A") + 2 * row + (column & 1)) + str(column)


def parse_hex(text: str) -> int:
    """The hex of a name; raises NotationError for anything that is not one."""
    letter, digits = text[:1], text[1:]
    number = len(digits) < 3 and digits.isascii() and digits.isdigit() and str(int(digits)) == digits
    if not ("A" <= letter <= "Z" and number):
        raise NotationError(text, text, "a hex is a capital letter and a column number, such as T9")
    index, column = ord(letter) - ord("A"), int(digits)
    if column >= _COLUMNS or index & 1 != column & 1:
        raise NotationError(
            text, text, "no hex has this name: letters A, C, E ... go with even columns, B, D, F ... with odd"
        )
    return make_hex(column, index >> 1)


def neighbour(hex_: int, edge: int) -> int:
    """The hex behind an edge, or OFF_BOARD where the grid ends north or west."""
    column, row = hex_ >> 4, hex_ & 15
    dx, dy = (_ODD if column & 1 else _EVEN)[edge]
    x, y = column + dx, row + dy
    return make_hex(x, y) if 0 <= x < _COLUMNS and 0 <= y < _ROWS else OFF_BOARD


def opposite(edge: int) -> int:
    """The edge of the neighbour that faces this one."""
    return (edge + 3) % 6


def port(hex_: int, edge: int) -> int:
    """The number of one edge of one hex."""
    return hex_ * 6 + edge


def port_text(number: int) -> str:
    """A port for people: `T9:2`."""
    return f"{hex_text(number // 6)}:{number % 6}"
