"""What lies on the board of Age of Steam, in protobuf: hexes, sections, the goods display and the supply."""

from collections.abc import Mapping
from typing import Final

from footplate.api.age_of_steam.v1 import view_pb2 as pb
from footplate.engine.age_of_steam.board import COLUMN_NAMES, LETTERS, PRINTED, TOWN
from footplate.engine.age_of_steam.state import BUILD_TRACK, NOWHERE, Section, State, Track
from footplate.engine.age_of_steam.supply import discs_used
from footplate.engine.age_of_steam.tiles import (
    COUNTS,
    DISCS,
    KIND_CLASS,
    KINDS,
    ROTATION,
    ROWS,
    edges_of,
    needs_disc,
    supply_row,
)
from footplate.engine.age_of_steam.tiles import TOWN as TOWN_TILE
from footplate.engine.age_of_steam.track import sections
from footplate.engine.age_of_steam.urbanize import letters_left
from footplate.engine.hexes import hex_text
from footplate.wire.age_of_steam_terms import COLOR_VALUES, KIND_VALUES, color_value, owner_value, piece_message

_NO_CITY: Final = -1


def encode_hexes(state: State) -> list[pb.HexState]:
    """Every hex that shows more than the printed map, in order."""
    shown = {*state.rules.board.city_of, *state.track.new_cities, *state.track.layouts}
    return [encode_hex(state, hex_) for hex_ in sorted(shown)]


def encode_hex(state: State, hex_: int) -> pb.HexState:
    """A hex as it is, whether or not it shows more than the printed map."""
    track = state.track
    city, letter = city_at(state, hex_), track.new_cities.get(hex_, _NO_CITY)
    return pb.HexState(
        hex=hex_text(hex_),
        tile=_tile(state, hex_) if hex_ in track.layouts else None,
        cubes=[COLOR_VALUES[color] for color in cubes_of(state, city)],
        new_city=LETTERS[letter] if letter != _NO_CITY else "",
        color=color_value(state.rules.board.city_color[city] if city != _NO_CITY else _NO_CITY),
    )


def city_at(state: State, hex_: int) -> int:
    """The number of the city on a hex, printed or new; -1 for none."""
    printed = state.rules.board.city_of.get(hex_, _NO_CITY)
    letter = state.track.new_cities.get(hex_, _NO_CITY)
    return printed if letter == _NO_CITY else PRINTED + letter


def cubes_of(state: State, city: int) -> list[int]:
    """The cubes on a city by colour, one number a cube; none for city -1."""
    counts = state.cubes[city] if city != _NO_CITY else ()
    return [color for color, count in enumerate(counts) for _ in range(count)]


def _tile(state: State, hex_: int) -> pb.Tile:
    track = state.track
    kind, layout = track.kinds[hex_], track.layouts[hex_]
    return pb.Tile(
        kind=KIND_VALUES[kind],
        rotation=ROTATION[kind, layout],
        disc=needs_disc(kind) and state.rules.board.kind[hex_] == TOWN,
        pieces=[_piece(track, hex_, mask) for mask in sorted(layout, key=edges_of)],
    )


def _piece(track: Track, hex_: int, mask: int) -> pb.TrackPiece:
    owner = track.at[hex_ * 6 + edges_of(mask)[0]].owner
    return pb.TrackPiece(hex=hex_text(hex_), piece=piece_message(mask), owner=owner_value(owner))


def encode_sections(state: State) -> list[pb.Section]:
    """Every section of track, in the order of their first pieces."""
    return [encode_section(state, section) for section in sections(state.track)]


def encode_section(state: State, section: Section) -> pb.Section:
    """A section of this position."""
    far = [section.far] if section.is_link else []
    return pb.Section(
        owner=owner_value(section.owner),
        status=_status(section),
        stops=[hex_text(stop) for stop in (section.stop, *far)],
        pieces=[
            pb.TrackPiece(hex=hex_text(piece >> 6), piece=piece_message(piece & 63), owner=owner_value(section.owner))
            for piece in sorted(section.pieces, key=_by_hex_and_edges)
        ],
        open_end=_open_end(section.open) if section.open != NOWHERE else None,
        will_expire=_will_expire(state, section),
    )


def _by_hex_and_edges(piece: int) -> tuple[int, tuple[int, ...]]:
    return piece >> 6, edges_of(piece & 63)


def _open_end(port: int) -> pb.OpenEnd:
    return pb.OpenEnd(hex=hex_text(port // 6), edge=port % 6)


def _status(section: Section) -> pb.SectionStatus.ValueType:
    if section.is_link:
        return pb.SECTION_STATUS_LINK
    return pb.SECTION_STATUS_DEAD if section.open == NOWHERE else pb.SECTION_STATUS_UNFINISHED


def _will_expire(state: State, section: Section) -> bool:
    """Whether it lapses when the build turn that runs ends now (AOS-EXP-01)."""
    building = state.phase == BUILD_TRACK and bool(state.queue) and section.owner == state.queue[0]
    return building and not section.is_link and not section.fresh


def encode_display(state: State) -> list[pb.DisplayColumn]:
    """The goods display, column by column."""
    hexes = column_hexes(state)
    return [
        pb.DisplayColumn(
            column=COLUMN_NAMES[column],
            boxes=[color_value(color) for color in boxes],
            hex=hex_text(hexes[column]) if column in hexes else "",
        )
        for column, boxes in enumerate(state.display)
    ]


def column_hexes(state: State) -> Mapping[int, int]:
    """The hex each column of the display serves; nothing for a New City that is not on the map."""
    printed = dict(enumerate(state.rules.board.city_hex))
    return printed | {PRINTED + letter: hex_ for hex_, letter in state.track.new_cities.items()}


def encode_supply(state: State) -> pb.Supply:
    """What is left in the box and in the bag."""
    track, pooled = state.track, state.rules.pooled
    kinds = range(len(KINDS))
    return pb.Supply(
        bag=[pb.CubeCount(color=COLOR_VALUES[color], count=count) for color, count in enumerate(state.bag)],
        tiles=[pb.TileCount(kind=KIND_VALUES[k], left=_tiles_left(track, k, pooled), total=COUNTS[k]) for k in kinds],
        town_pools=[_pool(track, row) for row in ROWS] if pooled else [],
        discs=DISCS - discs_used(track),
        new_cities=[LETTERS[letter] for letter in letters_left(state)],
    )


def _tiles_left(track: Track, kind: int, pooled: bool) -> int:
    """Tiles of a kind that can still be laid outside towns, of a dedicated town kind on towns (AOS-TILE-11 to -13)."""
    left = COUNTS[kind] - track.land_used[kind]
    if KIND_CLASS[kind] == TOWN_TILE or not pooled:
        return left - track.town_used[kind]
    return min(left, _row_left(track, supply_row(kind)))


def _pool(track: Track, row: tuple[int, ...]) -> pb.TownPool:
    total = sum(COUNTS[kind] for kind in row)
    return pb.TownPool(kinds=[KIND_VALUES[kind] for kind in row], left=_row_left(track, row), total=total)


def _row_left(track: Track, row: tuple[int, ...]) -> int:
    return sum(COUNTS[kind] - track.land_used[kind] - track.town_used[kind] for kind in row)
