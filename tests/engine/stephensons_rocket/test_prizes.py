"""Prizes: ties and rounding (section 13), table T6 and worked examples 1 to 5."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.stephensons_rocket.prizes import CITY, TOKENS, per_town, shared_out
from tests.support.rules import rule

T6 = """
 1   1000     0     0     0      0     0     0
 2   2000  1000     0     0   1000  1000     0
 3   3000  1000     0     0   2000  1000  1000
 4   4000  2000  1000     0   3000  2000  1000
 5   5000  2000  1000     0   3000  2000  1000
 6   6000  3000  1000  1000   4000  3000  2000
 7   7000  3000  1000  1000   5000  3000  2000
 8   8000  4000  2000  1000   6000  4000  3000
 9   9000  4000  2000  1000   6000  4000  3000
10  10000  5000  2000  1000   7000  5000  3000
11  11000  5000  2000  1000   8000  5000  4000
12  12000  6000  3000  2000   9000  6000  4000
13  13000  6000  3000  2000   9000  6000  4000
14  14000  7000  3000  2000  10000  7000  5000
"""
"""Table T6: value, first, second, second shared by 2 and by 3, first shared by 2, by 3 and by 4."""

CASES = ((2, 1, 0, 0), (2, 1, 1, 0), (2, 1, 1, 1), (2, 2, 0, 0), (2, 2, 2, 0), (2, 2, 2, 2))
"""Counts that show the columns of table T6 behind the first."""


def shown(first: int, second: int) -> list[int]:
    """A row of table T6: the sole first, then what each of those who share gets."""
    sole, two, three, *ties = [shared_out(first, second, counts) for counts in CASES]
    return [sole[0], sole[1], two[1], three[1], *[tie[0] for tie in ties]]


@rule("SR-PRZ-01", "SR-PRZ-02", "SR-PRZ-03", "SR-PRZ-04", "SR-PRZ-05", "SR-PRZ-08")
@pytest.mark.parametrize("row", T6.strip().splitlines())
def test_table_t6(row: str) -> None:
    value, *amounts = [int(figure) for figure in row.split()]
    assert shown(*per_town(value)) == amounts


@rule("SR-PRZ-02", "SR-PRZ-03", "SR-PRZ-04", "SR-PRZ-05", "SR-PAY-03", "SR-FIN-03")
def test_the_last_rows_of_table_t6() -> None:
    sole, _, _, shared_by_two, shared_by_three, _ = [shared_out(*CITY, counts) for counts in CASES]
    assert (sole[:2], shared_by_two[0], shared_by_three[0]) == ((2000, 1000), 1000, 1000)
    assert shown(*TOKENS) == [6000, 3000, 1000, 1000, 4000, 3000, 2000]


@rule("SR-EX-01", "SR-PRZ-03", "SR-PRZ-07")
def test_three_lead_together() -> None:
    assert shared_out(4000, 2000, (4, 4, 4, 2)) == (2000, 2000, 2000, 0)


@rule("SR-EX-02", "SR-PRZ-01", "SR-PRZ-05", "SR-PRZ-08")
def test_two_are_second_together() -> None:
    assert shared_out(6000, 3000, (3, 2, 2, 0)) == (6000, 1000, 1000, 0)


@rule("SR-EX-03", "SR-PRZ-02", "SR-PRZ-06")
def test_a_railway_town_with_a_single_owner() -> None:
    assert shared_out(*per_town(3), (0, 1, 0)) == (0, 3000, 0)


@rule("SR-EX-04", "SR-PRZ-02", "SR-PRZ-04", "SR-PRZ-08")
def test_the_merger_of_orange_into_green() -> None:
    assert shared_out(3000, 1500, (3, 2, 0)) == (3000, 1000, 0)


@rule("SR-EX-05", "SR-PRZ-06")
def test_the_majority_of_a_city() -> None:
    assert shared_out(2000, 1000, (2, 0, 0)) == (2000, 0, 0)


@rule("SR-PRZ-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_to_count_nothing_paid(seats: int) -> None:
    assert shared_out(6000, 3000, (0,) * seats) == (0,) * seats


@rule("SR-PRZ-07")
def test_there_is_no_third_prize() -> None:
    assert shared_out(6000, 3000, (4, 3, 2, 1)) == (6000, 3000, 0, 0)
    assert shared_out(6000, 3000, (4, 4, 2, 1)) == (4000, 4000, 0, 0)


def by_the_words(first: int, second: int, counts: list[int]) -> list[int]:
    """What each gets by the sentences of section 13, one player after the other."""
    placing = sorted({count for count in counts if count}, reverse=True)
    amounts = []
    for count in counts:
        together = counts.count(count)
        share = Fraction(0)
        if count and count == placing[0]:
            share = Fraction(first) if together == 1 else Fraction(first + second, together)
        elif count and count == placing[1] and counts.count(placing[0]) == 1:
            share = Fraction(second, together)
        amounts.append(int(share / 1000) * 1000)
    return amounts


@rule(
    "SR-PRZ-01",
    "SR-PRZ-02",
    "SR-PRZ-03",
    "SR-PRZ-04",
    "SR-PRZ-05",
    "SR-PRZ-06",
    "SR-PRZ-07",
    "SR-PRZ-08",
)
@given(value=st.integers(1, 28), counts=st.lists(st.integers(0, 5), min_size=2, max_size=4))
def test_every_payout_is_what_the_words_say(value: int, counts: list[int]) -> None:
    first, second = per_town(value)
    assert list(shared_out(first, second, counts)) == by_the_words(first, second, counts)
    halved = second // 1000 * 1000
    assert shared_out(first, second, counts) == shared_out(first, halved, counts)
