"""Showing a match as it is played: drawn where a person looks at a terminal, in lines or JSON elsewhere."""

import time
from collections import deque
from typing import Final, Protocol

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from footplate.cli import words
from footplate.cli.output import emit
from footplate.cli.screen import MOST_NEWS, board_text
from footplate.cli.seen import Seen
from footplate.engine.errors import RulesError
from footplate.engine.notes import is_note
from footplate.engine.record import RecordEntry

_SECONDS_BETWEEN: Final = 0.1  # nobody sees more, and drawing takes time from those who play
_OTHER_LINES: Final = 3


class Show(Protocol):
    """Shows positions as they come."""

    def show(self, seen: Seen) -> None:
        """Show the next position."""
        ...

    def close(self) -> None:
        """Leave the terminal as it was found."""
        ...


def chosen_show(*, as_json: bool) -> Show:
    """What fits the place where the output goes."""
    if as_json:
        return JsonShow()
    console = Console()
    return DrawnShow(console) if console.is_terminal and not console.is_dumb_terminal else LinesShow()


class JsonShow:
    """An object for each entry, and one for the end."""

    def show(self, seen: Seen) -> None:
        for entry in seen.entries:
            actor = words.actor_name(entry.actor, ())
            emit({"event": "entry", "ply": entry.ply, "actor": actor, "text": entry.text})
        outcome = seen.outcome
        if outcome:
            standings = words.standing_json(outcome.standings)
            emit({"event": "over", "ply": seen.ply, "reason": outcome.reason, "standings": standings})

    def close(self) -> None:
        """Nothing to do."""


class LinesShow:
    """A line for each entry, and one for each turn that says how it stands."""

    def __init__(self) -> None:
        self._turn = 0
        self._before: Seen | None = None

    def show(self, seen: Seen) -> None:
        progress = seen.progress
        for entry in seen.entries:
            click.echo(f"{entry.ply:>5} {sentence(entry, self._before)}")
        if progress.turn != self._turn and not seen.outcome:
            self._turn = progress.turn
            click.echo(f"{words.turn_text(progress)}{_scores(seen)}")
        self._before = seen

    def close(self) -> None:
        """Nothing to do."""


class DrawnShow:
    """The board in colour with the standing and the last actions beside it, and a bar for the turns."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(console=console, auto_refresh=False, vertical_overflow="crop")
        self._news: deque[str] = deque(maxlen=MOST_NEWS)
        self._before: Seen | None = None
        self._drawn = 0.0
        self._live.start()

    def show(self, seen: Seen) -> None:
        self._news.extend(sentence(entry, self._before) for entry in seen.entries)
        self._before = seen
        if time.monotonic() - self._drawn >= _SECONDS_BETWEEN:
            self._draw(seen)

    def close(self) -> None:
        """Draws what came last; it stays on the screen."""
        if self._live.is_started and self._before:
            self._draw(self._before)
        self._live.stop()

    def _draw(self, seen: Seen) -> None:
        width, height = self._console.size
        moves = [seen.game.parse_action(entry.text) for entry in seen.entries if not is_note(entry.text)]
        marked = [hex_ for move in moves for hex_ in seen.game.tags(move).hexes]
        board = board_text(
            seen.game.info.id, seen.state, width, height - _OTHER_LINES, marked=marked, news=list(self._news)
        )
        self._live.update(Group(_names_line(seen), board, _turn_bar(seen)), refresh=True)
        self._drawn = time.monotonic()


def sentence(entry: RecordEntry, before: Seen | None) -> str:
    """An entry with what it does, as far as that can be told from the position before it."""
    line = f"{words.actor_name(entry.actor, ())} {entry.text}"
    if before is None or entry.ply != before.ply + 1 or entry.actor != before.to_act or is_note(entry.text):
        return line
    try:
        effects = before.game.effects(before.state, before.game.parse_action(entry.text))
    except RulesError:  # it rests on something that is hidden from us
        return line
    told = words.brief_effects(effects)
    return f"{line} ({told})" if told else line


def _scores(seen: Seen) -> str:
    """How it stands, for the end of a line; nothing where every score is hidden."""
    standings = sorted(seen.game.standings(seen.state), key=lambda standing: standing.seat)
    if all(words.score_text(entry) == words.HIDDEN for entry in standings):
        return ""
    return ": " + ", ".join(
        f"{words.seat_name(entry.seat, seen.names)} {words.score_text(entry)}" for entry in standings
    )


def _names_line(seen: Seen) -> Text:
    names = "  ".join(words.seat_name(seat, seen.names) for seat in range(len(seen.names)))
    return Text(names, style="bold", no_wrap=True, overflow="ellipsis")


def _turn_bar(seen: Seen) -> Table:
    progress = seen.progress
    grid = Table.grid(padding=(0, 1))
    label = Text(f"{words.turn_text(progress)}, {progress.phase.replace('_', ' ')}, ply {seen.ply}")
    if progress.turns:
        grid.add_row(label, ProgressBar(total=float(progress.turns), completed=_turns_done(seen), width=40))
    else:
        grid.add_row(label)
    return grid


def _turns_done(seen: Seen) -> float:
    progress, phases = seen.progress, seen.game.info.phases
    share = phases.index(progress.phase) / len(phases) if progress.phase in phases else 0.0
    return float(progress.turns) if seen.outcome else progress.turn - 1 + share
