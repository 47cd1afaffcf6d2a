"""Sections of track: how they join, split, change hands and lapse (AOS-TERM-06 to AOS-TERM-14, sections 9.10 and 9.11).

`Draft` is a Track being changed: it is made from one, changed by one action, and frozen into the next. Nobody keeps
one. It does not judge; what is legal is decided before.
"""

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.board import Board
from footplate.engine.age_of_steam.state import NOWHERE, Section, Track
from footplate.engine.age_of_steam.tiles import Layout, edges_of

_NO_LAYOUT: Layout = ()


class Draft:
    """A track being changed; see the module."""

    def __init__(self, board: Board, track: Track) -> None:
        self.board = board
        self.layouts = dict(track.layouts)
        self.kinds = dict(track.kinds)
        self.at = dict(track.at)
        self.new_cities = dict(track.new_cities)
        self.land_used = list(track.land_used)
        self.town_used = list(track.town_used)
        self.markers = list(track.markers)

    def freeze(self) -> Track:
        """The finished track."""
        return Track(
            self.layouts,
            self.kinds,
            self.at,
            self.new_cities,
            tuple(self.land_used),
            tuple(self.town_used),
            tuple(self.markers),
        )

    def set_tile(self, hex_: int, layout: Layout, kind: int) -> None:
        """Exchanges the tile of a hex.

        The old one going back to the supply first (AOS-TILE-11); pieces are laid apart.
        """
        self.take_tile(hex_)
        self.layouts[hex_] = layout
        self.kinds[hex_] = kind
        self._used(hex_)[kind] += 1

    def take_tile(self, hex_: int) -> None:
        """Takes the tile of a hex back into the supply, if there is one."""
        kind = self.kinds.pop(hex_, None)
        if kind is not None:
            del self.layouts[hex_]
            self._used(hex_)[kind] -= 1

    def _used(self, hex_: int) -> list[int]:
        return self.town_used if self.board.kind[hex_] == "town" else self.land_used

    def is_city(self, hex_: int) -> bool:
        """Whether a printed city or a New City stands there."""
        return hex_ in self.board.city_of or hex_ in self.new_cities

    def lay(self, hex_: int, mask: int, owner: int) -> None:
        """Lays one piece; with everything it meets it belongs to `owner` (AOS-OWN-01, AOS-PLACE-04)."""
        pieces = [hex_ * 64 + mask]
        stops = [hex_] if mask & (mask - 1) == 0 else []
        open_ = NOWHERE
        for edge in edges_of(mask):
            end = self._follow(hex_ * 6 + edge, pieces, stops)
            open_ = end if end != NOWHERE else open_
        self._store(owner, pieces, stops, open_, True)

    def turn(self, hex_: int, turns: list[tuple[int, int, int]]) -> None:
        """Turns open ends on one hex.

        Each turn: the piece as it lies, its new open edge, and who owns the section afterwards
        (AOS-REDIR-01). All old ends leave before the first new one lies, as one may take the edge of another.
        """
        olds = [self._ending_with(hex_, mask) for mask, _, _ in turns]
        for old in olds:
            self._lift(old)
            del self.at[old.open]
        for old, (mask, edge, owner) in zip(olds, turns, strict=True):
            self._turn_one(hex_, old, mask, edge, owner)

    def _ending_with(self, hex_: int, mask: int) -> Section:
        ends = [self.at[hex_ * 6 + edge] for edge in edges_of(mask) if self.at[hex_ * 6 + edge].open == hex_ * 6 + edge]
        return ends[0]

    def _turn_one(self, hex_: int, old: Section, mask: int, edge: int, owner: int) -> None:
        kept = mask & ~(1 << (old.open - hex_ * 6))
        pieces = [piece for piece in old.pieces if piece != hex_ * 64 + mask]
        pieces.append(hex_ * 64 + (kept | 1 << edge))
        stops = [old.stop]
        open_ = self._follow(hex_ * 6 + edge, pieces, stops)
        self._store(owner, pieces, stops, open_, old.fresh)

    def _follow(self, port: int, pieces: list[int], stops: list[int]) -> int:
        """Adds what lies behind a port to `pieces` and `stops`; the port itself if it is an open end, else NOWHERE."""
        behind = self.board.mirror[port]
        met = self.at.get(behind)
        if met is not None:
            self._lift(met)
            pieces.extend(met.pieces)
            stops.append(met.stop)
            return NOWHERE
        if self.is_city(behind // 6):
            stops.append(behind // 6)
            return NOWHERE
        return port

    def found_city(self, hex_: int, letter: int, founder: int, saves: bool) -> None:
        """Puts a New City on a town (AOS-URB-07 to AOS-URB-17).

        `saves`: the founder's outgoing track counts as lengthened.
        """
        for edge in edges_of(_exits(self.layouts.get(hex_, _NO_LAYOUT))):
            self._cut_spur(hex_, edge, founder if saves else NOBODY)
        self.take_tile(hex_)
        self.new_cities[hex_] = letter
        for edge in edges_of(self.board.usable[hex_]):
            section = self.at.get(self.board.mirror[hex_ * 6 + edge])
            if section is not None and section.open == self.board.mirror[hex_ * 6 + edge]:
                self._arrive(section, hex_, founder)

    def _cut_spur(self, hex_: int, edge: int, saver: int) -> None:
        old = self.at.pop(hex_ * 6 + edge)
        self._lift(old)
        pieces = [piece for piece in old.pieces if piece != hex_ * 64 + (1 << edge)]
        if pieces:
            stops = [old.stop] if old.far == NOWHERE else [old.stop, old.far]
            self._store(old.owner, pieces, stops, old.open, old.fresh or (saver != NOBODY and old.owner == saver))

    def _arrive(self, section: Section, hex_: int, founder: int) -> None:
        self._lift(section)
        takes = section.owner == NOBODY and section.stop != hex_
        owner = founder if takes else section.owner
        self._store(owner, list(section.pieces), [section.stop, hex_], NOWHERE, section.fresh)

    def _lift(self, section: Section) -> None:
        if section.owner != NOBODY:
            self.markers[section.owner] -= 1

    def _store(self, owner: int, pieces: list[int], stops: list[int], open_: int, fresh: bool) -> None:
        stops.sort()
        far = stops[1] if len(stops) == 2 else NOWHERE
        pieces.sort()
        lapsing = far == NOWHERE or far == stops[0]
        section = Section(owner, tuple(pieces), stops[0], far, open_, fresh and lapsing and owner != NOBODY)
        if owner != NOBODY:
            self.markers[owner] += 1
        self.put(section)

    def put(self, section: Section) -> None:
        """Enters a section under each of its ports."""
        at = self.at
        for piece in section.pieces:
            hex_ = piece >> 6
            for edge in edges_of(piece & 63):
                at[hex_ * 6 + edge] = section


def sections(track: Track) -> list[Section]:
    """Every section once, ordered by its first piece."""
    found = [section for port, section in track.at.items() if port == _first_port(section)]
    found.sort(key=_pieces)
    return found


def disown(board: Board, track: Track, seat: int) -> Track:
    """All track of an eliminated player becomes unowned and the markers leave the map (AOS-OUT-03, AOS-OUT-04)."""
    draft = Draft(board, track)
    for section in sections(track):
        if section.owner == seat:
            draft.put(section._replace(owner=NOBODY, fresh=False))
    draft.markers[seat] = 0
    return draft.freeze()


def expire(board: Board, track: Track, seat: int) -> tuple[Track, tuple[Section, ...]]:
    """The end of a build turn.

    What the seat did not begin, lengthen or take over becomes unowned (AOS-EXP-01, AOS-EXP-02).

    Returns the track and the sections that lapsed, as they were.
    """
    lapsed: list[Section] = []
    draft = Draft(board, track)
    for section in sections(track):
        if section.owner == seat and not section.is_link:
            if section.fresh:
                draft.put(section._replace(fresh=False))
            else:
                lapsed.append(section)
                draft.markers[seat] -= 1
                draft.put(section._replace(owner=NOBODY))
    return draft.freeze(), tuple(lapsed)


def owns_spur(track: Track, hex_: int, seat: int) -> bool:
    """Whether a seat owns a spur of the town on a hex."""
    for mask in track.layouts.get(hex_, _NO_LAYOUT):
        for edge in edges_of(mask):
            if track.at[hex_ * 6 + edge].owner == seat:
                return True
    return False


def _first_port(section: Section) -> int:
    piece = section.pieces[0]
    return (piece >> 6) * 6 + edges_of(piece & 63)[0]


def _pieces(section: Section) -> tuple[int, ...]:
    return section.pieces


def _exits(layout: Layout) -> int:
    mask = 0
    for piece in layout:
        mask |= piece
    return mask
