"""A position as one line of text, and back. Two positions are equal exactly when their texts are.

The text is the word `aos1` and then these 20 parts, `key=value`, in this order, with one blank between words. `-` is
an empty list or "none". Seats are `P1` to `P6`; colours are the letters R B P Y K (red, blue, purple, yellow, black);
hexes are as in `T9`; numbers are plain digits. Cities and display columns, 20 of each, always stand in the order
light-1 to light-6, dark-1 to dark-6, A to H. Hexes are sorted column by column from the west, and in a column from the
north.

    map      rust_belt          a map
    preset   warfrog-2002       a preset
    seats    4                  3 to 6
    options  name:value,...     the options that differ from the preset, sorted by name
    turn     1                  from 1
    phase    build_track        setup, initial_order, one of the ten phases of a turn, or over
    order    P2,P1,P4,P3        the living seats in player order
    players  one for each seat, `/` between: cash.shares.income.engine.role.flags as in 12.3.0.1.first_move.o
             role: the action taken last, or `-`; flags: `-`, or `o` when the first tile lies and `x` when eliminated
    queue    P1,P3              seats still to decide in this phase or round, the first of them now
    bag      R4,B5,P3,Y4,K2     cubes in the bag, every colour
    cubes    RRK/-/...          for each city, `/` between, a letter for each cube, in the order R B P Y K
    display  R.B/...            for each column, `/` between, its boxes from the top, `.` for an empty box
    new      A:Q10,C:G4         New Cities on the map, sorted by letter
    track    section,section    P1*:S10.1-4+R11.1-4,-:R13.3-5 (see below)
    kinds    Q10:cross_straight_straight,...    under `town_tile_pool` strict: the tile of every town with four exits,
             sorted by hex; `-` under pooled
    ties     P1,P3/P2           while the starting order is rolled: groups of seats that are level so far, best first
    auction  left/bids/pass/out as in P3,P1/2.0.3/-/P2: seats still in, the first called now; the last bid of each seat,
             `.` between; `p` when the pass is used up; seats that dropped out, first to last
    build    left/urban/hexes/begun as in 2/-/Q10,R11/b: builds left; `u` when the New City may be placed; hexes built
             on, sorted; `b` when a build was made
    moves    round/stepped as in 1/P2,P3: round 1 or 2; seats that raised the engine, in seat order
    growth   stage/drawn as in store/RK: decide, draw, store, light or dark; cubes drawn and not yet stored, as drawn

A section is `owner:piece+piece+...`. The owner is a seat or `-`; `*` behind it marks owned track that is no link and
was begun, lengthened or taken over in the build turn that runs. A piece is `hex.edges`: the run of track `S10.1-4`,
lower edge first, or the spur `Q10.1`. Pieces of a section are sorted by hex, and on one hex by the sum of 2 to the
power of each edge; sections are sorted by their first piece. Stops, open ends and tiles follow from the pieces.
"""

from typing import Final

from footplate.engine.age_of_steam.board import COLOR_LETTERS
from footplate.engine.age_of_steam.options import setup_of
from footplate.engine.age_of_steam.read_state import KEYS, VERSION, read_state
from footplate.engine.age_of_steam.state import Auction, BuildTurn, Growth, MoveRound, Player, State
from footplate.engine.age_of_steam.track_text import kinds_text, new_cities_text, track_text
from footplate.engine.hexes import hex_text
from footplate.engine.notation import NONE, Source, seats_text
from footplate.engine.options import options_text

_BOX: Final = (*COLOR_LETTERS, ".")
"""The letter of each colour, and last what EMPTY, being -1, picks."""


def state_text(state: State) -> str:
    """The canonical text of a position; see the module for its grammar."""
    values = _values(state)
    return " ".join([VERSION, *[f"{key}={value}" for key, value in zip(KEYS, values, strict=True)]])


def parse_state(text: str) -> State:
    """The position of a text. Raises NotationError naming the part, when it is not the canonical text of a position."""
    source = Source(text)
    parts = source.fields(VERSION, KEYS)
    state = read_state(source, parts)
    for key, value in zip(KEYS, _values(state), strict=True):
        if parts[key] != value:
            raise source.named(key).error(parts[key], f"this is written {value}")
    return state


def _values(state: State) -> tuple[str, ...]:
    """The values of all parts, in the order of KEYS."""
    rules, track = state.rules, state.track
    return (
        rules.map,
        rules.preset,
        str(rules.seats),
        options_text(setup_of(rules)),
        str(state.turn),
        state.phase,
        seats_text(state.order),
        "/".join([_player(player) for player in state.players]),
        seats_text(state.queue),
        ",".join([f"{letter}{count}" for letter, count in zip(COLOR_LETTERS, state.bag, strict=True)]),
        "/".join([_city(counts) for counts in state.cubes]),
        "/".join(["".join([_BOX[color] for color in boxes]) for boxes in state.display]),
        new_cities_text(track),
        track_text(track),
        kinds_text(rules, track),
        "/".join([seats_text(group) for group in state.ties]) or NONE,
        _auction(state.auction),
        _build(state.build),
        _moves(state.moves),
        _growth(state.growth),
    )


def _player(player: Player) -> str:
    flags = ("o" if player.opened else "") + ("" if player.alive else "x")
    numbers = f"{player.cash}.{player.shares}.{player.income}.{player.engine}"
    return f"{numbers}.{player.role or NONE}.{flags or NONE}"


def _city(counts: tuple[int, ...]) -> str:
    return "".join([letter * count for letter, count in zip(COLOR_LETTERS, counts, strict=True)]) or NONE


def _auction(auction: Auction | None) -> str:
    if auction is None:
        return NONE
    bids = ".".join([str(bid) for bid in auction.bids])
    return f"{seats_text(auction.left)}/{bids}/{_flag(auction.passed, 'p')}/{seats_text(auction.out)}"


def _build(build: BuildTurn | None) -> str:
    if build is None:
        return NONE
    hexes = ",".join([hex_text(hex_) for hex_ in build.built_on]) or NONE
    return f"{build.left}/{_flag(build.urban, 'u')}/{hexes}/{_flag(build.begun, 'b')}"


def _moves(moves: MoveRound | None) -> str:
    return NONE if moves is None else f"{moves.round}/{seats_text(moves.stepped)}"


def _growth(growth: Growth | None) -> str:
    if growth is None:
        return NONE
    return f"{growth.stage}/{''.join([COLOR_LETTERS[color] for color in growth.drawn]) or NONE}"


def _flag(raised: bool, letter: str) -> str:
    return letter if raised else NONE
