"""The three parts of a position's text that tell what lies on the map: `new`, `track` and `kinds` (see `state_text`).

Only pieces, owners and the fresh mark are written. Stops, open ends, tile kinds, used tiles and markers follow from
them and are worked out again on reading, which also proves that the track can be.
"""

from functools import cache
from typing import Final, NamedTuple

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.board import CITY, LAKE, LETTERS, TOWN
from footplate.engine.age_of_steam.notation import PIECE_TEXT, PIECES
from footplate.engine.age_of_steam.options import Rules
from footplate.engine.age_of_steam.state import NOWHERE, Section, Track, empty_track
from footplate.engine.age_of_steam.supply import discs_used
from footplate.engine.age_of_steam.tiles import (
    COUNTS,
    DISCS,
    KIND_INDEX,
    KIND_NAMES,
    LAND_KIND,
    TOWN_KINDS,
    edges_of,
    exits_of,
    layout_of,
    supply_row,
)
from footplate.engine.age_of_steam.track import Draft, sections
from footplate.engine.hexes import hex_text, port_text
from footplate.engine.notation import NONE, Source, index_of, owner_text

_FRESH: Final = "*"
_LETTERS: Final = index_of(LETTERS)
_MARKERS: Final = 20


def new_cities_text(track: Track) -> str:
    """The New Cities on the map by letter: `A:Q10,C:G4`."""
    placed = sorted([(letter, hex_) for hex_, letter in track.new_cities.items()])
    return ",".join([f"{LETTERS[letter]}:{hex_text(hex_)}" for letter, hex_ in placed]) or NONE


def track_text(track: Track) -> str:
    """All sections, ordered by their first piece: `P1*:S10.1-4+R11.1-4,-:R13.0-3`."""
    return ",".join([_section_text(section) for section in sections(track)]) or NONE


def kinds_text(rules: Rules, track: Track) -> str:
    """The tile kinds that pieces do not tell: four exits of a town, where kinds are told apart (AOS-TILE-12)."""
    if rules.pooled:
        return NONE
    crossings = sorted([hex_ for hex_, layout in track.layouts.items() if _is_open(rules, hex_, len(layout))])
    return ",".join([f"{hex_text(hex_)}:{KIND_NAMES[track.kinds[hex_]]}" for hex_ in crossings]) or NONE


def parse_new_cities(source: Source, part: str, rules: Rules) -> dict[int, int]:
    """Letters by hex; each New City stands once, on a printed town of its own."""
    found: dict[int, int] = {}
    for item in source.listed(part):
        letter, place = source.split(item, ":", 2)
        hex_ = source.hex(place)
        if rules.board.kind.get(hex_) != TOWN:
            raise source.error(place, "a New City stands on a printed town")
        if hex_ in found:
            raise source.error(item, "two New Cities stand on one town")
        found[hex_] = source.choice(letter, _LETTERS, "a New City")
    if len(set(found.values())) != len(found):
        raise source.error(part, "a New City stands twice")
    return found


def parse_track(source: Source, parts: dict[str, str], rules: Rules) -> Track:
    """The track of the parts `new`, `track` and `kinds`, with all that follows from them; raises NotationError."""
    draft = Draft(rules.board, empty_track(rules.seats))
    draft.new_cities = parse_new_cities(source.named("new"), parts["new"], rules)
    named = source.named("track")
    runs = [_read_section(named, item, rules.seats) for item in named.listed(parts["track"])]
    layouts = _lay_out(named, draft, runs)
    kinds = _read_kinds(source.named("kinds"), parts["kinds"], rules, layouts)
    for hex_, pieces in layouts.items():
        draft.set_tile(hex_, layout_of(pieces), _kind_of(named, draft, hex_, pieces, kinds))
    _enter(named, draft, runs)
    track = draft.freeze()
    _check_supply(named, parts["track"], rules, track)
    return track


# --- writing ---------------------------------------------------------------------------------------------------------


def _section_text(section: Section) -> str:
    owner = owner_text(section.owner) + _FRESH if section.fresh else owner_text(section.owner)
    return f"{owner}:{'+'.join([_piece_text(piece) for piece in section.pieces])}"


@cache
def _piece_text(piece: int) -> str:
    return f"{hex_text(piece >> 6)}.{PIECE_TEXT[piece & 63]}"


def _is_open(rules: Rules, hex_: int, exits: int) -> bool:
    """Whether several kinds could lie there."""
    return exits == 4 and rules.board.kind[hex_] == TOWN


# --- reading ---------------------------------------------------------------------------------------------------------


class _Run(NamedTuple):
    """A section as it is written; `item` is its text."""

    item: str
    owner: int
    fresh: bool
    codes: list[int]


def _read_section(source: Source, item: str, seats: int) -> _Run:
    owner, pieces = source.split(item, ":", 2)
    fresh = owner.endswith(_FRESH)
    seat = source.owner(owner[: -len(_FRESH)] if fresh else owner, seats)
    codes = []
    for piece in source.split(pieces, "+"):
        place, edges = source.split(piece, ".", 2)
        codes.append(source.hex(place) * 64 + source.choice(edges, PIECES, "a piece"))
    return _Run(item, seat, fresh, codes)


def _lay_out(source: Source, draft: Draft, runs: list[_Run]) -> dict[int, list[int]]:
    """The pieces by hex, each on a hex and on edges where track may lie, no two on one edge."""
    layouts: dict[int, list[int]] = {}
    for run in runs:
        for code in run.codes:
            hex_, mask = code >> 6, code & 63
            ground = draft.board.kind.get(hex_, LAKE)
            if ground in (CITY, LAKE) or hex_ in draft.new_cities:
                raise source.error(run.item, f"no track can lie on {hex_text(hex_)}")
            if (ground == TOWN) != (len(edges_of(mask)) == 1):
                raise source.error(run.item, f"a spur lies in towns only and nothing else does: {_piece_text(code)}")
            if mask & ~draft.board.usable[hex_]:
                raise source.error(run.item, f"there is nothing behind an edge of {_piece_text(code)}")
            if mask & exits_of(tuple(layouts.get(hex_, ()))):
                raise source.error(run.item, f"two pieces end on one edge of {hex_text(hex_)}")
            layouts.setdefault(hex_, []).append(mask)
    return layouts


def _read_kinds(source: Source, part: str, rules: Rules, layouts: dict[int, list[int]]) -> dict[int, int]:
    """Tile kinds by hex: for every hex that needs one and for no other."""
    found: dict[int, int] = {}
    for item in source.listed(part):
        place, name = source.split(item, ":", 2)
        hex_ = source.hex(place)
        kind = source.choice(name, KIND_INDEX, "a tile kind")
        exits = exits_of(tuple(layouts.get(hex_, ())))
        if kind not in TOWN_KINDS.get(exits, ()):
            raise source.error(item, "this tile does not show the exits of that hex")
        found[hex_] = kind
    needed = [] if rules.pooled else [hex_ for hex_, pieces in layouts.items() if _is_open(rules, hex_, len(pieces))]
    if set(found) != set(needed):
        names = ", ".join([hex_text(hex_) for hex_ in sorted(needed)]) or "no hex"
        raise source.error(part, f"a kind is named for {names} here")
    return found


def _kind_of(source: Source, draft: Draft, hex_: int, pieces: list[int], kinds: dict[int, int]) -> int:
    layout = layout_of(pieces)
    if draft.board.kind[hex_] != TOWN:
        kind = LAND_KIND.get(layout, -1)
    else:
        kind = kinds.get(hex_, TOWN_KINDS.get(exits_of(layout), (-1,))[0])
    if kind < 0:
        texts = [_piece_text(hex_ * 64 + piece) for piece in layout]
        raise source.error(texts[0], f"no tile has the pieces {', '.join(texts)}")
    return kind


def _enter(source: Source, draft: Draft, runs: list[_Run]) -> None:
    """Enters all sections and their markers. Track that meets is one section (AOS-TERM-14)."""
    found = [_join(source, draft, run) for run in runs]
    for section in found:
        draft.put(section)
        if section.owner != NOBODY:
            draft.markers[section.owner] += 1
    for run, section in zip(runs, found, strict=True):
        if draft.board.mirror.get(section.open, NOWHERE) in draft.at:
            raise source.error(run.item, f"other track meets this section at {port_text(section.open)}")


def _join(source: Source, draft: Draft, run: _Run) -> Section:
    """The section of these pieces, which must be one row with a stop at an end (AOS-TERM-08, AOS-INV-03)."""
    mirror, codes = draft.board.mirror, run.codes
    ports = {(code >> 6) * 6 + edge: code for code in codes for edge in edges_of(code & 63)}
    if _reach(ports, mirror, codes[0]) != len(codes):
        raise source.error(run.item, "the pieces of a section are joined in one row")
    ends = [port for port in ports if mirror[port] not in ports]
    opens = [port for port in ends if not draft.is_city(mirror[port] // 6)]
    stops = [code >> 6 for code in codes if len(edges_of(code & 63)) == 1]
    stops = sorted([*stops, *[mirror[port] // 6 for port in ends if port not in opens]])
    if not stops:
        raise source.error(run.item, "a section has a stop at one end at least")
    far = stops[1] if len(stops) > 1 else NOWHERE
    section = Section(run.owner, tuple(sorted(codes)), stops[0], far, opens[0] if opens else NOWHERE, run.fresh)
    if far == stops[0] and far not in draft.new_cities:
        raise source.error(run.item, "only a New City can have a section with both its ends (AOS-BUILD-19, AOS-URB-16)")
    if run.fresh and (run.owner == NOBODY or section.is_link):
        raise source.error(run.item, f"{_FRESH!r} marks owned track that can lapse")
    return section


def _reach(ports: dict[int, int], mirror: dict[int, int], first: int) -> int:
    """How many of the pieces hang together with the first."""
    seen = {first}
    todo = [first]
    while todo:
        code = todo.pop()
        for edge in edges_of(code & 63):
            beyond = ports.get(mirror[(code >> 6) * 6 + edge], first)
            if beyond not in seen:
                seen.add(beyond)
                todo.append(beyond)
    return len(seen)


def _check_supply(source: Source, part: str, rules: Rules, track: Track) -> None:
    """No more tiles, discs and markers than the box holds (AOS-COMP-03 to AOS-COMP-08, AOS-TILE-13)."""
    for kind, name in enumerate(KIND_NAMES):
        row = supply_row(kind) if rules.pooled else (kind,)
        used = sum([track.land_used[member] + track.town_used[member] for member in row])
        if track.land_used[kind] > COUNTS[kind] or used > sum([COUNTS[member] for member in row]):
            raise source.error(part, f"more {name} tiles lie here than there are")
    if discs_used(track) > DISCS:
        raise source.error(part, f"there are {DISCS} town discs")
    if rules.marker_limit != "none" and max(track.markers) > _MARKERS:
        raise source.error(part, f"a player has {_MARKERS} ownership markers")
