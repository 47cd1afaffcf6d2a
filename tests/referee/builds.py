"""Every legal build by brute force: each conceivable tile on each hex is tried, and each rule judged by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from tests.referee.board import (
    NEW_CITY_COLOURS,
    POSITIONS,
    TOWNS,
    Edges,
    is_lake,
    kind_on_land,
    kinds_in_town,
    neighbour,
    piece_sets_in_town,
    piece_sets_on_land,
    usable,
)
from tests.referee.laying import Build, Fates, fates, inner_edge, is_anchored, lay, parse_build, price, urbanize
from tests.referee.supply import broken_limits
from tests.referee.track import (
    Position,
    Section,
    is_anchor,
    is_city,
    is_town,
    owner_of,
    owns_spur_in,
    piece_behind,
    section_from,
    sections,
)

VERBS = ("place", "replace", "redirect")


@dataclass(frozen=True)
class Case:
    """One build of one seat under judgement."""

    position: Position
    seat: int
    build: Build

    @cached_property
    def fate(self) -> Fates:
        return fates(self.position, self.build)

    @property
    def in_town(self) -> bool:
        return is_town(self.position, self.build.hex_id)

    @property
    def old(self) -> dict[Edges, int | None]:
        return self.position.tiles.get(self.build.hex_id, {})

    @property
    def is_complex(self) -> bool:
        """Two runs of track, or four exits of a town, which only a complex tile gives (AOS-TILE-08)."""
        return len(self.build.edges) == 4

    def option(self, name: str) -> str:
        return self.position.options[name]


def legal_builds(position: Position, seat: int) -> set[str]:
    """Every build the seat could make now, were it in its build turn."""
    return set(build_prices(position, seat))


def build_prices(position: Position, seat: int) -> dict[str, int]:
    """Every legal build with its price in dollars."""
    strict = position.options["town_tile_pool"] == "strict"
    return {
        build.text: price(position, build)
        for hex_id in POSITIONS
        for build in _conceivable(hex_id, is_town(position, hex_id), strict)
        if next(_broken(position, seat, build), None) is None
    }


def broken_rules(position: Position, seat: int, text: str) -> list[str]:
    """The rules a build breaks; where several steps of judgement fail, those of the first step only."""
    return list(_broken(position, seat, parse_build(text)))


@cache
def _conceivable(hex_id: str, in_town: bool, strict: bool) -> list[Build]:
    """Every verb with every set of pieces; under the strict pool also every kind for four exits of a town."""
    if not in_town:
        return [Build(verb, hex_id, pieces) for verb in VERBS for pieces in piece_sets_on_land()]
    builds = []
    for pieces in piece_sets_in_town():
        kinds: tuple[str | None, ...] = (None,)
        if strict and len(pieces) == 4:
            kinds = kinds_in_town(frozenset(edge for piece in pieces for edge in piece))
        builds += [Build(verb, hex_id, pieces, kind) for verb in VERBS for kind in kinds]
    return builds


def _broken(position: Position, seat: int, build: Build) -> Iterator[str]:
    """Each step takes for granted that the steps before found nothing."""
    steps = (_turn, _hex, _shape, _exchange, _edges, _anchors, _result)
    case = Case(position, seat, build)
    for step in steps:
        found = list(step(case))
        if found:
            yield from found
            return


def _turn(case: Case) -> Iterator[str]:
    """The build turn."""
    position, build = case.position, case.build
    if position.builds_left < 1:
        yield "AOS-BUILD-03"
    if case.option("same_hex_twice") == "forbidden" and build.hex_id in position.built_on:
        yield "AOS-BUILD-08"
    if not position.has_first_tile[case.seat] and build.verb != "place":
        yield "AOS-BUILD-10"


def _hex(case: Case) -> Iterator[str]:
    """Where a tile can lie at all."""
    hex_id = case.build.hex_id
    if is_lake(hex_id, case.position.options):
        yield "AOS-GEO-05"
    if is_city(case.position, hex_id):
        yield "AOS-BUILD-15"  # a New City too: AOS-URB-18
    if case.build.verb == "place" and case.old:
        yield "AOS-PLACE-01"
    if case.build.verb != "place" and not case.old:
        yield "AOS-REPL-01"


def _shape(case: Case) -> Iterator[str]:
    """Whether such a tile exists."""
    pieces, kind = case.build.pieces, case.build.kind
    if {len(piece) for piece in pieces} != ({1} if case.in_town else {2}):
        yield "AOS-TERM-03"
    elif not case.in_town:
        if kind is not None or kind_on_land(pieces) is None or len(case.build.edges) != 2 * len(pieces):
            yield "AOS-TILE-04"
    else:
        kinds: list[str | None] = [*kinds_in_town(case.build.edges)]
        named = case.option("town_tile_pool") == "strict" and len(pieces) == 4
        if not kinds or kind not in (kinds if named else [None]):
            yield "AOS-TILE-10"


def _exchange(case: Case) -> Iterator[str]:
    """What each verb may do to the pieces of the hex."""
    fate = case.fate
    if fate.lost:
        yield "AOS-TOWN-07" if case.in_town else "AOS-REPL-01"
    if case.build.verb == "place":
        yield from _placement(case)
    elif case.build.verb == "redirect":
        if case.in_town:
            yield "AOS-REDIR-15"
        if not fate.turned or fate.added:
            yield "AOS-REDIR-01"
    elif case.in_town:
        yield from _town_replacement(case)
    else:
        yield from _land_replacement(case)
    for was in fate.turned:  # AOS-REDIR-02, AOS-REDIR-16; that the end is open makes the section unfinished
        if case.old[was] not in (case.seat, None):
            yield "AOS-REDIR-02"


def _placement(case: Case) -> Iterator[str]:
    if case.is_complex and case.option("direct_complex") == "forbidden":
        yield "AOS-PLACE-02"
    if case.position.has_first_tile[case.seat]:
        return
    behind = [neighbour(case.build.hex_id, edge) for edge in case.build.edges]
    if not any(other is not None and is_city(case.position, other) for other in behind):
        yield "AOS-BUILD-09"
    if case.option("first_tile") == "simple_at_city" and len(case.build.edges) != 2:
        yield "AOS-BUILD-09"


def _town_replacement(case: Case) -> Iterator[str]:
    if not case.fate.added:
        yield "AOS-REPL-05"
    if case.is_complex and case.option("direct_complex") == "forbidden" and len(case.old) != 2:
        yield "AOS-PLACE-02"  # two exits are what a simple tile gives


def _land_replacement(case: Case) -> Iterator[str]:
    if len(case.old) != 1:
        yield "AOS-REPL-01"
    if len(case.fate.added) != 1:
        yield "AOS-REPL-05"
    if case.fate.turned and case.option("combined_replace") == "forbidden":
        yield "AOS-REPL-06"


def _edges(case: Case) -> Iterator[str]:
    """Every end that is new, of a new piece or of a turned one (AOS-REDIR-07)."""
    position, hex_id = case.position, case.build.hex_id
    ends = {edge for piece in case.fate.added for edge in piece}
    for was, new in case.fate.turned.items():
        ends |= {edge for edge in new if edge != inner_edge(position, (hex_id, was))}
    for edge in sorted(ends):
        if not usable(hex_id, edge, position.options):
            yield "AOS-BUILD-13"
        behind = piece_behind(position, hex_id, edge)
        if behind is not None and owner_of(position, behind) not in (case.seat, None):
            yield "AOS-BUILD-16"  # in towns AOS-TOWN-06


def _anchors(case: Case) -> Iterator[str]:
    """Judged on the map as it was before the tile."""
    position, hex_id = case.position, case.build.hex_id

    def anchored(piece: Edges) -> bool:
        return any(is_anchor(position, case.seat, hex_id, edge) for edge in piece)

    added = case.fate.added
    if not case.in_town:
        if not all(anchored(piece) for piece in added):
            yield "AOS-BUILD-18"  # of a complex tile each piece: AOS-PLACE-03
    elif not any(anchored(piece) for piece in added) and not owns_spur_in(position, case.seat, hex_id):
        yield "AOS-TOWN-09" if case.old else "AOS-TOWN-02"


def _result(case: Case) -> Iterator[str]:
    """What can be seen only with the tile lying there."""
    position, build = case.position, case.build
    if price(position, build) > position.cash[case.seat]:
        yield "AOS-BUILD-07"
    after = lay(position, case.seat, build)
    for piece in (*case.fate.added, *case.fate.turned.values()):
        if section_from(after, (build.hex_id, piece)).is_ring:
            yield "AOS-BUILD-19"
    for new in case.fate.turned.values():
        if _claims_from_afar(case, section_from(after, (build.hex_id, new))):
            yield "AOS-REDIR-14"
    yield from broken_limits(after)


def _claims_from_afar(case: Case, section: Section) -> bool:
    """AOS-REDIR-14: unowned track that a redirect would hand over, but no city and no own town at either end."""
    if case.option("unanchored_claim") != "illegal" or case.option("redirect_claims") == "never":
        return False
    return section.is_link and section.owner is None and not is_anchored(case.position, case.seat, section)


def legal_urbanizations(position: Position, seat: int) -> set[str]:
    """Every New City the seat could place now, were it in its build turn, as `urbanize HEX LETTER`."""
    in_time = not position.has_built or position.options["new_city_moment"] == "any_time"  # AOS-URB-01, AOS-URB-21
    if position.roles.get("urbanization") != seat or position.new_city_placed or not in_time:
        return set()
    return {
        f"urbanize {hex_id} {letter}"
        for hex_id in TOWNS - set(position.new_cities)  # AOS-URB-05, AOS-URB-19
        for letter in set(NEW_CITY_COLOURS) - set(position.new_cities.values())  # AOS-URB-06
        if _may_become_city(position, seat, hex_id, letter)
    }


def _may_become_city(position: Position, seat: int, hex_id: str, letter: str) -> bool:
    after = urbanize(position, seat, hex_id, letter)
    rings_before = sum(section.is_ring for section in sections(position))
    rings_after = sum(section.is_ring for section in sections(after))
    if position.options["new_city_loop"] == "forbid" and rings_after > rings_before:
        return False  # AOS-URB-16
    return "AOS-COMP-08" not in broken_limits(after)  # a link taken over by AOS-URB-14 needs a marker
