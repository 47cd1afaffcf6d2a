"""What stands beside the map in the picture of Age of Steam: players, goods display, supply, legend."""

from collections.abc import Iterator, Sequence
from typing import Final

from footplate.engine.age_of_steam.board import COLOR_LETTERS, COLORS
from footplate.engine.age_of_steam.state import State
from footplate.render import age_of_steam_scene as scene
from footplate.render import age_of_steam_words as words
from footplate.render import palette
from footplate.render.age_of_steam_scene import DICE, Column, Die, Row
from footplate.render.blocks import folded
from footplate.render.geometry import Point
from footplate.render.spans import Span, text_of
from footplate.render.svg_parts import Ink, box, circle, element, fitting, text

WIDTH: Final = 384.0
HEIGHT: Final = 690.0

CASING: Final = "#26221C"
UNOWNED: Final = "#C4BFB2"
"""Broken rails on the dark casing; the grey of the terminal would not show there."""
CUBE: Final = 12.0
_LINE: Final = 18.0
_TITLE: Final = Ink(size=22, bold=True)
_STATE: Final = Ink(size=14, bold=True)
_HEAD: Final = Ink(size=10.5, fill="#6B665A", bold=True)
_FIGURE: Final = Ink(size=13, anchor="end")
_PLAIN: Final = Ink(size=12)
_FIGURES: Final = (
    ("#", 36),
    ("Cash", 74),
    ("Income", 124),
    ("Shares", 172),
    ("Engine", 219),
    ("Track", 258),
    ("Score", 297),
)
"""The figures of the players' table and where their columns end."""
_STEP: Final = WIDTH / DICE
_LETTERS: Final = 54
"""Letters of a sentence that fit into a line."""
_PLAYERS: Final = 124.0
_DISPLAY: Final = 264.0
_SECTION: Final = 154.0
_SUPPLY: Final = 580.0


def draw(state: State, left: float, top: float) -> Iterator[str]:
    """The whole table, its upper left corner given."""
    yield text(left, top + 20, scene.GAME.info.title, _TITLE)
    yield text(left, top + 44, words.where(state), _STATE)
    news = [row for sentence in words.news(state) for row in folded([Span(sentence)], _LETTERS)]
    for line, row in enumerate(news):
        yield text(left, top + 62 + 15 * line, text_of(row), _PLAIN)
    yield from _players(state, left, top + _PLAYERS)
    dice = scene.dice(state)
    yield from _section(dice[:DICE], left, top + _DISPLAY)
    yield from _section(dice[DICE:], left, top + _DISPLAY + _SECTION)
    for line, sentence in enumerate(words.supply(state)):
        yield text(left, top + _SUPPLY + 15 * line, sentence, _PLAIN)
    yield from _legend(left, top + _SUPPLY + 74)


def badge(owner: int, middle: Point, radius: float) -> str:
    """The number of a seat on its colour."""
    disc = circle(middle, radius, fill="#FFFFFF", stroke=palette.SEATS[owner], stroke_width=2.5)
    digit = text(middle.x, middle.y + 0.4 * radius, str(owner + 1), Ink(size=1.3 * radius, anchor="middle", bold=True))
    return element("g", disc + digit, class_="owner")


def cubes(colors: Sequence[str], middle: float, top: float, width: float) -> Iterator[str]:
    """Cubes in one row, or in two where one is too short, round a middle."""
    longest = max(1, len(colors) if len(colors) * CUBE <= width else (len(colors) + 1) // 2)
    size = min(CUBE, width / longest)
    for row, start in enumerate(range(0, len(colors), longest)):
        shown = colors[start : start + longest]
        for place, color in enumerate(shown):
            x = middle + (place - len(shown) / 2) * size
            yield cube(color, x, top + row * size, size)


def cube(color: str, x: float, y: float, size: float) -> str:
    """A goods cube with the letter of its colour."""
    square = box(x + 0.5, y + 0.5, size - 1, size - 1, fill=palette.FILLS[color], stroke="#FFFFFF", stroke_width=0.8)
    ink = Ink(size=0.7 * size, fill=palette.ON_FILLS[color], anchor="middle", bold=True)
    return element("g", square + text(x + size / 2, y + 0.75 * size, _letter(color), ink), class_="cube")


def _letter(color: str) -> str:
    return COLOR_LETTERS[COLORS.index(color)]


def _players(state: State, left: float, top: float) -> Iterator[str]:
    for name, end in _FIGURES:
        yield text(left + end, top, name, _HEAD._replace(anchor="end"))
    yield text(left + 306, top, "Action", _HEAD)
    for line, row in enumerate(scene.table(state), start=1):
        yield from _player(row, left, top + 4 + _LINE * line)


def _player(row: Row, left: float, y: float) -> Iterator[str]:
    if row.acts:
        yield box(left - 4, y - 14, WIDTH + 8, _LINE, fill="#FFFFFF", stroke="#B8B2A2")
    yield badge(row.seat, Point(left + 9, y - 5), 7.5)
    if row.score is None:
        yield text(left + 30, y, "eliminated", _PLAIN._replace(fill="#6B665A"))
        return
    figures = (row.place, row.cash, row.income, row.shares, row.engine, row.track, row.score)
    for figure, (_, end) in zip(figures, _FIGURES, strict=True):
        yield text(left + end, y, str(figure), _FIGURE)
    if row.role:
        yield text(left + 306, y, row.role, _PLAIN)


def _section(dice: list[Die], left: float, top: float) -> Iterator[str]:
    """One half of the goods display: for each number of the die a city's boxes and, below, a New City's."""
    yield text(left, top, f"Goods of the {dice[0].section} cities", _HEAD)
    for place, die in enumerate(dice):
        middle = left + (place + 0.5) * _STEP
        yield from _head(die, middle, top + 8)
        yield from _boxes(die.city, middle - 9, top + 40)
        if die.new_city is not None:
            yield from _new_city(die.new_city, middle, top + 98)


def _head(die: Die, middle: float, top: float) -> Iterator[str]:
    name = die.city.name
    yield box(middle - 29, top, 58, 29, rx=3, fill=palette.FILLS[die.city.color])
    fill = palette.ON_FILLS[die.city.color]
    yield text(middle, top + 12, str(die.number), Ink(size=11, fill=fill, anchor="middle", bold=True))
    yield text(middle, top + 24, name, Ink(size=fitting(name, 9.5, 54), fill=fill, anchor="middle"))


def _new_city(column: Column, middle: float, top: float) -> Iterator[str]:
    """The letter of a New City, framed once it stands on the map, and its boxes."""
    fill, rim = palette.FILLS[column.color], CASING if column.on_map else "none"
    yield circle(Point(middle - 14, top + 18), 8, fill=fill, stroke=rim, stroke_width=2)
    ink = Ink(size=10, fill=palette.ON_FILLS[column.color], anchor="middle", bold=True)
    yield text(middle - 14, top + 21.5, column.letter, ink)
    yield from _boxes(column, middle, top)


def _boxes(column: Column, left: float, top: float) -> Iterator[str]:
    """The boxes of a column from the top, each with its cube."""
    for row, color in enumerate(column.boxes):
        y = top + 18 * row
        yield box(left, y, 18, 18, fill="#FFFFFF", stroke="#B8B2A2")
        if color:
            yield cube(color, left + 2, y + 2, 14)


def _legend(left: float, top: float) -> Iterator[str]:
    yield element("path", d=f"M{left:.0f} {top:.0f} h24", stroke=CASING, stroke_width=9)
    looks: dict[str, str | float] = {"stroke": UNOWNED, "stroke_width": 5.5, "stroke_dasharray": "4 3"}
    yield element("path", d=f"M{left:.0f} {top:.0f} h24", **looks)
    yield text(left + 30, top + 4, "unowned track", _PLAIN)
    yield circle(Point(left + 136, top), 4.5, fill="#FFFFFF", stroke=CASING, stroke_width=2)
    yield text(left + 146, top + 4, "open end", _PLAIN)
    yield circle(Point(left + 222, top), 6, fill="#FFFFFF", stroke=CASING, stroke_width=1.5)
    yield text(left + 233, top + 4, "town", _PLAIN)
    yield circle(Point(left + 282, top), 9, fill="#FFFFFF", stroke=CASING, stroke_width=3)
    yield text(left + 297, top + 4, "with track", _PLAIN)
    for place, color in enumerate(COLORS):
        yield cube(color, left + 72 * place, top + 14, 14)
        yield text(left + 72 * place + 19, top + 25, color, _PLAIN)
