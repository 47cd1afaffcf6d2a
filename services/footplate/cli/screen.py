"""The one place where drawings meet the terminal: styled text of `render` becomes text of rich."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from rich.style import Style
from rich.text import Text

from footplate.render.spans import STYLES, Lines
from footplate.render.terminal import Frame, board, standings

MOST_NEWS: Final = 6
"""Lines of news that are worth their room."""


def board_text(
    game_id: str, state: Any, width: int, height: int, *, marked: Sequence[str] = (), news: Sequence[str] = ()
) -> Text:
    """The board and what belongs beside it, in so much room; `marked`: texts of hexes to point out."""
    return _text(board(game_id, state, Frame(width, height, marked, news[-MOST_NEWS:])))


def standings_text(game_id: str, state: Any) -> Text:
    """The table of the players alone."""
    return _text(standings(game_id, state))


def _text(lines: Lines) -> Text:
    text = Text(no_wrap=True, overflow="crop", end="")
    for line in lines:
        for span in line:
            text.append(span.text, _style(span.style))
        text.append("\n")
    return text


@cache
def _style(name: str) -> Style:
    return Style.parse(STYLES[name]) if STYLES[name] else Style.null()
