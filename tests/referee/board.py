"""The printed facts the referee judges by: the Rust Belt (rules section 2) and the tile kinds (section 3)."""

from functools import cache
from itertools import combinations
from typing import Final

Edges = tuple[int, ...]
"""A piece inside its hex: two edges of a run of track, one edge of a spur; the lower edge first."""


def _hexes(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTU"

# AOS-GEO-04, tables 2a to 2d; the cities by display column, light 1 to 6, then dark 1 to 6.
CITIES: Final[dict[str, str]] = {
    "L7": "red",
    "T5": "red",
    "U0": "purple",
    "O2": "blue",
    "F1": "blue",
    "A2": "purple",
    "T9": "blue",
    "Q12": "blue",
    "H13": "red",
    "Q16": "yellow",
    "L17": "red",
    "C16": "yellow",
}
TOWNS: Final = _hexes("F17 J15 N11 G10 D7 Q10 G4 T13 L9 H7 N5 Q6 Q8 K12")
NEW_CITY_COLOURS: Final = {
    "A": "red",
    "B": "blue",
    "C": "black",
    "D": "black",
    "E": "yellow",
    "F": "purple",
    "G": "black",
    "H": "black",
}
RIVERS: Final = _hexes("G2 H3 I4 K4 M4 O4 Q4 R5 S6 U6 U10 T11 S12 R13 Q14 P15 E16 M16 O16")
MOUNTAINS: Final = _hexes("U14 T15 S16 U16 J17 N17 P17 R17 T17")
LAKES: Final = _hexes("B3 A4 C8 E8 G8 I8 K8 B9 D9 F9 H9 J9 A10 B11 A12 C12 E12 B13 D13 F13 J13 A14 I14 H15 G16 D17")

# AOS-GEO-03: letters down and columns east to the neighbour behind the edges 0 (north) to 5 (north-west).
STEPS: Final = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))

# Table 3a. The class tells the price; a dedicated town kind lists spurs.
TILES: Final[dict[str, tuple[str, frozenset[Edges], int]]] = {
    "straight": ("simple", frozenset({(0, 3)}), 48),
    "gentle": ("simple", frozenset({(0, 2)}), 55),
    "sharp": ("simple", frozenset({(0, 1)}), 7),
    "cross_straight_straight": ("crossing", frozenset({(0, 3), (1, 4)}), 4),
    "cross_gentle_straight": ("crossing", frozenset({(0, 3), (2, 4)}), 4),
    "cross_gentle_gentle": ("crossing", frozenset({(0, 2), (1, 3)}), 3),
    "coexist_gentle_gentle": ("coexisting", frozenset({(0, 2), (3, 5)}), 1),
    "coexist_straight_sharp": ("coexisting", frozenset({(0, 3), (1, 2)}), 1),
    "coexist_gentle_sharp_left": ("coexisting", frozenset({(0, 2), (4, 5)}), 1),
    "coexist_gentle_sharp_right": ("coexisting", frozenset({(0, 2), (3, 4)}), 1),
    "town_1": ("town", frozenset({(0,)}), 3),
    "town_3_left": ("town", frozenset({(0,), (3,), (5,)}), 2),
    "town_3_right": ("town", frozenset({(0,), (1,), (3,)}), 2),
    "town_3_half": ("town", frozenset({(0,), (1,), (5,)}), 2),
    "town_3_star": ("town", frozenset({(0,), (2,), (4,)}), 2),
}

# Table 3b: rows of interchangeable tiles under a disc, by an exit set (any rotation of it), with the row's supply.
DISC_ROWS: Final[dict[frozenset[int], int]] = {
    frozenset({0, 1}): 7,
    frozenset({0, 2}): 55,
    frozenset({0, 3}): 48,
    frozenset({0, 1, 2, 3}): 4,
    frozenset({0, 1, 2, 4}): 6,
    frozenset({0, 1, 3, 4}): 5,
}
DISCS: Final = 8  # AOS-COMP-04
MARKERS: Final = 20  # AOS-COMP-07

# Table 17a, the options that touch track, deliveries and the auction, at the preset warfrog-2002.
DEFAULTS: Final[dict[str, str]] = {
    "marker_limit": "20",
    "hex_a8": "plain",
    "town_tile_pool": "pooled",
    "high_bidder_call": "stands",
    "half_bid_rounding": "up",
    "two_left_auction": "first_out_free",
    "same_hex_twice": "allowed",
    "first_tile": "simple_at_city",
    "direct_complex": "allowed",
    "combined_replace": "forbidden",
    "redirect_claims": "on_completion",
    "unanchored_claim": "illegal",
    "double_redirect": "per_tile",
    "new_city_moment": "before_builds",
    "new_city_saves_outgoing": "no",
    "new_city_loop": "keep_dead",
}

# AOS-OPT-02: what a preset changes among them.
PRESETS: Final[dict[str, dict[str, str]]] = {
    "warfrog-2002": {},
    "eagle-2009": {},
    "eagle-2009-as-printed": {"high_bidder_call": "must_raise"},
}


def _on_grid(letter: int, column: int) -> bool:
    """AOS-GEO-01 and 02: 18 columns; even ones hold the letters A, C, ... U, odd ones B, D, ... T."""
    return 0 <= column <= 17 and 0 <= letter <= 20 and letter % 2 == column % 2


POSITIONS: Final = tuple(
    f"{LETTERS[letter]}{column}" for column in range(18) for letter in range(21) if _on_grid(letter, column)
)


@cache
def neighbour(hex_id: str, edge: int) -> str | None:
    """The grid position behind an edge, or None beyond the rim of the map."""
    down, east = STEPS[edge]
    letter, column = LETTERS.index(hex_id[0]) + down, int(hex_id[1:]) + east
    return f"{LETTERS[letter]}{column}" if _on_grid(letter, column) else None


def is_lake(hex_id: str, options: dict[str, str]) -> bool:
    """AOS-GEO-05, with option `hex_a8` (AOS-GEO-07)."""
    return hex_id in LAKES or (hex_id == "A8" and options["hex_a8"] == "lake")


def usable(hex_id: str, edge: int, options: dict[str, str]) -> bool:
    """AOS-GEO-06: something other than lake and rim lies behind the edge."""
    behind = neighbour(hex_id, edge)
    return behind is not None and not is_lake(behind, options)


def turn(pieces: frozenset[Edges], by: int) -> frozenset[Edges]:
    """AOS-TILE-01: the pieces after a rotation; tiles are never mirrored (AOS-TILE-02)."""
    return frozenset(tuple(sorted((edge + by) % 6 for edge in piece)) for piece in pieces)


@cache
def kind_on_land(pieces: frozenset[Edges]) -> str | None:
    """The one kind that shows exactly these runs of track in some rotation, or None (AOS-TILE-04, AOS-TILE-05)."""
    for kind, (_, printed, _) in TILES.items():
        if any(turn(printed, by) == pieces for by in range(6)):
            return kind
    return None


@cache
def kinds_in_town(exits: frozenset[int]) -> tuple[str, ...]:
    """The kinds that give a town exactly these exits, a disc lying on simple and complex ones (AOS-TILE-07 to 10)."""
    found = []
    for kind, (kind_class, printed, _) in TILES.items():
        # AOS-TILE-08: one and three exits have tiles of their own, two and four are made with a disc; the sizes tell.
        sides = {edge for piece in printed for edge in piece}
        if any({(edge + by) % 6 for edge in sides} == exits for by in range(6)):
            assert (kind_class == "town") == (len(exits) in (1, 3))
            found.append(kind)
    return tuple(found)


@cache
def disc_row(exits: frozenset[int]) -> frozenset[int] | None:
    """The row of table 3b an exit set belongs to."""
    turned = (frozenset((edge + by) % 6 for edge in exits) for by in range(6))
    return next((row for row in turned if row in DISC_ROWS), None)


@cache
def piece_sets_on_land() -> list[frozenset[Edges]]:
    """Every set of one, two or three runs of track without a common edge, whether a tile exists for it or not."""
    runs: list[Edges] = list(combinations(range(6), 2))
    sets = [frozenset(chosen) for size in (1, 2, 3) for chosen in combinations(runs, size)]
    return [chosen for chosen in sets if len({edge for run in chosen for edge in run}) == 2 * len(chosen)]


@cache
def piece_sets_in_town() -> list[frozenset[Edges]]:
    """Every set of one to six spurs."""
    return [frozenset((edge,) for edge in chosen) for size in range(1, 7) for chosen in combinations(range(6), size)]
