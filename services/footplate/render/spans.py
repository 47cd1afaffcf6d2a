"""Styled text as plain data: what the terminal drawings are made of.

A line is a list of spans and a drawing a list of lines. A style is one of the names of STYLES, never a colour, so
that whoever shows the text decides how a name looks; STYLES says how it should.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from footplate.render import palette

PLAIN: Final = ""
TITLE: Final = "title"
HEAD: Final = "head"
DIM: Final = "dim"
GRID: Final = "grid"
MARK: Final = "mark"
NOBODY: Final = "nobody"
RIVER: Final = "river"
MOUNTAIN: Final = "mountain"
LAKE: Final = "lake"
TOWN: Final = "town"
STOP: Final = "stop"

_SEAT_WORD: Final = re.compile(r"\bP([1-6])\b")


class Span(NamedTuple):
    """A piece of one line; `style` is a name of STYLES."""

    text: str
    style: str = PLAIN


Line = list[Span]
Lines = list[Line]


def seat(number: int) -> str:
    """The style of what a seat (counted from 0) owns; of unowned things for a negative number."""
    return f"seat.{number}" if number >= 0 else NOBODY


def good(color: str) -> str:
    """The style of a goods cube: its letter on its colour."""
    return f"good.{color}"


def city(color: str) -> str:
    """The style of a city that accepts goods of this colour: writing and outlines."""
    return f"city.{color}"


def line(color: str) -> str:
    """The style of the track of a company with this colour."""
    return f"line.{color}"


def livery(color: str) -> str:
    """The style of a company's code on its colour."""
    return f"livery.{color}"


def token(industry: str) -> str:
    """The style of an industry token: its letter on its colour."""
    return f"token.{industry}"


def _styles() -> dict[str, str]:
    fixed = {
        PLAIN: "",
        TITLE: "bold",
        HEAD: "bold underline",
        DIM: "#808080",
        GRID: "#606060",
        MARK: "bold reverse",
        NOBODY: palette.UNOWNED,
        RIVER: "#4F8FD0",
        MOUNTAIN: "#A98252",
        LAKE: "#35608F",
        TOWN: "bold",
        STOP: "bold reverse",
    }
    seats = {seat(number): f"bold {color}" for number, color in enumerate(palette.SEATS)}
    goods = {good(name): f"{palette.ON_FILLS[name]} on {fill}" for name, fill in palette.FILLS.items()}
    cities = {city(name): f"bold {ink}" for name, ink in palette.INKS.items()}
    tracks = {line(name): f"bold {ink}" for name, ink in palette.LINE_INKS.items()}
    liveries = {livery(name): f"bold {palette.ON_LINE_FILLS[name]} on {it}" for name, it in palette.LINE_FILLS.items()}
    tokens = {token(name): f"{palette.ON_TOKEN_FILLS[name]} on {fill}" for name, fill in palette.TOKEN_FILLS.items()}
    return fixed | seats | goods | cities | tracks | liveries | tokens


STYLES: Final[Mapping[str, str]] = MappingProxyType(_styles())
"""Every style by name: words `bold`, `underline` and `reverse`, a hex colour, `on` and a hex colour; "" is plain."""


def text_of(line: Sequence[Span]) -> str:
    """The characters of a line."""
    return "".join(span.text for span in line)


def width_of(lines: Iterable[Sequence[Span]]) -> int:
    """The characters of the longest line."""
    return max((len(text_of(line)) for line in lines), default=0)


def with_seats(text: str, style: str = PLAIN) -> Line:
    """A line in one style, except for the words P1 to P6, which take the styles of their seats."""
    line, start = [], 0
    for found in _SEAT_WORD.finditer(text):
        line += [Span(text[start : found.start()], style), Span(found.group(), seat(int(found.group(1)) - 1))]
        start = found.end()
    line.append(Span(text[start:], style))
    return [span for span in line if span.text]
