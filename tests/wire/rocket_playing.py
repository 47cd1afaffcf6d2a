"""Games to look at: whole ones of Stephenson's Rocket, step by step."""

from collections.abc import Iterator
from functools import cache

from footplate.engine.game import Setup
from footplate.engine.stephensons_rocket.state import State
from tests.support.rocket import GAME, Step, setup, walk

SETUPS = (
    setup(2),
    setup(3, options={"open_money": "on", "isolation_test": "with-reverse-search"}),
    setup(4, "designer-faq", {"unmoved_locomotive_is_a_line": "off"}),
)
"""Set-ups that bring out what positions may hold."""


@cache
def steps(setup_: Setup, seed: int) -> tuple[Step, ...]:
    """A whole random game."""
    return tuple(walk(GAME.start(setup_), seed))


def all_steps() -> Iterator[Step]:
    """The steps of a few games."""
    for number, setup_ in enumerate(SETUPS):
        yield from steps(setup_, number)


def positions() -> list[State]:
    """Every position of them, the last ones included."""
    found = []
    for number, setup_ in enumerate(SETUPS):
        game = steps(setup_, number)
        found += [step.before for step in game] + [game[-1].after]
    return found


def default_answers(state: State) -> State:
    """The position once every open question got its default answer."""
    while state.veto is not None:
        state = GAME.apply(state, GAME.default_action(state))
    return state
