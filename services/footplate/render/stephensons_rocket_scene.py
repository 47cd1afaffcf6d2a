"""What there is to see in a position of Stephenson's Rocket, told once for the terminal and for pictures."""

from typing import Final, NamedTuple

from footplate.engine.notation import Source
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import (
    CITY_AT,
    CODES,
    COMPANY_COLORS,
    HEADINGS,
    INDUSTRIES,
    KINDS,
    NO_HEADING,
    PASSENGERS,
    SHARES,
    STARTS,
    TILES,
    TOWN_NAMES,
    column_of,
    entry_edge,
    hexes_in,
    row_of,
)
from footplate.engine.stephensons_rocket.notation import read_hex
from footplate.engine.stephensons_rocket.rules import StephensonsRocket
from footplate.engine.stephensons_rocket.scoring import standings
from footplate.engine.stephensons_rocket.state import (
    HIDDEN,
    Company,
    State,
    grey_left,
    grey_shares,
    has_moved,
    passengers_left,
    stations_left,
    tiles_left,
    tokens_left,
)
from footplate.render.geometry import Place

GAME: Final = StephensonsRocket()
LETTERS: Final = ("N", "Y", "L", "E", "G", "W", "S")
"""One letter for each company, for where its code is too long; no two alike."""
INITIALS: Final = {industry: industry[0].upper() for industry in INDUSTRIES}
"""The letter of each industry."""
NUMBER_OF: Final = {code: number for number, code in enumerate(CODES)}

START: Final = "start"
CITY: Final = "city"
RAILWAY: Final = "railway"
"""The kinds of town (SR-BRD-05)."""

_SHORT: Final = {
    "Brighton": "Bgt",
    "Bristol": "Bri",
    "Northampton": "Nhm",
    "Norwich": "Nwc",
}
"""Where the first three letters would be those of another town."""


class Town(NamedTuple):
    """A town. `kind`: start, city or railway. `company`: whose start town it is, NOBODY for others.

    `tokens`: the industries of the tokens still lying in a city, one entry a token.
    """

    hex: int
    name: str
    kind: str
    company: int
    tokens: tuple[str, ...]

    @property
    def short(self) -> str:
        """Three letters of the name, no two towns alike."""
        return short(self.name)


class Piece(NamedTuple):
    """A track tile. `edges`: two, or one for that of an absorbed locomotive. `company`: whose line it is now."""

    hex: int
    edges: tuple[int, ...]
    company: int


class Engine(NamedTuple):
    """A locomotive. `heading`: of its last step, NO_HEADING before its first. `isolated`: its line is."""

    hex: int
    company: int
    heading: int
    isolated: bool

    @property
    def approach(self) -> tuple[int, ...]:
        """The edge by which it came in, as the one edge of a piece of track; empty before its first step."""
        return () if self.heading == NO_HEADING else (entry_edge(self.heading),)


class Station(NamedTuple):
    """A station. `company`: whose line it stands on, NOBODY where there is none (SR-TRM-11)."""

    hex: int
    seat: int
    company: int


class Row(NamedTuple):
    """A player's line of the table.

    `turn`: whether it is his turn; `acts`: whether he decides now. `money` in pounds, None where it is hidden.
    `stations`: left in the supply. `tokens`: taken, by industry. `score`: if scored now, None where it is hidden.
    """

    seat: int
    turn: bool
    acts: bool
    money: int | None
    stations: int
    tokens: tuple[int, ...]
    passengers: int
    score: int | None


class Stock(NamedTuple):
    """A company's line of the table. `absorber`: a company, or NOBODY while it is live.

    `stack`: shares to be drawn. `grey`: grey shares in hands. `holdings`: by seat. `towns`: names of those linked.
    """

    company: int
    absorber: int
    isolated: bool
    stack: int
    grey: int
    value: int
    holdings: tuple[int, ...]
    towns: tuple[str, ...]


def place(hex_: int) -> Place:
    """Where a hex lies on the board."""
    return Place(column_of(hex_), row_of(hex_))


def parse_hex(text: str) -> int:
    """The land hex of an id such as `0514`; raises NotationError for anything that is not one."""
    return read_hex(Source(text), text)


def color(company: int) -> str:
    """The name of a company's colour (table T1)."""
    return COMPANY_COLORS[company]


def short(name: str) -> str:
    """Three letters of a town's name, no two towns alike."""
    return _SHORT.get(name, name[:3])


def towns(state: State) -> list[Town]:
    """Every town, from the west."""
    return [_town(hex_, tokens_left(state)) for hex_ in sorted(TOWN_NAMES)]


def _town(hex_: int, left: tuple[int, ...]) -> Town:
    name = TOWN_NAMES[hex_]
    if hex_ in STARTS:
        return Town(hex_, name, START, STARTS.index(hex_), ())
    if hex_ not in CITY_AT:
        return Town(hex_, name, RAILWAY, NOBODY, ())
    lying = [(industry, left[kind]) for kind, (city, industry) in enumerate(KINDS) if city == CITY_AT[hex_]]
    tokens = tuple([INDUSTRIES[industry] for industry, count in lying for _ in range(count)])
    return Town(hex_, name, CITY, NOBODY, tokens)


def owners(state: State) -> dict[int, int]:
    """The company whose line a hex belongs to, for every hex of a line (SR-TRM-01)."""
    return {hex_: number for number, company in enumerate(state.companies) for hex_ in hexes_in(company.line)}


def pieces(state: State) -> list[Piece]:
    """All track tiles, from the west."""
    owner = owners(state)
    return [Piece(hex_, _edges(state.tiles[hex_]), owner[hex_]) for hex_ in sorted(state.tiles)]


def _edges(bits: int) -> tuple[int, ...]:
    return tuple([edge for edge in HEADINGS if bits >> edge & 1])


def engines(state: State) -> list[Engine]:
    """The locomotives of all live companies, in the order of table T1."""
    return [
        Engine(company.at, number, company.heading if has_moved(state, number) else NO_HEADING, company.isolated)
        for number, company in enumerate(state.companies)
        if company.live
    ]


def stations(state: State) -> list[Station]:
    """All stations on the board, seat by seat."""
    owner = owners(state)
    return [
        Station(hex_, seat, owner.get(hex_, NOBODY))
        for seat, own in enumerate(state.stations)
        for hex_ in hexes_in(own)
    ]


def table(state: State) -> list[Row]:
    """The players, seat by seat."""
    scores = {standing.seat: standing.score for standing in standings(state)}
    return [_row(state, seat, scores[seat]) for seat in range(state.rules.seats)]


def _row(state: State, seat: int, score: int | None) -> Row:
    money = None if state.money[seat] == HIDDEN else state.money[seat]
    tokens = [0] * len(INDUSTRIES)
    for count, (_, industry) in zip(state.tokens[seat], KINDS, strict=True):
        tokens[industry] += count
    acts, turn = GAME.to_act(state) == seat, state.active == seat
    return Row(seat, turn, acts, money, stations_left(state, seat), tuple(tokens), state.passengers[seat], score)


def stocks(state: State) -> list[Stock]:
    """All companies in the order of table T1, the absorbed ones too."""
    return [_stock(number, company) for number, company in enumerate(state.companies)]


def _stock(number: int, company: Company) -> Stock:
    names = tuple([TOWN_NAMES[hex_] for hex_ in hexes_in(company.linked)])
    figures = (company.stack, grey_shares(company), company.value, company.holdings)
    return Stock(number, company.absorber, company.isolated, *figures, names)


def supplies(state: State) -> list[tuple[str, int, int]]:
    """What is left of tiles, passengers and grey shares, each as name, count and how many there were at setup."""
    return [
        ("Tiles", tiles_left(state), TILES),
        ("Passengers", passengers_left(state), PASSENGERS),
        ("Grey shares", grey_left(state), SHARES),
    ]
