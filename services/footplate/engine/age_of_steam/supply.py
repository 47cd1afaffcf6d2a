"""Whether a tile can be had (AOS-COMP-06, AOS-TILE-11 to AOS-TILE-13)."""

from collections.abc import Sequence
from typing import Final

from footplate.engine.age_of_steam.options import Rules
from footplate.engine.age_of_steam.state import Track
from footplate.engine.age_of_steam.tiles import COUNTS, DISCS, KIND_CLASS, KINDS, TOWN, needs_disc, supply_row

_ALL: Final = range(len(KINDS))


def has_tile(rules: Rules, track: Track, kind: int, in_town: bool, returned: int = -1) -> bool:
    """Whether one more tile of `kind` may lie there, after `returned` (a kind lying on the same hex, or -1) is back.

    Under `pooled`, a kind that fills the row of a disc town stands for its whole row (AOS-TILE-13).
    """
    land, town = track.land_used, track.town_used
    if returned == kind:
        return True
    if KIND_CLASS[kind] == TOWN:
        return town[kind] < COUNTS[kind] and _has_disc(track, kind, in_town, returned)
    if not rules.pooled:
        used = land[kind] + town[kind]
        return used < COUNTS[kind] and _has_disc(track, kind, in_town, returned)
    if not in_town and land[kind] >= COUNTS[kind]:
        return False
    row = supply_row(kind)
    used = sum(land[member] + town[member] for member in row)
    if returned in row:
        used -= 1
    return used < sum(COUNTS[member] for member in row) and _has_disc(track, kind, in_town, returned)


def _has_disc(track: Track, kind: int, in_town: bool, returned: int) -> bool:
    if not in_town or not needs_disc(kind):
        return True
    back = 1 if returned >= 0 and needs_disc(returned) else 0
    return discs_used(track) - back < DISCS


def discs_used(track: Track) -> int:
    """Town discs on the map (AOS-TILE-07)."""
    return sum(track.town_used[kind] for kind in _ALL if needs_disc(kind))


def kinds_left(track: Track) -> Sequence[int]:
    """Tiles left by kind; under `pooled` a disc town is counted with the first kind of its row.

    So a count may be below 0 while its row still has tiles.
    """
    return tuple(COUNTS[kind] - track.land_used[kind] - track.town_used[kind] for kind in _ALL)
