"""How people keep to their matches: one match, several seats in it, and all of them."""

import pytest

from footplate.domain.conduct import FLAWLESS, Conduct, Reliability, conduct_of, together


def test_a_match_that_tells_of_nobody_holds_nothing_against_anybody() -> None:
    assert conduct_of((), 2) == FLAWLESS == Conduct(0, left=False)
    assert conduct_of((Conduct(), Conduct(4)), 1) == Conduct(4)


def test_an_account_with_several_seats_left_when_it_left_any() -> None:
    assert together([Conduct(1), Conduct(2, left=True), Conduct()]) == Conduct(3, left=True)
    assert together([Conduct(1), Conduct()]) == Conduct(1)


def test_a_newcomer_has_no_share() -> None:
    assert Reliability().share is None


@pytest.mark.parametrize(
    ("counted", "share"), [(Reliability(4, 1, 9), 0.75), (Reliability(3, 0), 1.0), (Reliability(2, 2), 0.0)]
)
def test_the_share_is_of_matches_kept_to_the_end(counted: Reliability, share: float) -> None:
    assert counted.share == share


def test_matches_add_up() -> None:
    assert Reliability().after(Conduct(2)).after(Conduct(1, left=True)) == Reliability(2, 1, 3)
