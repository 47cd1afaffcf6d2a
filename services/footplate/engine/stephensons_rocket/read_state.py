"""Reading the text of a position: each part by itself, then what the parts say of each other.

`state_text` has the grammar.
"""

from typing import Final

from footplate.engine.notation import NONE, Source
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import (
    CODES,
    HEADINGS,
    KINDS,
    NO_HEADING,
    NOWHERE,
    OPEN,
    PASSENGERS,
    SHARES,
    STARTS,
    STATIONS,
    TOKENS,
    TOWNS,
    mask_of,
)
from footplate.engine.stephensons_rocket.extend_line import targets
from footplate.engine.stephensons_rocket.notation import COMPANY_OF_CODE, read_company, read_hex
from footplate.engine.stephensons_rocket.options import CHOICES, resolve
from footplate.engine.stephensons_rocket.scoring import COMPANIES_END, TILES_END
from footplate.engine.stephensons_rocket.state import (
    DEFENCE,
    GAME_OVER,
    HIDDEN,
    LOT,
    MAIN,
    VETO,
    Company,
    State,
    Veto,
)

VERSION: Final = "sr1"
KEYS: Final = (
    "map",
    "preset",
    "seats",
    "options",
    "phase",
    "turn",
    "active",
    "action",
    "barred",
    "lines",
    "tiles",
    "stations",
    "tokens",
    "riders",
    "money",
    "veto",
    "end",
)
"""The parts of the text, in order."""
HIDDEN_TEXT: Final = "?"
"""A hidden money total."""

_PHASES: Final = {phase: phase for phase in (LOT, MAIN, VETO, DEFENCE, GAME_OVER)}
_ENDS: Final = {NONE: "", COMPANIES_END: COMPANIES_END, TILES_END: TILES_END}
_COMPANIES: Final = {NONE: NOBODY, **COMPANY_OF_CODE}
_HEADINGS: Final = {NONE: NO_HEADING, **{str(heading): heading for heading in HEADINGS}}
_MOST_SHARES: Final = 999


def read_state(source: Source, parts: dict[str, str]) -> State:
    """The position these parts give; raises NotationError naming the part at fault."""
    rules = resolve(CHOICES.read(source, parts))
    seats = rules.seats
    state = State(
        rules=rules,
        phase=source.named("phase").choice(parts["phase"], _PHASES, "a phase"),
        turn=source.named("turn").number(parts["turn"], 1),
        active=source.named("active").owner(parts["active"], seats),
        second=source.named("action").choice(parts["action"], {"1": False, "2": True}, "the action"),
        barred=source.named("barred").choice(parts["barred"], _COMPANIES, "a company"),
        companies=_companies(source.named("lines"), parts["lines"], seats),
        tiles=_tiles(source.named("tiles"), parts["tiles"]),
        stations=_stations(source.named("stations"), parts["stations"], seats),
        tokens=_tokens(source.named("tokens"), parts["tokens"], seats),
        passengers=_numbers(source.named("riders"), parts["riders"], seats, PASSENGERS),
        money=_money(source.named("money"), parts["money"], seats),
        veto=_veto(source.named("veto"), parts["veto"], seats),
        end=source.named("end").choice(parts["end"], _ENDS, "an end"),
    )
    _check_board(source, parts, state)
    _check_supplies(source, parts, state)
    _check_phase(source, parts, state)
    return state


# --- part by part ----------------------------------------------------------------------------------------------------


def _companies(source: Source, part: str, seats: int) -> tuple[Company, ...]:
    pieces = source.split(part, "/", len(CODES))
    return tuple([_company(source, piece, seats) for piece in pieces])


def _company(source: Source, piece: str, seats: int) -> Company:
    if ">" in piece:
        mark, code = piece.split(">", 1)
        isolated = source.choice(mark, {"": False, "i": True}, "the mark before an absorber")
        return Company(NOWHERE, NO_HEADING, 0, 0, 0, 0, (0,) * seats, isolated, read_company(source, code))
    at, heading, stack, real, holdings, mark, line, towns = source.split(piece, ".", 8)
    return Company(
        at=read_hex(source, at),
        heading=source.choice(heading, _HEADINGS, "a heading"),
        line=_hexes(source, line),
        linked=_hexes(source, towns),
        stack=source.number(stack, 0, SHARES),
        real=source.number(real, 0, SHARES),
        holdings=_numbers(source, holdings, seats, _MOST_SHARES),
        isolated=source.choice(mark, {NONE: False, "i": True}, "the mark of a company"),
    )


def _hexes(source: Source, part: str) -> int:
    return mask_of([read_hex(source, item) for item in source.listed(part)])


def _numbers(source: Source, part: str, count: int, most: int) -> tuple[int, ...]:
    return tuple([source.number(item, 0, most) for item in source.split(part, ",", count)])


def _tiles(source: Source, part: str) -> dict[int, int]:
    pairs = [source.split(item, ":", 2) for item in source.listed(part)]
    return {read_hex(source, name): _edges(source, edges) for name, edges in pairs}


def _edges(source: Source, part: str) -> int:
    if len(part) > 2:
        raise source.error(part, "a tile joins two edges, or comes from one")
    return mask_of([source.number(digit, 0, 5) for digit in part])


def _stations(source: Source, part: str, seats: int) -> tuple[int, ...]:
    return tuple([_hexes(source, piece) for piece in source.split(part, "/", seats)])


def _tokens(source: Source, part: str, seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple([_taken(source, piece) for piece in source.split(part, "/", seats)])


def _taken(source: Source, piece: str) -> tuple[int, ...]:
    if len(piece) != len(KINDS):
        raise source.error(piece, f"the taken tokens are {len(KINDS)} digits")
    return tuple([source.number(digit, 0, 2) for digit in piece])


def _money(source: Source, part: str, seats: int) -> tuple[int, ...]:
    items = source.split(part, ",", seats)
    return tuple([HIDDEN if item == HIDDEN_TEXT else source.number(item) for item in items])


def _veto(source: Source, part: str, seats: int) -> Veto | None:
    if part == NONE:
        return None
    company, named, first, asked, best, leader, last = source.split(part, "/", 7)
    return Veto(
        company=read_company(source, company),
        targets=tuple([read_hex(source, item) for item in source.split(named, ",")]),
        first=read_hex(source, first),
        asked=source.seat(asked, seats),
        best=source.number(best, 0, _MOST_SHARES),
        leader=source.owner(leader, seats),
        hex=read_hex(source, last),
    )


# --- what the parts say of each other --------------------------------------------------------------------------------


def _check_board(source: Source, parts: dict[str, str], state: State) -> None:
    """Lines share no hex, locomotives stand where they can, tiles lie on lines, stations apart."""
    lines_at, tiles_at = source.named("lines"), source.named("tiles")
    taken = engines = 0
    for number, company in enumerate(state.companies):
        unmoved = company.at == STARTS[number]
        if company.line & (taken | ~OPEN):
            raise lines_at.error(parts["lines"], f"a hex of {CODES[number]} is a town or on another line")
        if company.live and (company.linked & ~TOWNS or not company.linked >> STARTS[number] & 1):
            raise lines_at.error(parts["lines"], f"{CODES[number]} links towns, its start town among them")
        if company.live and unmoved != (company.heading == NO_HEADING):
            raise lines_at.error(parts["lines"], f"{CODES[number]} has a heading exactly when its locomotive has moved")
        if company.live and not unmoved and not company.line >> company.at & 1:
            raise lines_at.error(parts["lines"], f"the locomotive of {CODES[number]} is not on its line")
        if not _heir(state.companies, number).live:
            raise lines_at.error(parts["lines"], f"the absorbers of {CODES[number]} go round in a circle")
        taken |= company.line
        engines |= 1 << company.at if company.live and not unmoved else 0
    if mask_of(state.tiles) != taken & ~engines:
        raise tiles_at.error(parts["tiles"], "every hex of a line has a tile, except under its locomotive")
    _check_stations(source, parts, state)


def _heir(companies: tuple[Company, ...], number: int) -> Company:
    """The company that has the line now: the absorber, its absorber, and so on."""
    heir = companies[number]
    for _ in companies:
        if not heir.live:
            heir = companies[heir.absorber]
    return heir


def _check_stations(source: Source, parts: dict[str, str], state: State) -> None:
    seen = 0
    for own in state.stations:
        if own & (seen | ~OPEN) or own.bit_count() > STATIONS:
            raise source.named("stations").error(
                parts["stations"], f"a player has up to {STATIONS} stations, each on an open hex of its own"
            )
        seen |= own


def _check_supplies(source: Source, parts: dict[str, str], state: State) -> None:
    """Shares, tokens and passengers are those there are (SR-CMP-03 to SR-CMP-12)."""
    for number, company in enumerate(state.companies):
        held = sum(company.holdings)
        whole = company.stack + company.real == SHARES
        if company.real > held or (company.live and not company.isolated and not whole):
            raise source.named("lines").error(
                parts["lines"], f"the real shares of {CODES[number]} do not make {SHARES}"
            )
        if company.isolated and company.stack:
            raise source.named("lines").error(parts["lines"], f"{CODES[number]} is isolated and has no stack")
    for kind, total in enumerate(TOKENS):
        if sum([taken[kind] for taken in state.tokens]) > total:
            raise source.named("tokens").error(parts["tokens"], f"kind {kind + 1} has only {total} tokens")
    if sum(state.passengers) > PASSENGERS:
        raise source.named("riders").error(parts["riders"], f"there are {PASSENGERS} passenger tokens")


def _check_phase(source: Source, parts: dict[str, str], state: State) -> None:
    """The phase has what it needs to go on."""
    if (state.active == NOBODY) != (state.phase == LOT):
        raise source.named("active").error(
            parts["active"], "somebody's turn runs, except before the first player is drawn"
        )
    if (state.veto is None) != (state.phase not in (VETO, DEFENCE)):
        raise source.named("veto").error(parts["veto"], "a veto round runs in the phases veto and defence only")
    if (state.end == "") != (state.phase != GAME_OVER):
        raise source.named("end").error(parts["end"], "the game has an end exactly when it is over")
    if state.barred != NOBODY and not state.second:
        raise source.named("barred").error(parts["barred"], "only a second action has a company barred")
    if state.veto is not None:
        _check_veto(source.named("veto"), parts["veto"], state, state.veto)


def _check_veto(source: Source, part: str, state: State, veto: Veto) -> None:
    """The question is one the round could put."""
    company = state.companies[veto.company]
    if veto.targets != targets(state, veto.company):
        raise source.error(part, f"these are not the targets of {CODES[veto.company]}")
    if veto.first not in veto.targets or veto.hex not in veto.targets:
        raise source.error(part, "the hexes named are among the targets")
    if (veto.leader == NOBODY) != (veto.best == 0) or (veto.leader == NOBODY and veto.hex != veto.first):
        raise source.error(part, "before the first bid there is no leader, and the first hex stands")
    if veto.leader == state.active or (veto.asked == state.active) != (state.phase == DEFENCE):
        raise source.error(part, "the active player answers last, in the phase defence")
    if (state.phase == VETO and company.holdings[veto.asked] <= veto.best) or (
        state.phase == DEFENCE and not 0 < veto.best <= company.holdings[veto.asked]
    ):
        raise source.error(part, "whoever is asked can bid")
