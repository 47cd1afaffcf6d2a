"""Positions of Stephenson's Rocket to write and to read, and the pieces of their texts."""

import random
from functools import cache

from hypothesis import strategies as st

from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER
from footplate.engine.stephensons_rocket.board import CODES
from footplate.engine.stephensons_rocket.options import OPTIONS, PRESETS
from footplate.engine.stephensons_rocket.state import State
from tests.conformance.stephensons_rocket import lively
from tests.support.rocket import GAME, begin, extended, play, setup
from tests.support.state_texts import part, put

FRESH_LINES = (
    "0800.-.16.0.0,0,0.-.-.0800/0001.-.16.0.0,0,0.-.-.0001/0204.-.16.0.0,0,0.-.-.0204/1407.-.16.0.0,0,0.-.-.1407/"
    "0012.-.16.0.0,0,0.-.-.0012/0515.-.16.0.0,0,0.-.-.0515/1514.-.16.0.0,0,0.-.-.1514"
)
NO_TOKENS = "/".join(["0" * 24] * 3)
FRESH_GAME = (
    "sr1 map=england preset=pegasus-1999 seats=3 options=- phase=first_player turn=1 active=- action=1 barred=- "
    f"lines={FRESH_LINES} tiles=- stations=-/-/- tokens={NO_TOKENS} riders=0,0,0 money=0,0,0 veto=- end=-"
)


def company(text: str, code: str, piece: str) -> str:
    """The text with another piece for one company."""
    pieces = part(text, "lines").split("/")
    pieces[CODES.index(code)] = piece
    return put(text, lines="/".join(pieces))


def piece(text: str, code: str) -> str:
    """What the text says of a company."""
    return part(text, "lines").split("/")[CODES.index(code)]


@cache
def asked() -> State:
    """P1 and P2 hold a share of GWR each; P3 extends it, and P1 is asked for a veto."""
    state = play(begin(), "extend GWR 0112", "station 0511", "extend GWR 0212", "pass", "token Reading steel")
    return play(state, "extend GWR 0311")


@cache
def defending() -> State:
    """P1 bid, P2 could not bid more, and P3 is asked to defend."""
    return play(asked(), "bid 1 0211")


@cache
def merged() -> State:
    """L&Y was absorbed by LNWR, which never moved; two shares of L&Y became one of LNWR (SR-EX-13)."""
    return extended(begin(), "L&Y", "0101 A 0202 B 0203 A").state


@cache
def game(seed: int) -> tuple[State, ...]:
    """All positions of a lively game, with random options."""
    rng, draws = random.Random(seed), SeededDraws(bytes([seed]) * 32, 0)
    options = {option.name: rng.choice(option.values) for option in OPTIONS if rng.random() < 0.4}
    state = GAME.start(setup(2 + seed % 3, rng.choice(tuple(PRESETS)), options))
    states = [state]
    while GAME.to_act(state) != OVER:
        chance = GAME.to_act(state) == CHANCE
        action = GAME.draw(state, draws) if chance else lively(rng, state, GAME.legal_actions(state))
        state = GAME.apply(state, action)
        states.append(state)
    return tuple(states)


positions = st.integers(1, 6).flatmap(lambda seed: st.sampled_from(game(seed)))
