"""A position as styled text for the terminal. Adding a game is adding a row to PAINTERS."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from footplate.engine.hexes import parse_hex
from footplate.engine.registry import UnknownGame
from footplate.render import (
    age_of_steam_panels,
    age_of_steam_terminal,
    spans,
    stephensons_rocket_panels,
    stephensons_rocket_scene,
    stephensons_rocket_terminal,
)
from footplate.render.blocks import beside, folded, stacked
from footplate.render.spans import Line, Lines, Span, text_of, width_of, with_seats

GAP: Final = 1
"""Empty columns between blocks that stand side by side."""


class Painter(NamedTuple):
    """How one game is drawn. `large`, `small`: the map at two sizes, some hexes of it marked; the rest: blocks beside.

    `parse_hex`: the hex of a text, raising NotationError. `width`: of the widest of the blocks beside the map.
    """

    parse_hex: Callable[[str], int]
    large: Callable[[Any, Collection[int]], Lines]
    small: Callable[[Any, Collection[int]], Lines]
    headline: Callable[[Any], Lines]
    standings: Callable[[Any], Lines]
    details: Callable[[Any], Lines]
    legend: Callable[[Any], Lines]
    width: int


PAINTERS: Final[Mapping[str, Painter]] = MappingProxyType(
    {
        "age_of_steam": Painter(
            parse_hex=parse_hex,
            large=age_of_steam_terminal.large,
            small=age_of_steam_terminal.small,
            headline=age_of_steam_panels.headline,
            standings=age_of_steam_panels.standings,
            details=age_of_steam_panels.details,
            legend=age_of_steam_panels.legend,
            width=age_of_steam_panels.WIDTH,
        ),
        "stephensons_rocket": Painter(
            parse_hex=stephensons_rocket_scene.parse_hex,
            large=stephensons_rocket_terminal.large,
            small=stephensons_rocket_terminal.small,
            headline=stephensons_rocket_panels.headline,
            standings=stephensons_rocket_panels.standings,
            details=stephensons_rocket_panels.details,
            legend=stephensons_rocket_panels.legend,
            width=stephensons_rocket_panels.WIDTH,
        ),
    }
)


class Frame(NamedTuple):
    """The room there is, in characters, and what to point out.

    `marked`: texts of hexes to outline, such as those the last action touched. `news`: lines to show among the
    blocks, such as the last actions, newest last; the words P1 to P6 take the seats' colours.
    """

    width: int = 150
    height: int = 50
    marked: Sequence[str] = ()
    news: Sequence[str] = ()


def board(game_id: str, state: Any, frame: Frame = Frame()) -> Lines:  # noqa: B008  # a frame is an immutable value
    """Everything there is to see: the map with the other blocks beside it, or below where the frame is too narrow.

    The large map is taken if it fits the frame with the blocks beside, else the small one. Text below the map is as
    long as it has to be; text beside it ends with the frame, the least important blocks last. Raises UnknownGame, and
    NotationError for a marked text that is no hex.
    """
    painter = _painter(game_id)
    marked = {painter.parse_hex(text) for text in frame.marked}
    room = frame.width - GAP - painter.width
    chart = painter.large(state, marked)
    if width_of(chart) > room or len(chart) > frame.height:
        chart = painter.small(state, marked)
    if width_of(chart) <= room:
        return beside(chart, stacked(_blocks(painter, state, frame))[: max(frame.height, len(chart))], GAP)
    return stacked([chart, _below(painter, state, frame)])


def standings(game_id: str, state: Any) -> Lines:
    """The table of the players alone. Raises UnknownGame."""
    return _painter(game_id).standings(state)


def plain(lines: Sequence[Sequence[Span]]) -> str:
    """The characters of a drawing, without styles and without blanks at the ends of lines."""
    return "\n".join(text_of(line).rstrip() for line in lines)


def _painter(game_id: str) -> Painter:
    try:
        return PAINTERS[game_id]
    except KeyError:
        raise UnknownGame(game_id, tuple(PAINTERS)) from None


def _blocks(painter: Painter, state: Any, frame: Frame) -> list[Lines]:
    """The blocks beside the map, the most important first."""
    news = [row for sentence in frame.news for row in folded(with_seats(sentence), painter.width)]
    return [
        painter.headline(state),
        painter.standings(state),
        _titled("Last", news, painter.width),
        painter.details(state),
        painter.legend(state),
    ]


def _titled(title: str, lines: list[Line], width: int) -> Lines:
    return [[Span(title.ljust(width), spans.HEAD)], *lines] if lines else []


def _below(painter: Painter, state: Any, frame: Frame) -> Lines:
    blocks = _blocks(painter, state, frame)
    if frame.width < 2 * painter.width + GAP:
        return stacked(blocks)
    return beside(stacked(blocks[:3]), stacked(blocks[3:]), GAP)
