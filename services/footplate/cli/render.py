"""`footplate render FILE`: a position of a record drawn at the terminal, as plain text or as an SVG picture."""

from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console

from footplate.cli.failures import WRONG_USAGE, CliError
from footplate.cli.record_files import file_argument, played_to, ply_option
from footplate.cli.screen import MOST_NEWS, board_text
from footplate.engine.notes import is_note
from footplate.engine.record import entry_line
from footplate.engine.replay import Replay
from footplate.render.svg import svg
from footplate.render.terminal import Frame, board, plain

_STDOUT: Final = "-"
_WIDE: Final = 150
"""Characters across where no terminal says how many there are: what the large maps need."""
_ENDLESS: Final = 10_000
"""Lines: whoever prints a drawing once can scroll."""


@click.command()
@file_argument
@ply_option
@click.option("--seat", type=click.IntRange(min=1), help="Only what this seat may know; everything by default.")
@click.option(
    "-o",
    "--output",
    default=_STDOUT,
    type=click.Path(dir_okay=False, allow_dash=True),
    help="A file ending in .svg or .txt; a drawing on standard output by default.",
)
@click.option("--width", type=click.IntRange(min=1), help="Characters across; those of the terminal by default.")
def render(file: str, ply: int | None, seat: int | None, output: str, width: int | None) -> None:
    """Draw a position of the record in FILE, the hexes of the last action marked. `-` reads standard input."""
    suffix = Path(output).suffix.lower()
    if output != _STDOUT and suffix not in (".svg", ".txt"):
        raise CliError(f"{output}: what to draw is told by the ending, .svg or .txt", WRONG_USAGE)
    played = played_to(file, ply)
    state = _seen(played, seat)
    if output == _STDOUT:
        _show(played, state, width)
    elif suffix == ".svg":
        _write(output, svg(played.record.setup.game, state, _marked(played)))
    else:
        _write(output, _text(played, state, width or _WIDE) + "\n")


def _seen(played: Replay, seat: int | None) -> Any:
    """The position as a seat, counted from 1, may know it."""
    seats = played.record.setup.seats
    if seat is None:
        return played.state
    if seat > seats:
        raise CliError(f"the record has {seats} seats, so there is no seat {seat}", WRONG_USAGE)
    return played.game.view(played.state, seat - 1)


def _show(played: Replay, state: Any, width: int | None) -> None:
    console = Console()
    if not console.is_terminal:
        click.echo(_text(played, state, width or _WIDE))
        return
    news, marked = _news(played), _marked(played)
    drawing = board_text(played.record.setup.game, state, width or console.width, _ENDLESS, marked=marked, news=news)
    console.print(drawing, end="")


def _text(played: Replay, state: Any, width: int) -> str:
    frame = Frame(width, _ENDLESS, _marked(played), _news(played))
    return plain(board(played.record.setup.game, state, frame))


def _marked(played: Replay) -> tuple[str, ...]:
    """The hexes that the last entry touched, if it is an action."""
    game, last = played.game, played.record.entries[-1:]
    return game.tags(game.parse_action(last[0].text)).hexes if last and not is_note(last[0].text) else ()


def _news(played: Replay) -> list[str]:
    return [entry_line(entry) for entry in played.record.entries[-MOST_NEWS:]]


def _write(path: str, text: str) -> None:
    Path(path).write_text(text, encoding="utf-8")
