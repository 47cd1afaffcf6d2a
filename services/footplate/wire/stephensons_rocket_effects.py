"""What an action of Stephenson's Rocket changes and pays, at once and if nobody objects, in protobuf (SR-INF-04)."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from footplate.api.stephensons_rocket.v1 import effects_pb2 as pb
from footplate.api.stephensons_rocket.v1 import view_pb2 as view
from footplate.engine.game import Change
from footplate.engine.stephensons_rocket import effects as engine
from footplate.engine.stephensons_rocket import extend_line, turn, veto
from footplate.engine.stephensons_rocket.actions import NOBODY, Action, ExtendLine
from footplate.engine.stephensons_rocket.board import CODES, TOWNS, beside, heading_to, hex_text
from footplate.engine.stephensons_rocket.merger import absorber_of
from footplate.engine.stephensons_rocket.prizes import MERGER_PAYOUT
from footplate.engine.stephensons_rocket.state import Company, State, Veto, grey_shares
from footplate.wire.stephensons_rocket_terms import END_VALUES, payout_message, tile_message, town_links

_SHARES: Final = "shares."
"""How the engine's figures of shares begin; the code of the company follows."""


class _Stretch(NamedTuple):
    """A part of what comes of an action: where it begins, the step, and the veto round that it settles, if any."""

    before: State
    step: turn.Step
    settled: Veto | None


def encode_effects(before: State, action: Action) -> pb.Effects:
    """What the action would do. Raises IllegalAction when it is not legal."""
    turn.check(before, action)
    seen, round_ = engine.preview(before, action), _round(before, action)
    effects, open_ = engine.told(before, seen), seen.now.state.veto
    if open_ is None:
        return pb.Effects(now=_changes(_Stretch(before, seen.now, round_), effects.changes), notes=effects.notes)
    return pb.Effects(
        now=_changes(_Stretch(before, seen.now, None), effects.changes),
        expected=_changes(_Stretch(seen.now.state, seen.then, round_), effects.expected),
        asked=open_.asked,
        notes=effects.notes,
    )


def _round(before: State, action: Action) -> Veto | None:
    """The veto round as the action leaves it; default answers to what it still asks change nothing in it."""
    if isinstance(action, ExtendLine):
        return extend_line.begin(before, action).veto
    return None if before.veto is None else veto.answered(before.veto, action)


def _changes(stretch: _Stretch, figures: Iterable[Change]) -> pb.Changes:
    before, step, settled = stretch
    after = step.state
    return pb.Changes(
        seats=_seats(figures),
        companies=_companies(before, after),
        payouts=[payout_message(payout) for payout in step.payouts],
        veto_payment=_payment(before, settled) if settled else None,
        move=_move(before, settled) if settled else None,
        tiles=[tile_message(hex_, after.tiles[hex_]) for hex_ in sorted(after.tiles.keys() - before.tiles.keys())],
        linked=_linked(before, settled) if settled else (),
        merger=_merger(stretch),
        isolated=[CODES[number] for number, old, new in _pairs(before, after) if new.isolated and not old.isolated],
        lapsed=step.lapsed,
        end_reason=END_VALUES[after.end],
    )


def _pairs(before: State, after: State) -> list[tuple[int, Company, Company]]:
    """Every company by its number, as it was and as it is."""
    return [(number, *pair) for number, pair in enumerate(zip(before.companies, after.companies, strict=True))]


# --- Figures ---------------------------------------------------------------


def _seats(figures: Iterable[Change]) -> list[pb.SeatChange]:
    """The figures of each seat that has any, in seat order."""
    found: dict[int, pb.SeatChange] = {}
    for change in figures:
        _add(found.setdefault(change.seat, pb.SeatChange(seat=change.seat)), change)
    return [found[seat] for seat in sorted(found)]


def _add(message: pb.SeatChange, change: Change) -> None:
    if change.what.startswith(_SHARES):
        message.shares.add(company=change.what.removeprefix(_SHARES), shares=change.amount)
    else:
        setattr(message, change.what, change.amount)


def _companies(before: State, after: State) -> list[pb.CompanyChange]:
    changes = [
        pb.CompanyChange(
            company=CODES[number],
            stack=new.stack - old.stack,
            real_shares=new.real - old.real,
            grey_shares=grey_shares(new) - grey_shares(old),
        )
        for number, old, new in _pairs(before, after)
    ]
    return [change for change in changes if change.stack or change.real_shares or change.grey_shares]


# --- An extension ----------------------------------------------------------


def _payment(before: State, settled: Veto) -> pb.VetoPayment | None:
    if settled.leader == NOBODY:
        return None
    paid, number = veto.pay(before, settled), settled.company
    real = before.companies[number].real - paid.companies[number].real
    return pb.VetoPayment(seat=settled.leader, shares=settled.best, real_shares=real)


def _move(before: State, settled: Veto) -> pb.LocomotiveMove:
    origin = before.companies[settled.company].at
    return pb.LocomotiveMove(
        company=CODES[settled.company],
        from_hex=hex_text(origin),
        to_hex=hex_text(settled.hex),
        heading=heading_to(origin, settled.hex),
    )


def _linked(before: State, settled: Veto) -> list[view.TownLink]:
    """The towns of step 8 (SR-PAY-02), told of the mover even when it is absorbed right after."""
    return town_links(beside(1 << settled.hex) & TOWNS & ~before.companies[settled.company].linked)


def _merger(stretch: _Stretch) -> pb.Merger | None:
    mover, absorber = absorber_of(stretch.before, stretch.step.state)
    if mover == NOBODY:
        return None
    old, new = stretch.before.companies[absorber], stretch.step.state.companies[absorber]
    given = next(payout.counts for payout in stretch.step.payouts if payout.kind == MERGER_PAYOUT)
    received = [more - had for had, more in zip(old.holdings, new.holdings, strict=True)]
    return pb.Merger(
        absorbed=CODES[mover],
        absorber=CODES[absorber],
        exchanges=[
            pb.ShareExchange(seat=seat, given=shares, received=received[seat])
            for seat, shares in enumerate(given)
            if shares
        ],
        real_shares=new.real - old.real,
        grey_shares=grey_shares(new) - grey_shares(old),
        value_before=old.value,
        value_after=new.value,
    )
