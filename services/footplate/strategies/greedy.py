"""The bot that looks one action ahead.

It knows no game. The evaluation of the game says which actions are worth a look and how good a position is; the bot
tries each action and takes the best one.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from footplate.engine.chance import Draws
from footplate.engine.errors import IllegalAction
from footplate.engine.game import AnyGame
from footplate.strategies.evaluate.base import Evaluation, Option
from footplate.strategies.evaluate.registry import evaluation_of


class _Scored(NamedTuple):
    score: float
    tie: int
    action: Any


class Greedy:
    """Takes the option with the highest score; its own dice decide between equals."""

    def __init__(self, evaluations: Callable[[AnyGame], Evaluation] = evaluation_of) -> None:
        """`evaluations`: what is known of a game; by default what the registry has."""
        self._evaluations = evaluations

    def choose(self, game: AnyGame, state: Any, seat: int, draws: Draws) -> Any:
        """See `base.Strategy`."""
        evaluation = self._evaluations(game)
        options = evaluation.options(state, seat)
        if len(options) > 1:
            options = _best_first(game, evaluation, state, seat, options, draws)
        for option in options:
            if _is_legal(game, state, option.action):
                return option.action
        return game.default_action(state)


def _best_first(
    game: AnyGame, evaluation: Evaluation, state: Any, seat: int, options: Sequence[Option], draws: Draws
) -> list[Option]:
    scored = []
    for option in options:
        score = option.worth
        if option.look:
            try:
                score += evaluation.worth(game.apply(state, option.action), seat)
            except IllegalAction:  # proposed by a plan that sees less than the rules
                continue
        scored.append(_Scored(score, draws.below(1 << 16), option.action))
    scored.sort(key=_rank)
    return [Option(entry.action, entry.score) for entry in scored]


def _rank(scored: _Scored) -> tuple[float, int]:
    return -scored.score, scored.tie


def _is_legal(game: AnyGame, state: Any, action: Any) -> bool:
    try:
        game.check(state, action)
    except IllegalAction:
        return False
    return True
