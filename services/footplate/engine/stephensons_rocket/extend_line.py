"""Extension (rules section 10): who may go where, and what happens once the hex is final (table T5)."""

from typing import Final, NamedTuple

from footplate.engine.errors import IllegalAction
from footplate.engine.stephensons_rocket.actions import NOBODY, ExtendLine
from footplate.engine.stephensons_rocket.board import (
    CODES,
    HEX_BY_ID,
    NO_HEADING,
    STARTS,
    STEPS,
    TOWN_NAMES,
    TOWNS,
    beside,
    entry_edge,
    heading_to,
    hex_text,
    hexes_in,
    stepped,
)
from footplate.engine.stephensons_rocket.isolation import isolate, may_turn
from footplate.engine.stephensons_rocket.merger import merge
from footplate.engine.stephensons_rocket.passengers import board_passenger
from footplate.engine.stephensons_rocket.payouts import link_towns
from footplate.engine.stephensons_rocket.prizes import Payout
from footplate.engine.stephensons_rocket.state import Company, State, Veto, lines, raised, with_company
from footplate.engine.stephensons_rocket.touching import Ground, ground, touched

_EXTEND: Final = [{hex_: ExtendLine(company, hex_) for hex_ in HEX_BY_ID.values()} for company in range(len(CODES))]


class Extended(NamedTuple):
    """A position after steps 6 to 14, and the payouts made on the way, in their order."""

    state: State
    payouts: tuple[Payout, ...]


def legal(state: State) -> list[ExtendLine]:
    """Every extension, by company in the order of table T1 and target."""
    land = ground(state)
    found = []
    for number in range(len(state.companies)):
        if number != state.barred:
            found += [_EXTEND[number][hex_] for hex_ in hexes_in(_reach(state, number, land))]
    return found


def targets(state: State, number: int) -> tuple[int, ...]:
    """The hexes the locomotive of a company may enter, sorted (SR-EXT-02 to SR-EXT-13)."""
    return tuple(hexes_in(_reach(state, number, ground(state))))


def _reach(state: State, number: int, land: Ground) -> int:
    company = state.companies[number]
    if not company.live:
        return 0
    return ahead(company) & land.enterable(number)


def ahead(company: Company) -> int:
    """The hexes its locomotive can turn to, land or not (SR-EXT-03, SR-EXT-04)."""
    bit, heading = 1 << company.at, company.heading
    if heading == NO_HEADING:
        return beside(bit)
    return stepped(bit, heading - 1) | stepped(bit, heading) | stepped(bit, (heading + 1) % 6)


def check(state: State, action: ExtendLine) -> None:
    """Raises IllegalAction naming the rule that this step would break."""
    company, code = state.companies[action.company], CODES[action.company]
    if not company.live:
        raise IllegalAction("SR-MRG-19", f"{code} has been absorbed by {CODES[company.absorber]}")
    if action.company == state.barred:
        raise IllegalAction("SR-TRN-04", f"{code} was extended by the first action of this turn")
    _check_step(company, action)
    _check_target(state, action)


def _check_step(company: Company, action: ExtendLine) -> None:
    code, name = CODES[action.company], hex_text(action.hex)
    if action.hex - company.at not in STEPS:
        raise IllegalAction("SR-EXT-02", f"{name} is not next to the locomotive of {code} on {hex_text(company.at)}")
    if not may_turn(company.heading, heading_to(company.at, action.hex)):
        raise IllegalAction("SR-EXT-04", f"the locomotive of {code} can turn by one hex side only, not to {name}")


def _check_target(state: State, action: ExtendLine) -> None:
    name, bit = hex_text(action.hex), 1 << action.hex
    if TOWNS & bit:
        raise IllegalAction("SR-EXT-05", f"{TOWN_NAMES[action.hex]} is a town")
    if lines(state) & bit:
        engine = bit in [1 << company.at for company in state.companies if company.live]
        raise IllegalAction(
            *(("SR-EXT-07", f"a locomotive is on {name}") if engine else ("SR-EXT-06", f"a tile is on {name}"))
        )
    others = touched(state, action.company, action.hex)
    if len(others) > 1:
        codes = " and ".join([CODES[other] for other in others])
        raise IllegalAction("SR-EXT-08", f"{name} touches {codes}")


def begin(state: State, action: ExtendLine) -> State:
    """Steps 1 to 4: the targets are fixed, and the active player draws a share (SR-EXT-15 to SR-EXT-17)."""
    company = state.companies[action.company]
    veto = Veto(action.company, targets(state, action.company), action.hex, state.active, 0, NOBODY, action.hex)
    if company.stack:
        holdings = raised(company.holdings, state.active, 1)
        drawn = company._replace(stack=company.stack - 1, real=company.real + 1, holdings=holdings)
        state = with_company(state, action.company, drawn)
    return state._replace(veto=veto)


def finish(state: State, veto: Veto) -> Extended:
    """Steps 6 to 14, once the veto round has settled on a hex."""
    state = _step(state._replace(veto=None), veto)
    state = board_passenger(state, veto)
    state, linked = link_towns(state, veto.company)
    state, merged = merge(state, veto.company)
    return Extended(isolate(state), (*linked, *merged))


def _step(state: State, veto: Veto) -> State:
    """Step 6: the locomotive goes to its hex and leaves a tile, except on a start town (SR-EXT-18 to SR-EXT-20)."""
    company = state.companies[veto.company]
    heading = heading_to(company.at, veto.hex)
    moved = company._replace(at=veto.hex, heading=heading, line=company.line | 1 << veto.hex)
    if company.at != STARTS[veto.company]:
        face = 1 << heading | 1 << entry_edge(company.heading)
        state = state._replace(tiles={**state.tiles, company.at: face})
    return with_company(state, veto.company, moved)
