"""Positions to draw: those of the recorded game, and those of games in which much is built."""

from functools import cache
from random import Random

from footplate.engine.age_of_steam.actions import Action, Bid, Build, IssueShares, Urbanize
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import State
from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER, Setup
from tests.games import five_players
from tests.games.test_five_players import Replay

GAME = AgeOfSteam()
GAME_ID = GAME.info.id


@cache
def recorded() -> tuple[State, ...]:
    """The positions of the recorded game of five people, in order; the last is the end."""
    replay = Replay()
    states: list[State] = []
    for line in five_players.lines():
        replay.line(line)
        if not states or states[-1] is not replay.state:
            states.append(replay.state)
    return tuple(states)


def in_phase(phase: str, turn: int = 4) -> State:
    """The first position of the recorded game in a phase of a turn."""
    return next(state for state in recorded() if (state.phase, state.turn) == (phase, turn))


@cache
def busy(seats: int, seed: int) -> tuple[State, ...]:
    """The positions of a game whose players build whatever they can; every fifth of them, and the last."""
    rng, state = Random(seed), GAME.start(Setup(GAME_ID, "rust_belt", GAME.info.default_preset, seats))
    states: list[State] = []
    ply = 0
    while (actor := GAME.to_act(state)) != OVER:
        ply += 1
        if actor == CHANCE:
            state = GAME.apply(state, GAME.draw(state, SeededDraws(bytes([seed] * 32), ply)))
        else:
            state = GAME.apply(state, _eager(state, rng))
        if ply % 5 == 0:
            states.append(state)
    return (*states, state)


def _eager(state: State, rng: Random) -> Action:
    legal = GAME.legal_actions(state)
    builds = [action for action in legal if isinstance(action, Build | Urbanize)]
    if builds:
        return rng.choice(builds)
    if IssueShares(3) in legal:
        return IssueShares(3)
    return rng.choice([action for action in legal if not isinstance(action, Bid)])
