"""Stephenson's Rocket under the conformance suite: what holds of every step of every game, and lively play.

Lively play is random play that extends lines often and bids often: uniform choice mostly moves stations about, of which
there are a thousand ways, and takes thousands of plies to an end.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from footplate.engine.game import Change
from footplate.engine.stephensons_rocket.actions import (
    NOBODY,
    Action,
    Bid,
    Defend,
    ExtendLine,
    MoveStation,
    PlaceStation,
    TakeToken,
)
from footplate.engine.stephensons_rocket.board import (
    CODES,
    LAND_HEXES,
    NOWHERE,
    OPEN,
    PASSENGERS,
    SHARES,
    STARTS,
    STATIONS,
    TILES,
    TOKENS,
    TOWNS,
    column_of,
    hexes_in,
    make_hex,
    row_of,
)
from footplate.engine.stephensons_rocket.rules import StephensonsRocket
from footplate.engine.stephensons_rocket.state import GAME_OVER, MAIN, State, Veto
from tests.conformance.suite import Subject

GAME = StephensonsRocket()
BOUND = 40_000

_EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def _around(hex_: int) -> frozenset[int]:
    """The land hexes that touch a hex, by table T2b: not by the shifts of the engine."""
    column, row = column_of(hex_), row_of(hex_)
    steps = _ODD if column % 2 else _EVEN
    return frozenset(make_hex(column + right, row + down) for right, down in steps) & frozenset(LAND_HEXES)


NEIGHBOURS: Mapping[int, frozenset[int]] = {hex_: _around(hex_) for hex_ in LAND_HEXES}
"""The land hexes that touch each land hex (SR-BRD-03, SR-BRD-04)."""


def lively(rng: random.Random, state: State, legal: Sequence[Action]) -> Action:
    """Random play with an end in sight: three of five main actions extend a line, half of the questions get a bid."""
    if state.phase != MAIN:
        return legal[0] if rng.random() < 0.5 else legal[rng.randrange(len(legal))]
    extensions = [action for action in legal if isinstance(action, ExtendLine)]
    others = [kind for kind in (TakeToken, PlaceStation, MoveStation) if any(isinstance(a, kind) for a in legal)]
    if extensions and (not others or rng.random() < 0.6):
        return rng.choice(extensions)
    kind = rng.choice(others)
    return rng.choice([action for action in legal if isinstance(action, kind)])


# --- shares ----------------------------------------------------------------------------------------------------------


def shares_add_up(_before: State, _action: Action, after: State) -> None:
    """SR-CMP-12, SR-ISO-14, SR-MRG-13: real shares are 16 as long as the company is neither cut off nor absorbed."""
    for company in after.companies:
        assert 0 <= company.real <= sum(company.holdings)
        assert min(company.holdings) >= 0
        if not company.live:
            assert (company.stack, company.real, sum(company.holdings)) == (0, 0, 0)
        elif company.isolated:
            assert company.stack == 0
            assert company.real <= SHARES
        else:
            assert company.stack + company.real == SHARES


def shares_move_as_ruled(before: State, action: Action, after: State) -> None:
    """SR-EXT-15, SR-VETO-31, SR-MRG-08: one is drawn, the winner pays, a merger halves, and no other share moves."""
    mover = _mover(before, action)
    if mover == NOBODY:
        assert [_shares(company) for company in after.companies] == [_shares(company) for company in before.companies]
        return
    expected = [list(company.holdings) for company in before.companies]
    if isinstance(action, ExtendLine) and before.companies[mover].stack:
        expected[mover][before.active] += 1
    if after.veto is None:
        leader, amount = _winner(before, action)
        if leader != NOBODY:
            expected[mover][leader] -= amount
    absorber = after.companies[mover].absorber
    if absorber != NOBODY:
        halves = [held // 2 for held in expected[mover]]
        expected[absorber] = [had + more for had, more in zip(expected[absorber], halves, strict=True)]
        expected[mover] = [0] * after.rules.seats
    assert [list(company.holdings) for company in after.companies] == expected


def _mover(before: State, action: Action) -> int:
    """The company whose extension the action begins or goes on with, or NOBODY."""
    if isinstance(action, ExtendLine):
        return action.company
    return NOBODY if before.veto is None else before.veto.company


def _winner(before: State, action: Action) -> tuple[int, int]:
    """Who pays how much once this was the last answer; NOBODY when nobody bid (SR-VETO-29)."""
    if before.veto is None:
        return NOBODY, 0
    if isinstance(action, Bid | Defend):
        return before.veto.asked, action.amount
    return before.veto.leader, before.veto.best


def _shares(company: object) -> tuple[object, ...]:
    return tuple(getattr(company, name) for name in ("stack", "real", "holdings"))


# --- the board -------------------------------------------------------------------------------------------------------


def tiles_stay_and_are_counted(before: State, _action: Action, after: State) -> None:
    """SR-CMP-05, SR-EXT-18, SR-MRG-15, SR-END-06: 60 at most; at the end one more hex may count as having one."""
    assert before.tiles.items() <= after.tiles.items(), "a tile lies as it was laid"
    assert len(after.tiles) - len(before.tiles) <= 2
    assert len(after.tiles) <= TILES + (after.phase == GAME_OVER)
    assert (len(after.tiles) < TILES) or after.phase == GAME_OVER


def lines_are_apart(_before: State, _action: Action, after: State) -> None:
    """SR-TRM-01, SR-TRM-02: no hex is on two lines, none is a town, and every hex has a tile or a locomotive."""
    hexes = [hex_ for company in after.companies for hex_ in hexes_in(company.line)]
    engines = [c.at for c, start in zip(after.companies, STARTS, strict=True) if c.at not in (NOWHERE, start)]
    assert len(hexes) == len(set(hexes))
    assert not TOWNS & sum(1 << hex_ for hex_ in hexes)
    assert sorted(hexes) == sorted([*after.tiles, *engines])


def lines_only_grow(before: State, _action: Action, after: State) -> None:
    """SR-TRM-03, SR-MRG-16 to SR-MRG-19: hexes and towns stay with a line, or go to its absorber for good."""
    for number, (old, new) in enumerate(zip(before.companies, after.companies, strict=True)):
        heir = after.companies[_heir(after, number)]
        assert old.line & ~heir.line == 0
        assert old.linked & ~heir.linked == 0
        assert old.live or new == old


def values_are_the_towns_touched(_before: State, _action: Action, after: State) -> None:
    """SR-TRM-03, SR-TRM-04: the towns beside the line and the start towns of the companies in it."""
    starts: dict[int, set[int]] = {}
    for number, start in enumerate(STARTS):
        starts.setdefault(_heir(after, number), set()).add(start)
    for number, company in enumerate(after.companies):
        if company.live:
            towns = {near for hex_ in hexes_in(company.line) for near in NEIGHBOURS[hex_] if TOWNS >> near & 1}
            assert company.value == len(towns | starts[number])
            assert set(hexes_in(company.linked)) == towns | starts[number]


def _heir(state: State, number: int) -> int:
    """The live company that holds what a company had."""
    while not state.companies[number].live:
        number = state.companies[number].absorber
    return number


def isolation_is_permanent(before: State, _action: Action, after: State) -> None:
    """SR-ISO-14, SR-ISO-18: a line cut off stays so and never has a stack again."""
    for old, new in zip(before.companies, after.companies, strict=True):
        assert new.isolated >= old.isolated
        assert not new.isolated or new.stack == 0


def stations_are_apart_where_they_are_put(before: State, action: Action, after: State) -> None:
    """SR-STN-02 to SR-STN-06: free, open, and next to no station or locomotive; afterwards anything may come."""
    if not isinstance(action, PlaceStation | MoveStation):
        assert after.stations == before.stations
        return
    lifted = {action.origin} if isinstance(action, MoveStation) else set()
    others = {hex_ for own in before.stations for hex_ in hexes_in(own)} - lifted
    engines = {company.at for company in before.companies}
    assert OPEN >> action.hex & 1
    assert action.hex not in others | lifted | engines | set(before.tiles)
    assert not NEIGHBOURS[action.hex] & (others | engines)
    assert set(hexes_in(after.stations[before.active])) == _own(before) - lifted | {action.hex}


def _own(state: State) -> set[int]:
    return set(hexes_in(state.stations[state.active]))


# --- what the players have -------------------------------------------------------------------------------------------


def pieces_are_conserved(before: State, action: Action, after: State) -> None:
    """SR-CMP-07 to SR-CMP-09, SR-TOK-05: none is made and none lost; a token goes to who takes it and stays there."""
    assert all(own.bit_count() <= STATIONS for own in after.stations)
    assert sum(after.passengers) <= PASSENGERS
    rise = [new - old for old, new in zip(before.passengers, after.passengers, strict=True)]
    assert sorted(set(rise)) in ([0], [0, 1])
    assert sum(rise) == 0 or rise[before.active] == sum(rise) == 1
    for kind, total in enumerate(TOKENS):
        assert sum(taken[kind] for taken in after.tokens) <= total
    taken = [sum(new) - sum(old) for old, new in zip(before.tokens, after.tokens, strict=True)]
    takes = isinstance(action, TakeToken)
    assert taken == [int(takes and seat == before.active) for seat in range(after.rules.seats)]


def money_never_falls(before: State, action: Action, after: State) -> None:
    """SR-PAY-01, SR-PRZ-08: the bank pays in thousands, when an extension is through; nobody ever pays it."""
    gains = [new - old for old, new in zip(before.money, after.money, strict=True)]
    assert min(gains) >= 0
    assert all(gain % 1000 == 0 for gain in gains)
    if _mover(before, action) == NOBODY or after.veto is not None:
        assert not any(gains)


def money_of_others_is_hidden(_before: State, _action: Action, after: State) -> None:
    """SR-INF-02, SR-INF-03, SR-INF-05, SR-INF-06: a view's text has `?` for totals the viewer may not know, or all."""
    hidden = after.rules.open_money == "off" and after.phase != GAME_OVER
    words = GAME.state_text(after).split(" ")
    for viewer in (None, *range(after.rules.seats)):
        shown = [str(own) if not hidden or seat == viewer else "?" for seat, own in enumerate(after.money)]
        told = [f"money={','.join(shown)}" if word.startswith("money=") else word for word in words]
        assert GAME.state_text(GAME.view(after, viewer)).split(" ") == told


def effects_tell_what_happens(before: State, action: Action, after: State) -> None:
    """SR-INF-04: `changes` come at once, `expected` with the default answers behind it; an onlooker is told both."""
    effects = GAME.effects(before, action)
    assert _sums(effects.changes) == _differences(before, after)
    settled = after
    while settled.veto is not None:
        settled = GAME.apply(settled, GAME.default_action(settled))
    assert _sums(effects.expected) == _differences(after, settled)
    assert GAME.effects(GAME.view(before, None), action) == effects


def _sums(changes: Iterable[Change]) -> Counter[tuple[int, str]]:
    found: Counter[tuple[int, str]] = Counter()
    for change in changes:
        found[change.seat, change.what] += change.amount
    return found


def _differences(before: State, after: State) -> Counter[tuple[int, str]]:
    """What differs of the figures of all seats, zeros left out."""
    found = _figures(after)
    found.subtract(_figures(before))
    return Counter({name: amount for name, amount in found.items() if amount})


def _figures(state: State) -> Counter[tuple[int, str]]:
    found: Counter[tuple[int, str]] = Counter()
    for seat in range(state.rules.seats):
        found[seat, "money"] = state.money[seat]
        found[seat, "stations"] = state.stations[seat].bit_count()
        found[seat, "tokens"] = sum(state.tokens[seat])
        found[seat, "passengers"] = state.passengers[seat]
        for code, company in zip(CODES, state.companies, strict=True):
            found[seat, f"shares.{code}"] = company.holdings[seat]
    return found


# --- the course of the game ------------------------------------------------------------------------------------------


def turns_go_round(before: State, action: Action, after: State) -> None:
    """SR-TRN-01, SR-SET-07, SR-TRN-09: two actions each, clockwise; only a lapsed action shortens a turn."""
    if before.active == NOBODY or after.veto is not None or after.phase == GAME_OVER:
        assert after.turn == before.turn
        return
    lapsed = sum(note.endswith("has no legal action") for note in GAME.effects(before, action).notes)
    assert 2 * after.turn + after.second == 2 * before.turn + before.second + 1 + lapsed
    assert after.active == (before.active + after.turn - before.turn) % before.rules.seats


def questions_are_put_in_turn(before: State, _action: Action, after: State) -> None:
    """SR-VETO-06 to SR-VETO-11: clockwise from the active player's left, each once, and only who can bid more."""
    if after.veto is None:
        return
    assert before.veto is None or _place(after, after.veto.asked) > _place(before, before.veto.asked)
    assert before.veto is None or after.veto.best >= before.veto.best
    assert _can_answer(after, after.veto)


def _place(state: State, seat: int) -> int:
    """How far a seat sits from the active player, himself last."""
    return (seat - state.active - 1) % state.rules.seats


def _can_answer(state: State, veto: Veto) -> bool:
    held = state.companies[veto.company].holdings[veto.asked]
    return held >= max(1, veto.best) if veto.asked == state.active else held > veto.best


def figures(final: State) -> Mapping[str, int]:
    """What is counted of a finished game."""
    return {"live_lines": sum(company.live for company in final.companies)}


SUBJECT = Subject(
    GAME,
    BOUND,
    (
        shares_add_up,
        shares_move_as_ruled,
        tiles_stay_and_are_counted,
        lines_are_apart,
        lines_only_grow,
        values_are_the_towns_touched,
        isolation_is_permanent,
        stations_are_apart_where_they_are_put,
        pieces_are_conserved,
        money_never_falls,
        money_of_others_is_hidden,
        effects_tell_what_happens,
        turns_go_round,
        questions_are_put_in_turn,
    ),
    lively,
    plies=60,
    turns={2: 20, 3: 20, 4: 20},
    seats=(2, 3, 4),
    asked_alone=frozenset({MAIN}),
    figures=figures,
)
