"""Age of Steam under the conformance suite: its invariants (AOS-INV-01 to AOS-INV-12) and steady play.

Steady play is random play that lasts into late turns.
"""

import random
from collections.abc import Sequence
from typing import Any

from footplate.engine.age_of_steam import build_track
from footplate.engine.age_of_steam.actions import (
    NOBODY,
    Action,
    Build,
    Deliver,
    DropOut,
    IssueShares,
    MoveNothing,
    StopBuilding,
    UpgradeEngine,
    Urbanize,
)
from footplate.engine.age_of_steam.board import COLOR_TOTALS
from footplate.engine.age_of_steam.options import OPTIONS, PRESETS
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import EMPTY, GOODS_GROWTH, NOWHERE, State
from footplate.engine.age_of_steam.supply import discs_used, has_tile
from footplate.engine.age_of_steam.tiles import COUNTS, DISCS, ROWS, edges_of
from footplate.engine.age_of_steam.track import sections
from footplate.engine.game import Setup
from tests.conformance.suite import Subject

GAME = AgeOfSteam()
BOUND = 1500


def set_up(seats: int, preset: str = "warfrog-2002", **options: str) -> Setup:
    """A set-up on the Rust Belt."""
    return Setup("age_of_steam", "rust_belt", preset, seats, tuple(sorted(options.items())))


def other_values() -> list[tuple[str, str]]:
    """Every option with every value that is not the default (AOS-OPT-04)."""
    return [(option.name, value) for option in OPTIONS for value in option.values[1:]]


PRESET_NAMES = tuple(PRESETS)


def steady(rng: random.Random, state: State, legal: Sequence[Action]) -> Action:
    """Random play that stays solvent: few shares, no bids, builds within a budget, own deliveries."""
    if isinstance(legal[0], IssueShares):
        return legal[min(len(legal) - 1, _shares_needed(state))]
    if DropOut() in legal:
        return DropOut()
    if StopBuilding() in legal:
        return _steady_build(rng, state, legal)
    if MoveNothing() in legal:
        return _steady_move(rng, state, legal)
    return rng.choice(legal)


def _shares_needed(state: State) -> int:
    player = state.players[state.queue[0]]
    short = player.shares + player.engine + (6 if state.turn < 4 else 2) - player.cash - player.income
    return max(0, -(-short // 4))


def _steady_build(rng: random.Random, state: State, legal: Sequence[Action]) -> Action:
    seat = state.queue[0]
    player = state.players[seat]
    budget = player.cash + player.income - player.shares - player.engine
    cities = [action for action in legal if isinstance(action, Urbanize)]
    if cities:
        return rng.choice(cities)
    builds = [action for action in rng.sample(list(legal[:-1]), min(40, len(legal) - 1)) if isinstance(action, Build)]
    paid = [action for action in builds if build_track.price_of(state, action) <= budget]
    links = [action for action in paid if any("link" in text for _, text in GAME.effects(state, action).won)]
    return rng.choice(links or (paid if budget > 4 else []) or [StopBuilding()])


def _steady_move(rng: random.Random, state: State, legal: Sequence[Action]) -> Action:
    seat = state.queue[0]
    own = [a for a in legal if isinstance(a, Deliver) and seat in [owner for _, owner in a.steps]]
    if own:
        return max(own, key=lambda action: sum(owner == seat for _, owner in action.steps))
    player = state.players[seat]
    thriving = player.income > player.shares + player.engine
    return UpgradeEngine() if UpgradeEngine() in legal and thriving else MoveNothing()


def cubes_are_conserved(_before: State, _action: Action, after: State) -> None:
    """AOS-INV-01: bag, display, cities and drawn cubes make 96, each colour its own total."""
    drawn = after.growth.drawn if after.growth is not None else ()
    for color, total in enumerate(COLOR_TOTALS):
        count = after.bag[color] + sum(counts[color] for counts in after.cubes) + drawn.count(color)
        assert count + sum(column.count(color) for column in after.display) == total


def tiles_are_conserved(_before: State, _action: Action, after: State) -> None:
    """AOS-INV-02: what lies on the map agrees with what is counted as used, and nothing is used beyond its supply."""
    track, board = after.track, after.rules.board
    lying = [[0] * 15, [0] * 15]
    for hex_, kind in track.kinds.items():
        lying[board.kind[hex_] == "town"][kind] += 1
    assert (tuple(lying[0]), tuple(lying[1])) == (track.land_used, track.town_used)
    for kind, count in enumerate(COUNTS):
        assert track.land_used[kind] <= count
    for row in ROWS:
        assert sum(track.land_used[k] + track.town_used[k] for k in row) <= sum(COUNTS[k] for k in row)
    assert discs_used(track) <= DISCS
    assert len(set(track.new_cities.values())) == len(track.new_cities)
    assert not set(track.new_cities) & set(track.kinds)
    assert has_tile(after.rules, track, 0, False) == (track.land_used[0] + track.town_used[0] < 48)


def sections_are_sound(_before: State, _action: Action, after: State) -> None:
    """AOS-INV-03, 04, 06: a stop each, at most one open end, one owner where pieces meet, no link back to its stop."""
    board, track = after.rules.board, after.track
    for section in sections(track):
        assert _is_stop(after, section.stop)
        assert (section.open == NOWHERE) == (section.far != NOWHERE)
        assert not section.is_link or section.stop != section.far
        for piece in section.pieces:
            for edge in edges_of(piece & 63):
                port = (piece >> 6) * 6 + edge
                assert track.at[port] is section or track.at[port] == section
                met = track.at.get(board.mirror[port])
                assert met is None or met == section
    assert sum(len(section.pieces) for section in sections(track)) == sum(map(len, track.layouts.values()))


def owners_reach_a_city(_before: State, _action: Action, after: State) -> None:
    """AOS-INV-05: over pieces of one owner, changing sections inside towns, every owned piece reaches a city."""
    for seat in range(after.rules.seats):
        own = [section for section in sections(after.track) if section.owner == seat]
        reached = {hex_ for s in own for hex_ in _stops(s) if _is_city(after, hex_)}
        grown = True
        while grown:
            more = {hex_ for s in own if set(_stops(s)) & reached for hex_ in _stops(s)} - reached
            reached |= more
            grown = bool(more)
        assert all(set(_stops(section)) & reached for section in own)


def figures_stay_in_bounds(before: State, action: Action, after: State) -> None:
    """AOS-INV-07 to AOS-INV-12 for the living, and what may fall and rise when."""
    for seat, player in enumerate(after.players):
        if not player.alive:
            continue
        old = before.players[seat]
        assert player.cash >= 0
        assert player.income >= 0
        assert 2 <= player.shares <= 15
        assert 1 <= player.engine <= 6
        assert after.rules.marker_limit != "20" or after.track.markers[seat] <= 20
        assert after.track.markers[seat] == sum(s.owner == seat for s in sections(after.track))
        assert player.shares >= old.shares
        assert player.engine >= old.engine
    if isinstance(action, Deliver):
        changes = GAME.effects(before, action).changes
        gain = sum(change.amount for change in changes if change.what == "income")
        assert gain == sum(owner != NOBODY for _, owner in action.steps)


def display_changes_only_in_growth(before: State, _action: Action, after: State) -> None:
    """AOS-INV-10: outside phase 9 the display stays as it is once it is dealt."""
    if before.phase not in (GOODS_GROWTH, "setup"):
        assert _shown(after) == _shown(before)


def links_stay_owned(before: State, _action: Action, after: State) -> None:
    """AOS-INV-12: a link changes its owner only when that owner is eliminated."""
    for section in sections(before.track):
        if section.is_link and section.owner != NOBODY and after.players[section.owner].alive:
            kept = [piece for piece in section.pieces if piece >> 6 not in after.track.new_cities]
            port = (kept[0] >> 6) * 6 + edges_of(kept[0] & 63)[0]
            assert after.track.at[port].owner == section.owner


def _shown(state: State) -> int:
    return sum(box != EMPTY for column in state.display for box in column)


def _stops(section: Any) -> tuple[int, ...]:
    return (section.stop,) if section.far == NOWHERE else (section.stop, section.far)


def _is_city(state: State, hex_: int) -> bool:
    return hex_ in state.rules.board.city_of or hex_ in state.track.new_cities


def _is_stop(state: State, hex_: int) -> bool:
    return _is_city(state, hex_) or (hex_ in state.rules.board.towns and hex_ in state.track.layouts)


SUBJECT = Subject(
    GAME,
    BOUND,
    (
        cubes_are_conserved,
        tiles_are_conserved,
        sections_are_sound,
        owners_reach_a_city,
        figures_stay_in_bounds,
        display_changes_only_in_growth,
        links_stay_owned,
    ),
    steady,
    plies=100,
    turns={3: 7, 4: 8, 5: 7, 6: 6},
)
