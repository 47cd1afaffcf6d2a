"""What differs between two positions of Age of Steam, in protobuf: sections, hexes and goods cubes."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from footplate.api.age_of_steam.v1 import effects_pb2 as pb
from footplate.engine.age_of_steam.actions import NOBODY, PRODUCTION
from footplate.engine.age_of_steam.board import CITIES, COLUMN_NAMES
from footplate.engine.age_of_steam.state import NOWHERE, Section, State, Track, holder
from footplate.engine.age_of_steam.tiles import edges_of
from footplate.engine.age_of_steam.track import sections
from footplate.engine.hexes import hex_text
from footplate.wire.age_of_steam_board import column_hexes, encode_hex, encode_section
from footplate.wire.age_of_steam_terms import COLOR_VALUES, owner_value

# --- Sections --------------------------------------------------------------


def section_changes(before: State, after: State) -> list[pb.SectionChange]:
    """Every section that is new, different or gone, those still there first, by their first pieces."""
    if before.track is after.track:
        return []
    found = []
    gone = {section.pieces: section for section in sections(before.track)}
    for section in sections(after.track):
        origins = _origins(section, before.track)
        for origin in origins:
            gone.pop(origin.pieces, None)
        if [_lasting(origin) for origin in origins] != [_lasting(section)]:
            found.append(_change(_kind(section, origins), after, section, _owner_before(origins)))
    removed = pb.SECTION_CHANGE_KIND_REMOVED
    return found + [_change(removed, before, section, section.owner) for section in gone.values()]


def _change(kind: pb.SectionChangeKind.ValueType, state: State, section: Section, owner: int) -> pb.SectionChange:
    return pb.SectionChange(kind=kind, section=encode_section(state, section), owner_before=owner_value(owner))


def _lasting(section: Section) -> Section:
    """The section without the mark of the running build turn."""
    return section._replace(fresh=False)


def _origins(section: Section, track: Track) -> list[Section]:
    """The earlier sections that are in this one: they share a piece, or an end of a piece that was not loose.

    A loose end tells nothing: when pieces are turned, one may take the edge that another leaves.
    """
    found: dict[tuple[int, ...], Section] = {}
    for piece in section.pieces:
        for edge in edges_of(piece & 63):
            port = (piece >> 6) * 6 + edge
            old = track.at.get(port)
            if old is not None and (old.open != port or piece in old.pieces):
                found[old.pieces] = old
    return list(found.values())


def _owner_before(origins: list[Section]) -> int:
    """Who owned the track or a part of it; parts of different owners never join (AOS-BUILD-16)."""
    return next((origin.owner for origin in origins if origin.owner != NOBODY), NOBODY)


def _kind(section: Section, origins: list[Section]) -> pb.SectionChangeKind.ValueType:
    """The kind that wins: a completed link, else the last one in the list of the contract."""
    if section.is_link and not any(origin.is_link for origin in origins):
        return pb.SECTION_CHANGE_KIND_LINK_COMPLETED
    if [_unowned(origin) for origin in origins] == [_unowned(section)] and section.owner != NOBODY:
        return pb.SECTION_CHANGE_KIND_TAKEN_OVER
    if _is_dead(section) and not any(_is_dead(origin) for origin in origins):
        return pb.SECTION_CHANGE_KIND_DEAD
    if section.owner == NOBODY and _owner_before(origins) != NOBODY:
        return pb.SECTION_CHANGE_KIND_LOST
    return _kind_of_track(set(section.pieces), {piece for origin in origins for piece in origin.pieces})


def _kind_of_track(new: set[int], old: set[int]) -> pb.SectionChangeKind.ValueType:
    if not old:
        return pb.SECTION_CHANGE_KIND_BEGUN
    if old <= new:
        return pb.SECTION_CHANGE_KIND_LENGTHENED
    return pb.SECTION_CHANGE_KIND_SHORTENED if new <= old else pb.SECTION_CHANGE_KIND_REDIRECTED


def _unowned(section: Section) -> Section:
    return section._replace(owner=NOBODY, fresh=False)


def _is_dead(section: Section) -> bool:
    return section.open == NOWHERE and not section.is_link


# --- Hexes -----------------------------------------------------------------


def hex_changes(before: State, after: State) -> list[pb.HexChange]:
    """Every hex whose tile or New City differs, in order."""
    old, new = before.track, after.track
    if old is new:
        return []
    touched = {*old.layouts, *new.layouts, *old.new_cities, *new.new_cities}
    return [
        pb.HexChange(before=encode_hex(before, hex_), after=encode_hex(after, hex_))
        for hex_ in sorted(touched)
        if _lying(old, hex_) != _lying(new, hex_)
    ]


def _lying(track: Track, hex_: int) -> tuple[object, ...]:
    return track.layouts.get(hex_), track.kinds.get(hex_), track.new_cities.get(hex_)


# --- Cubes -----------------------------------------------------------------

_BAG: Final = "bag"
_CITY: Final = "city"
_BOX: Final = "box"
_HAND: Final = "hand"


class _Spot(NamedTuple):
    """Where a cube may lie. `number`: city, column of a box, or seat of a hand. `box`: from the top."""

    where: str
    number: int = 0
    box: int = 0


def cube_moves(before: State, after: State) -> list[pb.CubeMove]:
    """The cubes that lie elsewhere afterwards, colour by colour.

    Equal cubes that leave several boxes go each to its own city, since columns and cities have the same numbers.
    """
    if _lying_about(before) == _lying_about(after):
        return []
    return [
        pb.CubeMove(color=value, source=_place(before, source), target=_place(after, target))
        for color, value in enumerate(COLOR_VALUES)
        for source, target in zip(_more(before, after, color), _more(after, before, color), strict=True)
    ]


def _lying_about(state: State) -> tuple[object, ...]:
    return state.bag, state.display, state.cubes, state.growth


def _more(state: State, other: State, color: int) -> Iterable[_Spot]:
    """Where the first position has more cubes of a colour than the other, once for each cube."""
    here, there = _spots(state, color), _spots(other, color)
    for spot, count in here.items():
        for _ in range(count - there[spot]):
            yield spot


def _spots(state: State, color: int) -> defaultdict[_Spot, int]:
    """How many cubes of a colour lie where."""
    found: defaultdict[_Spot, int] = defaultdict(int)
    found[_Spot(_BAG)] = state.bag[color]
    for column, boxes in enumerate(state.display):
        for box, inside in enumerate(boxes):
            if inside == color:
                found[_Spot(_BOX, column, box)] = 1
    for city in range(CITIES):
        found[_Spot(_CITY, city)] = state.cubes[city][color]
    if state.growth:
        found[_Spot(_HAND, holder(state, PRODUCTION))] = state.growth.drawn.count(color)
    return found


def _place(state: State, spot: _Spot) -> pb.CubePlace:
    if spot.where == _BAG:
        return pb.CubePlace(bag=True)
    if spot.where == _HAND:
        return pb.CubePlace(hand=spot.number)
    if spot.where == _BOX:
        return pb.CubePlace(box=pb.DisplayBox(column=COLUMN_NAMES[spot.number], box=spot.box))
    return pb.CubePlace(hex=hex_text(column_hexes(state)[spot.number]))
