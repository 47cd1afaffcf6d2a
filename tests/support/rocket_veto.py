"""Positions of Stephenson's Rocket in which a veto is asked: GWR goes on from 0412."""

from footplate.engine.stephensons_rocket.options import DEFAULT_PRESET
from footplate.engine.stephensons_rocket.state import State, Veto
from tests.support.rocket import (
    GAME,
    A,
    C,
    asked,
    begin,
    play,
    with_holdings,
    with_line,
)

LIST = ("0413", "0511", "0512")
"""The targets of GWR on 0412 with heading 2."""


def before(*holdings: int, grey: int = 0, **options: str) -> State:
    """GWR on 0412 with these holdings; the seats after the first three are there if they are given one."""
    state = with_line(begin(len(holdings), DEFAULT_PRESET, A, **options), "GWR", "0112 0212 0311 0412")
    return with_holdings(state, "GWR", *holdings, grey=grey)


def question(*holdings: int, seat: int = C, grey: int = 0, target: str = "0512", **options: str) -> State:
    """GWR is being extended from 0412 by a seat; the holdings are those before the share he draws."""
    return asked(before(*holdings, grey=grey, **options), seat, f"extend GWR {target}")


def round_of(state: State) -> Veto:
    assert state.veto is not None
    return state.veto


def seats_asked(state: State, *answers: str) -> list[int]:
    """The seats asked before each of these answers and after the last, the active player's defence included."""
    asked_ = [GAME.to_act(state)]
    for text in answers:
        state = play(state, text)
        if state.veto is not None:
            asked_.append(GAME.to_act(state))
    return asked_
