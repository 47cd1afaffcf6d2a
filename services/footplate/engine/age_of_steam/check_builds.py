"""Whether one named placement or replacement is legal, and which rule it breaks if not (sections 9.2 to 9.5, 9.7).

The checks stand in the order in which their answers help most: the hex, the tile, the rule of the first tile, each
new piece, then money, markers and supply. `legal_builds` is the other path to the same answers.
"""

from footplate.engine.age_of_steam import prices
from footplate.engine.age_of_steam.actions import Place, Replace
from footplate.engine.age_of_steam.behind import (
    city_behind,
    foreign_behind,
    is_anchor,
    is_city,
    is_usable,
    require,
    stop_behind,
    track_behind,
)
from footplate.engine.age_of_steam.board import LAKE, TOWN
from footplate.engine.age_of_steam.check_redirect import turned_piece
from footplate.engine.age_of_steam.state import NOWHERE, State
from footplate.engine.age_of_steam.supply import has_tile
from footplate.engine.age_of_steam.tiles import (
    COMPLEX_KINDS,
    KIND_INDEX,
    LAND_KIND,
    SIMPLE_KINDS,
    TOWN_KINDS,
    Layout,
    edges_of,
    exits_of,
)
from footplate.engine.age_of_steam.track import owns_spur
from footplate.engine.hexes import hex_text

_NO_LAYOUT: Layout = ()


def check_place(state: State, seat: int, action: Place) -> int:
    """The price of a legal placement; raises IllegalAction."""
    check_hex(state, action.hex)
    require(action.hex not in state.track.layouts, "AOS-PLACE-01", f"{hex_text(action.hex)} carries a tile already")
    kind = tile_kind(state, action.hex, action.layout, action.kind)
    _check_direct(state, kind)
    _check_first_tile(state, seat, action, kind)
    _check_new_pieces(state, seat, action.hex, action.layout, _NO_LAYOUT)
    price = place_price(state, action, kind)
    _check_means(state, seat, action.hex, action.layout, kind, price, 0)
    return price


def check_replace(state: State, seat: int, action: Replace) -> int:
    """The price of a legal replacement; raises IllegalAction."""
    check_hex(state, action.hex)
    old = state.track.layouts.get(action.hex, _NO_LAYOUT)
    require(old != _NO_LAYOUT, "AOS-REPL-01", f"{hex_text(action.hex)} carries no tile to replace")
    require(state.players[seat].opened, "AOS-BUILD-10", "nothing may be replaced before the own first tile lies")
    kind = tile_kind(state, action.hex, action.layout, action.kind)
    if state.rules.board.kind[action.hex] == TOWN:
        return _check_town_replacement(state, seat, action, kind, exits_of(old))
    return _check_land_replacement(state, seat, action, kind, old)


def _check_town_replacement(state: State, seat: int, action: Replace, kind: int, old: int) -> int:
    new = exits_of(action.layout) & ~old
    require(
        exits_of(action.layout) & old == old and new != 0, "AOS-TOWN-07", "all old exits must stay and one be added"
    )
    kept_simple = state.track.kinds[action.hex] in SIMPLE_KINDS
    barred = state.rules.direct_complex == "forbidden" and kind in COMPLEX_KINDS and not kept_simple
    require(not barred, "AOS-PLACE-02", "a complex tile may only replace a simple one in this game")
    added = tuple(1 << edge for edge in edges_of(new))
    for piece in added:
        _check_ends(state, seat, action.hex, piece, old)
    present = owns_spur(state.track, action.hex, seat) or any(
        is_anchor(state, seat, action.hex, e) for e in edges_of(new)
    )
    require(present, "AOS-TOWN-09", "neither an own spur there nor a new exit at an anchor")
    _check_means(state, seat, action.hex, added, kind, prices.TOWN_REPLACEMENT, 0)
    return prices.TOWN_REPLACEMENT


def _check_land_replacement(state: State, seat: int, action: Replace, kind: int, old: Layout) -> int:
    require(len(old) == 1, "AOS-REPL-01", f"the tile on {hex_text(action.hex)} is not a simple one")
    require(len(action.layout) == 2, "AOS-REPL-05", "a replacement adds a piece of track")
    if old[0] in action.layout:
        piece = next(piece for piece in action.layout if piece != old[0])
        _check_piece(state, seat, action.hex, piece, old[0])
        price = prices.replacement(kind)
        _check_means(state, seat, action.hex, (piece,), kind, price, 0)
        return price
    require(state.rules.combined_replace == "allowed", "AOS-REPL-06", "the old piece must stay as it is")
    turn = turned_piece(state, seat, action.hex, old[0], action.layout, 0)
    piece = next(piece for piece in action.layout if piece != turn.piece)
    _check_piece(state, seat, action.hex, piece, turn.piece)
    price = prices.replacement(kind) + prices.COMBINED_TURN
    _check_means(state, seat, action.hex, (piece,), kind, price, turn.markers)
    return price


def place_price(state: State, action: Place, kind: int) -> int:
    """What a placement costs (table 9a)."""
    ground = state.rules.board.kind[action.hex]
    return prices.town_placement(len(action.layout)) if ground == TOWN else prices.placement(kind, ground)


def check_hex(state: State, hex_: int) -> None:
    """Raises unless track may be built on the hex in this build turn."""
    what = state.rules.board.kind.get(hex_, LAKE)
    require(what != LAKE, "AOS-GEO-05", f"{hex_text(hex_)} is no land hex of this map")
    require(not is_city(state, hex_), "AOS-BUILD-15", f"{hex_text(hex_)} is a city")
    again = state.build is not None and hex_ in state.build.built_on
    require(
        not again or state.rules.same_hex_twice == "allowed", "AOS-BUILD-08", f"{hex_text(hex_)} was built on this turn"
    )


def tile_kind(state: State, hex_: int, layout: Layout, name: str) -> int:
    """The tile kind that shows a layout on a hex; raises IllegalAction when none does or the wrong one is named."""
    if state.rules.board.kind[hex_] != TOWN:
        require(layout in LAND_KIND, _no_tile_code(layout), "no tile has exactly these pieces")
        require(name == "", "AOS-TILE-12", "a tile kind is named only for four exits of a town")
        return LAND_KIND[layout]
    exits = exits_of(layout)
    spurs = layout == tuple(1 << edge for edge in edges_of(exits))
    require(spurs, "AOS-TERM-03", "in a town every exit is a spur of its own: name single edges")
    require(exits in TOWN_KINDS, "AOS-TILE-10", "a town has one to four exits")
    kinds = TOWN_KINDS[exits]
    if state.rules.pooled or len(kinds) == 1:
        require(name == "", "AOS-TILE-12", "the exits alone name this tile")
        return kinds[0]
    require(KIND_INDEX.get(name, -1) in kinds, "AOS-TILE-12", "name the kind of tile, as the supply is kept by kind")
    return KIND_INDEX[name]


def _no_tile_code(layout: Layout) -> str:
    if any(piece & (piece - 1) == 0 for piece in layout):
        return "AOS-TERM-02"
    return "AOS-TILE-05" if len(layout) > 2 else "AOS-TILE-04"


def _check_direct(state: State, kind: int) -> None:
    allowed = state.rules.direct_complex == "allowed" or kind not in COMPLEX_KINDS
    require(allowed, "AOS-PLACE-02", "complex tiles are not laid on empty hexes in this game")


def _check_first_tile(state: State, seat: int, action: Place, kind: int) -> None:
    if state.players[seat].opened:
        return
    if state.rules.first_tile == "simple_at_city":
        require(kind in SIMPLE_KINDS, "AOS-BUILD-09", "the first tile of a player is a simple one")
    at_city = any(city_behind(state, action.hex, edge) for edge in edges_of(exits_of(action.layout)))
    require(at_city, "AOS-BUILD-09", "the first tile of a player has an end at a city")


def _check_new_pieces(state: State, seat: int, hex_: int, pieces: Layout, old: Layout) -> None:
    if state.rules.board.kind[hex_] != TOWN:
        for piece in pieces:
            _check_piece(state, seat, hex_, piece, exits_of(old))
        return
    for piece in pieces:
        _check_ends(state, seat, hex_, piece, exits_of(old))
    anchored = any(is_anchor(state, seat, hex_, edge) for edge in edges_of(exits_of(pieces)))
    require(anchored, "AOS-TOWN-02", "no new exit is at a city, own track or unowned track that may be taken up")


def _check_piece(state: State, seat: int, hex_: int, piece: int, taken: int) -> None:
    """One new edge-to-edge piece on land (section 9.3)."""
    _check_ends(state, seat, hex_, piece, taken)
    first, second = edges_of(piece)
    anchored = is_anchor(state, seat, hex_, first) or is_anchor(state, seat, hex_, second)
    require(
        anchored, "AOS-BUILD-18", f"{hex_text(hex_)} {first}-{second} starts at no city, own track or track to take up"
    )
    reached = stop_behind(state, hex_, first)
    loop = reached != NOWHERE and reached == stop_behind(state, hex_, second)
    require(not loop, "AOS-BUILD-19", f"this would tie {hex_text(max(reached, 0))} to itself")


def _check_ends(state: State, seat: int, hex_: int, piece: int, taken: int) -> None:
    for edge in edges_of(piece):
        check_end(state, seat, hex_, edge, taken)
    if piece & (piece - 1) == 0:
        loop = stop_behind(state, hex_, edges_of(piece)[0]) == hex_
        require(not loop, "AOS-BUILD-19", f"this would tie {hex_text(hex_)} to itself")


def check_end(state: State, seat: int, hex_: int, edge: int, taken: int) -> None:
    """Raises unless a new piece may end on an edge (AOS-BUILD-13, 14 and 16)."""
    where = f"edge {edge} of {hex_text(hex_)}"
    require(is_usable(state, hex_, edge), "AOS-BUILD-13", f"{where} leads off the map or into a lake")
    require(taken >> edge & 1 == 0, "AOS-BUILD-14", f"another piece of the hex ends on {where}")
    code = "AOS-TOWN-06" if state.rules.board.kind[hex_] == TOWN else "AOS-BUILD-16"
    require(not foreign_behind(state, seat, hex_, edge), code, f"track of another player ends on {where}")


def _check_means(state: State, seat: int, hex_: int, pieces: Layout, kind: int, price: int, markers: int) -> None:
    """Money, ownership markers (`markers`: needed besides those of the new pieces) and tiles."""
    cash = state.players[seat].cash
    require(price <= cash, "AOS-BUILD-07", f"this costs {price}, and there are {cash}")
    for piece in pieces:
        markers += 1 - sum(_own_behind(state, seat, hex_, edge) for edge in edges_of(piece))
    check_markers(state, seat, markers)
    check_supply(state, hex_, kind)


def check_markers(state: State, seat: int, needed: int) -> None:
    """Raises when an action would need a 21st ownership marker (AOS-COMP-08)."""
    over = state.rules.marker_limit == "20" and state.track.markers[seat] + needed > 20 and needed > 0
    require(not over, "AOS-COMP-08", "this needs more ownership markers than are left")


def check_supply(state: State, hex_: int, kind: int) -> None:
    """Raises when the tile, or the town disc it needs, is not to be had (AOS-COMP-06)."""
    returned = state.track.kinds.get(hex_, -1)
    in_town = state.rules.board.kind[hex_] == TOWN
    require(has_tile(state.rules, state.track, kind, in_town, returned), "AOS-COMP-06", "no such tile is left")


def _own_behind(state: State, seat: int, hex_: int, edge: int) -> bool:
    met = track_behind(state, hex_, edge)
    return met is not None and met.owner == seat
