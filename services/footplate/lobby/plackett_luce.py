"""Ratings after Plackett and Luce, by the approximation of Weng and Lin (2011) as the package openskill computes it.

The package sits behind `ports.RatingSystem`: nothing else knows it.
"""

from collections.abc import Sequence
from typing import Final

from openskill.models import PlackettLuce as Model

from footplate.domain.rating import NEWCOMER, Strength

# The usual proportions of the model, in our points: what one match says of a strength, and how much a strength may
# change from one match to the next.
_BETA: Final = NEWCOMER.deviation / 2
_TAU: Final = NEWCOMER.deviation / 100


class PlackettLuce:
    """See `ports.RatingSystem`."""

    def __init__(self) -> None:
        self._model = Model(NEWCOMER.mean, NEWCOMER.deviation, beta=_BETA, tau=_TAU)

    def after(self, strengths: Sequence[Strength], ranks: Sequence[int]) -> Sequence[Strength]:
        teams = [[self._model.rating(strength.mean, strength.deviation)] for strength in strengths]
        rated = self._model.rate(teams, ranks=[float(rank) for rank in ranks])
        return [Strength(player.mu, player.sigma) for [player] in rated]
