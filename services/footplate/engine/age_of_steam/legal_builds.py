"""The full list of legal builds of a seat, in canonical order (sections 9.2 to 9.7).

This is the fast path: masks of edges are tested against tables. `check_builds` judges one named build step by step; the
conformance suite ties the two together.
"""

from functools import cache
from typing import Final

from footplate.engine.age_of_steam import prices
from footplate.engine.age_of_steam.actions import NOBODY, Action, Place, Redirect, Replace
from footplate.engine.age_of_steam.board import TOWN, board
from footplate.engine.age_of_steam.options import Rules
from footplate.engine.age_of_steam.state import NOWHERE, Section, State
from footplate.engine.age_of_steam.supply import has_tile
from footplate.engine.age_of_steam.surroundings import Builder, Surroundings
from footplate.engine.age_of_steam.tiles import (
    COMPLEX,
    EXIT_SETS,
    KIND_NAMES,
    LAND_KIND,
    PAIRS,
    SIMPLE_KINDS,
    TOWN_KINDS,
    Layout,
    edges_of,
    exits_of,
    layout_of,
    spurs_of,
)
from footplate.engine.age_of_steam.track import owns_spur
from footplate.engine.hexes import OFF_BOARD, neighbour

_POPCOUNT: Final = tuple(len(edges_of(mask)) for mask in range(64))
_TWO_EDGES: Final = tuple((edges_of(m)[0], edges_of(m)[1]) if len(edges_of(m)) == 2 else (0, 0) for m in range(64))


def legal_builds(state: State, seat: int) -> list[Action]:
    """Every placement, then every replacement, then every redirect the seat may make and pay for now."""
    builder = Builder(state, seat)
    open_hexes, sites = _sites(builder)
    builds: list[Action] = []
    for hex_ in sites:
        if hex_ not in builder.track.layouts:
            builds.extend(_placements(builder, hex_))
    if builder.opened:
        for hex_ in _replaceable(builder, sites):
            builds.extend(_replacements(builder, hex_))
        for hex_ in open_hexes:
            builds.extend(_redirects(builder, hex_))
    return builds


def any_build(state: State, seat: int) -> bool:
    """Whether the seat has a legal build at all; stops at the first."""
    builder = Builder(state, seat)
    open_hexes, sites = _sites(builder)
    for hex_ in sites:
        if hex_ not in builder.track.layouts and _placements(builder, hex_):
            return True
    if not builder.opened:
        return False
    return any(_redirects(builder, hex_) for hex_ in open_hexes) or any(
        _replacements(builder, hex_) for hex_ in _replaceable(builder, sites)
    )


def _sites(builder: Builder) -> tuple[list[int], list[int]]:
    """Hexes with the open end of own or unowned track, and hexes with an edge that may be an anchor; both sorted."""
    mirror, seat = builder.board.mirror, builder.seat
    forbidden = _closed_hexes(builder.state)
    opens: set[int] = set()
    sites = set(_beside_printed_cities(builder.rules.map, builder.rules.hex_a8))
    for port, section in builder.at.items():
        if section.open == port and (section.owner == seat or section.owner == NOBODY):
            opens.add(port // 6)
            sites.add(mirror[port] // 6)
    for city in builder.track.new_cities:
        for edge in edges_of(builder.board.usable[city]):
            sites.add(mirror[city * 6 + edge] // 6)
    return sorted(opens - forbidden), sorted(hex_ for hex_ in sites - forbidden if not builder.is_city(hex_))


def _closed_hexes(state: State) -> set[int]:
    build = state.build
    if build is None or state.rules.same_hex_twice == "allowed":
        return set()
    return set(build.built_on)


@cache
def _beside_printed_cities(map_name: str, hex_a8: str) -> frozenset[int]:
    table = board(map_name, hex_a8 == "lake")
    beside = {neighbour(city, edge) for city in table.city_hex for edge in edges_of(table.usable[city])}
    return frozenset(beside - {OFF_BOARD})


def _replaceable(builder: Builder, sites: list[int]) -> list[int]:
    hexes = {hex_ for hex_ in sites if hex_ in builder.track.layouts}
    forbidden = _closed_hexes(builder.state)
    for hex_ in builder.track.layouts:
        if builder.board.kind[hex_] == TOWN and hex_ not in forbidden and owns_spur(builder.track, hex_, builder.seat):
            hexes.add(hex_)
    return sorted(hexes)


# --- placements ------------------------------------------------------------------------------------------------------


def _placements(builder: Builder, hex_: int) -> list[Action]:
    around = Surroundings(builder, hex_, 0)
    if not around.anchors:
        return []
    if builder.board.kind[hex_] == TOWN:
        return _town_placements(builder, hex_, around)
    return _land_placements(builder, hex_, around)


def _land_placements(builder: Builder, hex_: int, around: Surroundings) -> list[Action]:
    buyable = builder.buyable(builder.board.kind[hex_])
    pieces = _sound_pieces(around)
    layouts: list[Layout] = [(mask,) for mask in pieces]
    if builder.complex and _POPCOUNT[around.anchors] > 1:
        layouts.extend(_pairs_of(pieces))
    layouts.sort()
    found: list[Action] = []
    for layout in layouts:
        if not buyable[LAND_KIND[layout]] or not _has_room(builder, around, layout):
            continue
        if builder.opened or exits_of(layout) & around.cities:
            found.append(Place(hex_, layout))
    return found


def _sound_pieces(around: Surroundings) -> list[int]:
    """Edge-to-edge pieces that may be laid on a hex by themselves (AOS-BUILD-13 to AOS-BUILD-19)."""
    allowed, anchors, far = around.allowed, around.anchors, around.far
    found = []
    for mask in PAIRS:
        if not mask & ~allowed and mask & anchors:
            first, second = _TWO_EDGES[mask]
            if far[first] == NOWHERE or far[first] != far[second]:
                found.append(mask)
    return found


def _pairs_of(pieces: list[int]) -> list[Layout]:
    if len(pieces) < 2:
        return []
    sound = set(pieces)
    return [layout for layout in COMPLEX if layout[0] in sound and layout[1] in sound]


def _has_room(builder: Builder, around: Surroundings, pieces: Layout) -> bool:
    """Whether the builder has the ownership markers for these new pieces (AOS-COMP-08)."""
    return len(pieces) <= builder.room or len(pieces) - _POPCOUNT[exits_of(pieces) & around.own] <= builder.room


def _town_placements(builder: Builder, hex_: int, around: Surroundings) -> list[Action]:
    if not builder.opened and not (builder.rules.first_tile == "any_at_city" and around.cities):
        return []
    found: list[Action] = []
    for exits in EXIT_SETS:
        count = _POPCOUNT[exits]
        if exits & ~around.allowed or not exits & around.anchors or prices.town_placement(count) > builder.cash:
            continue
        if count == 4 and builder.rules.direct_complex == "forbidden":
            continue
        if not builder.opened and not exits & around.cities:
            continue
        if _has_room(builder, around, spurs_of(exits)):
            found.extend(Place(hex_, spurs_of(exits), name) for name in _town_kinds(builder, exits, -1))
    return _in_order(found)


def _town_kinds(builder: Builder, exits: int, returned: int) -> list[str]:
    """The `kind` texts of the tiles in supply that give a town these exits: [""] unless kinds must be told apart."""
    kinds = TOWN_KINDS[exits]
    if builder.rules.pooled or len(kinds) == 1:
        return [""] if has_tile(builder.rules, builder.track, kinds[0], True, returned) else []
    return [KIND_NAMES[kind] for kind in kinds if has_tile(builder.rules, builder.track, kind, True, returned)]


def _in_order(builds: list[Action]) -> list[Action]:
    return sorted(builds, key=_layout_key)


def _layout_key(build: Action) -> tuple[Layout, int]:
    assert isinstance(build, (Place, Replace))
    return build.layout, KIND_NAMES.index(build.kind) if build.kind else -1


# --- replacements ----------------------------------------------------------------------------------------------------


def _replacements(builder: Builder, hex_: int) -> list[Action]:
    old = builder.track.layouts[hex_]
    if builder.board.kind[hex_] == TOWN:
        return _town_replacements(builder, hex_, exits_of(old))
    if len(old) > 1:
        return []
    around = Surroundings(builder, hex_, old[0])
    found = _added_pieces(builder, hex_, old[0], around)
    if builder.rules.combined_replace == "allowed":
        found.extend(_turned_and_added(builder, hex_, old[0]))
    return [Replace(hex_, layout) for layout in sorted(found)]


def _added_pieces(builder: Builder, hex_: int, old: int, around: Surroundings) -> list[Layout]:
    if not around.anchors:
        return []
    found: list[Layout] = []
    for piece in _sound_pieces(around):
        layout = (old, piece) if old & -old < piece & -piece else (piece, old)
        kind = LAND_KIND.get(layout, -1)
        if kind < 0 or prices.replacement(kind) > builder.cash or not _has_room(builder, around, (piece,)):
            continue
        if has_tile(builder.rules, builder.track, kind, False, builder.track.kinds[hex_]):
            found.append(layout)
    return found


def _turned_and_added(builder: Builder, hex_: int, old: int) -> list[Layout]:
    """Layouts that turn the old piece and add another in one exchange (AOS-REPL-06, `combined_replace` allowed)."""
    found = []
    for turned, claims in _turns(builder, hex_, old, 0):
        around = Surroundings(builder, hex_, turned)
        for piece in _sound_pieces(around):
            layout = layout_of((turned, piece))
            kind = LAND_KIND.get(layout, -1)
            if kind < 0 or prices.replacement(kind) + prices.COMBINED_TURN > builder.cash:
                continue
            needed = claims + 1 - _POPCOUNT[piece & around.own]
            if needed <= builder.room and has_tile(
                builder.rules, builder.track, kind, False, builder.track.kinds[hex_]
            ):
                found.append(layout)
    return found


def _town_replacements(builder: Builder, hex_: int, old: int) -> list[Action]:
    if builder.cash < prices.TOWN_REPLACEMENT:
        return []
    around = Surroundings(builder, hex_, old)
    present = owns_spur(builder.track, hex_, builder.seat)
    returned = builder.track.kinds[hex_]
    found: list[Action] = []
    for exits in EXIT_SETS:
        new = exits & ~old
        if exits & old != old or not new or new & ~around.allowed or not (present or new & around.anchors):
            continue
        if any(around.far[edge] == hex_ for edge in edges_of(new)) or not _has_room(builder, around, spurs_of(new)):
            continue
        if _POPCOUNT[exits] == 4 and builder.rules.direct_complex == "forbidden" and returned not in SIMPLE_KINDS:
            continue
        found.extend(Replace(hex_, spurs_of(exits), name) for name in _town_kinds(builder, exits, returned))
    return _in_order(found)


# --- redirects -------------------------------------------------------------------------------------------------------


def _redirects(builder: Builder, hex_: int) -> list[Action]:
    layout = builder.track.layouts[hex_]
    if builder.cash < prices.REDIRECT or builder.board.kind[hex_] == TOWN:
        return []
    found: list[Layout] = []
    for piece in layout:
        rest = exits_of(layout) & ~piece
        for turned, claims in _turns(builder, hex_, piece, rest):
            _keep_turn(builder, hex_, tuple(turned if old == piece else old for old in layout), claims, found)
    if len(layout) == 2 and _double_price(builder.rules) <= builder.cash:
        for first, claims in _turns(builder, hex_, layout[0], 0):
            for second, more in _turns(builder, hex_, layout[1], 0):
                if not first & second:
                    _keep_turn(builder, hex_, (first, second), claims + more, found)
    return [Redirect(hex_, turned) for turned in sorted(found)]


def _keep_turn(builder: Builder, hex_: int, pieces: Layout, claims: int, found: list[Layout]) -> None:
    layout = layout_of(pieces)
    kind = LAND_KIND.get(layout, -1)
    if kind < 0 or claims > builder.room:
        return
    if has_tile(builder.rules, builder.track, kind, False, builder.track.kinds[hex_]):
        found.append(layout)


def _double_price(rules: Rules) -> int:
    return prices.REDIRECT * 2 if rules.double_redirect == "per_track" else prices.REDIRECT


def _turns(builder: Builder, hex_: int, piece: int, rest: int) -> list[tuple[int, int]]:
    """Where a piece may be turned, as (new piece, markers needed) (AOS-REDIR-01 to AOS-REDIR-14).

    `rest`: edges taken by track that stays.
    """
    first, second = _TWO_EDGES[piece]
    section = builder.at[hex_ * 6 + first]
    if section.open == hex_ * 6 + first:
        first, second = second, first
    elif section.open != hex_ * 6 + second:
        return []
    if section.owner not in (builder.seat, NOBODY):
        return []
    around = Surroundings(builder, hex_, rest | 1 << first | 1 << second)
    found = []
    for edge in edges_of(around.allowed):
        if around.far[edge] != section.stop:
            markers = _markers_for_turn(builder, section, edge, around)
            if markers is not None:
                found.append((1 << first | 1 << edge, markers))
    return found


def _markers_for_turn(builder: Builder, section: Section, edge: int, around: Surroundings) -> int | None:
    """The markers a turn needs, below 0 if it frees one.

    None when it would hand over a link that may not be claimed (AOS-REDIR-14).
    """
    meets_own = around.own >> edge & 1
    if section.owner == builder.seat:
        return -meets_own
    if meets_own or around.far[edge] == NOWHERE or builder.rules.redirect_claims == "never":
        return 0
    ends = (section.stop, around.far[edge])
    if any(builder.is_city(end) or owns_spur(builder.track, end, builder.seat) for end in ends):
        return 1
    return None if builder.rules.unanchored_claim == "illegal" else 0
