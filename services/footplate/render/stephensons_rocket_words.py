"""What goes on in a position of Stephenson's Rocket, in a few sentences; seats are called P1 to P4."""

from typing import Final

from footplate.engine.notation import seat_text
from footplate.engine.result import result_of, result_text
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import CODES, hex_text
from footplate.engine.stephensons_rocket.scoring import COMPANIES_END, TILES_END
from footplate.engine.stephensons_rocket.state import DEFENCE, GAME_OVER, LOT, State, Veto
from footplate.render.stephensons_rocket_scene import GAME

_ENDS: Final = {
    COMPANIES_END: "At most one company is available",
    TILES_END: "The tile supply is used up",
}


def where(state: State) -> str:
    """Turn and phase: `Turn 3, second action`."""
    return f"Turn {state.turn}, {phase(state)}"


def phase(state: State) -> str:
    """The phase in words."""
    if state.phase == GAME_OVER:
        return "game over"
    if state.phase == LOT:
        return "lot for the first player"
    action = "second action" if state.second else "first action"
    return action if state.veto is None else f"{action}, {'defence' if state.phase == DEFENCE else 'veto round'}"


def news(state: State) -> list[str]:
    """Who is to do what, and how the veto round stands that runs."""
    if state.phase == LOT:
        return ["The first player is about to be drawn by lot"]
    if state.phase == GAME_OVER:
        return [_ENDS.get(state.end, state.end), result_text(result_of(GAME.outcome(state)))]
    if state.veto is not None:
        return _round(state, state.veto)
    barred = "" if state.barred == NOBODY else f", but may not extend {CODES[state.barred]} again"
    return [f"{seat_text(state.active)} takes a token, builds a station or extends a line{barred}"]


def _round(state: State, veto: Veto) -> list[str]:
    targets = " ".join([hex_text(hex_) for hex_ in veto.targets])
    return [
        f"{seat_text(state.active)} extends {CODES[veto.company]} to {hex_text(veto.first)}",
        f"Targets: {targets}",
        _best(veto),
        _question(state, veto),
    ]


def _best(veto: Veto) -> str:
    if veto.leader == NOBODY:
        return "Nobody has bid"
    return f"{seat_text(veto.leader)} bids {_shares(veto.best)} for {hex_text(veto.hex)}"


def _question(state: State, veto: Veto) -> str:
    held = state.companies[veto.company].holdings[veto.asked]
    if state.phase == DEFENCE:
        return f"{seat_text(veto.asked)} is asked: decline, or defend with {_range(veto.best, held)}"
    return f"{seat_text(veto.asked)} is asked: pass, or bid {_range(veto.best + 1, held)}"


def _range(least: int, most: int) -> str:
    return _shares(least) if least == most else f"{least} to {_shares(most)}"


def _shares(count: int) -> str:
    return "1 share" if count == 1 else f"{count} shares"
