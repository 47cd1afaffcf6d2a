"""Positions to draw: of Age of Steam those of the recorded game, and of both games such in which much is built."""

from functools import cache
from random import Random

from footplate.engine.age_of_steam.actions import Action, Bid, Build, IssueShares, Urbanize
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import State
from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER, Setup
from footplate.engine.stephensons_rocket.actions import Action as RocketAction
from footplate.engine.stephensons_rocket.actions import ExtendLine, PlaceStation, TakeToken
from footplate.engine.stephensons_rocket.rules import StephensonsRocket
from footplate.engine.stephensons_rocket.state import State as RocketState
from tests.games import five_players
from tests.games.test_five_players import Replay

GAME = AgeOfSteam()
GAME_ID = GAME.info.id
ROCKET = StephensonsRocket()
ROCKET_ID = ROCKET.info.id


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


@cache
def rocket(seats: int, seed: int) -> tuple[RocketState, ...]:
    """The positions of a game of Stephenson's Rocket in which lines and stations are built; the last is the end."""
    rng, state = Random(seed), ROCKET.start(Setup(ROCKET_ID, "england", ROCKET.info.default_preset, seats))
    states = [state]
    while ROCKET.to_act(state) != OVER:
        if ROCKET.to_act(state) == CHANCE:
            state = ROCKET.apply(state, ROCKET.draw(state, SeededDraws(bytes([seed] * 32), 1)))
        else:
            state = ROCKET.apply(state, _builder(state, rng))
        states.append(state)
    return tuple(states)


def _builder(state: RocketState, rng: Random) -> RocketAction:
    """Mostly an extension, else a station or a token; any answer to a question."""
    legal = ROCKET.legal_actions(state)
    wanted = rng.choices((ExtendLine, PlaceStation, TakeToken), (12, 5, 3))[0]
    return rng.choice([action for action in legal if isinstance(action, wanted)] or legal)


def rocket_asked(phase: str, turn: int) -> RocketState:
    """The first position of a game of four in which a question of the veto round is put in a turn."""
    return next(state for state in rocket(4, 1) if (state.phase, state.turn) == (phase, turn))
