"""Setup (section 6)."""

import pytest

from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE
from footplate.engine.stephensons_rocket.actions import DrawFirst
from footplate.engine.stephensons_rocket.board import CODES, NO_HEADING, hex_text
from footplate.engine.stephensons_rocket.state import (
    MAIN,
    grey_left,
    passengers_left,
    stations_left,
    tiles_left,
    tokens_left,
)
from tests.support.rocket import GAME, A, begin, refusal, setup, walk
from tests.support.rocket_board import CITY_TOKENS, START_OF
from tests.support.rules import rule


class Fixed:
    """Draws that give one number, and keep the bounds they were asked for."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self._number


@rule("SR-SET-01")
def test_every_locomotive_stands_on_its_start_town_without_heading() -> None:
    start = begin()
    assert {code: hex_text(one.at) for code, one in zip(CODES, start.companies, strict=True)} == START_OF
    assert {one.heading for one in start.companies} == {NO_HEADING}
    assert {one.line for one in start.companies} == {0}


@rule("SR-SET-02")
def test_the_supplies_are_full() -> None:
    start = begin(4)
    assert [one.stack for one in start.companies] == [16] * 7
    assert (grey_left(start), tiles_left(start), passengers_left(start)) == (16, 60, 9)
    assert start.tiles == {}


@rule("SR-SET-03")
def test_every_city_holds_its_three_tokens() -> None:
    assert sum(tokens_left(begin())) == 3 * len(CITY_TOKENS) == 36


@rule("SR-SET-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_has_seven_stations_and_nothing_else(seats: int) -> None:
    start = begin(seats)
    assert [stations_left(start, seat) for seat in range(seats)] == [7] * seats
    assert start.stations == start.money == start.passengers == (0,) * seats
    assert {one.holdings for one in start.companies} == {(0,) * seats}
    assert [sum(tokens) for tokens in start.tokens] == [0] * seats


@rule("SR-SET-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_drawn_by_lot(seats: int) -> None:
    start = GAME.start(setup(seats))
    assert GAME.to_act(start) == CHANCE
    for seat in range(seats):
        draws = Fixed(seat)
        drawn = GAME.draw(start, draws)
        assert draws.bounds == [seats]
        assert drawn == DrawFirst(seat)
        assert GAME.to_act(GAME.apply(start, drawn)) == seat


@rule("SR-SET-05")
def test_nobody_acts_before_the_lot_and_no_stranger_is_drawn() -> None:
    start = GAME.start(setup(3))
    assert GAME.legal_actions(start) == []
    assert [refusal(start, text) for text in ("token Reading steel", "station 0614", "extend LSWR 0514", "pass")] == [
        "SR-SET-05"
    ] * 4
    assert refusal(start, "first P4") == "SR-SET-05"


@rule("SR-SET-06")
def test_nothing_else_is_random() -> None:
    start = GAME.start(setup(3))
    first, *rest = walk(start, seed=4)
    assert first.actor == CHANCE
    assert {step.actor for step in rest} == {0, 1, 2}
    assert refusal(rest[0].before, "first P1") == "SR-SET-06"
    with pytest.raises(IllegalAction) as caught:
        GAME.draw(rest[0].before, Fixed(0))
    assert caught.value.code == "SR-SET-06"


@rule("SR-SET-07")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_turns_go_round_clockwise(seats: int, first: int) -> None:
    actors = [
        (step.before.turn, step.actor)
        for step in walk(begin(seats, first=first), seed=seats)
        if step.before.phase == MAIN
    ]
    assert actors[-1][0] > 2 * seats
    for turn, actor in actors:
        assert actor == (first + turn - 1) % seats


@rule("SR-SET-04")
def test_a_seat_sees_its_own_empty_purse() -> None:
    assert GAME.view(begin(2), A).money[A] == 0
