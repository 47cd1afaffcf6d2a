"""The printed board of Age of Steam in protobuf."""

from typing import Final

from footplate.api.age_of_steam.v1 import actions_pb2 as actions
from footplate.api.age_of_steam.v1 import map_pb2 as pb
from footplate.engine.age_of_steam.board import (
    BOXES,
    CITIES,
    CITY,
    COLUMN_NAMES,
    LAKE,
    LETTERS,
    MAPS,
    MOUNTAIN,
    NEW_CITY_COLORS,
    NEW_CITY_UNDER,
    PLAIN,
    PRINTED,
    RIVER,
    TOWN,
    Board,
    board,
)
from footplate.engine.age_of_steam.tiles import edges_of
from footplate.engine.hexes import column_of, hex_text, row_of
from footplate.wire.age_of_steam_terms import COLOR_VALUES

_PRINTED_AS: Final = {
    PLAIN: (pb.HEX_KIND_LAND, pb.TERRAIN_PLAIN),
    RIVER: (pb.HEX_KIND_LAND, pb.TERRAIN_RIVER),
    MOUNTAIN: (pb.HEX_KIND_LAND, pb.TERRAIN_MOUNTAIN),
    TOWN: (pb.HEX_KIND_TOWN, pb.TERRAIN_PLAIN),
    CITY: (pb.HEX_KIND_CITY, pb.TERRAIN_UNSPECIFIED),
    LAKE: (pb.HEX_KIND_LAKE, pb.TERRAIN_UNSPECIFIED),
}


def encode_map(name: str) -> pb.MapInfo:
    """A map by its id, as it is under the default options. Raises KeyError for an unknown one."""
    table = board(name, a8_lake=False)
    grid = MAPS[name].COLUMNS
    return pb.MapInfo(
        id=name,
        title=MAPS[name].TITLE,
        columns=len(grid),
        rows=len(grid[0]),
        hexes=[_hex(table, hex_) for hex_ in sorted(table.kind)],
        new_cities=[
            pb.NewCityInfo(letter=letter, color=COLOR_VALUES[color], display_column=letter)
            for letter, color in zip(LETTERS, NEW_CITY_COLORS, strict=True)
        ],
        display=[_column(table, column) for column in range(CITIES)],
    )


def _hex(table: Board, hex_: int) -> pb.HexInfo:
    kind, terrain = _PRINTED_AS[table.kind[hex_]]
    city = table.city_of.get(hex_)
    return pb.HexInfo(
        id=hex_text(hex_),
        column=column_of(hex_),
        row=row_of(hex_),
        kind=kind,
        terrain=terrain,
        name=table.names.get(hex_, ""),
        color=actions.GOODS_COLOR_UNSPECIFIED if city is None else COLOR_VALUES[table.city_color[city]],
        display_column="" if city is None else COLUMN_NAMES[city],
        usable_edges=edges_of(table.usable[hex_]),
    )


def _column(table: Board, column: int) -> pb.DisplayColumnInfo:
    is_printed = column < PRINTED
    stands_under = column if is_printed else NEW_CITY_UNDER[column - PRINTED]
    return pb.DisplayColumnInfo(
        id=COLUMN_NAMES[column],
        section=pb.DISPLAY_SECTION_LIGHT if stands_under < 6 else pb.DISPLAY_SECTION_DARK,
        die=stands_under % 6 + 1,
        boxes=BOXES[column],
        hex=hex_text(table.city_hex[column]) if is_printed else "",
        letter="" if is_printed else COLUMN_NAMES[column],
    )
