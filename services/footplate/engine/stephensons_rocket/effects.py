"""What an action changes and pays, known before it is sent (SR-INF-04)."""

from collections.abc import Iterator
from typing import NamedTuple

from footplate.engine.game import Change, Effects
from footplate.engine.notation import seat_text
from footplate.engine.stephensons_rocket import turn
from footplate.engine.stephensons_rocket.actions import NOBODY, Action
from footplate.engine.stephensons_rocket.board import CODES, TOWN_NAMES, hexes_in
from footplate.engine.stephensons_rocket.merger import absorber_of
from footplate.engine.stephensons_rocket.prizes import Payout
from footplate.engine.stephensons_rocket.state import GAME_OVER, MAIN, VETO, State


class Preview(NamedTuple):
    """What comes of an action. `now`: at once. `then`: once the questions it raises got their default answers.

    Where it raises none, `then` is `now`.
    """

    now: turn.Step
    then: turn.Step


def preview(state: State, action: Action) -> Preview:
    """What comes of a legal action: a veto bid may still change where the locomotive goes and who pays."""
    now = then = turn.apply(state, action)
    while then.state.veto is not None:
        then = turn.apply(then.state, turn.default(then.state))
    return Preview(now, then)


def effects(state: State, action: Action) -> Effects:
    """The effects of a legal action; `expected` has what the open questions leave as it is."""
    return told(state, preview(state, action))


def told(state: State, seen: Preview) -> Effects:
    """What comes of an action in this position, in words and figures."""
    changes = (*_money(seen.now.payouts), *_figures(state, seen.now.state))
    pending = seen.then is not seen.now
    expected = (*_money(seen.then.payouts), *_figures(seen.now.state, seen.then.state)) if pending else ()
    notes = [*_notes(state, seen.now)]
    if pending:
        notes += [f"if nobody objects: {note}" for note in _notes(seen.now.state, seen.then)]
    return Effects(changes=changes, expected=expected, notes=tuple(notes))


def _money(payouts: tuple[Payout, ...]) -> list[Change]:
    """The pounds each seat gets; read off the payouts, because totals may be hidden."""
    seats = len(payouts[0].amounts) if payouts else 0
    sums = [sum([one.amounts[seat] for one in payouts]) for seat in range(seats)]
    return [Change(seat, "money", amount) for seat, amount in enumerate(sums) if amount]


def _figures(before: State, after: State) -> Iterator[Change]:
    """The other figures of each seat that differ: shares by company, stations on the board, tokens, passengers."""
    for seat in range(before.rules.seats):
        for number, (old, new) in enumerate(zip(before.companies, after.companies, strict=True)):
            yield from _change(seat, f"shares.{CODES[number]}", old.holdings[seat], new.holdings[seat])
        yield from _change(seat, "stations", before.stations[seat].bit_count(), after.stations[seat].bit_count())
        yield from _change(seat, "tokens", sum(before.tokens[seat]), sum(after.tokens[seat]))
        yield from _change(seat, "passengers", before.passengers[seat], after.passengers[seat])


def _change(seat: int, what: str, old: int, new: int) -> Iterator[Change]:
    if old != new:
        yield Change(seat, what, new - old)


def _notes(before: State, step: turn.Step) -> Iterator[str]:
    """What to tell a person, in the order it happens."""
    after = step.state
    for number, (old, new) in enumerate(zip(before.companies, after.companies, strict=True)):
        if new.live:
            names = [TOWN_NAMES[hex_] for hex_ in hexes_in(new.linked & ~old.linked)]
            yield from [f"{CODES[number]} is linked to {name}" for name in names]
    yield from [payout_note(one) for one in step.payouts if one.pays]
    mover, absorber = absorber_of(before, after)
    if mover != NOBODY:
        yield f"{CODES[mover]} is absorbed by {CODES[absorber]}"
    for number, (old, new) in enumerate(zip(before.companies, after.companies, strict=True)):
        if new.live and new.isolated and not old.isolated:
            yield f"{CODES[number]} is isolated"
    if after.veto is not None:
        question = "asked for a veto" if after.phase == VETO else "asked to defend"
        yield f"{seat_text(after.veto.asked)} is {question}"
    yield from [f"{seat_text(seat)} has no legal action" for seat in step.lapsed]
    if after.phase == GAME_OVER:
        yield f"the game ends: {after.end}"
    elif after.phase == MAIN and after.active != before.active:
        yield f"it is the turn of {seat_text(after.active)}"


def payout_note(one: Payout) -> str:
    """A payout as a sentence: `Reading pays P1 2000, P2 1000`."""
    shares = ", ".join([f"{seat_text(seat)} {amount}" for seat, amount in enumerate(one.amounts) if amount])
    words = one.kind.replace("_", " ")
    return f"{one.subject} ({words}) pays {shares}"
