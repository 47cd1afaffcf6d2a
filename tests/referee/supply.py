"""Whether the tiles, discs and markers lying on a map exist (AOS-COMP-06, AOS-COMP-08, AOS-TILE-11 to 13)."""

from collections import Counter
from collections.abc import Iterator

from tests.referee.board import DISC_ROWS, DISCS, MARKERS, TILES, disc_row, kind_on_land, kinds_in_town
from tests.referee.track import Position, is_town, markers_used


def broken_limits(position: Position) -> Iterator[str]:
    """The limits a map exceeds. The map after an exchange is counted, so what was exchanged is back (AOS-TILE-11)."""
    on_land, in_towns, rows = _count(position)
    kinds = on_land + in_towns
    if any(kinds[kind] > count for kind, (_, _, count) in TILES.items()):
        yield "AOS-COMP-06"
    if any(rows[row] > supply for row, supply in DISC_ROWS.items()):
        yield "AOS-TILE-13"
    if _discs(position) > DISCS:
        yield "AOS-COMP-04"
    if position.options["marker_limit"] == "20" and any(used > MARKERS for used in markers_used(position).values()):
        yield "AOS-COMP-08"


def _count(position: Position) -> tuple[Counter[str], Counter[str], Counter[frozenset[int]]]:
    """Kinds on land, kinds in towns as far as the very kind counts, and what each row of table 3b must provide."""
    on_land: Counter[str] = Counter()
    in_towns: Counter[str] = Counter()
    rows: Counter[frozenset[int]] = Counter()
    for hex_id, tile in position.tiles.items():
        exits = frozenset(edge for piece in tile for edge in piece)
        row = disc_row(exits)
        if not is_town(position, hex_id):
            kind = kind_on_land(frozenset(tile))
            assert kind is not None
            on_land[kind] += 1
        elif row is None:  # one or three exits: a dedicated tile
            in_towns[kinds_in_town(exits)[0]] += 1
        elif position.options["town_tile_pool"] == "strict":  # AOS-TILE-12: the very kind laid is used up
            in_towns[position.town_kinds[hex_id] if len(tile) == 4 else kinds_in_town(exits)[0]] += 1
        if row is not None and position.options["town_tile_pool"] == "pooled":
            rows[row] += 1  # AOS-TILE-13: disc towns by exit set, and the kinds of the row outside towns
    return on_land, in_towns, rows


def _discs(position: Position) -> int:
    """AOS-TILE-07: simple and complex tiles in towns, which are those with two and four exits, carry a disc."""
    return sum(len(tile) in (2, 4) for hex_id, tile in position.tiles.items() if is_town(position, hex_id))
