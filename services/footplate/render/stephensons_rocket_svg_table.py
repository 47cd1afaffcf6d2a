"""What stands beside the map in the picture of Stephenson's Rocket: players, companies, supplies, legend."""

from typing import Final

from footplate.engine.notation import seat_text
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import CODES, INDUSTRIES
from footplate.engine.stephensons_rocket.state import GAME_OVER, State
from footplate.render import stephensons_rocket_scene as scene
from footplate.render import stephensons_rocket_svg_signs as signs
from footplate.render import stephensons_rocket_words as words
from footplate.render.blocks import folded
from footplate.render.geometry import Point
from footplate.render.spans import Span, text_of
from footplate.render.stephensons_rocket_scene import Row, Stock
from footplate.render.svg_parts import Ink, box, circle, text

WIDTH: Final = 440.0

Drawn = tuple[list[str], float]
"""Elements, and the height at which the next section begins."""

_TITLE: Final = Ink(size=22, bold=True)
_STATE: Final = Ink(size=14, bold=True)
_HEAD: Final = Ink(size=10.5, fill="#6B665A", bold=True)
_FIGURE: Final = Ink(size=13, anchor="end")
_PLAIN: Final = Ink(size=12)
_SMALL: Final = Ink(size=11.5)
_DIM: Final = Ink(size=12, fill="#6B665A")
_LINE: Final = 15.0
_ROW: Final = 26.0
_STEP: Final = 23.0
_GAP: Final = 28.0
_LETTERS: Final = 60
"""Letters of a sentence that fit into a line."""
_NAMES: Final = 56
"""Letters of the names of towns that fit into a line behind a company's code."""

_MONEY: Final = 92.0
_LEFT: Final = 148.0
_TOKENS: Final = 170.0
_TOKEN: Final = 31.0
_PASSENGERS: Final = 362.0
_COUNTS: Final = (("Stack", 92.0), ("Grey", 130.0), ("Value", 172.0))
_HOLDINGS: Final = 206.0
_HOLDING: Final = 30.0
_MARK: Final = 338.0


def draw(state: State, left: float, top: float) -> Drawn:
    """The whole table, its upper left corner given, and where it ends."""
    parts, y = [text(left, top + 20, scene.GAME.info.title, _TITLE)], top + 46
    for section in (_news, _players, _companies, _towns, _supplies, _legend):
        drawn, y = section(state, left, y)
        parts += drawn
    return parts, y


def _news(state: State, left: float, top: float) -> Drawn:
    told = [text_of(row) for sentence in words.news(state) for row in folded([Span(sentence)], _LETTERS)]
    rows = [text(left, top + 20 + _LINE * line, row, _PLAIN) for line, row in enumerate(told)]
    return [text(left, top, words.where(state), _STATE), *rows], top + 20 + _LINE * len(told) + _GAP


def _players(state: State, left: float, top: float) -> Drawn:
    end = _HEAD._replace(anchor="end")
    heads = [
        (_MONEY, "Money"),
        (_LEFT, "Stations"),
        (_PASSENGERS, "Passengers"),
        (WIDTH, "Score" if state.phase == GAME_OVER else "Score now"),
    ]
    parts = [text(left + x, top, name, end) for x, name in heads]
    parts.append(text(left + _TOKENS, top, "Tokens taken", _HEAD))
    rows = scene.table(state)
    for line, row in enumerate(rows, start=1):
        parts += _player(row, left, top + _ROW * line)
    return parts, top + _ROW * len(rows) + 8 + _GAP


def _player(row: Row, left: float, y: float) -> list[str]:
    parts = []
    if row.acts:
        parts.append(box(left - 6, y - 16, WIDTH + 12, _ROW - 1, fill="#FFFFFF", stroke="#B8B2A2"))
    parts.append(signs.station(row.seat, Point(left + 10, y - 5)))
    figures = ((_MONEY, _known(row.money)), (_LEFT, str(row.stations)), (_PASSENGERS, str(row.passengers)))
    parts += [text(left + x, y, figure, _FIGURE) for x, figure in (*figures, (WIDTH, _known(row.score)))]
    for number, (industry, count) in enumerate(zip(INDUSTRIES, row.tokens, strict=True)):
        x = left + _TOKENS + _TOKEN * number
        parts += [signs.token(industry, x, y - 11), text(x + 17, y, str(count), _PLAIN)]
    return parts


def _known(amount: int | None) -> str:
    return "?" if amount is None else f"{amount:,}"


def _companies(state: State, left: float, top: float) -> Drawn:
    end = _HEAD._replace(anchor="end")
    heads = [*_COUNTS, *[(seat_text(seat), _HOLDINGS + _HOLDING * seat) for seat in range(state.rules.seats)]]
    parts = [text(left, top, "Company", _HEAD), *[text(left + x, top, name, end) for name, x in heads]]
    stocks = scene.stocks(state)
    for line, stock in enumerate(stocks, start=1):
        parts += _stock(stock, left, top + _STEP * line)
    return parts, top + _STEP * len(stocks) + 8 + _GAP


def _stock(stock: Stock, left: float, y: float) -> list[str]:
    parts = [_plate(stock.company, left, y)]
    if stock.absorber != NOBODY:
        return [*parts, text(left + 54, y, f"taken over by {CODES[stock.absorber]}", _DIM)]
    ends = [*[x for _, x in _COUNTS], *[_HOLDINGS + _HOLDING * seat for seat in range(len(stock.holdings))]]
    figures = (stock.stack, stock.grey, stock.value, *stock.holdings)
    parts += [text(left + x, y, str(figure), _FIGURE) for x, figure in zip(ends, figures, strict=True)]
    return [*parts, text(left + _MARK, y, "isolated", _PLAIN)] if stock.isolated else parts


def _plate(company: int, left: float, y: float) -> str:
    return signs.label(company, Point(left + 19, y - 4.5), 38, 15)


def _towns(state: State, left: float, top: float) -> Drawn:
    parts, y = [text(left, top, "Towns linked", _HEAD)], top + _STEP
    for stock in scene.stocks(state):
        if stock.absorber == NOBODY:
            names = folded([Span(", ".join(stock.towns))], _NAMES, 0)
            parts.append(_plate(stock.company, left, y))
            parts += [text(left + 46, y + 14 * line, text_of(row), _SMALL) for line, row in enumerate(names)]
            y += 14 * len(names) + 9
    return parts, y + _GAP - 8


def _supplies(state: State, left: float, top: float) -> Drawn:
    told = ", ".join([f"{name.lower()} {count} of {whole}" for name, count, whole in scene.supplies(state)])
    return [text(left, top, f"Left: {told}", _PLAIN)], top + _GAP + 8


def _legend(_state: State, left: float, top: float) -> Drawn:
    parts = [text(left, top, "Legend", _HEAD)]
    y = top + 24
    engine = Point(left + 14, y)
    parts += [
        signs.engine(0, engine, Point(engine.x + 20, engine.y - 11), isolated=False),
        text(left + 40, y + 4, "locomotive, heading", _PLAIN),
        signs.engine(0, Point(left + 186, y), None, isolated=True),
        text(left + 210, y + 4, "isolated", _PLAIN),
        signs.station(0, Point(left + 286, y)),
        text(left + 302, y + 4, "station of P1", _PLAIN),
    ]
    y += 32
    parts += [signs.railway_town(Point(left + 14, y)), text(left + 28, y + 4, "railway town", _PLAIN)]
    parts += [
        circle(Point(left + 130, y), 5, fill=signs.CASING),
        text(left + 142, y + 4, "end of a taken-over line", _PLAIN),
    ]
    y += 24
    for number, industry in enumerate(INDUSTRIES):
        parts += [
            signs.token(industry, left + 5 + 80 * number, y - 9),
            text(left + 24 + 80 * number, y + 2, industry, _PLAIN),
        ]
    return parts, y + 12
