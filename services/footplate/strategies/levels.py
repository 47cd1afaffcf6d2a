"""The levels of the house's bots, weakest first. Adding one is adding a row here."""

from collections.abc import Callable
from typing import Final

from footplate.strategies.base import Strategy
from footplate.strategies.greedy import Greedy
from footplate.strategies.uniform import Uniform

_LEVELS: Final[dict[str, Callable[[], Strategy]]] = {"uniform": Uniform, "greedy": Greedy}

LEVELS: Final = tuple(_LEVELS)
"""The names of all levels, weakest first."""


class UnknownLevel(ValueError):
    """No bot has this level; `level` is the name asked for."""

    def __init__(self, level: str) -> None:
        self.level = level
        super().__init__(f"no bot level {level!r}; there are: {', '.join(LEVELS)}")


def strategy(level: str) -> Strategy:
    """The brain of a level; raises UnknownLevel."""
    make = _LEVELS.get(level)
    if make is None:
        raise UnknownLevel(level)
    return make()
