"""Reading the text of a position: each part by itself, then what the parts say of each other.

`state_text` has the grammar.
"""

from typing import Final

from footplate.engine.age_of_steam import state as names
from footplate.engine.age_of_steam.actions import PRODUCTION, ROLES
from footplate.engine.age_of_steam.board import BOXES, CITIES, COLOR_LETTERS, COLOR_TOTALS, COLORS, LETTERS, PRINTED
from footplate.engine.age_of_steam.notation import COLOR_OF_LETTER
from footplate.engine.age_of_steam.options import CHOICES, resolve
from footplate.engine.age_of_steam.state import EMPTY, Auction, BuildTurn, Growth, MoveRound, Player, State
from footplate.engine.age_of_steam.track_text import parse_track
from footplate.engine.notation import NONE, Source

VERSION: Final = "aos1"
KEYS: Final = (
    "map",
    "preset",
    "seats",
    "options",
    "turn",
    "phase",
    "order",
    "players",
    "queue",
    "bag",
    "cubes",
    "display",
    "new",
    "track",
    "kinds",
    "ties",
    "auction",
    "build",
    "moves",
    "growth",
)
"""The parts of the text, in order."""

_PHASES: Final = {
    phase: phase
    for phase in (
        names.SETUP,
        names.INITIAL_ORDER,
        names.ISSUE_SHARES,
        names.PLAYER_ORDER,
        names.SELECT_ACTIONS,
        names.BUILD_TRACK,
        names.MOVE_GOODS,
        names.COLLECT_INCOME,
        names.PAY_EXPENSES,
        names.INCOME_REDUCTION,
        names.GOODS_GROWTH,
        names.ADVANCE_MARKER,
        names.GAME_OVER,
    )
}
_QUEUED: Final = (names.ISSUE_SHARES, names.SELECT_ACTIONS, names.BUILD_TRACK, names.MOVE_GOODS)
"""Phases that ask the seats of the queue."""
_RECORD_OF: Final = {
    names.PLAYER_ORDER: "auction",
    names.BUILD_TRACK: "build",
    names.MOVE_GOODS: "moves",
    names.GOODS_GROWTH: "growth",
    names.INITIAL_ORDER: "ties",
}
"""The part a phase cannot do without."""
_STAGES: Final = {stage: stage for stage in ("decide", "draw", "store", "light", "dark")}
_ROLES: Final = {NONE: "", **{role: role for role in ROLES}}
_FLAGS: Final = {NONE: (False, True), "o": (True, True), "x": (False, False), "ox": (True, False)}
_BOX: Final = {**COLOR_OF_LETTER, ".": EMPTY}
_MAX_BUILDS: Final = 4


def read_state(source: Source, parts: dict[str, str]) -> State:
    """The position these parts give; raises NotationError naming the part at fault."""
    rules = resolve(CHOICES.read(source, parts))
    seats = rules.seats
    state = State(
        rules=rules,
        turn=source.named("turn").number(parts["turn"], 1, rules.turns),
        phase=source.named("phase").choice(parts["phase"], _PHASES, "a phase"),
        order=source.named("order").seats(parts["order"], seats),
        players=_players(source.named("players"), parts["players"], seats),
        queue=source.named("queue").seats(parts["queue"], seats),
        bag=_bag(source.named("bag"), parts["bag"]),
        cubes=_cubes(source.named("cubes"), parts["cubes"]),
        display=_display(source.named("display"), parts["display"]),
        track=parse_track(source, parts, rules),
        ties=_ties(source.named("ties"), parts["ties"], seats),
        auction=_auction(source.named("auction"), parts["auction"], seats),
        build=_build(source.named("build"), parts["build"]),
        moves=_moves(source.named("moves"), parts["moves"], seats),
        growth=_growth(source.named("growth"), parts["growth"]),
    )
    _check_seats(source, parts, state)
    _check_cubes(source, parts, state)
    _check_phase(source, parts, state)
    return state


# --- part by part ----------------------------------------------------------------------------------------------------


def _players(source: Source, part: str, seats: int) -> tuple[Player, ...]:
    return tuple([_player(source, item) for item in source.split(part, "/", seats)])


def _player(source: Source, item: str) -> Player:
    cash, shares, income, engine, role, flags = source.split(item, ".", 6)
    opened, alive = source.choice(flags, _FLAGS, "what stands at the end of a player")
    return Player(
        cash=source.number(cash),
        shares=source.number(shares, 2 if alive else 0, 15),
        income=source.number(income),
        engine=source.number(engine, 1 if alive else 0, 6),
        role=source.choice(role, _ROLES, "an action taken"),
        opened=opened,
        alive=alive,
    )


def _bag(source: Source, part: str) -> tuple[int, ...]:
    counts = source.split(part, ",", len(COLORS))
    for count, letter in zip(counts, COLOR_LETTERS, strict=True):
        if count[0] != letter:
            raise source.error(count, f"the number of {letter} cubes is expected here")
    return tuple([source.number(count[1:] or NONE) for count in counts])


def _cubes(source: Source, part: str) -> tuple[tuple[int, ...], ...]:
    return tuple([_city(source, item) for item in source.split(part, "/", CITIES)])


def _city(source: Source, item: str) -> tuple[int, ...]:
    drawn = _letters(source, item)
    return tuple([drawn.count(color) for color in range(len(COLORS))])


def _display(source: Source, part: str) -> tuple[tuple[int, ...], ...]:
    columns = source.split(part, "/", CITIES)
    for column, boxes in zip(columns, BOXES, strict=True):
        if len(column) != boxes:
            raise source.error(column, f"this column has {boxes} boxes")
    return tuple([tuple([source.choice(box, _BOX, "a box") for box in column]) for column in columns])


def _ties(source: Source, part: str, seats: int) -> tuple[tuple[int, ...], ...]:
    groups = tuple([source.seats(group, seats) for group in source.listed(part, "/")])
    level = [seat for group in groups for seat in group]
    if (groups and sorted(level) != list(range(seats))) or not all(groups):
        raise source.error(part, "the groups name every seat once")
    return groups


def _auction(source: Source, part: str, seats: int) -> Auction | None:
    if part == NONE:
        return None
    left, bids, passed, out = source.split(part, "/", 4)
    return Auction(
        left=source.seats(left, seats),
        bids=tuple([source.number(bid) for bid in source.split(bids, ".", seats)]),
        passed=_flag(source, passed, "p"),
        out=source.seats(out, seats),
    )


def _build(source: Source, part: str) -> BuildTurn | None:
    if part == NONE:
        return None
    left, urban, hexes, begun = source.split(part, "/", 4)
    built_on = tuple([source.hex(item) for item in source.listed(hexes)])
    if list(built_on) != sorted(set(built_on)):
        raise source.error(hexes, "each hex stands once, in the order of the board")
    return BuildTurn(
        left=source.number(left, 0, _MAX_BUILDS),
        urban=_flag(source, urban, "u"),
        built_on=built_on,
        begun=_flag(source, begun, "b"),
    )


def _moves(source: Source, part: str, seats: int) -> MoveRound | None:
    if part == NONE:
        return None
    round_, stepped = source.split(part, "/", 2)
    found = source.seats(stepped, seats)
    if list(found) != sorted(found):
        raise source.error(stepped, "seats stand in their order here")
    return MoveRound(source.number(round_, 1, 2), found)


def _growth(source: Source, part: str) -> Growth | None:
    if part == NONE:
        return None
    stage, drawn = source.split(part, "/", 2)
    return Growth(source.choice(stage, _STAGES, "a stage"), _letters(source, drawn))


def _letters(source: Source, part: str) -> tuple[int, ...]:
    return () if part == NONE else tuple([source.choice(letter, COLOR_OF_LETTER, "a cube") for letter in part])


def _flag(source: Source, part: str, letter: str) -> bool:
    return source.choice(part, {NONE: False, letter: True}, "this mark")


# --- what the parts say of each other --------------------------------------------------------------------------------


def _check_seats(source: Source, parts: dict[str, str], state: State) -> None:
    """Living seats and nobody else take part; nobody holds an action twice (AOS-ACT-03, AOS-OUT-03 to AOS-OUT-05)."""
    alive = [seat for seat, player in enumerate(state.players) if player.alive]
    if sorted(state.order) != alive:
        raise source.named("order").error(parts["order"], "the order names every living seat once")
    if not set(state.queue) <= set(alive):
        raise source.named("queue").error(parts["queue"], "an eliminated seat decides nothing")
    roles = [player.role for player in state.players if player.alive and player.role]
    if len(set(roles)) != len(roles):
        raise source.named("players").error(parts["players"], "two players hold one action")
    if any(state.track.markers[seat] for seat in range(state.rules.seats) if seat not in alive):
        raise source.named("track").error(parts["track"], "an eliminated seat owns no track")
    if state.auction is not None and sorted(state.auction.left + state.auction.out) != alive:
        raise source.named("auction").error(parts["auction"], "every living seat is either in or out")


def _check_cubes(source: Source, parts: dict[str, str], state: State) -> None:
    """Cubes are never lost (AOS-INV-01), and New Cities off the map hold none (AOS-SETUP-06)."""
    boxes = [color for column in state.display for color in column]
    drawn = state.growth.drawn if state.growth is not None else ()
    for color, total in enumerate(COLOR_TOTALS):
        found = state.bag[color] + sum([counts[color] for counts in state.cubes])
        found += boxes.count(color) + drawn.count(color)
        if found != total:
            reason = f"{COLORS[color]} cubes in the bag, on cities and on the display are {total} in all, not {found}"
            raise source.named("bag").error(parts["bag"], reason)
    for letter, counts in enumerate(state.cubes[PRINTED:]):
        if sum(counts) and letter not in state.track.new_cities.values():
            raise source.named("cubes").error(parts["cubes"], f"New City {LETTERS[letter]} is not on the map")


def _check_phase(source: Source, parts: dict[str, str], state: State) -> None:
    """The phase has what it needs to go on."""
    key = "queue" if state.phase in _QUEUED and not state.queue else _RECORD_OF.get(state.phase, "map")
    if parts[key] == NONE:
        raise source.named(key).error(parts["phase"], "this phase cannot do without it")
    if state.phase == names.PLAYER_ORDER and state.auction is not None and len(state.auction.left) < 2:
        raise source.named("auction").error(parts["auction"], "an auction with one player left is over")
    if state.phase == names.GOODS_GROWTH and state.growth is not None and state.growth.stage in ("decide", "store"):
        if not any(player.alive and player.role == PRODUCTION for player in state.players):
            raise source.named("growth").error(parts["growth"], "nobody holds Production")
        if (state.growth.stage == "store") != bool(state.growth.drawn):
            raise source.named("growth").error(
                parts["growth"], "there are drawn cubes when they are stored, and only then"
            )
