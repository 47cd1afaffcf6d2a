"""The bot that plays any legal action."""

from typing import Any

from footplate.engine.chance import Draws
from footplate.engine.game import AnyGame


class Uniform:
    """Every legal action is as likely as every other."""

    def choose(self, game: AnyGame, state: Any, _seat: int, draws: Draws) -> Any:
        """See `base.Strategy`."""
        actions = game.legal_actions(state)
        return actions[draws.below(len(actions))]
