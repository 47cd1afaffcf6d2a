"""The 136 track tiles (AOS-TILE-01 to AOS-TILE-13, tables 3a and 3b).

A *piece* within a hex is a 6-bit mask of the edges it touches: two bits for a run of track, one bit for the spur of a
town. A *layout* is the tuple of the pieces of a hex, ordered by their lowest edge.
"""

from itertools import combinations
from typing import Final

SIMPLE: Final = "simple"
CROSSING: Final = "crossing"
COEXISTING: Final = "coexisting"
TOWN: Final = "town"

KINDS: Final = (
    # name, class, pieces at rotation 0, count (table 3a)
    ("straight", SIMPLE, ((0, 3),), 48),
    ("gentle", SIMPLE, ((0, 2),), 55),
    ("sharp", SIMPLE, ((0, 1),), 7),
    ("cross_straight_straight", CROSSING, ((0, 3), (1, 4)), 4),
    ("cross_gentle_straight", CROSSING, ((0, 3), (2, 4)), 4),
    ("cross_gentle_gentle", CROSSING, ((0, 2), (1, 3)), 3),
    ("coexist_gentle_gentle", COEXISTING, ((0, 2), (3, 5)), 1),
    ("coexist_straight_sharp", COEXISTING, ((0, 3), (1, 2)), 1),
    ("coexist_gentle_sharp_left", COEXISTING, ((0, 2), (4, 5)), 1),
    ("coexist_gentle_sharp_right", COEXISTING, ((0, 2), (3, 4)), 1),
    ("town_1", TOWN, ((0,),), 3),
    ("town_3_left", TOWN, ((0,), (3,), (5,)), 2),
    ("town_3_right", TOWN, ((0,), (1,), (3,)), 2),
    ("town_3_half", TOWN, ((0,), (1,), (5,)), 2),
    ("town_3_star", TOWN, ((0,), (2,), (4,)), 2),
)
DISCS: Final = 8

KIND_NAMES: Final = tuple(kind[0] for kind in KINDS)
KIND_CLASS: Final = tuple(kind[1] for kind in KINDS)
COUNTS: Final = tuple(kind[3] for kind in KINDS)
KIND_INDEX: Final = {name: index for index, name in enumerate(KIND_NAMES)}

ROWS: Final = ((2,), (1,), (0,), (5, 7), (4, 8, 9), (3, 6))
"""Kinds that are interchangeable under a disc, row by row of table 3b; the first of a row stands for it when pooled."""

Layout = tuple[int, ...]


def mask_of(edges: tuple[int, ...]) -> int:
    """The piece touching these edges."""
    mask = 0
    for edge in edges:
        mask |= 1 << edge
    return mask


def edges_of(mask: int) -> tuple[int, ...]:
    """The edges of a piece or of a set of exits, in rising order."""
    return _EDGES_OF[mask]


def layout_of(masks: tuple[int, ...] | list[int]) -> Layout:
    """The pieces of a hex in canonical order, by lowest edge."""
    return tuple(sorted(masks, key=_lowest))


def rotate(mask: int, steps: int) -> int:
    """The mask turned clockwise by 60 degrees `steps` times (AOS-TILE-01)."""
    steps %= 6
    return ((mask << steps) | (mask >> (6 - steps))) & 63


def exits_of(layout: Layout) -> int:
    """All edges of a layout as one mask."""
    mask = 0
    for piece in layout:
        mask |= piece
    return mask


def spurs_of(exits: int) -> Layout:
    """The layout of a town tile with these exits: a spur each (AOS-TERM-03)."""
    return tuple(1 << edge for edge in _EDGES_OF[exits])


def _lowest(mask: int) -> int:
    return mask & -mask


def _edges(mask: int) -> tuple[int, ...]:
    return tuple(edge for edge in range(6) if mask >> edge & 1)


def _land_layouts() -> dict[Layout, int]:
    table: dict[Layout, int] = {}
    for kind, (_, kind_class, pieces, _count) in enumerate(KINDS):
        if kind_class != TOWN:
            for turn in range(6):
                table.setdefault(layout_of([rotate(mask_of(piece), turn) for piece in pieces]), kind)
    return table


def _town_kinds() -> dict[int, tuple[int, ...]]:
    table: dict[int, tuple[int, ...]] = {}
    for kind, (_, _, pieces, _count) in enumerate(KINDS):
        exits = 0
        for piece in pieces:
            exits |= mask_of(piece)
        for turn in range(6):
            kinds = table.get(rotate(exits, turn), ())
            if kind not in kinds:
                table[rotate(exits, turn)] = (*kinds, kind)
    return {exits: row_order(kinds) for exits, kinds in table.items()}


def row_order(kinds: tuple[int, ...]) -> tuple[int, ...]:
    """Interchangeable kinds in the order of table 3b."""
    for row in ROWS:
        if kinds[0] in row:
            return row
    return kinds


def _rotations() -> dict[tuple[int, Layout], int]:
    table: dict[tuple[int, Layout], int] = {}
    for kind, (_, kind_class, pieces, _count) in enumerate(KINDS):
        for turn in range(6):
            turned = [rotate(mask_of(piece), turn) for piece in pieces]
            if kind_class != TOWN:
                table.setdefault((kind, layout_of(turned)), turn)
            table.setdefault((kind, spurs_of(exits_of(tuple(turned)))), turn)
    return table


_EDGES_OF: Final = tuple(_edges(mask) for mask in range(64))

LAND_KIND: Final = _land_layouts()
"""The kind of every layout that exists outside towns: 15 simple ones and 36 complex ones (AOS-TILE-04)."""

TOWN_KINDS: Final = _town_kinds()
"""The kinds that give a town a set of exits; several only for four exits (AOS-TILE-08, AOS-TILE-09)."""

ROTATION: Final = _rotations()
"""The smallest rotation by which a kind shows a layout; towns are looked up by their spurs."""

PAIRS: Final = tuple(mask_of(pair) for pair in combinations(range(6), 2))
"""The 15 runs of track from edge to edge, in canonical order."""

COMPLEX: Final = tuple(
    sorted((layout for layout in LAND_KIND if len(layout) == 2), key=lambda layout: [edges_of(m) for m in layout])
)
"""The 36 complex layouts, in canonical order."""

EXIT_SETS: Final = tuple(sorted(TOWN_KINDS, key=edges_of))
"""The 56 sets of one to four exits, in canonical order."""

LAND_KINDS: Final = tuple(range(10))
"""The kinds that may lie outside towns: simple and complex ones."""

SIMPLE_KINDS: Final = frozenset(index for index, kind in enumerate(KINDS) if kind[1] == SIMPLE)
COMPLEX_KINDS: Final = frozenset(index for index, kind in enumerate(KINDS) if kind[1] in (CROSSING, COEXISTING))


def supply_row(kind: int) -> tuple[int, ...]:
    """The kinds that share a supply with this one under a disc; the kind alone for dedicated town tiles."""
    for row in ROWS:
        if kind in row:
            return row
    return (kind,)


def needs_disc(kind: int) -> bool:
    """Whether the kind needs a town disc when it lies in a town (AOS-TILE-07)."""
    return KINDS[kind][1] != TOWN
