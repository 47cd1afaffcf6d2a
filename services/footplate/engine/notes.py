"""Notes: entries of a log that are no moves, but tell what happened around the game while it was played.

    /resign         the seat is given up for good
    /bot greedy     a bot of this level plays the seat
    /return         its account takes the seat back
    /undo 12        the position is again that of ply 12
    /ask-undo 12    the seat asks all others for that
    /agree          a seat answers yes
    /decline        a seat answers no
    /close          the match ends here, as it stands

The actor of a note is the seat it is about. A note begins with a stroke, as no action does. But for `/undo` it leaves
the position as it is. Nothing is ever taken out of a log: what an undo leaves behind stays in it, off the line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from footplate.engine.errors import NotationError
from footplate.engine.game import AnyGame, Outcome

RESIGN: Final = "resign"
STAND_IN: Final = "bot"
RETURN: Final = "return"
UNDO: Final = "undo"
ASK_UNDO: Final = "ask-undo"
AGREE: Final = "agree"
DECLINE: Final = "decline"
CLOSE: Final = "close"

CLOSED: Final = "closed"
"""The reason of an outcome where a note ended the match."""

_MARK: Final = "/"
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_LEVEL: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,31}")
_BARE: Final = (RESIGN, RETURN, AGREE, DECLINE, CLOSE)
_WITH_PLY: Final = (UNDO, ASK_UNDO)


@dataclass(frozen=True)
class Note:
    """A note. `ply`: which position UNDO and ASK_UNDO mean. `level`: of the bot of a STAND_IN."""

    kind: str
    ply: int = 0
    level: str = ""


def is_note(text: str) -> bool:
    """Whether the text of an entry is a note, and no action."""
    return text.startswith(_MARK)


def note_text(note: Note) -> str:
    """The canonical text of a note."""
    if note.kind in _WITH_PLY:
        return f"{_MARK}{note.kind} {note.ply}"
    return f"{_MARK}{note.kind} {note.level}" if note.kind == STAND_IN else f"{_MARK}{note.kind}"


def parse_note(text: str) -> Note:
    """The note of a text. Raises NotationError quoting the input."""
    kind, _, rest = text.removeprefix(_MARK).partition(" ")
    if is_note(text) and kind in _BARE and not rest:
        return Note(kind)
    if is_note(text) and kind in _WITH_PLY and _NUMBER.fullmatch(rest):
        return Note(kind, ply=int(rest))
    if is_note(text) and kind == STAND_IN and _LEVEL.fullmatch(rest):
        return Note(kind, level=rest)
    raise NotationError(text, text, "no note such as '/resign' or '/undo 12'")


def undone(text: str) -> int | None:
    """The ply an entry goes back to; None for all entries but undos."""
    return parse_note(text).ply if text.startswith(f"{_MARK}{UNDO} ") else None


def line(texts: Sequence[str], first: int = 1) -> tuple[int, ...]:
    """The plies of the entries that lead to the last position, in order: without what an undo left behind.

    `texts` are the entries from ply `first` on. Undos stand in the line themselves. An undo that goes back beyond
    `first` ends the line there.
    """
    found = []
    ply = first + len(texts) - 1
    while ply >= first:
        found.append(ply)
        target = undone(texts[ply - first])
        ply = ply - 1 if target is None else target
    return tuple(reversed(found))


def closed_outcome(game: AnyGame, state: Any) -> Outcome:
    """How a match ended that was closed in this position."""
    return Outcome(game.standings(state), CLOSED)
