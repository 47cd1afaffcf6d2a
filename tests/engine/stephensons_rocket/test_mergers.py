"""Mergers (section 15) and worked examples 13, 14, 21 and 22."""

import pytest

from footplate.engine.stephensons_rocket import scoring
from footplate.engine.stephensons_rocket.actions import ExtendLine
from footplate.engine.stephensons_rocket.board import CODES, NO_HEADING, NOWHERE
from footplate.engine.stephensons_rocket.payouts import line_stations
from footplate.engine.stephensons_rocket.prizes import FINAL_SHARES
from footplate.engine.stephensons_rocket.state import State, grey_left, grey_shares
from tests.support.rocket import (
    GAME,
    A,
    B,
    Done,
    act,
    allows,
    begin,
    company,
    edges,
    extended,
    line,
    linked,
    place,
    refusal,
    targets,
    to_move,
    with_figures,
    with_holdings,
    with_line,
    with_stations,
    with_tokens,
)
from tests.support.rocket_positions import absorber, series, with_isolated
from tests.support.rules import rule

ORANGE = "0615 A 0614 B 0513 A 0414 B"
"""LSWR up to the step before its merger into GWR."""


def orange_beside_green() -> State:
    """LSWR on 0414 and GWR on 0213; B has a station on 0414. The step to 0313 merges them."""
    state = with_stations(begin(), B, "0414")
    return series(state, f"GWR 0013 C 0113 A 0213 C; LSWR {ORANGE}")


def halves(*holdings: int, grey: int = 0, stack: int = 16) -> State:
    """LSWR, in these hands, is absorbed by GWR, of whose shares so many lie in its stack and A has the rest."""
    state = with_line(with_line(begin(len(holdings)), "GWR", "0013 0113 0213"), "LSWR", "0615 0614 0513 0414")
    state = with_holdings(state, "LSWR", *holdings, grey=grey)
    state = with_holdings(state, "GWR", 16 - stack, *[0] * (len(holdings) - 1))
    return act(with_figures(state, "LSWR", stack=0), A, "extend LSWR 0313").state


def unmoved_absorber(option: str) -> Done:
    return extended(begin(unmoved_locomotive_is_a_line=option), "L&Y", "0101 A 0202 B 0203 A")


# --- worked examples -------------------------------------------------------------------------------------------------


@rule("SR-EX-13", "SR-MRG-02", "SR-MRG-03", "SR-MRG-09", "SR-MRG-17")
def test_an_absorber_that_never_moved() -> None:
    done = unmoved_absorber("on")
    assert absorber(done.state, "L&Y") == "LNWR"
    assert done.paid == [("L&Y", (3000, 1000, 0))]
    lnwr = company(done.state, "LNWR")
    assert (lnwr.holdings, lnwr.stack, len(done.state.tiles)) == ((1, 0, 0), 15, 3)
    assert line(done.state, "LNWR") == "0101 0202 0203"
    assert linked(done.state, "LNWR") == {"Stoke", "Liverpool", "Manchester"}
    assert lnwr.heading == NO_HEADING
    assert targets(done.state, "LNWR") == "0103 0104 0205 0303 0304"


@rule("SR-EX-14", "SR-MRG-02", "SR-MRG-04", "SR-MRG-09")
def test_a_locomotive_that_never_moved_is_no_line() -> None:
    done = unmoved_absorber("off")
    assert (done.payouts, len(done.state.tiles)) == ((), 2)
    assert (absorber(done.state, "L&Y"), company(done.state, "L&Y").value) == ("", 3)
    assert linked(done.state, "L&Y") == {"Liverpool", "Manchester", "Stoke"}
    done = extended(done.state, "LNWR", "0303 C")
    assert absorber(done.state, "LNWR") == "L&Y"
    assert [(one.subject, one.amounts) for one in done.payouts] == [("LNWR", (0, 0, 1000))]
    assert (company(done.state, "L&Y").holdings, company(done.state, "L&Y").value) == ((2, 1, 0), 3)
    assert len(done.state.tiles) == 3


@rule("SR-EX-21", "SR-MRG-01", "SR-MRG-05", "SR-MRG-08", "SR-MRG-10", "SR-MRG-16", "SR-MRG-17", "SR-TRN-07")
def test_railway_town_merger_and_exchange_in_one_step() -> None:
    before = orange_beside_green()
    green = company(before, "GWR")
    assert (green.holdings, green.stack) == ((1, 0, 2), 13)
    assert (before.money, before.passengers) == ((0, 0, 0), (0, 0, 0))
    done = act(before, A, "extend LSWR 0313")
    assert done.paid == [("Salisbury", (0, 3000, 0)), ("LSWR", (3000, 1000, 0))]
    assert done.payouts[1].counts == (3, 2, 0)
    green = company(done.state, "GWR")
    assert (green.holdings, green.stack, grey_left(done.state)) == ((2, 1, 2), 11, 16)
    assert linked(done.state, "GWR") == {"Bristol", "Salisbury", "Southampton", "Reading"}
    assert place(done.state, "GWR") == "0213 heading 1"
    assert line_stations(done.state, CODES.index("GWR")) == [0, 1, 0]
    assert len(done.state.tiles) == 7
    assert (done.state.active, done.state.second) == (A, True)
    assert allows(done.state, "extend GWR 0212")


@rule("SR-EX-22", "SR-MRG-10")
def test_a_shortage_is_made_good_in_grey() -> None:
    state = with_figures(orange_beside_green(), "GWR", stack=1, real=15, holdings=(1, 0, 14))
    state = act(state, A, "extend LSWR 0313").state
    green = company(state, "GWR")
    assert (green.holdings, green.stack, grey_left(state)) == ((2, 1, 14), 0, 15)
    assert grey_shares(green) == 1


# --- who absorbs whom ------------------------------------------------------------------------------------------------


@rule("SR-MRG-01", "SR-MRG-02")
def test_the_mover_is_absorbed_whatever_the_sizes() -> None:
    long = with_line(with_line(begin(), "LSWR", "0615 0614 0513 0414"), "GWR", "0013 0113 0213")
    assert absorber(act(long, A, "extend LSWR 0313").state, "LSWR") == "GWR"
    assert absorber(act(long, A, "extend GWR 0313").state, "GWR") == "LSWR"


# --- payout ----------------------------------------------------------------------------------------------------------


@rule("SR-MRG-06")
@pytest.mark.parametrize(
    ("answers", "amounts", "green"),
    [
        (["bid 2 0313", "decline"], (3000, 0, 0), (2, 0, 2)),
        (["bid 1 0313", "defend 2 0313"], (1000, 3000, 0), (1, 1, 2)),
    ],
)
def test_shares_count_after_the_veto_payment(
    answers: list[str], amounts: tuple[int, ...], green: tuple[int, ...]
) -> None:
    done = act(orange_beside_green(), A, "extend LSWR 0313", *answers)
    assert done.paid[-1] == ("LSWR", amounts)
    assert company(done.state, "GWR").holdings == green


@rule("SR-MRG-07")
def test_the_start_town_of_the_absorber_counts_only_if_it_is_linked() -> None:
    stoke_linked = unmoved_absorber("on").payouts
    assert [one.amounts for one in stoke_linked] == [(3000, 1000, 0)]
    salisbury = act(orange_beside_green(), A, "extend LSWR 0313").payouts[-1]
    assert salisbury.amounts[A] == 3000  # Southampton, Reading and Salisbury, not Bristol


@rule("SR-MRG-18")
def test_towns_of_the_mover_pay_nothing_to_the_absorber() -> None:
    done = act(with_tokens(orange_beside_green(), A, "Reading brewery"), A, "extend LSWR 0313")
    assert "Reading" in linked(done.state, "GWR")
    assert [subject for subject, _ in done.paid] == ["Salisbury", "LSWR"]


# --- exchange --------------------------------------------------------------------------------------------------------


@rule("SR-MRG-08", "SR-MRG-09")
def test_two_shares_give_one_and_the_odd_one_nothing() -> None:
    green = company(halves(7, 4, 1, 0), "GWR")
    assert (green.holdings, green.stack, grey_shares(green)) == ((3, 2, 0, 0), 11, 0)


@rule("SR-MRG-10")
def test_new_shares_come_from_the_stack_while_it_lasts() -> None:
    state = halves(7, 4, 2, stack=2)
    green = company(state, "GWR")
    assert (green.stack, green.real, grey_shares(green), grey_left(state)) == (0, 16, 4, 12)
    assert green.holdings == (14 + 3, 2, 1)


@rule("SR-MRG-11")
@pytest.mark.parametrize("cut_off", [False, True], ids=["sold out", "isolated"])
def test_an_absorber_without_stack_gives_grey_shares_only(cut_off: bool) -> None:
    if cut_off:
        state = act(with_isolated(orange_beside_green(), "GWR"), A, "extend LSWR 0313").state
        assert (company(state, "GWR").holdings, company(state, "GWR").stack) == ((2, 1, 2), 0)
    else:
        state = halves(3, 2, 0, stack=0)
        assert company(state, "GWR").holdings == (17, 1, 0)
    assert grey_shares(company(state, "GWR")) == 2
    assert grey_left(state) == 14


@rule("SR-MRG-13", "SR-MRG-14")
def test_the_shares_of_the_mover_are_gone_and_its_grey_ones_back() -> None:
    before = with_figures(orange_beside_green(), "LSWR", real=2, stack=14)
    assert grey_left(before) == 14
    state = act(before, A, "extend LSWR 0313").state
    orange = company(state, "LSWR")
    assert (orange.stack, orange.real, orange.holdings) == (0, 0, (0, 0, 0))
    assert grey_left(state) == 16
    assert company(state, "GWR").stack == 11


# --- takeover --------------------------------------------------------------------------------------------------------


@rule("SR-MRG-15")
def test_the_locomotive_leaves_the_game_and_a_tile_takes_its_place() -> None:
    state = act(orange_beside_green(), A, "extend LSWR 0313").state
    assert company(state, "LSWR").at == NOWHERE
    assert edges(state, "0313") == "2"
    assert refusal(to_move(state, A), "extend GWR 0313") == "SR-EXT-06"


@rule("SR-MRG-16")
def test_earlier_takeovers_pass_on() -> None:
    state = with_line(with_stations(orange_beside_green(), B, "0615"), "LNWR", "0104 0105 0106 0107 0108 0109 0110")
    state = act(state, A, "extend LSWR 0313").state
    green = company(state, "GWR")
    state = extended(state, "GWR", "0212 A 0211 A").state
    assert absorber(state, "GWR") == "LNWR"
    assert company(state, "LNWR").line & green.line == green.line
    assert {"Bristol", "Salisbury", "Southampton", "Reading", "Stoke"} <= linked(state, "LNWR")
    assert line_stations(state, CODES.index("LNWR")) == [0, 2, 0]


@rule("SR-MRG-17")
def test_the_absorbers_locomotive_stays_as_it_was() -> None:
    state = act(orange_beside_green(), A, "extend LSWR 0313").state
    assert place(state, "GWR") == place(orange_beside_green(), "GWR") == "0213 heading 1"


@rule("SR-MRG-19")
def test_an_absorbed_company_is_out_for_good() -> None:
    state = act(orange_beside_green(), A, "extend LSWR 0313").state
    orange = CODES.index("LSWR")
    assert refusal(to_move(state, A), "extend LSWR 0312") == "SR-MRG-19"
    assert refusal(to_move(state, A), "extend LSWR 0414") == "SR-MRG-19"
    assert not [a for a in GAME.legal_actions(state) if isinstance(a, ExtendLine) and a.company == orange]
    assert targets(state, "LSWR") == ""
    assert not company(state, "LSWR").isolated
    scored = {one.subject for one in scoring.final_payouts(state) if one.kind == FINAL_SHARES}
    assert scored == set(CODES) - {"LSWR"}
