"""What may be agreed around a game."""

import pytest

from footplate.domain.errors import BadRequest
from footplate.domain.seat import Seat
from footplate.domain.terms import FREE, ClockRule, Spectators, Terms

DAY = 24 * 3600 * 1000


@pytest.mark.parametrize(
    "clock",
    [
        ClockRule(turn_ms=15_000),
        ClockRule(turn_ms=14 * DAY),
        ClockRule(budget_ms=60_000),
        ClockRule(budget_ms=28 * DAY, increment_ms=DAY),
    ],
)
def test_clocks_from_the_shortest_to_the_longest_are_good(clock: ClockRule) -> None:
    Terms(clock).expect_good()


@pytest.mark.parametrize(
    ("clock", "field"),
    [
        (ClockRule(), "terms.clock.turn"),
        (ClockRule(turn_ms=14_999), "terms.clock.turn"),
        (ClockRule(turn_ms=14 * DAY + 1), "terms.clock.turn"),
        (ClockRule(turn_ms=-1), "terms.clock.turn"),
        (ClockRule(budget_ms=59_999), "terms.clock.budget"),
        (ClockRule(increment_ms=5_000), "terms.clock.budget"),
        (ClockRule(budget_ms=60_000, increment_ms=-1), "terms.clock.increment"),
        (ClockRule(budget_ms=60_000, increment_ms=DAY + 1), "terms.clock.increment"),
        (ClockRule(turn_ms=15_000, budget_ms=60_000), "terms.clock"),
    ],
)
def test_a_clock_that_cannot_be_kept_names_its_field(clock: ClockRule, field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        Terms(clock).expect_good()
    assert refused.value.data["field"] == field


def test_a_stand_in_is_a_bot_of_the_house() -> None:
    with pytest.raises(BadRequest, match=r"terms\.stand_in"):
        Terms(stand_in=Seat("a_1", "Ann")).expect_good()


def test_too_many_invitations_are_refused() -> None:
    with pytest.raises(BadRequest, match=r"terms\.invited_account_ids"):
        Terms(invited=tuple(map(str, range(65)))).expect_good()


@pytest.mark.parametrize(
    ("spectators", "watching"),
    [(Spectators.ALL, {"a", "b"}), (Spectators.INVITED, {"a"}), (Spectators.NONE, set())],
)
def test_who_may_watch(spectators: Spectators, watching: set[str]) -> None:
    terms = Terms(spectators=spectators, invited=("a",))
    assert {account for account in ("a", "b") if terms.may_watch(account)} == watching


def test_without_terms_everybody_may_watch_and_nobody_is_hurried() -> None:
    assert FREE.may_watch("anybody")
    assert FREE.clock is None
