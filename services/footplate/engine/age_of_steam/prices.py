"""What builds cost (AOS-COST-01 to AOS-COST-05, table 9a)."""

from typing import Final

from footplate.engine.age_of_steam.board import MOUNTAIN, RIVER
from footplate.engine.age_of_steam.tiles import COEXISTING, CROSSING, KIND_CLASS

TOWN_REPLACEMENT: Final = 3
REDIRECT: Final = 2
COMBINED_TURN: Final = 2
"""Added to a replacement that also turns the old piece (option `combined_replace`)."""


def placement(kind: int, ground: str) -> int:
    """Placing a tile on land: by its class, plus 1 for a river and 2 for a mountain (AOS-COST-02)."""
    surcharge = 1 if ground == RIVER else 2 if ground == MOUNTAIN else 0
    kind_class = KIND_CLASS[kind]
    base = 4 if kind_class == CROSSING else 3 if kind_class == COEXISTING else 2
    return base + surcharge


def town_placement(exits: int) -> int:
    """Placing a tile on a town: 1, plus 1 for each of the `exits` (AOS-COST-03)."""
    return 1 + exits


def replacement(kind: int) -> int:
    """Replacing a simple tile on land by one of `kind`."""
    return 3 if KIND_CLASS[kind] == CROSSING else 2
