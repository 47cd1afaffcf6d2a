"""The end of the game (section 14) and worked examples 14 (its figures) and 41."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import scoring
from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.income import ELIMINATED
from footplate.engine.age_of_steam.state import GAME_OVER, Section, State, with_player
from footplate.engine.game import Standing
from footplate.engine.hexes import parse_hex
from tests.support.positions import all_holding, dealt, holding, with_new_city, with_track
from tests.support.rules import rule

EVANSVILLE_CINCINNATI = [("S10", (1, 4)), ("R11", (1, 4))]
OVER_INDIANAPOLIS = [("Q10", (1,)), ("Q10", (4,)), ("R9", (1, 3)), ("P11", (2, 4))]
"""Two links of a run and a spur each: Evansville - Indianapolis and Indianapolis - Cincinnati."""
OVER_CROSSING = [("S12", (0, 5)), ("R11", (2, 5)), ("Q10", (2,)), ("Q10", (5,))]
"""A link Cincinnati - Indianapolis of 3 pieces across R11, and a spur that leads on from Indianapolis."""
TOWARDS_LEXINGTON = [("R13", (3, 5))]


def with_link_of(state: State, owner: int, pieces: int) -> State:
    """The state with a link of so many pieces in thin air: only its size and owner are looked at."""
    codes = tuple(range(parse_hex("S10") * 64 + 9, parse_hex("S10") * 64 + 9 + pieces))
    link = Section(owner, codes, parse_hex("T9"), parse_hex("Q12"), -1)
    first = parse_hex("S10") * 6  # mask 9 are the edges 0 and 3
    return state._replace(track=state.track._replace(at={**state.track.at, first: link}))


def out(state: State, *seats: int) -> State:
    for seat in seats:
        state = with_player(state, seat, ELIMINATED)
    return state._replace(order=tuple(seat for seat in state.order if seat not in seats))


def score_of(state: State, seat: int) -> int | None:
    return next(standing.score for standing in scoring.standings(state) if standing.seat == seat)


@rule("AOS-EX-41", "AOS-SCORE-01", "AOS-SCORE-02", "AOS-SCORE-03", "AOS-SCORE-09")
def test_income_23_with_seven_shares_and_18_pieces() -> None:
    state = with_link_of(holding(dealt(3), 1, income=23, shares=7, cash=40, engine=5), 1, 18)
    best = scoring.standings(state)[0]
    assert best == Standing(1, 1, 66, (("income", 69), ("shares", -21), ("track", 18)))


@rule("AOS-SCORE-01", "AOS-SCORE-02", "AOS-SCORE-09")
@given(st.integers(0, 120), st.integers(2, 15), st.integers(0, 500), st.integers(1, 6))
def test_income_and_shares_count_three_each_and_cash_nothing(income: int, shares: int, cash: int, engine: int) -> None:
    state = holding(dealt(3), 0, income=income, shares=shares, cash=cash, engine=engine)
    assert score_of(state, 0) == 3 * income - 3 * shares


@rule("AOS-SCORE-03", "AOS-SCORE-04")
def test_each_simple_tile_of_a_link_is_worth_a_point() -> None:
    state = with_track(dealt(3), 1, *EVANSVILLE_CINCINNATI)
    assert scoring.link_pieces(state) == (0, 2, 0)
    assert score_of(state, 1) == 2 - 6


@rule("AOS-SCORE-05", "AOS-EX-14")
def test_on_a_complex_tile_each_piece_counts_for_its_own_link() -> None:
    state = with_track(with_track(dealt(3), 0, *EVANSVILLE_CINCINNATI), 1, *OVER_INDIANAPOLIS)
    state = with_track(state, 2, *OVER_CROSSING)
    assert scoring.link_pieces(state) == (2, 4, 3)


@rule("AOS-SCORE-06")
def test_a_town_tile_taking_one_line_through_counts_two() -> None:
    state = with_track(dealt(3), 1, *OVER_INDIANAPOLIS)
    assert scoring.link_pieces(state) == (0, 4, 0)
    half = with_track(
        with_track(dealt(3), 1, *OVER_INDIANAPOLIS[:1], ("P11", (2, 4))), 0, ("Q10", (4,)), ("R9", (1, 3))
    )
    assert scoring.link_pieces(half) == (2, 2, 0)


@rule("AOS-SCORE-07")
def test_unfinished_sections_count_nothing() -> None:
    assert scoring.link_pieces(with_track(dealt(3), 0, *TOWARDS_LEXINGTON)) == (0, 0, 0)
    assert scoring.link_pieces(with_track(dealt(3), 0, ("T13", (0,)))) == (0, 0, 0)


@rule("AOS-SCORE-07", "AOS-OUT-04")
def test_links_without_an_owner_count_for_nobody() -> None:
    assert scoring.link_pieces(with_track(dealt(3), NOBODY, *EVANSVILLE_CINCINNATI)) == (0, 0, 0)


@rule("AOS-SCORE-08", "AOS-EX-14")
def test_cities_and_new_cities_count_nothing() -> None:
    state = with_track(with_track(dealt(3), 0, *EVANSVILLE_CINCINNATI), 1, *OVER_INDIANAPOLIS)
    state = with_new_city(with_track(state, 2, *OVER_CROSSING), "A", "Q10")
    assert scoring.link_pieces(state) == (2, 2, 2)


@rule("AOS-SCORE-10")
def test_the_living_player_with_the_most_points_wins() -> None:
    state = all_holding(dealt(4), income=(5, 9, 2, 7))._replace(phase=GAME_OVER)
    outcome = scoring.outcome(state)
    assert outcome is not None
    assert outcome.reason == "last_turn"
    assert [(each.seat, each.rank, each.score) for each in outcome.standings] == [
        (1, 1, 21),
        (3, 2, 15),
        (0, 3, 9),
        (2, 4, 0),
    ]


@rule("AOS-SCORE-11")
@pytest.mark.parametrize(
    ("incomes", "places"),
    [
        ((5, 9, 9, 7), [(1, 1), (2, 1), (3, 3), (0, 4)]),
        ((4, 4, 4, 4), [(0, 1), (1, 1), (2, 1), (3, 1)]),
        ((9, 5, 5, 1), [(0, 1), (1, 2), (2, 2), (3, 4)]),
    ],
)
def test_ties_share_a_rank_without_a_tie_break(incomes: Sequence[int], places: list[tuple[int, int]]) -> None:
    state = all_holding(dealt(4), income=incomes, cash=(1, 2, 3, 4), engine=(1, 2, 3, 4))
    assert [(each.seat, each.rank) for each in scoring.standings(state)] == places


@rule("AOS-SCORE-12")
def test_the_eliminated_have_no_score_and_stand_behind_all_others() -> None:
    state = out(holding(dealt(5), 0, shares=15), 3, 1)
    found = scoring.standings(state)
    assert [each.seat for each in found] == [2, 4, 0, 1, 3]
    assert [each.rank for each in found] == [1, 1, 3, 4, 4]
    assert found[2].score == -45
    assert found[3] == Standing(1, 4, None, eliminated=True)


@rule("AOS-SCORE-10", "AOS-OUT-09")
def test_nobody_wins_when_nobody_is_left() -> None:
    found = scoring.standings(out(dealt(3), 0, 1, 2))
    assert not any(each.rank == 1 for each in found)
    assert [each.seat for each in found] == [0, 1, 2]


@rule("AOS-SCORE-13")
def test_a_score_may_be_negative_and_still_win() -> None:
    state = out(holding(dealt(3), 2, shares=15, income=1), 0, 1)
    assert scoring.standings(state)[0] == Standing(2, 1, -42, (("income", 3), ("shares", -45), ("track", 0)))


@rule("AOS-END-02")
def test_there_is_no_outcome_before_the_end_but_always_a_standing() -> None:
    state = dealt(3)
    assert scoring.outcome(state) is None
    assert [each.score for each in scoring.standings(state)] == [-6, -6, -6]
    assert scoring.outcome(state._replace(phase=GAME_OVER)) is not None


@rule("AOS-SCORE-11", "AOS-SCORE-12", "AOS-SCORE-13")
@given(st.lists(st.one_of(st.none(), st.integers(0, 6)), min_size=3, max_size=6))
def test_a_rank_counts_those_who_are_better(incomes: list[int | None]) -> None:
    state = dealt(len(incomes))
    for seat, income in enumerate(incomes):
        state = out(state, seat) if income is None else holding(state, seat, income=income)
    found = {each.seat: each for each in scoring.standings(state)}
    assert sorted(found) == list(range(len(incomes)))
    alive = [income for income in incomes if income is not None]
    for seat, income in enumerate(incomes):
        if income is None:
            assert (found[seat].score, found[seat].eliminated) == (None, True)
            assert found[seat].rank == max(2, len(alive) + 1)
        else:
            assert found[seat].rank == 1 + sum(other > income for other in alive)
