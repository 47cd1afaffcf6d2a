"""The position: an immutable value.

Every change makes a new State; dicts inside are never written to once stored here.
"""

from typing import Final, NamedTuple

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.options import Rules
from footplate.engine.age_of_steam.tiles import Layout

EMPTY: Final = -1
"""An empty box of the goods display."""
NOWHERE: Final = -1
"""No hex, no port."""

SETUP: Final = "setup"
INITIAL_ORDER: Final = "initial_order"
ISSUE_SHARES: Final = "issue_shares"
PLAYER_ORDER: Final = "determine_player_order"
SELECT_ACTIONS: Final = "select_actions"
BUILD_TRACK: Final = "build_track"
MOVE_GOODS: Final = "move_goods"
COLLECT_INCOME: Final = "collect_income"
PAY_EXPENSES: Final = "pay_expenses"
INCOME_REDUCTION: Final = "income_reduction"
GOODS_GROWTH: Final = "goods_growth"
ADVANCE_MARKER: Final = "advance_turn_marker"
GAME_OVER: Final = "over"


class Player(NamedTuple):
    """What a seat holds. `role`.

    The action taken last, "" for none (it stays until phase 3 comes round again, for the Turn Order pass).
    `opened`: whether the first tile of the game lies (AOS-BUILD-09). `alive`: not eliminated.
    """

    cash: int = 10
    shares: int = 2
    income: int = 0
    engine: int = 1
    role: str = ""
    opened: bool = False
    alive: bool = True


class Section(NamedTuple):
    """A section of track (AOS-TERM-08).

    `pieces`: sorted codes hex * 64 + mask. `stop`: hex of the stop it starts at. `far`: hex of the second stop,
    NOWHERE if unfinished. `open`: port of the open end, NOWHERE if there is none. `fresh`: begun, lengthened or
    taken over in the build turn that runs, so it does not expire at its end (AOS-EXP-01). A link has `far` other
    than `stop` (then `stop` < `far`); a dead section has both equal (AOS-URB-16).
    """

    owner: int
    pieces: tuple[int, ...]
    stop: int
    far: int
    open: int
    fresh: bool = False

    @property
    def is_link(self) -> bool:
        """Whether it joins two different stops (AOS-TERM-10)."""
        return self.far != NOWHERE and self.far != self.stop


class Track(NamedTuple):
    """All that lies on the map.

    `layouts`: pieces by hex. `kinds`: tile kind by hex (the first of its row for pooled town tiles). `at`: the
    section whose piece ends on a port. `new_cities`: letter (0 is A) by hex. `land_used`, `town_used`: tiles
    lying, by kind. `markers`: ownership markers on the map by seat.
    """

    layouts: dict[int, Layout]
    kinds: dict[int, int]
    at: dict[int, Section]
    new_cities: dict[int, int]
    land_used: tuple[int, ...]
    town_used: tuple[int, ...]
    markers: tuple[int, ...]


class Auction(NamedTuple):
    """Phase 2. `left`: seats still in.

    In calling order, the first of them is called now. `bids`: own last bid by seat, 0 for none. `passed`: whether
    the Turn Order pass is used up. `out`: seats that dropped out, first to last.
    """

    left: tuple[int, ...]
    bids: tuple[int, ...]
    passed: bool = False
    out: tuple[int, ...] = ()


class BuildTurn(NamedTuple):
    """The build turn that runs.

    `left`: builds still to make. `urban`: the New City may still be placed. `built_on`: hexes built on, sorted.
    `begun`: whether a build was made.
    """

    left: int
    urban: bool = False
    built_on: tuple[int, ...] = ()
    begun: bool = False


class MoveRound(NamedTuple):
    """Phase 5. `round`: 1 or 2. `stepped`: seats that raised the engine in this phase, sorted (AOS-MOVE-04)."""

    round: int
    stepped: tuple[int, ...] = ()


class Growth(NamedTuple):
    """Phase 9. `stage`: `decide` and `store` are asked of the holder of Production.

    `draw`, `light` and `dark` are chance. `drawn`: cubes drawn and not yet stored, in drawn order.
    """

    stage: str
    drawn: tuple[int, ...] = ()


class State(NamedTuple):
    """A whole position.

    `turn`: from 1. `phase`: one of the names above. `order`: living seats in player order. `queue`: seats still
    to decide in this phase (or round), the one to act first; in phase 2 and 9 it is empty. `bag`: cubes by
    colour. `cubes`: by city, cubes by colour. `display`: by column, boxes from the top, a colour or EMPTY.
    `ties`: while the starting order is rolled, groups of seats that are level so far; seats alone in their group
    are settled.
    """

    rules: Rules
    turn: int
    phase: str
    order: tuple[int, ...]
    players: tuple[Player, ...]
    queue: tuple[int, ...]
    bag: tuple[int, ...]
    cubes: tuple[tuple[int, ...], ...]
    display: tuple[tuple[int, ...], ...]
    track: Track
    ties: tuple[tuple[int, ...], ...] = ()
    auction: Auction | None = None
    build: BuildTurn | None = None
    moves: MoveRound | None = None
    growth: Growth | None = None


def empty_track(seats: int) -> Track:
    """The map before anything was built."""
    return Track({}, {}, {}, {}, (0,) * 15, (0,) * 15, (0,) * seats)


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with one player's holdings exchanged."""
    players = list(state.players)
    players[seat] = player
    return state._replace(players=tuple(players))


def holder(state: State, role: str) -> int:
    """The living seat that holds an action, or NOBODY (AOS-ACT-03, AOS-OUT-06)."""
    for seat, player in enumerate(state.players):
        if player.role == role and player.alive:
            return seat
    return NOBODY


def living(state: State) -> tuple[int, ...]:
    """The living seats in seat order."""
    return tuple(seat for seat, player in enumerate(state.players) if player.alive)
