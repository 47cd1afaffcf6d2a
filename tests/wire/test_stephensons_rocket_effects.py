"""Effects are true: the position before, changed as they say, is the position after, now and if nobody objects."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from footplate.api.stephensons_rocket.v1 import effects_pb2 as pb
from footplate.api.stephensons_rocket.v1 import view_pb2 as view
from footplate.engine.errors import IllegalAction
from footplate.engine.game import OVER
from footplate.engine.stephensons_rocket.actions import MoveStation, TakeToken
from footplate.engine.stephensons_rocket.board import CODES, hex_of, hex_text, mask_of
from footplate.engine.stephensons_rocket.notation import parse_action
from footplate.engine.stephensons_rocket.state import State, grey_shares
from footplate.wire.stephensons_rocket_effects import encode_effects
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    Step,
    asked,
    begin,
    extended,
    to_move,
    with_figures,
    with_stations,
    with_tiles,
    with_tokens,
)
from tests.support.rules import rule
from tests.wire.rocket_playing import all_steps, default_answers
from tests.wire.rocket_redrawing import edge_bits


class Stretch(NamedTuple):
    """A set of changes, and the positions between which they lie."""

    before: State
    changes: pb.Changes
    after: State


@pytest.fixture(scope="module", name="known")
def with_effects() -> list[tuple[Step, pb.Effects]]:
    """Every step of a few games with its effects, sent and received."""
    return [
        (step, pb.Effects.FromString(encode_effects(step.before, step.action).SerializeToString()))
        for step in all_steps()
    ]


@pytest.fixture(scope="module", name="stretches")
def between_positions(known: list[tuple[Step, pb.Effects]]) -> list[Stretch]:
    """All changes, those that are expected with the position that default answers lead to."""
    return [stretch for step, effects in known for stretch in _stretches(step, effects)]


def _stretches(step: Step, effects: pb.Effects) -> Iterator[Stretch]:
    yield Stretch(step.before, effects.now, step.after)
    if effects.HasField("expected"):
        yield Stretch(step.after, effects.expected, default_answers(step.after))


# --- Any action ----------------------------------------------------------------


def test_changes_are_expected_exactly_while_a_question_is_open(known: list[tuple[Step, pb.Effects]]) -> None:
    pending = 0
    for step, effects in known:
        is_open = step.after.veto is not None
        assert effects.HasField("expected") == effects.HasField("asked") == is_open
        assert not is_open or effects.asked == GAME.to_act(step.after)
        assert tuple(effects.notes) == GAME.effects(step.before, step.action).notes
        pending += is_open
    assert pending > 50


def test_figures_of_seats_add_up(stretches: list[Stretch]) -> None:
    for before, changes, after in stretches:
        told = {change.seat: change for change in changes.seats}
        assert list(told) == sorted(told)
        for seat in range(before.rules.seats):
            change = told.pop(seat, pb.SeatChange(seat=seat))
            assert change.money == after.money[seat] - before.money[seat]
            assert change.stations == after.stations[seat].bit_count() - before.stations[seat].bit_count()
            assert change.tokens == sum(after.tokens[seat]) - sum(before.tokens[seat])
            assert change.passengers == after.passengers[seat] - before.passengers[seat]
            shares = {share.company: share.shares for share in change.shares}
            assert 0 not in shares.values()
            for number, code in enumerate(CODES):
                held = after.companies[number].holdings[seat] - before.companies[number].holdings[seat]
                assert shares.get(code, 0) == held
        assert not told


def test_only_seats_and_companies_that_change_are_told(stretches: list[Stretch]) -> None:
    for _, changes, _ in stretches:
        assert all(change != pb.SeatChange(seat=change.seat) for change in changes.seats)
        assert all(change != pb.CompanyChange(company=change.company) for change in changes.companies)


def test_figures_of_companies_add_up(stretches: list[Stretch]) -> None:
    for before, changes, after in stretches:
        told = {change.company: change for change in changes.companies}
        for code, old, new in zip(CODES, before.companies, after.companies, strict=True):
            assert told.get(code, pb.CompanyChange(company=code)) == pb.CompanyChange(
                company=code,
                stack=new.stack - old.stack,
                real_shares=new.real - old.real,
                grey_shares=grey_shares(new) - grey_shares(old),
            )


@rule("SR-INF-04")
def test_payouts_are_all_the_money_there_is(stretches: list[Stretch]) -> None:
    paid = 0
    for before, changes, _ in stretches:
        seats = range(before.rules.seats)
        sums = [sum(payout.amounts[seat] for payout in changes.payouts) for seat in seats]
        told = {change.seat: change.money for change in changes.seats}
        assert sums == [told.get(seat, 0) for seat in seats]
        paid += len(changes.payouts)
    assert paid > 60


def test_tiles_are_laid_as_told(stretches: list[Stretch]) -> None:
    for before, changes, after in stretches:
        laid = {hex_of(tile.hex): edge_bits(tile) for tile in changes.tiles}
        assert {**before.tiles, **laid} == after.tiles
        assert len(after.tiles) == len(before.tiles) + len(laid)


def test_locomotives_move_and_towns_are_linked_as_told(stretches: list[Stretch]) -> None:
    linked = 0
    for before, changes, after in stretches:
        if not changes.HasField("move"):
            assert [one.at for one in before.companies] == [one.at for one in after.companies]
            assert not changes.linked
            continue
        number, move = CODES.index(changes.move.company), changes.move
        assert hex_text(before.companies[number].at) == move.from_hex
        line = after.companies[number]
        if line.live:
            assert (hex_text(line.at), line.heading) == (move.to_hex, move.heading)
        else:
            line = after.companies[line.absorber]
        links = mask_of(hex_of(town.hex) for town in changes.linked)
        assert not links & before.companies[number].linked
        assert (before.companies[number].linked | links) & ~line.linked == 0
        assert changes.HasField("merger") or before.companies[number].linked | links == line.linked
        linked += len(changes.linked)
    assert linked > 20


def test_companies_are_absorbed_and_isolated_as_told(stretches: list[Stretch]) -> None:
    mergers = isolated = 0
    for before, changes, after in stretches:
        pairs = list(zip(CODES, before.companies, after.companies, strict=True))
        assert [changes.merger.absorbed] * changes.HasField("merger") == [
            code for code, old, new in pairs if old.live and not new.live
        ]
        if changes.HasField("merger"):
            assert changes.merger.absorbed == changes.move.company
            assert after.companies[CODES.index(changes.merger.absorbed)].absorber == CODES.index(
                changes.merger.absorber
            )
            mergers += 1
        assert list(changes.isolated) == [code for code, old, new in pairs if new.isolated and not old.isolated]
        isolated += len(changes.isolated)
    assert mergers
    assert isolated


def test_the_end_is_told_with_final_scoring(stretches: list[Stretch]) -> None:
    ends = [stretch for stretch in stretches if GAME.to_act(stretch.after) == OVER]
    assert ends
    for before, changes, after in stretches:
        final = [one for one in changes.payouts if one.kind >= view.PAYOUT_KIND_FINAL_TOKENS]
        reason = view.EndReason.Name(changes.end_reason).removeprefix("END_REASON_").lower()
        assert reason == (after.end or "unspecified")
        assert bool(final) == (GAME.to_act(after) == OVER and GAME.to_act(before) != OVER)


def test_small_actions_change_a_figure_or_none(known: list[tuple[Step, pb.Effects]]) -> None:
    for step, effects in known:
        if isinstance(step.action, TakeToken):
            assert list(effects.now.seats) == [pb.SeatChange(seat=step.actor, tokens=1)]
        if isinstance(step.action, MoveStation):
            assert not effects.now.seats


@rule("SR-INF-04")
def test_effects_do_not_depend_on_hidden_money(known: list[tuple[Step, pb.Effects]]) -> None:
    for step, effects in known[::5]:
        assert encode_effects(GAME.view(step.before, None), step.action) == effects


def test_an_illegal_action_has_none() -> None:
    with pytest.raises(IllegalAction):
        encode_effects(begin(), parse_action("pass"))


# --- The examples of the rules ---------------------------------------------------


def told(state: State, seat: int, *texts: str) -> pb.Effects:
    """The effects of the last of these actions; a seat begins, the others follow."""
    if len(texts) > 1:
        return encode_effects(asked(state, seat, *texts[:-1]), parse_action(texts[-1]))
    return encode_effects(to_move(state, seat), parse_action(texts[0]))


def paid(changes: pb.Changes) -> list[tuple[str, int, int, list[int], list[int]]]:
    """The payouts: subject, first and second prize, counts and amounts."""
    return [
        (one.subject, one.first_prize, one.second_prize, list(one.counts), list(one.amounts)) for one in changes.payouts
    ]


def reading() -> State:
    """The position of the veto example, Jacques in seat C to move."""
    state = with_stations(begin(), A, "0512")
    state = with_tokens(with_tokens(state, A, "Reading steel"), C, "Reading brewery", "Reading brewery")
    return extended(state, "GWR", "0112 B 0212 A 0311 B 0412 C").state


READING = ("Reading", 2000, 1000, [1, 0, 2], [1000, 0, 2000])


@rule("SR-EX-16", "SR-EX-17")
def test_an_extension_shows_what_it_pays_if_nobody_objects() -> None:
    effects = told(reading(), C, "extend GWR 0512")
    share = pb.SeatChange(seat=C, shares=[pb.ShareChange(company="GWR", shares=1)])
    assert effects.now == pb.Changes(
        seats=[share], companies=[pb.CompanyChange(company="GWR", stack=-1, real_shares=1)]
    )
    expected = effects.expected
    assert paid(expected) == [READING]
    assert [payout.kind for payout in expected.payouts] == [view.PAYOUT_KIND_CITY]
    assert list(expected.seats) == [pb.SeatChange(seat=A, money=1000), pb.SeatChange(seat=C, money=2000, passengers=1)]
    assert expected.move == pb.LocomotiveMove(company="GWR", from_hex="0412", to_hex="0512", heading=2)
    assert list(expected.tiles) == [view.Tile(hex="0412", edges=[2, 5])]
    assert list(expected.linked) == [view.TownLink(hex="0613", name="Reading")]
    assert not expected.HasField("veto_payment")


@rule("SR-EX-16", "SR-VETO-31")
def test_a_bid_shows_what_it_costs_and_where_it_leads() -> None:
    effects = told(reading(), C, "extend GWR 0512", "bid 1 0511", "bid 2 0413")
    assert effects.asked == C
    assert effects.now == pb.Changes()
    assert effects.expected.veto_payment == pb.VetoPayment(seat=B, shares=2, real_shares=2)
    assert effects.expected.move == pb.LocomotiveMove(company="GWR", from_hex="0412", to_hex="0413", heading=3)
    assert list(effects.expected.seats) == [pb.SeatChange(seat=B, shares=[pb.ShareChange(company="GWR", shares=-2)])]
    assert not effects.expected.payouts


@rule("SR-EX-16", "SR-VETO-31")
def test_a_defence_shows_what_it_costs_and_pays() -> None:
    effects = told(reading(), C, "extend GWR 0512", "bid 1 0511", "bid 2 0413", "defend 2 0512")
    assert not effects.HasField("expected")
    assert effects.now.veto_payment == pb.VetoPayment(seat=C, shares=2, real_shares=2)
    assert paid(effects.now) == [READING]
    assert [change.passengers for change in effects.now.seats] == [0, 1]


@rule("SR-EX-19", "SR-VETO-35")
def test_a_payment_tells_real_shares_from_grey_ones() -> None:
    state = with_figures(reading(), "GWR", stack=15, real=1, holdings=(3, 2, 0))
    now = told(state, C, "extend GWR 0512", "pass", "bid 2 0413").now
    assert now.veto_payment == pb.VetoPayment(seat=B, shares=2, real_shares=2)
    now = told(with_figures(state, "GWR", stack=0), C, "extend GWR 0512", "pass", "bid 2 0413").now
    assert now.veto_payment == pb.VetoPayment(seat=B, shares=2, real_shares=1)
    assert list(now.companies) == [pb.CompanyChange(company="GWR", stack=1, real_shares=-1, grey_shares=-1)]


def salisbury() -> State:
    """The position before the last step of the merger example."""
    state = with_stations(begin(), B, "0414")
    state = extended(state, "GWR", "0013 C 0113 A 0213 C").state
    return extended(state, "LSWR", "0615 A 0614 B 0513 A 0414 B").state


@rule("SR-EX-21", "SR-PAY-10")
def test_a_merger_shows_payouts_and_exchange() -> None:
    changes = told(salisbury(), A, "extend LSWR 0313").expected
    assert paid(changes) == [
        ("Salisbury", 3000, 1500, [0, 1, 0], [0, 3000, 0]),
        ("LSWR", 3000, 1500, [3, 2, 0], [3000, 1000, 0]),
    ]
    assert [one.kind for one in changes.payouts] == [view.PAYOUT_KIND_RAILWAY_TOWN, view.PAYOUT_KIND_MERGER]
    assert changes.merger == pb.Merger(
        absorbed="LSWR",
        absorber="GWR",
        exchanges=[pb.ShareExchange(seat=A, given=3, received=1), pb.ShareExchange(seat=B, given=2, received=1)],
        real_shares=2,
        grey_shares=0,
        value_before=2,
        value_after=4,
    )
    assert [tile.hex for tile in changes.tiles] == ["0313", "0414"]


@rule("SR-EX-22", "SR-MRG-10")
def test_a_merger_shows_grey_shares() -> None:
    state = with_figures(salisbury(), "GWR", stack=1, real=15, holdings=(1, 0, 14))
    merger = told(state, A, "extend LSWR 0313").expected.merger
    assert (merger.real_shares, merger.grey_shares) == (1, 1)


@rule("SR-EX-27", "SR-ISO-14")
def test_an_isolation_shows_the_stack_that_leaves() -> None:
    effects = told(extended(begin(), "GER", "1406 A").state, B, "extend GER 1405")
    assert list(effects.expected.isolated) == ["GER"]
    assert list(effects.expected.companies) == [pb.CompanyChange(company="GER", stack=-14)]


@rule("SR-END-05", "SR-END-08")
def test_the_last_tile_shows_the_end_and_all_it_pays() -> None:
    state = with_tiles(extended(begin(), "LSWR", "0514 A").state, 59)
    changes = told(state, A, "extend LSWR 0414").now
    assert changes.end_reason == view.END_REASON_TILES
    kinds = [view.PayoutKind.Name(one.kind).removeprefix("PAYOUT_KIND_") for one in changes.payouts]
    assert kinds == ["FINAL_TOKENS"] * 5 + ["FINAL_STATIONS", "FINAL_SHARES"] * 7


@rule("SR-PAY-13")
def test_a_payout_of_nothing_is_told_as_well() -> None:
    effects = told(extended(begin(), "LSWR", "0615 A").state, A, "extend LSWR 0614")
    assert paid(effects.now) == [("Reading", 2000, 1000, [0, 0, 0], [0, 0, 0])]
