"""Age of Steam in protobuf: the words and the smallest things, each with the engine's number for it."""

from typing import Final

from footplate.api.age_of_steam.v1 import actions_pb2 as actions
from footplate.api.age_of_steam.v1 import view_pb2 as view
from footplate.engine.age_of_steam.actions import NOBODY, ROLES
from footplate.engine.age_of_steam.board import COLORS
from footplate.engine.age_of_steam.state import (
    BUILD_TRACK,
    EMPTY,
    GAME_OVER,
    GOODS_GROWTH,
    INITIAL_ORDER,
    ISSUE_SHARES,
    MOVE_GOODS,
    PLAYER_ORDER,
    SELECT_ACTIONS,
    SETUP,
)
from footplate.engine.age_of_steam.tiles import KIND_NAMES, edges_of
from footplate.engine.errors import NotationError
from footplate.engine.hexes import parse_hex
from footplate.wire.fields import refused

_LONGEST_HEX: Final = 3

COLOR_VALUES: Final = tuple(actions.GoodsColor.Value(f"GOODS_COLOR_{name.upper()}") for name in COLORS)
"""The enum value of each colour, by the engine's number."""
KIND_VALUES: Final = tuple(actions.TileKind.Value(f"TILE_KIND_{name.upper()}") for name in KIND_NAMES)
"""The enum value of each kind of tile, by the engine's number."""
ROLE_VALUES: Final = {role: actions.ActionKind.Value(f"ACTION_KIND_{role.upper()}") for role in ROLES}
"""The enum value of each action of phase 3."""
PHASE_VALUES: Final = {
    phase: view.Phase.Value(f"PHASE_{phase.upper()}")
    for phase in (
        SETUP,
        INITIAL_ORDER,
        ISSUE_SHARES,
        PLAYER_ORDER,
        SELECT_ACTIONS,
        BUILD_TRACK,
        MOVE_GOODS,
        GOODS_GROWTH,
        GAME_OVER,
    )
}
"""The enum value of each phase in which somebody acts, and of the end; nobody ever sees the automatic phases."""

COLOR_OF: Final[dict[int, int]] = {value: color for color, value in enumerate(COLOR_VALUES)}
KIND_NAME_OF: Final[dict[int, str]] = {actions.TILE_KIND_UNSPECIFIED: ""}
KIND_NAME_OF.update(zip(KIND_VALUES, KIND_NAMES, strict=True))
ROLE_OF: Final[dict[int, str]] = {value: role for role, value in ROLE_VALUES.items()}


def hex_at(path: str, value: str) -> int:
    """The hex of a name such as `T9` in a request. Raises BadRequest naming the field."""
    try:
        return parse_hex(value[: _LONGEST_HEX + 1])
    except NotationError as error:
        raise refused(path, value, error.reason) from None


def color_value(color: int) -> actions.GoodsColor.ValueType:
    """The enum value of a colour; GOODS_COLOR_UNSPECIFIED for an empty box."""
    return actions.GOODS_COLOR_UNSPECIFIED if color == EMPTY else COLOR_VALUES[color]


def role_value(role: str) -> actions.ActionKind.ValueType:
    """The enum value of an action held; ACTION_KIND_UNSPECIFIED for none."""
    return ROLE_VALUES[role] if role else actions.ACTION_KIND_UNSPECIFIED


def owner_value(owner: int) -> int | None:
    """An owner as an optional field: unset for nobody."""
    return None if owner == NOBODY else owner


def piece_message(mask: int) -> actions.Piece:
    """A piece within a hex."""
    return actions.Piece(edges=edges_of(mask))
