"""The seam between bots that search and the games they know."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol


class Option(NamedTuple):
    """An action worth a look.

    `worth`: what it promises, in points, beyond what the position right after it shows. `look`: whether that position
    is to be judged as well; False when `worth` is the whole judgement.
    """

    action: Any
    worth: float = 0.0
    look: bool = True


class Evaluation(Protocol):
    """What a bot knows of a game. Pure; a position is the view of the seat."""

    def options(self, state: Any, seat: int) -> Sequence[Option]:
        """The actions worth a look for the seat to act, never empty; a single one is taken without a look.

        They come from plans that may see less than the rules do: one that is illegal after all is passed over.
        """
        ...

    def worth(self, state: Any, seat: int) -> float:
        """How good a position is for a seat, in points; comparable among the positions one action away."""
        ...
