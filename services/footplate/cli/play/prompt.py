"""Asking a person for an action: what may be done, what was meant, what it would do."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from footplate.cli import words
from footplate.cli.seen import Seen
from footplate.engine.errors import IllegalAction, NotationError
from footplate.engine.notation import seat_text

Ask = Callable[[str], str]
"""Shows a text, returns the line the person types. Raises EOFError when there is no more input."""

HELP: Final = """\
  type an action as text, such as one of the list, or its number in the list
  moves [WORDS]   list the actions that have all these words in them
  board           draw the board        standings   how it stands
  quit            leave                 ?           this help"""

_MOST_LISTED: Final = 40
_LISTED_AT_ONCE: Final = 12


class Left(Exception):
    """The person leaves the table."""


class Prompt:
    """Asks until there is a legal action. `show_board`, `show_standings`: draw a position. `confirm`: ask once more."""

    def __init__(
        self,
        ask: Ask,
        *,
        confirm: bool,
        show_board: Callable[[Seen], None],
        show_standings: Callable[[Seen], None],
    ) -> None:
        self._ask = ask
        self._confirm = confirm
        self._shows: dict[str, Callable[[Seen], None]] = {"board": show_board, "standings": show_standings}
        self._listed: list[str] = []

    def action(self, seen: Seen) -> str:
        """The text of the legal action the person chooses. Raises Left."""
        legal = [seen.game.action_text(action) for action in seen.game.legal_actions(seen.state)]
        self._introduce(seen, legal)
        while True:
            line = " ".join(self._read(f"{seat_text(seen.to_act)}> ").split())
            if not self._is_command(seen, legal, line):
                text = self._choice(seen, legal, line)
                if text and self._agreed():
                    return text

    def _introduce(self, seen: Seen, legal: Sequence[str]) -> None:
        progress = seen.game.progress(seen.state)
        click.echo(f"{words.turn_text(progress)}, {progress.phase}: {len(legal)} actions (? for help)")
        self._listed = []
        if len(legal) <= _LISTED_AT_ONCE:
            self._list(legal)
        else:
            kinds: dict[str, int] = {}
            for text in legal:
                kinds[text.split()[0]] = kinds.get(text.split()[0], 0) + 1
            click.echo("  " + ", ".join(f"{kind} ({count})" for kind, count in kinds.items()))

    def _is_command(self, seen: Seen, legal: Sequence[str], line: str) -> bool:
        word, _, rest = line.partition(" ")
        if line in ("quit", "exit"):
            raise Left
        if line in ("", "?", "help"):
            click.echo(HELP)
        elif line in self._shows:
            self._shows[line](seen)
        elif word == "moves":
            self._list(_having(legal, rest))
        else:
            return False
        return True

    def _choice(self, seen: Seen, legal: Sequence[str], line: str) -> str:
        """The canonical text of what was meant; empty after saying why it cannot be."""
        if line.isdigit():
            if not 1 <= int(line) <= len(self._listed):
                click.echo("  there is no such number in the list")
                return ""
            line = self._listed[int(line) - 1]
        try:
            return _judged(seen, line)
        except NotationError as error:
            self._list(_having(legal, line), else_say=str(error))
        except IllegalAction as error:
            click.echo(f"  {error}")
        return ""

    def _agreed(self) -> bool:
        return not self._confirm or self._read("  play it? [Y/n] ").strip().lower() in ("", "y", "yes")

    def _list(self, texts: Sequence[str], else_say: str = "no action has all these words in it") -> None:
        self._listed = list(texts[:_MOST_LISTED])
        for number, text in enumerate(self._listed, start=1):
            click.echo(f"  {number:>3}  {text}")
        if len(texts) > _MOST_LISTED:
            click.echo(f"       and {len(texts) - _MOST_LISTED} more: moves WORDS lists fewer")
        if not texts:
            click.echo(f"  {else_say}")

    def _read(self, text: str) -> str:
        try:
            return self._ask(text)
        except EOFError:
            raise Left from None


def _having(texts: Sequence[str], wanted: str) -> list[str]:
    parts = wanted.lower().split()
    return [text for text in texts if all(part in text.lower() for part in parts)]


def _judged(seen: Seen, line: str) -> str:
    """The canonical text of a legal action, after telling what it would do. Raises NotationError, IllegalAction."""
    action: Any = seen.game.parse_action(line)
    seen.game.check(seen.state, action)
    effects = words.effects_line(seen.game.effects(seen.state, action))
    text = seen.game.action_text(action)
    click.echo(f"  {text}: {effects}" if effects else f"  {text}")
    return text
