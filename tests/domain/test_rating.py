"""Who is rated for which match, and what is counted; the rules stand in services/decisions/0010-ratings.md."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.domain.conduct import Conduct
from footplate.domain.rating import (
    NEWCOMER,
    Board,
    Contest,
    NotRated,
    PlayerClass,
    Rating,
    Strength,
    class_of,
    judged,
)
from footplate.domain.seat import Seat
from footplate.engine.game import Outcome, Standing

ANN, BOB, CY = (Seat(f"a_{name.lower()}", name) for name in ("Ann", "Bob", "Cy"))
BOLT = Seat("a_bolt", "greedy #1", bot=True, level="greedy")
DEEP = Seat("a_deep", "Deep Rail", bot=True)


def outcome(*ranks: int, out: frozenset[int] = frozenset()) -> Outcome:
    """A result that gives each seat its rank, told from best to worst. `out`: seats that were eliminated."""
    standings = [
        Standing(seat, rank, None if seat in out else 100 - rank, eliminated=seat in out)
        for seat, rank in enumerate(ranks)
    ]
    return Outcome(tuple(sorted(standings, key=lambda standing: standing.rank)), "last_turn")


def ranks_of(verdict: Contest | NotRated) -> tuple[int, ...]:
    assert isinstance(verdict, Contest)
    return verdict.ranks


@pytest.mark.parametrize(
    ("players", "expected"),
    [(2, "2"), (3, "3"), (4, "4"), (5, "5+"), (6, "5+"), (12, "5+")],
)
def test_matches_are_counted_by_number_of_players_and_from_five_on_together(players: int, expected: str) -> None:
    assert class_of(players) == PlayerClass(expected)


@pytest.mark.parametrize("players", [1, 0, -3])
def test_fewer_than_two_have_no_class(players: int) -> None:
    with pytest.raises(ValueError, match="2 players or more"):
        class_of(players)


def test_a_match_of_different_accounts_is_rated_on_the_board_of_its_game_and_size() -> None:
    verdict = judged("pebbles", (ANN, BOB, CY), outcome(2, 1, 3))
    assert verdict == Contest(Board("pebbles", PlayerClass.THREE), (ANN, BOB, CY), (2, 1, 3))


def test_ranks_are_those_of_the_seats_in_whatever_order_they_are_told() -> None:
    told = outcome(3, 1, 2)
    assert [standing.seat for standing in told.standings] == [1, 2, 0]
    assert ranks_of(judged("pebbles", (ANN, BOB, CY), told)) == (3, 1, 2)


def test_a_shared_rank_stays_shared() -> None:
    assert ranks_of(judged("pebbles", (ANN, BOB, CY), outcome(1, 3, 1))) == (1, 3, 1)


def test_the_eliminated_have_the_rank_the_game_gives_them() -> None:
    assert ranks_of(judged("pebbles", (ANN, BOB, CY), outcome(1, 2, 2, out=frozenset({1, 2})))) == (1, 2, 2)
    nobody_left = outcome(2, 2, 2, out=frozenset({0, 1, 2}))
    assert ranks_of(judged("pebbles", (ANN, BOB, CY), nobody_left)) == (2, 2, 2)


def test_programs_are_rated_like_persons() -> None:
    for seats in ((ANN, BOLT), (ANN, DEEP), (DEEP, BOLT)):
        verdict = judged("pebbles", seats, outcome(1, 2))
        assert isinstance(verdict, Contest)
        assert verdict.seats == seats


def test_nobody_is_rated_for_a_match_alone() -> None:
    assert judged("pebbles", (ANN,), outcome(1)) is NotRated.ALONE


def test_a_match_in_which_an_account_played_against_itself_is_not_rated_for_anybody() -> None:
    assert judged("pebbles", (BOLT, ANN, BOLT), outcome(1, 2, 3)) is NotRated.SAME_ACCOUNT
    renamed = Seat(ANN.account, "Anna")
    assert judged("pebbles", (ANN, renamed), outcome(1, 2)) is NotRated.SAME_ACCOUNT


def test_a_match_that_was_broken_off_is_not_rated_for_anybody() -> None:
    closed = Outcome(outcome(1, 2).standings, "closed")
    assert judged("pebbles", (ANN, BOB), closed, (Conduct(left=True), Conduct())) is NotRated.CLOSED


def kept(*left: bool) -> tuple[Conduct, ...]:
    return tuple(Conduct(missed=3, left=one) for one in left)


@pytest.mark.parametrize(
    ("told", "left", "rated"),
    [
        ((1, 2, 3), (False, False, False), (1, 2, 3)),
        ((1, 2, 3), (True, False, False), (3, 1, 2)),  # what the stand-in came to is not the account's
        ((1, 2, 3), (False, True, False), (1, 3, 2)),
        ((1, 2, 3), (True, True, False), (3, 3, 1)),
        ((1, 2, 3), (True, True, True), (3, 3, 3)),
        ((1, 1, 3), (True, False, False), (3, 1, 2)),
        ((2, 2, 2), (False, False, True), (2, 2, 3)),  # all eliminated: nobody has won
    ],
)
def test_who_left_is_rated_last_together_with_others_who_left(
    told: tuple[int, ...], left: tuple[bool, ...], rated: tuple[int, ...]
) -> None:
    assert ranks_of(judged("pebbles", (ANN, BOB, CY), outcome(*told), kept(*left))) == rated


def test_who_leaves_a_duel_of_the_eliminated_is_behind_the_other() -> None:
    assert ranks_of(judged("pebbles", (ANN, BOB), outcome(2, 2), kept(True, False))) == (3, 2)


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=2, max_size=6))
def test_those_who_stay_keep_their_order_and_are_before_all_who_left(seats: list[tuple[int, bool]]) -> None:
    told = [1 + sum(other > points for other, _ in seats) for points, _ in seats]
    players = tuple(Seat(f"a_{number}", f"P{number}") for number in range(len(seats)))
    ranks = ranks_of(judged("pebbles", players, outcome(*told), kept(*[left for _, left in seats])))
    gone = [rank for rank, (_, left) in zip(ranks, seats, strict=True) if left]
    staying = [(rank, points) for rank, (points, left) in zip(ranks, seats, strict=True) if not left]
    assert len(set(gone)) <= 1
    assert all(rank < last for rank, _ in staying for last in gone)
    assert all((one < other) == (more > less) for one, more in staying for other, less in staying)
    assert 1 not in gone


def test_a_newcomer_is_shown_with_0_points() -> None:
    assert (Rating().points, Rating().strength, Rating().matches, Rating().wins) == (0, NEWCOMER, 0, 0)


@pytest.mark.parametrize(
    ("mean", "deviation", "points"),
    [(1500.0, 500.0, 0), (1672.14, 492.31, 195), (1284.82, 483.49, -166), (100.0, 33.4, -1), (2000.0, 0.25, 1999)],
)
def test_points_are_three_deviations_below_the_mean_rounded_down(mean: float, deviation: float, points: int) -> None:
    assert Rating(Strength(mean, deviation)).points == points


@given(st.floats(-1e5, 1e5), st.floats(0, 1e4))
def test_points_never_promise_more_than_is_believed(mean: float, deviation: float) -> None:
    assert mean - 3 * deviation - 1 <= Rating(Strength(mean, deviation)).points <= mean - 3 * deviation


def test_matches_and_wins_are_counted() -> None:
    won = Rating().after(Strength(1600.0, 480.0), rank=1)
    assert won == Rating(Strength(1600.0, 480.0), matches=1, wins=1)
    assert won.after(Strength(1550.0, 470.0), rank=2) == Rating(Strength(1550.0, 470.0), matches=2, wins=1)
