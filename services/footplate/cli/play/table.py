"""A table as the person at the terminal sees it, wherever it stands."""

from collections.abc import Iterator
from typing import Protocol

from footplate.cli.seen import Seen


class Table(Protocol):
    """A match with one person in it."""

    @property
    def seat(self) -> int:
        """The person's seat."""
        ...

    def positions(self) -> Iterator[Seen]:
        """Every position in which somebody decides, the end last. The person's own must be answered with `play`."""
        ...

    def play(self, seen: Seen, action: str) -> None:
        """Play an action of the person, given as text, that is legal in the position seen."""
        ...

    def farewell(self, *, finished: bool) -> str:
        """What there is to say about the match when the person leaves it, or it is over."""
        ...
