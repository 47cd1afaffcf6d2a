"""Games to look at: whole ones of Age of Steam, step by step."""

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from footplate.engine.age_of_steam.actions import Action
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import State
from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER, Setup
from tests.conformance.age_of_steam import set_up, steady

GAME = AgeOfSteam()

SETUPS = (
    set_up(3),
    set_up(4, town_tile_pool="strict", marker_limit="none", initial_order="permutation", new_city_moment="any_time"),
    set_up(5, high_bidder_call="must_raise", production_decline="anytime", growth_dice="current_players"),
    set_up(3, last_survivor="play_on", production_one_box="draw_one", combined_replace="allowed"),
)
"""Set-ups that bring out what positions may hold."""


class Step(NamedTuple):
    """One action of a game, with the positions before and after it."""

    before: State
    action: Action
    after: State


@cache
def steps(setup: Setup, seed: int) -> tuple[Step, ...]:
    """A whole game. Odd seeds play at random, which ends in ruin; even ones play with care, to the last turn."""
    return tuple(_steps(setup, seed))


def _steps(setup: Setup, seed: int) -> Iterator[Step]:
    rng, secret, ply = random.Random(seed), seed.to_bytes(32, "big"), 0
    state = GAME.start(setup)
    while GAME.to_act(state) != OVER:
        if GAME.to_act(state) == CHANCE:
            action = GAME.draw(state, SeededDraws(secret, ply))
        else:
            legal = GAME.legal_actions(state)
            action = rng.choice(legal) if seed % 2 else steady(rng, state, legal)
        after = GAME.apply(state, action)
        yield Step(state, action, after)
        state, ply = after, ply + 1


def all_steps() -> Iterator[Step]:
    """The steps of a few games of every set-up."""
    for setup in SETUPS:
        for seed in (1, 2):
            yield from steps(setup, seed)
