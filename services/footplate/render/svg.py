"""A position as an SVG picture. Adding a game is adding a row to PAINTERS."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from footplate.engine.hexes import parse_hex
from footplate.engine.registry import UnknownGame
from footplate.render import age_of_steam_svg, stephensons_rocket_scene, stephensons_rocket_svg


class Painter(NamedTuple):
    """How one game is drawn, some hexes outlined. `parse_hex`: the hex of a text, raising NotationError."""

    parse_hex: Callable[[str], int]
    draw: Callable[[Any, Collection[int]], str]


PAINTERS: Final[Mapping[str, Painter]] = MappingProxyType(
    {
        "age_of_steam": Painter(parse_hex, age_of_steam_svg.draw),
        "stephensons_rocket": Painter(stephensons_rocket_scene.parse_hex, stephensons_rocket_svg.draw),
    }
)


def svg(game_id: str, state: Any, marked: Sequence[str] = ()) -> str:
    """A picture complete in itself: no scripts, fonts or links. `marked`: texts of hexes to outline.

    Raises UnknownGame, and NotationError for a marked text that is no hex.
    """
    try:
        painter = PAINTERS[game_id]
    except KeyError:
        raise UnknownGame(game_id, tuple(PAINTERS)) from None
    return painter.draw(state, {painter.parse_hex(text) for text in marked})
