"""Veto (section 11): who is asked, what a bid names, the defence, and what the winner pays."""

import pytest

from footplate.engine.stephensons_rocket.actions import Bid
from footplate.engine.stephensons_rocket.board import CODES, hex_of, hex_text
from footplate.engine.stephensons_rocket.notation import action_text
from footplate.engine.stephensons_rocket.state import DEFENCE, MAIN, VETO, Veto, grey_left, grey_shares
from footplate.engine.stephensons_rocket.veto import pay
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    D,
    act,
    allows,
    asked,
    begin,
    company,
    place,
    play,
    refusal,
    targets,
    with_figures,
    with_holdings,
    with_line,
    with_stations,
)
from tests.support.rocket_positions import absorber, series, with_isolated
from tests.support.rocket_veto import LIST, before, question, round_of, seats_asked
from tests.support.rules import rule

# --- who is asked ----------------------------------------------------------------------------------------------------


@rule("SR-VETO-01")
def test_the_round_follows_the_draw_and_comes_once() -> None:
    state = question(1, 2, 1)
    assert state.phase == VETO
    assert (company(state, "GWR").holdings, company(state, "GWR").stack) == ((1, 2, 2), 11)
    assert place(state, "GWR") == "0412 heading 2"
    state = play(state, "pass", "pass")
    assert (state.phase, state.veto) == (MAIN, None)
    assert place(state, "GWR") == "0512 heading 2"


@rule("SR-VETO-02", "SR-VETO-03")
def test_everybody_else_with_a_share_is_asked_without_a_call() -> None:
    assert seats_asked(question(1, 2, 1), "pass", "pass") == [A, B]
    assert seats_asked(question(0, 2, 1), "pass") == [B]
    assert seats_asked(question(1, 0, 0), "pass") == [A]


@rule("SR-VETO-04")
def test_a_grey_share_entitles() -> None:
    state = question(1, 0, 0, grey=1)
    assert grey_shares(company(state, "GWR")) == 1
    assert GAME.to_act(state) == A
    assert allows(state, "bid 1 0413")


@rule("SR-VETO-05")
def test_nobody_entitled_no_round() -> None:
    state = question(0, 0, 3)
    assert (state.phase, place(state, "GWR")) == (MAIN, "0512 heading 2")


@rule("SR-VETO-06")
def test_questions_go_clockwise_and_the_active_player_comes_last() -> None:
    assert seats_asked(question(1, 2, 1, 1, seat=B), "pass", "pass", "bid 1 0413") == [C, D, A, B]


@rule("SR-VETO-07", "SR-VETO-19")
def test_each_answers_once_and_for_good() -> None:
    state = question(5, 5, 5, 5, seat=D)
    assert seats_asked(state, "bid 1 0413", "bid 2 0511", "bid 3 0413") == [A, B, C, D]
    assert seats_asked(state, "pass", "bid 2 0511", "bid 3 0413") == [A, B, C, D]
    raised = play(state, "bid 1 0413", "bid 2 0511")
    assert (round_of(raised).best, round_of(raised).leader) == (2, B)


@rule("SR-VETO-07")
@pytest.mark.parametrize("text", ["decline", "defend 1 0512", "token Reading steel", "extend GWR 0413", "station 1005"])
def test_nothing_but_a_pass_or_a_bid_answers_the_question(text: str) -> None:
    assert refusal(question(1, 2, 1), text) == "SR-VETO-07"


@rule("SR-VETO-08")
def test_a_bid_is_at_least_one_share() -> None:
    state = question(1, 2, 1)
    assert refusal(state, "bid 0 0413") == "SR-VETO-08"
    assert allows(state, "bid 1 0413")


@rule("SR-VETO-09")
def test_a_bid_is_at_most_the_holding() -> None:
    state = play(question(1, 2, 1), "pass")
    assert allows(state, "bid 2 0413")
    assert refusal(state, "bid 3 0413") == "SR-VETO-09"


@rule("SR-VETO-10")
def test_bids_rise() -> None:
    state = play(question(2, 4, 1), "bid 2 0413")
    assert refusal(state, "bid 1 0511") == "SR-VETO-10"
    assert refusal(state, "bid 2 0511") == "SR-VETO-10"
    assert allows(state, "bid 3 0511")


@rule("SR-VETO-11")
def test_who_cannot_raise_is_passed_over() -> None:
    assert seats_asked(question(2, 2, 3, 9, seat=D), "bid 2 0413", "pass") == [A, C, D]
    assert seats_asked(question(2, 2, 3, 9, seat=D), "bid 1 0413", "pass", "pass") == [A, B, C, D]


# --- what a bid names ------------------------------------------------------------------------------------------------


@rule("SR-VETO-12")
def test_a_bid_names_a_target_of_before_the_step() -> None:
    state = question(1, 2, 1)
    assert tuple(hex_text(hex_) for hex_ in round_of(state).targets) == LIST
    assert {hex_text(action.hex) for action in GAME.legal_actions(state) if isinstance(action, Bid)} == set(LIST)
    for elsewhere in ("0411", "0612", "0412", "1005"):
        assert refusal(state, f"bid 1 {elsewhere}") == "SR-VETO-12"


@rule("SR-VETO-14", "SR-VETO-15")
def test_a_bid_may_name_what_others_named() -> None:
    state = question(1, 2, 1)
    assert allows(state, "bid 1 0512")
    state = play(state, "bid 1 0413")
    assert allows(state, "bid 2 0413")


@rule("SR-VETO-16")
def test_a_bid_may_name_a_station_or_a_merger() -> None:
    assert allows(asked(with_stations(before(1, 2, 1), B, "0413"), C, "extend GWR 0511"), "bid 1 0413")
    beside_lswr = with_line(before(1, 2, 1), "LSWR", "0615 0614 0513")
    merged = act(beside_lswr, C, "extend GWR 0511", "bid 1 0512").state
    assert absorber(merged, "GWR") == "LSWR"


@rule("SR-VETO-17")
def test_one_target_is_enough_for_bids() -> None:
    state = series(begin(), "NER 0700 A 0601 B 0500 C")
    assert targets(state, "NER") == "0401"
    state = asked(state, A, "extend NER 0401")
    assert [action_text(action) for action in GAME.legal_actions(state)] == ["pass", "bid 1 0401"]


@rule("SR-VETO-18")
def test_a_bid_is_seen_by_all() -> None:
    state = play(question(1, 2, 1), "bid 1 0413")
    for seat in (A, B, C, None):
        seen = round_of(GAME.view(state, seat))
        assert (seen.best, seen.leader, hex_text(seen.hex)) == (1, A, "0413")


# --- the active player's answer --------------------------------------------------------------------------------------


@rule("SR-VETO-20", "SR-VETO-28")
def test_without_a_bid_the_active_player_is_not_asked() -> None:
    state = play(question(1, 2, 1, active_may_redirect="on"), "pass", "pass")
    assert (state.phase, place(state, "GWR")) == (MAIN, "0512 heading 2")
    assert company(state, "GWR").holdings == (1, 2, 2)


@rule("SR-VETO-21")
def test_the_share_just_drawn_is_enough_to_be_asked() -> None:
    state = play(question(1, 0, 0), "bid 1 0413")
    assert (state.phase, GAME.to_act(state)) == (DEFENCE, C)
    assert refusal(state, "pass") == "SR-VETO-21"
    assert refusal(state, "bid 1 0413") == "SR-VETO-21"


@rule("SR-VETO-22")
def test_who_cannot_match_the_bid_declines_unasked() -> None:
    state = play(question(2, 0, 0), "bid 2 0413")
    assert (state.phase, place(state, "GWR")) == (MAIN, "0413 heading 3")
    assert company(state, "GWR").holdings == (0, 0, 1)


@rule("SR-VETO-23", "SR-VETO-37")
def test_he_may_decline_though_he_could_pay_and_keeps_the_share_he_drew() -> None:
    state = play(question(1, 0, 5), "bid 1 0413", "decline")
    assert place(state, "GWR") == "0413 heading 3"
    assert company(state, "GWR").holdings == (0, 0, 6)


@rule("SR-VETO-24")
def test_a_defence_equals_the_bid_and_is_at_most_the_holding() -> None:
    state = play(question(0, 2, 2), "bid 2 0413")
    assert refusal(state, "defend 1 0512") == "SR-VETO-24"
    assert allows(state, "defend 2 0512")
    assert allows(state, "defend 3 0512")
    assert refusal(state, "defend 4 0512") == "SR-VETO-24"


@rule("SR-VETO-25")
def test_a_higher_defence_is_paid_in_full() -> None:
    state = play(question(0, 1, 2), "bid 1 0413", "defend 3 0512")
    assert (place(state, "GWR"), company(state, "GWR").holdings) == ("0512 heading 2", (0, 1, 0))


@rule("SR-VETO-26")
def test_without_redirection_a_defence_keeps_the_hex() -> None:
    state = play(question(0, 1, 1, active_may_redirect="off"), "bid 1 0413")
    legal = [action_text(action) for action in GAME.legal_actions(state)]
    assert legal == ["decline", "defend 1 0512", "defend 2 0512"]
    for other in ("0413", "0511"):
        assert refusal(state, f"defend 1 {other}") == "SR-VETO-26"


@rule("SR-VETO-27")
def test_with_redirection_a_defence_names_any_hex_of_the_list() -> None:
    state = play(question(0, 1, 0), "bid 1 0413")
    assert [action_text(action) for action in GAME.legal_actions(state)] == [
        "decline",
        "defend 1 0413",
        "defend 1 0511",
        "defend 1 0512",
    ]
    assert refusal(state, "defend 1 0411") == "SR-VETO-12"


# --- who wins and what he pays ---------------------------------------------------------------------------------------


@rule("SR-VETO-29", "SR-VETO-30", "SR-VETO-31")
@pytest.mark.parametrize(
    ("last", "end", "holdings"),
    [
        ("decline", "0511 heading 1", (1, 0, 3)),
        ("defend 2 0512", "0512 heading 2", (1, 2, 1)),
        ("defend 3 0413", "0413 heading 3", (1, 2, 0)),
    ],
)
def test_the_winner_alone_pays_and_has_his_hex(last: str, end: str, holdings: tuple[int, ...]) -> None:
    state = play(question(1, 2, 2), "bid 1 0413", "bid 2 0511", last)
    assert (place(state, "GWR"), company(state, "GWR").holdings) == (end, holdings)


@rule("SR-VETO-32")
@pytest.mark.parametrize("answers", [["pass", "pass"], ["bid 1 0413", "pass", "decline"], ["pass", "bid 1 0511"]])
def test_the_locomotive_always_moves_one_step(answers: list[str]) -> None:
    done = act(before(1, 2, 1), C, "extend GWR 0512", *answers)
    assert place(done.state, "GWR")[:4] in LIST


@rule("SR-VETO-33")
def test_shares_paid_can_be_drawn_again() -> None:
    state = with_figures(before(1, 2, 13), "GWR", stack=0)
    state = act(state, C, "extend GWR 0512", "bid 1 0512").state
    assert (company(state, "GWR").stack, company(state, "GWR").real) == (1, 15)
    state = act(state, B, "extend GWR 0612").state
    assert (company(state, "GWR").stack, company(state, "GWR").holdings) == (0, (0, 3, 13))


@rule("SR-VETO-34")
def test_real_shares_of_anybody_are_paid_first() -> None:
    done = act(before(2, 0, 2, grey=2), C, "extend GWR 0512", "bid 2 0413").state
    line = company(done, "GWR")
    assert (line.holdings, line.real, grey_shares(line)) == ((0, 0, 3), 1, 2)
    assert line.stack == 15
    assert grey_left(done) == 14


@rule("SR-VETO-35", "SR-EX-19")
def test_grey_pays_what_no_real_share_is_left_for() -> None:
    state = with_holdings(before(0, 0, 0), "GWR", 3, 2, 0, grey=4)
    assert (company(state, "GWR").stack, grey_left(state)) == (15, 12)
    veto = Veto(CODES.index("GWR"), (hex_of("0413"),), hex_of("0413"), C, 2, B, hex_of("0413"))
    state = pay(state, veto)
    line = company(state, "GWR")
    assert (line.stack, line.holdings, grey_shares(line)) == (16, (3, 0, 0), 3)
    assert grey_left(state) == 13


@rule("SR-VETO-36")
def test_shares_paid_for_an_isolated_company_leave_the_game() -> None:
    state = with_isolated(before(1, 0, 1), "GWR")
    state = act(state, C, "extend GWR 0512", "bid 1 0413").state
    line = company(state, "GWR")
    assert (line.stack, line.real, line.holdings) == (0, 1, (0, 0, 1))
