from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from google.protobuf.message import Message

from footplate.api.match.v1 import match_view_pb2
from footplate.api.stephensons_rocket.v1 import map_pb2
from footplate.api.stephensons_rocket.v1 import view_pb2 as pb
from footplate.domain.match import Match
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.engine.game import OVER
from footplate.engine.stephensons_rocket.rules import INFO
from footplate.engine.stephensons_rocket.state import DEFENCE, VETO, State
from footplate.wire.match import encode_match
from footplate.wire.stephensons_rocket_map import encode_map
from footplate.wire.stephensons_rocket_view import encode_view
from tests.support.rocket import GAME, A, B, C, asked, begin, extended, setup, with_figures, with_stations, with_tiles
from tests.support.rules import rule
from tests.wire.rocket_playing import positions
from tests.wire.rocket_redrawing import redrawn

BOARD = {hex_.id: hex_ for hex_ in encode_map("england").hexes}


def views() -> list[pb.View]:
    """Positions of a few games as a player would see them whose money is open."""
    return [encode_view(state) for state in positions()[::3]]


@rule("SR-INF-01")
def test_the_position_can_be_made_from_the_view_alone() -> None:
    for state in positions():
        for seat in (None, B):
            seen = GAME.view(state, seat)
            sent = encode_view(seen).SerializeToString()
            assert redrawn(pb.View.FromString(sent), state.rules) == seen


def test_every_phase_and_every_end_has_a_value() -> None:
    phases = [name.removeprefix("PHASE_").lower() for name in pb.Phase.keys()[1:]]
    assert phases == list(INFO.phases)
    assert {view.phase for view in views()} == {pb.Phase.Value(name) for name in pb.Phase.keys()[1:]}
    ends = {state.end for state in positions() if state.end}
    assert ends <= {name.removeprefix("END_REASON_").lower() for name in pb.EndReason.keys()[1:]}
    assert ends


# --- What a client could reckon, told all the same --------------------------


def test_supplies_are_what_is_not_on_the_table() -> None:
    for view in views():
        tiles = sum(len(company.tiles) for company in view.companies)
        assert view.supply.tiles == 60 - tiles
        assert view.supply.passengers == 9 - sum(player.passengers for player in view.players)
        assert view.supply.grey_shares == 16 - sum(company.grey_shares for company in view.companies)
        assert all(player.stations_left == 7 - len(player.stations) for player in view.players)


@rule("SR-CMP-11", "SR-END-06")
def test_supplies_that_are_used_up() -> None:
    state = with_figures(with_tiles(begin(), 61), "NER", holdings=(9, 9, 0), real=1)
    supply = encode_view(state).supply
    assert (supply.tiles, supply.grey_shares) == (0, -1)


def test_values_and_availability_of_companies() -> None:
    for view in views():
        for company in view.companies:
            live = not company.absorbed_by
            assert company.value == len(company.towns)
            assert company.available == (live and not company.isolated and company.stack > 0)
            assert sum(company.holdings) == company.real_shares + company.grey_shares
            assert len(company.holdings) == len(view.players)
            assert bool(company.locomotive) == live
            assert {tile.hex for tile in company.tiles} >= set(company.line) - {company.locomotive}


def test_lists_of_hexes_are_in_order() -> None:
    for view in views():
        for names in (
            [town.hex for town in view.towns],
            *[company.line for company in view.companies],
            *[[tile.hex for tile in company.tiles] for company in view.companies],
            *[[town.hex for town in company.towns] for company in view.companies],
            *[[station.hex for station in player.stations] for player in view.players],
        ):
            assert list(names) == sorted(set(names))


def test_towns_tell_who_reached_them_and_what_they_still_have() -> None:
    for view in views():
        assert {town.hex for town in view.towns} == {
            hex_.id for hex_ in BOARD.values() if hex_.kind != map_pb2.HEX_KIND_OPEN
        }
        for town in view.towns:
            printed = BOARD[town.hex]
            assert (town.name, town.kind) == (printed.name, printed.kind)
            assert list(town.companies) == [
                company.code for company in view.companies if town.hex in [link.hex for link in company.towns]
            ]
            left = {token.industry: token.count for token in printed.tokens}
            for held in [held for player in view.players for held in player.tokens if held.city == town.name]:
                left[held.industry] -= held.count
            assert {token.industry: token.count for token in town.tokens_left} == left


@rule("SR-TRM-11")
def test_a_station_counts_for_the_line_on_whose_hex_it_stands() -> None:
    counted = 0
    for view in views():
        lines = {hex_: company.code for company in view.companies for hex_ in company.line}
        for station in [station for player in view.players for station in player.stations]:
            assert station.company == lines.get(station.hex, "")
            counted += bool(station.company)
    assert counted


@rule("SR-EXT-20", "SR-MRG-15")
def test_tiles_tell_the_edges_they_join() -> None:
    state = extended(begin(), "L&Y", "0100 A 0200 B 0300 A").state
    tiles = {tile.hex: list(tile.edges) for tile in encode_view(state).companies[1].tiles}
    assert tiles == {"0100": [1, 4], "0200": [2, 4]}
    merged = extended(begin(), "L&Y", "0101 A 0202 B 0203 A").state
    view = encode_view(merged)
    assert view.companies[1].absorbed_by == "LNWR"
    assert {tile.hex: list(tile.edges) for tile in view.companies[2].tiles}["0203"] == [0]


# --- The veto round ----------------------------------------------------------


@rule("SR-VETO-06", "SR-VETO-11")
def test_who_is_still_to_be_asked_is_who_will_be_unless_bids_rise() -> None:
    longest = 0
    for state in [state for state in positions() if state.veto]:
        view = encode_view(state)
        assert view.veto.asked == GAME.to_act(state)
        asked_next = _asked_from(GAME.apply(state, GAME.default_action(state))) if state.phase == VETO else []
        assert list(view.veto.to_be_asked) == asked_next
        longest = max(longest, len(asked_next))
    assert longest == 2


def _asked_from(state: State) -> list[int]:
    """The seats asked from here on if everybody passes, without the active one."""
    found = []
    while state.phase == VETO:
        found.append(GAME.to_act(state))
        state = GAME.apply(state, GAME.default_action(state))
    return found


@rule("SR-EX-16", "SR-VETO-18")
def test_the_round_of_the_rules_step_by_step() -> None:
    state = extended(with_stations(begin(), A, "0512"), "GWR", "0112 B 0212 A 0311 B 0412 C").state
    first = encode_view(asked(state, C, "extend GWR 0512")).veto
    assert (first.company, list(first.targets), first.first_hex) == ("GWR", ["0413", "0511", "0512"], "0512")
    assert (first.highest_bid, first.HasField("leader"), first.hex) == (0, False, "0512")
    assert (first.asked, list(first.to_be_asked)) == (A, [B])
    second = encode_view(asked(state, C, "extend GWR 0512", "bid 1 0511"))
    assert (second.veto.highest_bid, second.veto.leader, second.veto.hex) == (1, A, "0511")
    assert (second.veto.asked, list(second.veto.to_be_asked)) == (B, [])
    assert second.companies[4].locomotive == "0412"
    third = encode_view(asked(state, C, "extend GWR 0512", "bid 1 0511", "bid 2 0413"))
    assert third.phase == pb.PHASE_DEFENCE
    assert (third.veto.asked, third.active, third.veto.first_hex, third.veto.hex) == (C, C, "0512", "0413")


def test_a_round_is_shown_exactly_while_it_runs() -> None:
    for state in positions():
        assert encode_view(state).HasField("veto") == (state.phase in (VETO, DEFENCE))


# --- Money -------------------------------------------------------------------


def test_final_scoring_leads_to_the_scores() -> None:
    for state in positions()[::3]:
        view = encode_view(state)
        sums = [sum(payout.amounts[player.seat] for payout in view.final_scoring) for player in view.players]
        scores = {standing.seat: standing.score for standing in GAME.standings(state)}
        over = view.phase == pb.PHASE_OVER
        for player in view.players:
            assert scores[player.seat] == player.money + (0 if over else sums[player.seat])


@rule("SR-FIN-03", "SR-FIN-04", "SR-FIN-05")
def test_final_scoring_stands_in_its_order_with_its_prizes() -> None:
    for view in views():
        tokens, lines = view.final_scoring[:5], view.final_scoring[5:]
        subjects = [payout.subject for payout in tokens]
        assert subjects == ["leather", "steel", "textile", "brewery", "passenger"]
        assert all((payout.first_prize, payout.second_prize) == (6000, 3000) for payout in tokens)
        live = [company for company in view.companies if not company.absorbed_by]
        assert [payout.subject for payout in lines] == [company.code for company in live for _ in range(2)]
        for company, stations, shares in zip(live, lines[::2], lines[1::2], strict=True):
            assert (stations.kind, shares.kind) == (pb.PAYOUT_KIND_FINAL_STATIONS, pb.PAYOUT_KIND_FINAL_SHARES)
            assert list(shares.counts) == list(company.holdings)
            for payout in (stations, shares):
                assert (payout.first_prize, payout.second_prize) == (1000 * company.value, 500 * company.value)


TOTALS = (4_321_000, 5_432_000, 6_543_000)
OTHERS = (7_654_000, 8_765_000, 9_876_000)
"""Money that looks like nothing else in a view."""


def told(state: State, viewer: int | None) -> match_view_pb2.MatchView:
    """A whole match at this position, as a seat or a spectator is told it."""
    seats = tuple(Seat(f"a_{seat}", f"Player {seat}") for seat in range(state.rules.seats))
    match = Match.create(GAME, "m_rocket", GAME.setup_of(state), seats, Seed(bytes(32)), 1000).match
    shown = replace(match, state=state)
    return encode_match(shown, shown, viewer)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, object]]:
    """Every number and text in a message, with its path."""
    if isinstance(value, Message):
        for field, inside in value.ListFields():
            yield from leaves(inside, f"{path}.{field.name}")
    elif isinstance(value, Mapping):
        for key in value:
            yield from leaves(value[key], f"{path}.{key}")
    elif isinstance(value, int | str | bytes | bool):
        yield path, value
    else:
        for index, item in enumerate(value):
            yield from leaves(item, f"{path}.{index}")


def betrayed(message: Message, amount: int) -> list[str]:
    """The fields in which an amount stands, or a score that has it in it."""
    return [
        path
        for path, value in leaves(message)
        if (isinstance(value, int) and amount <= value < amount + 500_000) or str(amount) in str(value)
    ]


@rule("SR-INF-02", "SR-INF-06")
@pytest.mark.parametrize("viewer", [None, A, B, C])
def test_hidden_money_is_in_no_field(viewer: int | None) -> None:
    for state in [state for state in positions() if state.rules.seats == 4][:-1:20]:
        three = state._replace(money=(*TOTALS, 0))
        message = told(three, viewer)
        for seat, total in enumerate(TOTALS):
            assert bool(betrayed(message, total)) == (seat == viewer)
        others = [total if seat == viewer else OTHERS[seat] for seat, total in enumerate(TOTALS)]
        assert message == told(three._replace(money=(*others, 1000)), viewer)


@rule("SR-INF-03")
def test_open_money_is_told_to_everybody() -> None:
    state = begin(open_money="on")._replace(money=TOTALS)
    for viewer in (None, A, B, C):
        assert [player.money for player in told(state, viewer).stephensons_rocket.players] == list(TOTALS)


@rule("SR-INF-05")
def test_at_the_end_all_money_is_told() -> None:
    ends = [state for state in positions() if GAME.to_act(state) == OVER]
    for state in ends:
        message = told(state, None)
        assert [player.money for player in message.stephensons_rocket.players] == list(state.money)
        assert {standing.seat: standing.score for standing in message.standings} == dict(enumerate(state.money))
    assert len(ends) == 3


@rule("SR-INF-02")
def test_a_standing_with_hidden_money_has_no_ranks_and_no_scores_but_the_own() -> None:
    standings = told(begin(), A).standings
    assert [(one.seat, one.rank, one.HasField("score")) for one in standings] == [
        (0, 0, True),
        (1, 0, False),
        (2, 0, False),
    ]
    assert "income" in standings[0].breakdown
    assert "income" not in standings[1].breakdown


def test_nobody_is_active_before_the_lot() -> None:
    view = encode_view(GAME.start(setup()))
    assert (view.phase, view.turn, view.action) == (pb.PHASE_FIRST_PLAYER, 1, 1)
    assert not view.HasField("active")
    assert [company.HasField("heading") for company in view.companies] == [False] * 7
