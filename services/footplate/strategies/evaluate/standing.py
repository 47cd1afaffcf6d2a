"""The evaluation of a game about which nothing is known but its rules: points ahead of the best rival."""

from collections.abc import Sequence
from typing import Any, Final

from footplate.engine.game import AnyGame
from footplate.strategies.evaluate.base import Option

OUT: Final = -1000.0
"""The points of an eliminated seat."""


class Standings:
    """Every legal action is worth a look; a position is as good as the lead of the seat in it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def options(self, state: Any, _seat: int) -> Sequence[Option]:
        """See `base.Evaluation`."""
        return [Option(action) for action in self._game.legal_actions(state)]

    def worth(self, state: Any, seat: int) -> float:
        """See `base.Evaluation`."""
        own, rivals = OUT, [OUT]
        for standing in self._game.standings(state):
            if standing.score is None and not standing.eliminated:
                continue  # hidden from this seat
            score = OUT if standing.score is None else float(standing.score)
            if standing.seat == seat:
                own = score
            else:
                rivals.append(score)
        return own - max(rivals)
