"""The one place that knows which games have an evaluation of their own. Adding one is adding a row here."""

from collections.abc import Callable
from typing import Final

from footplate.engine.game import AnyGame
from footplate.strategies.evaluate.base import Evaluation
from footplate.strategies.evaluate.standing import Standings


def _age_of_steam() -> Evaluation:
    from footplate.strategies.evaluate.age_of_steam.evaluation import AgeOfSteamEvaluation

    return AgeOfSteamEvaluation()


def _stephensons_rocket() -> Evaluation:
    from footplate.strategies.evaluate.stephensons_rocket.evaluation import StephensonsRocketEvaluation

    return StephensonsRocketEvaluation()


_EVALUATIONS: Final[dict[str, Callable[[], Evaluation]]] = {
    "age_of_steam": _age_of_steam,
    "stephensons_rocket": _stephensons_rocket,
}


def evaluation_of(game: AnyGame) -> Evaluation:
    """What bots know of a game; of one without an evaluation, its standings."""
    make = _EVALUATIONS.get(game.info.id)
    return Standings(game) if make is None else make()
