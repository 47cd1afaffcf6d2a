"""A position as somebody sees it, in values of the engine, with what led to it."""

from dataclasses import dataclass, field
from typing import Any

from footplate.client import Update
from footplate.engine.game import OVER, AnyGame, Outcome, Progress
from footplate.engine.notes import CLOSED, closed_outcome
from footplate.engine.record import RecordEntry


@dataclass(frozen=True)
class Seen:
    """A position in which somebody decides, or the last one; `entries` led to it. `names`: who sits where.

    `closed`: the match ended here before the game did.
    """

    game: AnyGame
    state: Any = field(repr=False)
    ply: int
    entries: tuple[RecordEntry, ...]
    names: tuple[str, ...]
    closed: bool = False

    @property
    def to_act(self) -> int:
        """The seat that decides, or OVER."""
        return OVER if self.closed else self.game.to_act(self.state)

    @property
    def progress(self) -> Progress:
        """Phase and turn."""
        return self.game.progress(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it did."""
        return closed_outcome(self.game, self.state) if self.closed else self.game.outcome(self.state)


def seen_of(game: AnyGame, update: Update) -> Seen:
    """What the services sent, as values of the engine."""
    entries = tuple(RecordEntry(entry.ply, entry.actor, entry.text) for entry in update.entries)
    names = tuple(seat.display_name for seat in update.seats)
    closed = update.view.outcome.reason == CLOSED
    return Seen(game, game.parse_state(update.view.state_text), update.view.ply, entries, names, closed)
