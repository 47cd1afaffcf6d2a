import pytest

from footplate.api.age_of_steam.v1 import actions_pb2 as actions
from footplate.api.age_of_steam.v1 import map_pb2 as pb
from footplate.engine.age_of_steam.board import COLUMN_NAMES, board
from footplate.engine.hexes import neighbour, parse_hex
from footplate.wire.age_of_steam_map import encode_map

MAP = encode_map("rust_belt")
BY_ID = {hex_.id: hex_ for hex_ in MAP.hexes}


def test_every_position_of_the_grid_is_there_in_order() -> None:
    assert (MAP.id, MAP.title, MAP.columns, MAP.rows) == ("rust_belt", "Rust Belt", 18, 11)
    assert [(hex_.column, hex_.row) for hex_ in MAP.hexes] == [
        (column, row) for column in range(18) for row in range(11 - column % 2)
    ]
    assert all(parse_hex(hex_.id) == hex_.column * 16 + hex_.row for hex_ in MAP.hexes)


@pytest.mark.parametrize(
    ("hex_", "kind", "terrain", "name"),
    [
        ("T9", pb.HEX_KIND_CITY, pb.TERRAIN_UNSPECIFIED, "Evansville"),
        ("Q10", pb.HEX_KIND_TOWN, pb.TERRAIN_PLAIN, "Indianapolis"),
        ("R13", pb.HEX_KIND_LAND, pb.TERRAIN_RIVER, ""),
        ("C2", pb.HEX_KIND_LAND, pb.TERRAIN_PLAIN, ""),
        ("B3", pb.HEX_KIND_LAKE, pb.TERRAIN_UNSPECIFIED, ""),
    ],
)
def test_what_is_printed_on_a_hex(
    hex_: str, kind: pb.HexKind.ValueType, terrain: pb.Terrain.ValueType, name: str
) -> None:
    info = BY_ID[hex_]
    assert (info.kind, info.terrain, info.name) == (kind, terrain, name)


def test_mountains_are_told() -> None:
    assert sum(hex_.terrain == pb.TERRAIN_MOUNTAIN for hex_ in MAP.hexes) == sum(
        what == "mountain" for what in board("rust_belt", a8_lake=False).kind.values()
    )


def test_cities_carry_their_colour_and_their_column() -> None:
    cities = [hex_ for hex_ in MAP.hexes if hex_.kind == pb.HEX_KIND_CITY]
    assert len(cities) == 12
    assert all(hex_.color and hex_.display_column and hex_.name for hex_ in cities)
    assert BY_ID["T9"].color == actions.GOODS_COLOR_BLUE
    assert BY_ID["T9"].display_column == "dark-1"
    assert not any(hex_.color or hex_.display_column for hex_ in MAP.hexes if hex_.kind != pb.HEX_KIND_CITY)


def test_track_may_end_on_edges_with_land_behind_them() -> None:
    for hex_ in MAP.hexes:
        behind = [BY_ID.get(_text(neighbour(parse_hex(hex_.id), edge))) for edge in range(6)]
        land = [edge for edge, other in enumerate(behind) if other and other.kind != pb.HEX_KIND_LAKE]
        assert list(hex_.usable_edges) == ([] if hex_.kind == pb.HEX_KIND_LAKE else land)


def _text(hex_: int) -> str:
    return next((other.id for other in MAP.hexes if parse_hex(other.id) == hex_), "")


def test_the_columns_of_the_display() -> None:
    assert [column.id for column in MAP.display] == list(COLUMN_NAMES)
    by_id = {column.id: column for column in MAP.display}
    assert by_id["light-4"] == pb.DisplayColumnInfo(
        id="light-4", section=pb.DISPLAY_SECTION_LIGHT, die=4, boxes=3, hex="O2"
    )
    assert by_id["A"] == pb.DisplayColumnInfo(id="A", section=pb.DISPLAY_SECTION_LIGHT, die=3, boxes=2, letter="A")
    assert by_id["H"] == pb.DisplayColumnInfo(id="H", section=pb.DISPLAY_SECTION_DARK, die=4, boxes=2, letter="H")


def test_the_new_cities() -> None:
    assert [city.letter for city in MAP.new_cities] == list("ABCDEFGH")
    assert MAP.new_cities[4] == pb.NewCityInfo(letter="E", color=actions.GOODS_COLOR_YELLOW, display_column="E")


def test_an_unknown_map_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        encode_map("atlantis")
