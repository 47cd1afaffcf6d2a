"""What money is worth, and how much a player fears to be without."""

import pytest

from footplate.engine.age_of_steam.state import Player
from footplate.strategies.evaluate.age_of_steam.money import final_income, money
from tests.support.positions import rules_for

RULES = rules_for(4)


def worth(
    turns: int = 4,
    soon: float = 0.0,
    *,
    cash: int = 10,
    shares: int = 2,
    income: int = 0,
    engine: int = 1,
    collected: bool = False,
) -> float:
    return money(Player(cash, shares, income, engine), turns, soon, RULES, collected)


def test_at_the_end_only_points_count() -> None:
    assert worth(0, cash=40, income=23, shares=7, engine=4) == 3 * 23 - 3 * 7


def test_income_reduction_is_foreseen() -> None:
    assert [final_income(income, 2, RULES) for income in (5, 10, 12, 25, 60)] == [5, 10, 10, 17, 42]


def test_cash_is_worth_less_the_more_there_is() -> None:
    steps = [worth(cash=cash + 1, shares=2) - worth(cash=cash, shares=2) for cash in range(2, 30)]
    assert steps == pytest.approx(sorted(steps, reverse=True))
    assert steps[-1] > 0


def test_a_share_costs_more_than_its_five_dollars_to_those_who_have_enough() -> None:
    assert worth(cash=20, income=8, shares=4) > worth(cash=25, income=8, shares=5)
    assert worth(cash=0, income=2, shares=6, engine=2) < worth(cash=5, income=2, shares=7, engine=2)


def test_elimination_is_feared_most() -> None:
    safe, close, out = worth(cash=3), worth(cash=2), worth(cash=0)
    assert safe - close > 30
    assert out < close


def test_income_that_rivals_may_take_is_not_relied_on() -> None:
    sure, hoped, none = worth(cash=2, income=2), worth(cash=2, soon=2.0), worth(cash=2)
    assert sure > hoped > none


def test_shares_that_run_out_are_foreseen() -> None:
    left, gone = (worth(5, shares=shares, cash=12, income=4, engine=4) for shares in (14, 15))
    assert gone < left - 10


def test_after_the_payment_nothing_is_owed_until_shares_can_be_issued() -> None:
    assert worth(collected=True, cash=0, income=2, shares=5) > worth(cash=0, income=2, shares=5) + 20
