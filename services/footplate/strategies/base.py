"""What a bot brain is: something that picks an action, given what its seat may know."""

from typing import Any, Protocol

from footplate.engine.chance import Draws
from footplate.engine.game import AnyGame


class Strategy(Protocol):
    """A bot brain. It keeps nothing between decisions, so any process may take the next one."""

    def choose(self, game: AnyGame, state: Any, seat: int, draws: Draws) -> Any:
        """A legal action for `seat`, which is to act.

        `state` is the view of that seat (`Game.view`). `draws` are the bot's own dice; they have nothing to do with
        those of the match. The same arguments give the same action on every machine.
        """
        ...
