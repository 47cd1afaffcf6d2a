"""What stands beside the board of Age of Steam in the terminal: players, goods display, supply, legend."""

from collections.abc import Iterable
from typing import Final

from footplate.engine.age_of_steam.board import COLORS
from footplate.engine.age_of_steam.state import State
from footplate.engine.notation import seat_text
from footplate.render import age_of_steam_scene as scene
from footplate.render import age_of_steam_words as words
from footplate.render import spans
from footplate.render.age_of_steam_scene import DICE, Column, Die, Row
from footplate.render.age_of_steam_terminal import LETTER_OF, OPEN_END, short
from footplate.render.blocks import folded, padded
from footplate.render.spans import Line, Lines, Span, with_seats

WIDTH: Final = 39
"""No line here is longer."""

_COLUMNS: Final = (("", 3), ("#", 2), ("$", 4), ("Inc", 4), ("Sh", 3), ("E", 2), ("Trk", 4), ("Pts", 4))
_HEADING: Final = "".join(name.rjust(width) for name, width in _COLUMNS) + " Action"
_EMPTY_BOX: Final = "·"
_LABEL: Final = 6
_CELL: Final = 5


def headline(state: State) -> Lines:
    """Turn, phase, and who is to do what."""
    told = [with_seats(sentence) for sentence in words.news(state)]
    title = words.where(state)
    return [[Span(title, spans.TITLE)], *(line for sentence in told for line in folded(sentence, WIDTH))]


def standings(state: State) -> Lines:
    """The players: place in the order, cash, income, shares, engine, points for track, score if scored now, action."""
    return [[Span(_HEADING.ljust(WIDTH), spans.HEAD)], *(_player(row) for row in scene.table(state))]


def _player(row: Row) -> Line:
    sign = ">" if row.acts else " "
    name = Span(sign + seat_text(row.seat), spans.seat(row.seat))
    if row.score is None:
        return [name, Span("  out", spans.DIM)]
    figures = (row.place, row.cash, row.income, row.shares, row.engine, row.track, row.score)
    cells = [str(figure).rjust(width) for figure, (_, width) in zip(figures, _COLUMNS[1:], strict=True)]
    return [name, Span("".join(cells)), Span(f" {row.role}")]


def details(state: State) -> Lines:
    """The goods display and the supply."""
    dice = scene.dice(state)
    light, dark = dice[:DICE], dice[DICE:]
    supply = [line for told in words.supply(state) for line in folded([Span(told)], WIDTH)]
    return [*_section(light), *_section(dark), [], *supply]


def _section(dice: list[Die]) -> Lines:
    heading = f"{dice[0].section}".ljust(_LABEL) + "".join(str(die.number).rjust(_CELL - 1) + " " for die in dice)
    cities = [Span("".ljust(_LABEL))] + [_cell(die.city) for die in dice]
    lines = [[Span(heading.rstrip().ljust(WIDTH), spans.HEAD)], cities, _boxes("boxes", [die.city for die in dice])]
    new = [die.new_city for die in dice]
    return [*lines, _boxes("new", new)]


def _cell(column: Column) -> Span:
    return Span(short(column.name, _CELL - 1).rjust(_CELL - 1) + " ", spans.city(column.color))


def _boxes(label: str, columns: Iterable[Column | None]) -> Line:
    line = [Span(label.ljust(_LABEL), spans.DIM)]
    for column in columns:
        line += _column(column) if column else [Span(" " * _CELL)]
    return line


def _column(column: Column) -> Line:
    """The boxes of a column from the top, side by side; those of a New City behind its letter."""
    style = spans.city(column.color) if column.on_map else spans.DIM
    letter = Span(f"{column.letter or ' '}", style)
    boxes = [Span(LETTER_OF[box], spans.good(box)) if box else Span(_EMPTY_BOX, spans.DIM) for box in column.boxes]
    return padded([letter, *boxes], _CELL)


def legend(state: State) -> Lines:
    """What the signs of the board mean."""
    seats = [Span(f"{seat + 1} ", spans.seat(seat)) for seat in range(state.rules.seats)]
    goods = [Span(LETTER_OF[color], spans.good(color)) for color in COLORS]
    river, mountain, lake = Span("~~", spans.RIVER), Span("^^", spans.MOUNTAIN), Span("≈", spans.LAKE)
    return [
        [Span("Legend".ljust(WIDTH), spans.HEAD)],
        [Span("track "), *seats, Span("owner, "), Span("-", spans.NOBODY), Span(f" none, {OPEN_END} open")],
        [*goods, Span(" red blue purple yellow blacK")],
        [Span("=R=", spans.city("red")), Span(" city taking red, "), Span("R", spans.good("red")), Span(" cube there")],
        [Span("(Abc) o", spans.TOWN), Span(" town, "), Span("Abc", spans.STOP), Span(" town with track")],
        [river, Span(" river, "), mountain, Span(" mountain, "), lake, Span(" lake (no hex)")],
        [Span("boxes of the goods display: left = top")],
        [Span("Sh shares, E engine, Trk track points")],
    ]
