"""Whether one named redirect is legal, and which rule it breaks if not (section 9.6)."""

from typing import NamedTuple

from footplate.engine.age_of_steam import prices
from footplate.engine.age_of_steam.actions import NOBODY, Redirect
from footplate.engine.age_of_steam.behind import foreign_behind, is_city, is_usable, require, stop_behind, track_behind
from footplate.engine.age_of_steam.board import TOWN
from footplate.engine.age_of_steam.state import NOWHERE, Section, State
from footplate.engine.age_of_steam.supply import has_tile
from footplate.engine.age_of_steam.tiles import LAND_KIND, Layout, edges_of, exits_of
from footplate.engine.age_of_steam.track import owns_spur
from footplate.engine.hexes import hex_text


class Turn(NamedTuple):
    """One piece turned.

    `old`, `piece`: before and after. `edge`: the new open edge. `owner`: of the section afterwards.
    `markers`: ownership markers it needs, below 0 if it frees one.
    """

    old: int
    piece: int
    edge: int
    owner: int
    markers: int


def check_redirect(state: State, seat: int, action: Redirect) -> int:
    """The price of a legal redirect; raises IllegalAction. The hex itself was checked before."""
    old = state.track.layouts.get(action.hex, ())
    require(bool(old), "AOS-REDIR-01", f"{hex_text(action.hex)} carries no tile")
    require(state.rules.board.kind[action.hex] != TOWN, "AOS-REDIR-15", "track in towns is never redirected")
    require(state.players[seat].opened, "AOS-BUILD-10", "nothing may be redirected before the own first tile lies")
    require(len(action.layout) == len(old), "AOS-REDIR-01", "a redirect keeps the number of pieces")
    require(action.layout in LAND_KIND, "AOS-REDIR-18", "no tile has exactly these pieces")
    turns = turns_of(state, seat, action)
    price = prices.REDIRECT * (2 if len(turns) == 2 and state.rules.double_redirect == "per_track" else 1)
    cash = state.players[seat].cash
    require(price <= cash, "AOS-BUILD-07", f"this costs {price}, and there are {cash}")
    needed = sum(turn.markers for turn in turns)
    over = state.rules.marker_limit == "20" and needed > 0 and state.track.markers[seat] + needed > 20
    require(not over, "AOS-COMP-08", "this needs more ownership markers than are left")
    returned = state.track.kinds[action.hex]
    in_supply = has_tile(state.rules, state.track, LAND_KIND[action.layout], False, returned)
    require(in_supply, "AOS-REDIR-18", "no such tile is left")
    return price


def turns_of(state: State, seat: int, action: Redirect) -> list[Turn]:
    """The pieces a redirect turns, each judged on the map as it is; raises IllegalAction."""
    old = state.track.layouts[action.hex]
    gone = [piece for piece in old if piece not in action.layout]
    require(bool(gone), "AOS-REDIR-06", "a redirect changes an edge")
    rest = exits_of(tuple(piece for piece in old if piece in action.layout))
    return [turned_piece(state, seat, action.hex, piece, action.layout, rest) for piece in gone]


def turned_piece(state: State, seat: int, hex_: int, piece: int, layout: Layout, rest: int) -> Turn:
    """How `piece` is turned to fit `layout`; `rest`: edges of pieces that stay. Raises IllegalAction."""
    section, open_edge = open_end(state, hex_, piece)
    require(section is not None, "AOS-REDIR-03", "only the last piece of an unfinished section may be turned")
    assert section is not None
    require(section.owner in (seat, NOBODY), "AOS-REDIR-02", "this section belongs to another player")
    inner = piece & ~(1 << open_edge)
    turned = next((new for new in layout if new & inner), 0)
    require(turned != 0, "AOS-REDIR-04", "the inner edge of the turned piece must stay")
    edge = edges_of(turned & ~inner)[0]
    require(edge != open_edge, "AOS-REDIR-06", "the new edge must differ from the old one")
    _check_new_edge(state, seat, hex_, edge, rest, section)
    owner, markers = _new_owner(state, seat, hex_, edge, section)
    return Turn(piece, turned, edge, owner, markers)


def open_end(state: State, hex_: int, piece: int) -> tuple[Section | None, int]:
    """The section whose open end is on this piece, and the edge of that end; (None, NOWHERE) if there is none."""
    for edge in edges_of(piece):
        section = state.track.at[hex_ * 6 + edge]
        if section.open == hex_ * 6 + edge:
            return section, edge
    return None, NOWHERE


def _check_new_edge(state: State, seat: int, hex_: int, edge: int, rest: int, section: Section) -> None:
    where = f"edge {edge} of {hex_text(hex_)}"
    require(is_usable(state, hex_, edge), "AOS-REDIR-07", f"{where} leads off the map or into a lake")
    require(rest >> edge & 1 == 0, "AOS-REDIR-07", f"another piece of the hex ends on {where}")
    require(not foreign_behind(state, seat, hex_, edge), "AOS-REDIR-07", f"track of another player ends on {where}")
    reached = stop_behind(state, hex_, edge)
    require(reached != section.stop, "AOS-REDIR-07", f"this would tie {hex_text(section.stop)} to itself")


def _new_owner(state: State, seat: int, hex_: int, edge: int, section: Section) -> tuple[int, int]:
    """Who owns the section after the turn, and the markers needed (AOS-REDIR-11 to AOS-REDIR-14)."""
    met = track_behind(state, hex_, edge)
    meets_own = met is not None and met.owner == seat
    if section.owner == seat:
        return seat, -1 if meets_own else 0
    if meets_own:
        return seat, 0
    reached = stop_behind(state, hex_, edge)
    if reached == NOWHERE or state.rules.redirect_claims == "never":
        return NOBODY, 0
    near = any(is_city(state, stop) or owns_spur(state.track, stop, seat) for stop in (section.stop, reached))
    require(near or state.rules.unanchored_claim == "stays_unowned", "AOS-REDIR-14", "this link may not be claimed")
    return (seat, 1) if near else (NOBODY, 0)
