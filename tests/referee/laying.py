"""What a build is, what it costs and what it does to the map; New Cities and the end of a build turn as well.

Nothing here asks whether a build is legal: `builds.py` judges, and lays illegal builds too to look at the result.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tests.referee.board import MOUNTAINS, RIVERS, TILES, Edges, kind_on_land
from tests.referee.track import (
    Owner,
    Piece,
    Position,
    Section,
    is_city,
    is_town,
    open_ends_of,
    owns_spur_in,
    section_from,
    sections,
)

LAND_PRICES = {"simple": 2, "coexisting": 3, "crossing": 4}  # table 9a, placement on plain
REPLACE_PRICES = {"coexisting": 2, "crossing": 3}  # table 9a


@dataclass(frozen=True)
class Build:
    """A placement, replacement or redirect: all pieces of the hex afterwards, spurs on a town hex."""

    verb: str
    hex_id: str
    pieces: frozenset[Edges]
    kind: str | None = None
    """Under town_tile_pool=strict the kind meant for four exits of a town."""

    @property
    def text(self) -> str:
        spelled = ",".join("-".join(str(edge) for edge in piece) for piece in sorted(self.pieces))
        return f"{self.verb} {self.hex_id} {spelled}" + (f" as {self.kind}" if self.kind else "")

    @cached_property
    def edges(self) -> frozenset[int]:
        return frozenset(edge for piece in self.pieces for edge in piece)


def parse_build(text: str) -> Build:
    """The build a text such as `place R13 0-3,2-5` stands for."""
    verb, hex_id, pieces, *rest = text.split(" ")
    spelled = frozenset(tuple(int(edge) for edge in piece.split("-")) for piece in pieces.split(","))
    build = Build(verb, hex_id, spelled, rest[1] if rest else None)
    if build.text != text:
        raise ValueError(f"not in canonical form: {text!r}, should be {build.text!r}")
    return build


@dataclass(frozen=True)
class Fates:
    """What an exchange does to the single pieces of a hex."""

    kept: frozenset[Edges]
    turned: dict[Edges, Edges]
    """Old to new, of those that keep their inner edge and lead elsewhere (AOS-REDIR-04)."""
    added: frozenset[Edges]
    lost: frozenset[Edges]
    """Old pieces of which neither is true; no legal build has any."""


def fates(position: Position, build: Build) -> Fates:
    """Old pieces that are still there are kept; one that is not can only have been turned about its inner edge."""
    old = frozenset(position.tiles.get(build.hex_id, {}))
    turned: dict[Edges, Edges] = {}
    for piece in old - build.pieces:
        inner = inner_edge(position, (build.hex_id, piece))
        for candidate in build.pieces - old:
            taken = candidate in turned.values()  # one new piece can be the turned end of one old piece only
            if inner is not None and inner in candidate and len(candidate) == 2 and not taken:
                turned[piece] = candidate
    added = build.pieces - old - frozenset(turned.values())
    return Fates(old & build.pieces, turned, added, old - build.pieces - frozenset(turned))


def inner_edge(position: Position, piece: Piece) -> int | None:
    """The edge that stays when a piece is turned: the one away from its open end (AOS-REDIR-03 to 05, AOS-REDIR-15)."""
    open_ends = open_ends_of(position, piece)
    if len(piece[1]) != 2 or len(open_ends) != 1:
        return None
    return next(edge for edge in piece[1] if edge not in open_ends)


def price(position: Position, build: Build) -> int:
    """Table 9a, in dollars."""
    turned = len(fates(position, build).turned)
    if build.verb == "redirect":  # AOS-COST-05, AOS-REDIR-17
        return 2 * turned if position.options["double_redirect"] == "per_track" else 2
    if is_town(position, build.hex_id):  # AOS-COST-03, AOS-COST-04
        return 3 if build.verb == "replace" else 1 + len(build.pieces)
    kind = kind_on_land(build.pieces)
    assert kind is not None
    kind_class = TILES[kind][0]
    if build.verb == "replace":  # AOS-COST-02 (no terrain), AOS-REPL-06 (2 more for a turn, where allowed)
        return REPLACE_PRICES.get(kind_class, 0) + 2 * turned
    return LAND_PRICES[kind_class] + (build.hex_id in RIVERS) + 2 * (build.hex_id in MOUNTAINS)


def lay(position: Position, seat: int, build: Build) -> Position:
    """The map after a build, with its new owners; cash and turn are left alone."""
    after, fate = position.copy(), fates(position, build)
    old = position.tiles.get(build.hex_id, {})
    tile: dict[Edges, Owner] = {piece: old[piece] for piece in fate.kept}  # AOS-REPL-03, AOS-TOWN-08, AOS-REDIR-16
    tile |= {new: old[was] for was, new in fate.turned.items()}  # AOS-REDIR-11 unless something below says otherwise
    tile |= dict.fromkeys(fate.added, seat)  # AOS-OWN-01, AOS-TOWN-04
    after.tiles[build.hex_id] = tile
    if build.kind:
        after.town_kinds[build.hex_id] = build.kind
    for piece in tile:
        section = section_from(after, (build.hex_id, piece))
        joins_builder = piece in fate.added  # AOS-OWN-01, AOS-PLACE-04, AOS-PLACE-05, AOS-TOWN-05
        is_turned = piece in fate.turned.values()
        if joins_builder or (is_turned and _redirect_takes(position, seat, section)):
            _give(after, section.pieces, seat)
    _remember_lengthening(position, after, build, fate)
    return after


def _redirect_takes(before: Position, seat: int, section: Section) -> bool:
    """Whether a section made by a redirect belongs to the redirecting player."""
    if seat in section.owners:
        return True  # AOS-REDIR-13, or it was own before
    if not section.is_link:
        return False  # AOS-REDIR-11
    if before.options["redirect_claims"] == "never":
        return False  # AOS-REDIR-12
    return is_anchored(before, seat, section)  # AOS-REDIR-14 under stays_unowned; else the build is illegal anyway


def is_anchored(before: Position, seat: int, link: Section) -> bool:
    """AOS-REDIR-14: the link touches a city or a town in which the player owned a spur before the action."""
    return any(is_city(before, stop) or owns_spur_in(before, seat, stop) for stop in link.stops)


def _give(position: Position, pieces: Iterable[Piece], seat: int) -> None:
    for hex_id, edges in pieces:
        position.tiles[hex_id][edges] = seat


def _remember_lengthening(before: Position, after: Position, build: Build, fate: Fates) -> None:
    """AOS-EXP-02, 03: a new piece saves the section it lies in; AOS-EXP-04: turning an old one does not."""
    here = build.hex_id
    # A piece laid earlier in this turn and turned now is still what it lengthened then.
    still = {(here, new) for was, new in fate.turned.items() if (here, was) in before.lengthening}
    after.lengthening -= {(here, was) for was in fate.turned}
    after.lengthening |= still | {(here, piece) for piece in fate.added}


def apply_build(position: Position, text: str) -> Position:
    """The position after the builder's build or `urbanize HEX LETTER`, which must be legal."""
    if text.startswith("urbanize "):
        _, hex_id, letter = text.split(" ")
        return urbanize(position, position.builder, hex_id, letter)
    build, seat = parse_build(text), position.builder
    after = lay(position, seat, build)
    after.cash[seat] -= price(position, build)  # AOS-BUILD-07
    after.builds_left -= 1  # AOS-BUILD-04
    after.has_built = True
    after.built_on.add(build.hex_id)
    after.has_first_tile[seat] = True  # AOS-BUILD-09
    return after


def urbanize(position: Position, seat: int, hex_id: str, letter: str) -> Position:
    """The position after placing a New City, which is free and no build (AOS-URB-03, AOS-URB-04)."""
    after = position.copy()
    after.new_cities[hex_id] = letter
    after.new_city_placed = True
    for edges in after.tiles.pop(hex_id, {}):  # AOS-URB-07, AOS-URB-08, AOS-URB-09
        after.lengthening.discard((hex_id, edges))
    after.town_kinds.pop(hex_id, None)
    for section in sections(position):
        rest = [piece for piece in section.pieces if piece[0] != hex_id]
        if rest:
            _settle(after, seat, hex_id, section, section_from(after, rest[0]))
    return after


def _settle(after: Position, seat: int, hex_id: str, was: Section, now: Section) -> None:
    """What a New City does to one section that stays on the map: AOS-URB-10, 11, 13 and 15 leave it as it is."""
    if was.owner is None and not was.is_link and now.is_link:  # AOS-URB-14; AOS-URB-17 leaves a dead section alone
        _give(after, now.pieces, seat)
    left_the_town = any(piece[0] == hex_id for piece in was.pieces)
    saves = after.options["new_city_saves_outgoing"] == "yes"
    if saves and left_the_town and was.owner == seat and not now.is_link:  # AOS-URB-12
        after.lengthening |= now.pieces


def end_build_turn(position: Position) -> Position:
    """AOS-EXP-01, 05, 06, 07: what the builder owned unfinished and did not lengthen becomes unowned."""
    after = position.copy()
    for section in sections(position):
        if section.owner == position.builder and not section.is_link and not section.pieces & position.lengthening:
            for hex_id, edges in section.pieces:
                after.tiles[hex_id][edges] = None
    after.lengthening, after.built_on = set(), set()
    after.builds_left, after.has_built, after.new_city_placed = 0, False, False
    return after


def begin_build_turn(position: Position, seat: int) -> Position:
    """AOS-BUILD-03, AOS-ACT-08: three builds, four with Engineer."""
    after = position.copy()
    after.builder = seat
    after.builds_left = 4 if position.roles.get("engineer") == seat else 3
    return after
