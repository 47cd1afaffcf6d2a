"""What stands beside the board of Stephenson's Rocket in the terminal: players, companies, supplies, legend."""

from collections.abc import Sequence
from typing import Final

from footplate.engine.notation import seat_text
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import CODES, INDUSTRIES
from footplate.engine.stephensons_rocket.state import State
from footplate.render import spans
from footplate.render import stephensons_rocket_scene as scene
from footplate.render import stephensons_rocket_words as words
from footplate.render.blocks import folded
from footplate.render.spans import Line, Lines, Span, with_seats
from footplate.render.stephensons_rocket_scene import INITIALS, LETTERS, Row, Stock
from footplate.render.stephensons_rocket_terminal import AT_HOME, CUT_OFF, HEADING_SIGNS, RAIL, TARGET

WIDTH: Final = 44
"""No line here is longer."""

_COLUMNS: Final = (
    ("", 3),
    ("Money", 7),
    ("Stn", 5),
    *[(initial, 3) for initial in INITIALS.values()],
    ("Pas", 5),
    ("Score", 8),
)
_HEADING: Final = "".join(name.rjust(width) for name, width in _COLUMNS)
_NAME: Final = 7
_FIGURE: Final = 4
_HOLDING: Final = 3
_UNKNOWN: Final = "?"


def headline(state: State) -> Lines:
    """Turn, phase, and who is to do what."""
    told = [with_seats(sentence) for sentence in words.news(state)]
    return [[Span(words.where(state), spans.TITLE)], *(row for sentence in told for row in folded(sentence, WIDTH))]


def standings(state: State) -> Lines:
    """The players: money, stations left, tokens by industry, passengers, score if scored now; `?` where hidden."""
    return [[Span(_HEADING.ljust(WIDTH), spans.HEAD)], *[_player(row) for row in scene.table(state)]]


def _player(row: Row) -> Line:
    name = Span((">" if row.acts else " ") + seat_text(row.seat), spans.seat(row.seat))
    figures = (_known(row.money), row.stations, *row.tokens, row.passengers, _known(row.score))
    cells = [str(figure).rjust(width) for figure, (_, width) in zip(figures, _COLUMNS[1:], strict=True)]
    return [name, Span("".join(cells))]


def _known(amount: int | None) -> str:
    return _UNKNOWN if amount is None else str(amount)


def details(state: State) -> Lines:
    """The companies with their shares, the towns of each, and the supplies."""
    stocks = scene.stocks(state)
    supplies = ", ".join([f"{name.lower()} {count}" for name, count, _ in scene.supplies(state)])
    return [
        *_shares(state, stocks),
        [],
        *_towns(stocks),
        [],
        [Span(f"Left: {supplies}")],
    ]


def _shares(state: State, stocks: list[Stock]) -> Lines:
    seats = [seat_text(seat) for seat in range(state.rules.seats)]
    heading = "Line".ljust(_NAME) + _figures(("Stk", "Gry", "Val"), seats)
    return [[Span(heading.ljust(WIDTH), spans.HEAD)], *[_stock(stock) for stock in stocks]]


def _stock(stock: Stock) -> Line:
    letter = Span(LETTERS[stock.company], spans.livery(scene.color(stock.company)))
    code = Span(f" {CODES[stock.company]}".ljust(_NAME - 1))
    if stock.absorber != NOBODY:
        return [letter, code, Span(f"  taken over by {CODES[stock.absorber]}", spans.DIM)]
    figures = _figures((stock.stack, stock.grey, stock.value), stock.holdings)
    mark = f"  {CUT_OFF} isolated" if stock.isolated else ""
    return [letter, code, Span(figures), Span(mark)]


def _figures(figures: Sequence[object], holdings: Sequence[object]) -> str:
    return "".join([str(one).rjust(_FIGURE) for one in figures] + [str(one).rjust(_HOLDING) for one in holdings])


def _towns(stocks: list[Stock]) -> Lines:
    lines = [[Span("Towns linked".ljust(WIDTH), spans.HEAD)]]
    for stock in stocks:
        if stock.absorber == NOBODY:
            letter = Span(LETTERS[stock.company], spans.livery(scene.color(stock.company)))
            names = " ".join([scene.short(name) for name in stock.towns])
            lines += folded([letter, Span(f" {names}")], WIDTH)
    return lines


def legend(state: State) -> Lines:
    """What the signs of the board mean."""
    loco = spans.livery(scene.color(0))
    seats = [Span(f"{seat_text(seat)} ", spans.seat(seat)) for seat in range(state.rules.seats)]
    tokens = [part for industry in INDUSTRIES for part in _token(industry)]
    return [
        [Span("Legend".ljust(WIDTH), spans.HEAD)],
        [Span(f"N{HEADING_SIGNS[1]}", loco), Span(" locomotive and its heading")],
        [
            Span(f"N{AT_HOME}", loco),
            Span(" not moved yet, "),
            Span(f"N{HEADING_SIGNS[1]}{CUT_OFF}", loco),
            Span(" isolated"),
        ],
        [Span("N", spans.line(scene.color(0))), Span(" on track: the line's letter, see above")],
        [*seats, Span("stations, "), Span(TARGET, spans.MARK), Span(" may go there")],
        [Span("Abc", spans.STOP), Span(" city and the tokens left there:")],
        tokens,
        [Span("Abc", spans.TOWN), Span(f" {RAIL} railway town, Abc N start town")],
        [Span("Stn stations left, Pas passengers,")],
        [Span("Score: if scored now, Stk: stack, Gry: grey")],
    ]


def _token(industry: str) -> Line:
    return [Span(INITIALS[industry], spans.token(industry)), Span(f" {industry}  ")]
