"""The arithmetic of ratings: what it must do, whoever computes it."""

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.domain.rating import NEWCOMER, Strength
from footplate.lobby.plackett_luce import PlackettLuce

SYSTEM = PlackettLuce()

strengths = st.builds(Strength, st.floats(0, 4000), st.floats(20, 600))
contests = st.lists(st.tuples(strengths, st.integers(1, 6)), min_size=2, max_size=6)


def after(*ranks: int) -> list[Strength]:
    """What is believed of newcomers after a match."""
    return list(SYSTEM.after([NEWCOMER] * len(ranks), ranks))


def test_two_newcomers_move_as_the_paper_says() -> None:
    """Weng and Lin (2011), algorithm 4, by hand for two of equal strength: each expected to win half the time."""
    variance = NEWCOMER.deviation**2 + (NEWCOMER.deviation / 100) ** 2
    c = math.sqrt(2 * (variance + (NEWCOMER.deviation / 2) ** 2))
    shift, shrink = variance / c * 0.5, variance / c**2 * 0.25 * (math.sqrt(variance) / c)
    winner, loser = after(1, 2)
    assert winner.mean == pytest.approx(NEWCOMER.mean + shift)
    assert loser.mean == pytest.approx(NEWCOMER.mean - shift)
    assert winner.deviation == pytest.approx(math.sqrt(variance * (1 - shrink)))


def test_better_ranks_give_better_means() -> None:
    means = [strength.mean for strength in after(1, 2, 3, 4, 5, 6)]
    assert means == sorted(means, reverse=True)
    assert means[0] > NEWCOMER.mean > means[-1]


@pytest.mark.parametrize("rank", [1, 2])
def test_when_all_tie_newcomers_stay_where_they_are(rank: int) -> None:
    """Also on rank 2, where a game has no winner."""
    for strength in after(rank, rank, rank):
        assert strength.mean == pytest.approx(NEWCOMER.mean)
        assert strength.deviation < NEWCOMER.deviation


def test_those_who_share_a_rank_fare_alike_and_between_the_others() -> None:
    first, tied, also_tied, last = after(1, 2, 2, 4)
    assert tied == also_tied
    assert first.mean > tied.mean > last.mean


def test_only_the_order_of_ranks_counts() -> None:
    assert after(1, 1, 3) == after(1, 1, 2) == after(2, 2, 5)


def test_a_win_against_the_strong_is_worth_more() -> None:
    strong, weak = Strength(2200.0, 100.0), Strength(900.0, 100.0)
    against_strong, _ = SYSTEM.after([NEWCOMER, strong], [1, 2])
    against_weak, _ = SYSTEM.after([NEWCOMER, weak], [1, 2])
    assert against_strong.mean > against_weak.mean > NEWCOMER.mean


@settings(max_examples=60)
@given(contests, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_plays_no_part(contest: list[tuple[Strength, int]], chance: Random) -> None:
    shuffled = chance.sample(contest, len(contest))
    assert rated(contest) == rated(shuffled)


def rated(contest: list[tuple[Strength, int]]) -> list[tuple[float, ...]]:
    """Who came with what on which rank, and left with what, the rounding of sums put aside."""
    found = SYSTEM.after([strength for strength, _ in contest], [rank for _, rank in contest])
    return sorted(
        (old.mean, old.deviation, rank, round(new.mean, 3), round(new.deviation, 3))
        for (old, rank), new in zip(contest, found, strict=True)
    )


@settings(max_examples=60)
@given(contests)
def test_the_same_match_gives_the_same_numbers_and_they_are_sound(contest: list[tuple[Strength, int]]) -> None:
    before, ranks = [strength for strength, _ in contest], [rank for _, rank in contest]
    found = SYSTEM.after(before, ranks)
    assert list(found) == list(PlackettLuce().after(before, ranks))
    assert all(math.isfinite(new.mean) and 0 < new.deviation < 601 for new in found)
    if ranks.count(min(ranks)) == 1:
        winner = ranks.index(min(ranks))
        assert found[winner].mean >= before[winner].mean
