"""A position of Age of Steam drawn from its typed view alone, by the words of the contract and without our codec."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from footplate.api.age_of_steam.v1 import actions_pb2, view_pb2
from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.board import COLORS, COLUMN_NAMES, LETTERS
from footplate.engine.age_of_steam.state import EMPTY, NOWHERE, Section, State
from footplate.engine.age_of_steam.tiles import KIND_INDEX, KINDS, layout_of, mask_of
from footplate.engine.age_of_steam.track import sections
from footplate.engine.hexes import parse_hex

PieceAt = tuple[int, int, int]
"""Hex, mask and owner of a piece of track."""


class Drawing(NamedTuple):
    """What can be seen on the table, in the engine's numbers."""

    layouts: dict[int, tuple[int, ...]]
    kinds: dict[int, int]
    pieces: frozenset[PieceAt]
    sections: tuple[Section, ...]
    new_cities: dict[int, int]
    cubes: dict[int, tuple[int, ...]]
    display: tuple[tuple[int, ...], ...]
    bag: tuple[int, ...]
    order: tuple[int, ...]
    players: tuple[tuple[Any, ...], ...]


def drawn(view: view_pb2.View, unlimited: bool) -> Drawing:
    """The table as a client sees it. `unlimited`: there are no markers to count."""
    tiles = {parse_hex(hex_.hex): hex_.tile for hex_ in view.hexes if hex_.HasField("tile")}
    return Drawing(
        layouts={hex_: layout_of([mask for _, mask, _ in pieces_of(tile.pieces)]) for hex_, tile in tiles.items()},
        kinds={hex_: kind_of(tile.kind) for hex_, tile in tiles.items()},
        pieces=frozenset(piece for tile in tiles.values() for piece in pieces_of(tile.pieces)),
        sections=tuple(section_of(section) for section in view.sections),
        new_cities={parse_hex(hex_.hex): LETTERS.index(hex_.new_city) for hex_ in view.hexes if hex_.new_city},
        cubes={
            parse_hex(hex_.hex): counts([color_of(cube) for cube in hex_.cubes]) for hex_ in view.hexes if hex_.color
        },
        display=tuple(tuple(color_of(box) for box in column.boxes) for column in view.display),
        bag=tuple(cube.count for cube in view.supply.bag),
        order=tuple(view.order),
        players=tuple(_player(player, unlimited) for player in view.players),
    )


def seen(state: State) -> Drawing:
    """The same, of the engine's position."""
    track, board = state.track, state.rules.board
    cities = {**dict(board.city_of), **{hex_: 12 + letter for hex_, letter in track.new_cities.items()}}
    unlimited = state.rules.marker_limit == "none"
    dealing = state.phase in ("setup", "initial_order")
    return Drawing(
        layouts=track.layouts,
        kinds=track.kinds,
        pieces=frozenset(
            (piece >> 6, piece & 63, section.owner) for section in sections(track) for piece in section.pieces
        ),
        sections=tuple(section._replace(fresh=False) for section in sections(track)),
        new_cities=track.new_cities,
        cubes={hex_: state.cubes[city] for hex_, city in cities.items()},
        display=state.display,
        bag=state.bag,
        order=() if dealing else state.order,
        players=tuple(
            (*player, 0 if unlimited else track.markers[seat], state.moves is not None and seat in state.moves.stepped)
            for seat, player in enumerate(state.players)
        ),
    )


def _player(player: view_pb2.Player, unlimited: bool) -> tuple[Any, ...]:
    role = actions_pb2.ActionKind.Name(player.action).removeprefix("ACTION_KIND_").lower()
    assert player.HasField("markers_left") != unlimited
    return (
        player.cash,
        player.shares,
        player.income,
        player.engine,
        "" if role == "unspecified" else role,
        player.first_tile_laid,
        not player.eliminated,
        0 if unlimited else 20 - player.markers_left,
        player.engine_step_used,
    )


def pieces_of(pieces: Iterable[view_pb2.TrackPiece]) -> list[PieceAt]:
    """Pieces of track in the engine's numbers."""
    return [(parse_hex(piece.hex), mask_of(tuple(piece.piece.edges)), owner_of(piece)) for piece in pieces]


def owner_of(message: view_pb2.TrackPiece | view_pb2.Section) -> int:
    """The owner, NOBODY where none is set."""
    return message.owner if message.HasField("owner") else NOBODY


def section_of(message: view_pb2.Section) -> Section:
    """A section in the engine's numbers, without the mark of the running build turn."""
    pieces = pieces_of(message.pieces)
    owner = owner_of(message)
    assert {piece[2] for piece in pieces} == {owner}
    stops = [parse_hex(stop) for stop in message.stops]
    dead = message.status == view_pb2.SECTION_STATUS_DEAD
    assert len(stops) == (2 if message.status == view_pb2.SECTION_STATUS_LINK else 1)
    end = message.open_end
    open_ = parse_hex(end.hex) * 6 + end.edge if message.HasField("open_end") else NOWHERE
    assert (open_ != NOWHERE) == (message.status == view_pb2.SECTION_STATUS_UNFINISHED)
    codes = tuple(sorted(hex_ * 64 + mask for hex_, mask, _ in pieces))
    far = stops[0] if dead else stops[1] if len(stops) == 2 else NOWHERE
    return Section(owner, codes, stops[0], far, open_)


def color_of(value: int) -> int:
    """A colour in the engine's numbers, EMPTY for none."""
    name = actions_pb2.GoodsColor.Name(actions_pb2.GoodsColor.ValueType(value)).removeprefix("GOODS_COLOR_").lower()
    return EMPTY if name == "unspecified" else COLORS.index(name)


def kind_of(value: int) -> int:
    """A kind of tile in the engine's numbers."""
    return KIND_INDEX[
        actions_pb2.TileKind.Name(actions_pb2.TileKind.ValueType(value)).removeprefix("TILE_KIND_").lower()
    ]


def counts(colors: list[int]) -> tuple[int, ...]:
    """Cubes by colour; they have to be sorted."""
    assert colors == sorted(colors)
    return tuple(Counter(colors)[color] for color in range(len(COLORS)))


def picture(tile: view_pb2.Tile, in_town: bool) -> list[tuple[int, ...]]:
    """The pieces a tile shows by its kind and rotation alone; in a town its exits."""
    pieces = KINDS[kind_of(tile.kind)][2]
    turned = [tuple(sorted((edge + tile.rotation) % 6 for edge in piece)) for piece in pieces]
    return sorted((edge,) for piece in turned for edge in piece) if in_town else sorted(turned)


def column_of(name: str) -> int:
    """The number of a column of the display."""
    return COLUMN_NAMES.index(name)
