"""Positions of Age of Steam to write and to read."""

from functools import cache

from hypothesis import strategies as st

from footplate.engine.age_of_steam.options import GAME_ID, OPTIONS
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import (
    ISSUE_SHARES,
    PLAYER_ORDER,
    State,
)
from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER, Setup
from tests.support.building import Yard

GAME = AgeOfSteam()


def at_rest(yard: Yard) -> State:
    """The position of a yard in a phase that asks everybody."""
    order = tuple(range(len(yard.state.players)))
    return yard.state._replace(phase=ISSUE_SHARES, order=order, queue=order, build=None)


def example_11(**options: str) -> Yard:
    """The map of AOS-EX-11."""
    yard = Yard(**options)  # type: ignore[arg-type]  # options are texts
    strict = " as cross_straight_straight" if options else ""
    yard.turn(1, "place S10 1-4", "place R11 1-4", "place R13 3-5")
    yard.turn(2, "place R9 1-3", "place Q10 1,4", "place P11 2-4")
    yard.turn(3, "place S12 0-5", "replace R11 1-4,2-5", f"replace Q10 1,2,4,5{strict}")
    return yard


@cache
def game(seed: int) -> tuple[State, ...]:
    """All positions of a game of random decisions, with random options, in which nobody runs out of money."""
    draws = SeededDraws(bytes([seed]) * 32, 0)
    options = tuple(sorted((o.name, o.values[draws.below(len(o.values))]) for o in OPTIONS if draws.below(3) == 0))
    state = GAME.start(Setup(GAME_ID, "rust_belt", "eagle-2009-as-printed", 3 + seed % 4, options))
    states = [state]
    while GAME.to_act(state) != OVER:
        if GAME.to_act(state) == CHANCE:
            action = GAME.draw(state, draws)
        else:
            if state.phase == ISSUE_SHARES and seed % 2:
                state = state._replace(players=tuple(p._replace(cash=p.cash + 20 * p.alive) for p in state.players))
            legal = GAME.legal_actions(state)
            action = GAME.default_action(state) if state.phase == PLAYER_ORDER else legal[draws.below(len(legal))]
        state = GAME.apply(state, action)
        states.append(state)
    return tuple(states)


positions = st.integers(1, 8).flatmap(lambda seed: st.sampled_from(game(seed)))
