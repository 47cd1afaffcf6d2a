"""Sharing out prizes while it is open who will have most."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.strategies.evaluate.stephensons_rocket.odds import expected, lead, open_shares, prizes
from tests.support.rules import rule

COUNTS = st.lists(st.integers(0, 9), min_size=2, max_size=4)


@rule("SR-FIN-03", "SR-PRZ-02", "SR-PRZ-05", "SR-PRZ-08")
def test_what_is_sure_is_paid_by_the_rules() -> None:
    assert expected(prizes((6000, 3000)), [3, 2, 2], [9.0, 0.0, 0.0], 4.0, sure=1.0) == [6.0, 1.0, 1.0]


def test_half_sure_is_half_of_each() -> None:
    assert expected(prizes((2000, 1000)), [1, 0], [1.0, 1.0], 0.0, sure=0.5) == [1.75, 0.75]


@given(COUNTS, st.floats(0.0, 8.0))
def test_no_more_is_shared_out_than_there_is(counts: list[int], unclaimed: float) -> None:
    shares = open_shares(9.0, counts, unclaimed)
    assert sum(shares) <= 9.0 + 1e-9
    assert all(share >= 0.0 for share in shares)
    assert [share > 0.0 for share in shares] == [count > 0 for count in counts]


@given(COUNTS, st.floats(0.1, 8.0))
def test_one_more_is_worth_more_to_its_owner_and_less_to_the_others(counts: list[int], unclaimed: float) -> None:
    before = open_shares(9.0, counts, unclaimed)
    after = open_shares(9.0, [counts[0] + 1, *counts[1:]], unclaimed)
    assert after[0] > before[0]
    assert all(new <= old for new, old in zip(after[1:], before[1:], strict=True))


@given(COUNTS, st.floats(0.0, 8.0))
def test_who_has_more_gets_more(counts: list[int], unclaimed: float) -> None:
    ordered = open_shares(9.0, sorted(counts), unclaimed)
    assert all(less <= more for less, more in pairwise(ordered))


@pytest.mark.parametrize(("points", "ahead"), [([4.0, 2.0], 2.0), ([4.0, 2.0, 0.0], 3.0), ([0.0, 3.0, 3.0, 3.0], -3.0)])
def test_a_lead_is_over_the_average_of_the_rivals(points: list[float], ahead: float) -> None:
    assert lead(points, 0) == ahead
