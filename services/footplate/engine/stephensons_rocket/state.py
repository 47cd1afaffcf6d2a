"""The position: an immutable value.

Every change makes a new State; the dict inside is never written to once stored here.
"""

from operator import sub
from typing import Final, NamedTuple

from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import (
    KINDS,
    NO_HEADING,
    NOWHERE,
    PASSENGERS,
    SHARES,
    STARTS,
    STATIONS,
    TILES,
    TOKENS,
)
from footplate.engine.stephensons_rocket.options import Rules

LOT: Final = "first_player"
MAIN: Final = "main_action"
VETO: Final = "veto"
DEFENCE: Final = "defence"
GAME_OVER: Final = "over"

HIDDEN: Final = -1
"""A money total the viewer may not know (SR-INF-02)."""


class Company(NamedTuple):
    """A company. Sets of hexes are bits of an int (`board`).

    `at`: hex of the locomotive, NOWHERE once absorbed. `heading`: direction of its last step, or NO_HEADING. `line`:
    the hexes of its line (SR-TRM-01). `linked`: the towns linked to it, its start town included (SR-TRM-03).
    `stack`: shares to be drawn. `real`: real shares in hands. `holdings`: shares by seat, real and grey (SR-TRM-09).
    `absorber`: who took it over, or NOBODY while it is live.
    """

    at: int
    heading: int
    line: int
    linked: int
    stack: int
    real: int
    holdings: tuple[int, ...]
    isolated: bool = False
    absorber: int = NOBODY

    @property
    def live(self) -> bool:
        """Whether no merger has taken it over."""
        return self.absorber == NOBODY

    @property
    def value(self) -> int:
        """The number of towns linked to its line (SR-TRM-04)."""
        return self.linked.bit_count()

    @property
    def available(self) -> bool:
        """Whether it is live, not isolated, and has shares to be drawn."""
        return self.absorber == NOBODY and not self.isolated and self.stack > 0


class Veto(NamedTuple):
    """The veto round of the extension that runs.

    `company`: the mover. `targets`: the hexes a bid may name, sorted (SR-VETO-12). `first`: the target the active
    player named. `asked`: the seat whose answer is awaited. `best`, `leader`, `hex`: the highest bid so far, who made
    it, and where the locomotive would go; 0, NOBODY and `first` before there is one.
    """

    company: int
    targets: tuple[int, ...]
    first: int
    asked: int
    best: int
    leader: int
    hex: int


class State(NamedTuple):
    """A whole position.

    `turn`: from 1. `active`: the player whose turn it is, NOBODY before the lot. `second`: whether his first action is
    done. `barred`: the company it extended, or NOBODY (SR-TRN-04). `tiles`: by hex, the edges its tile joins as bits;
    the tile of an absorbed locomotive has only the edge it came in by. `stations`: hexes by seat, as bits. `tokens`: by
    seat, tokens taken of each kind (`board.KINDS`). `passengers`, `money`: by seat; in a view money may be HIDDEN.
    `end`: why the game is over, "" before.
    """

    rules: Rules
    phase: str
    turn: int
    active: int
    second: bool
    barred: int
    companies: tuple[Company, ...]
    tiles: dict[int, int]
    stations: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]
    passengers: tuple[int, ...]
    money: tuple[int, ...]
    veto: Veto | None = None
    end: str = ""


def opening(rules: Rules) -> State:
    """The position at setup, before the lot (SR-SET-01 to SR-SET-05)."""
    nothing = (0,) * rules.seats
    companies = tuple([Company(start, NO_HEADING, 0, 1 << start, SHARES, 0, nothing) for start in STARTS])
    tokens = ((0,) * len(KINDS),) * rules.seats
    return State(rules, LOT, 1, NOBODY, False, NOBODY, companies, {}, nothing, tokens, nothing, nothing)


def with_company(state: State, number: int, company: Company) -> State:
    """The state with one company exchanged."""
    companies = list(state.companies)
    companies[number] = company
    return state._replace(companies=tuple(companies))


def raised(figures: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    """The figures with that of one seat raised."""
    return (*figures[:seat], figures[seat] + amount, *figures[seat + 1 :])


def has_moved(state: State, number: int) -> bool:
    """Whether a live company's locomotive has left its start town."""
    return state.companies[number].at != STARTS[number]


def lines(state: State) -> int:
    """The hexes of all lines: every hex with a tile or with a locomotive that has moved."""
    mask = 0
    for company in state.companies:
        mask |= company.line
    return mask


def locomotives(state: State) -> int:
    """The hexes of all locomotives, those on their start towns included."""
    mask = 0
    for company in state.companies:
        if company.at != NOWHERE:
            mask |= 1 << company.at
    return mask


def all_stations(state: State) -> int:
    """The hexes of all stations."""
    mask = 0
    for own in state.stations:
        mask |= own
    return mask


def stations_left(state: State, seat: int) -> int:
    """The stations in a player's supply."""
    return STATIONS - state.stations[seat].bit_count()


def tokens_left(state: State) -> tuple[int, ...]:
    """The tokens still lying in the cities, by kind."""
    return tuple(map(sub, TOKENS, map(sum, zip(*state.tokens, strict=True))))


def passengers_left(state: State) -> int:
    """The passenger tokens still to be had."""
    return PASSENGERS - sum(state.passengers)


def tiles_left(state: State) -> int:
    """The tile supply. A hex taken over when none was left counts as having a tile all the same (SR-END-06)."""
    return max(0, TILES - len(state.tiles))


def grey_shares(company: Company) -> int:
    """A company's grey shares in hands (SR-TRM-10)."""
    return sum(company.holdings) - company.real


def grey_left(state: State) -> int:
    """The grey supply; below 0 once more were given out than printed (SR-CMP-11)."""
    return SHARES - sum([grey_shares(company) for company in state.companies])
