"""Stephenson's Rocket: the list of legal actions against every action there is."""

import random
from collections.abc import Iterator

import pytest

from footplate.engine.errors import IllegalAction
from footplate.engine.stephensons_rocket.actions import (
    Action,
    Bid,
    Decline,
    Defend,
    DrawFirst,
    ExtendLine,
    MoveStation,
    PassVeto,
    PlaceStation,
    TakeToken,
)
from footplate.engine.stephensons_rocket.board import CITIES, CODES, INDUSTRIES, LAND_HEXES
from footplate.engine.stephensons_rocket.state import LOT, MAIN, State
from tests.conformance.stephensons_rocket import GAME, SUBJECT, lively
from tests.support.rules import rule

ALL_BUT_MOVES: tuple[Action, ...] = (
    PassVeto(),
    Decline(),
    *[Bid(amount, hex_) for amount in range(18) for hex_ in LAND_HEXES],
    *[Defend(amount, hex_) for amount in range(18) for hex_ in LAND_HEXES],
    *[DrawFirst(seat) for seat in range(4)],
    *[TakeToken(city, industry) for city in range(len(CITIES)) for industry in range(len(INDUSTRIES))],
    *[PlaceStation(hex_) for hex_ in LAND_HEXES],
    *[ExtendLine(company, hex_) for company in range(len(CODES)) for hex_ in LAND_HEXES],
)


def every_action(rng: random.Random) -> Iterator[Action]:
    """Every action there is, but of the moves of stations only those from or to a few hexes."""
    yield from ALL_BUT_MOVES
    for few in rng.sample(LAND_HEXES, 8):
        for hex_ in LAND_HEXES:
            yield MoveStation(few, hex_)
            yield MoveStation(hex_, few)


def passes(state: State, action: Action) -> bool:
    """Whether `check` lets an action pass."""
    try:
        GAME.check(state, action)
    except IllegalAction:
        return False
    return True


@rule("SR-DEC-01", "SR-DEC-02", "SR-DEC-03")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", ["pegasus-1999", "designer-faq"])
def test_the_list_has_whatever_passes_and_nothing_else(seats: int, preset: str) -> None:
    """At every question and at many main actions of a game."""
    rng, ply = random.Random(seats), 0
    state = GAME.apply(GAME.start(SUBJECT.setup(seats, preset)), DrawFirst(0))
    while GAME.to_act(state) >= 0:
        legal, ply = GAME.legal_actions(state), ply + 1
        if state.phase != MAIN or ply % 16 == 0:
            tried = set(every_action(rng))
            assert {action for action in tried if passes(state, action)} == tried.intersection(legal)
        state = GAME.apply(state, lively(rng, state, legal))
    assert ply > SUBJECT.plies


@rule("SR-SET-05", "SR-SET-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chance_has_the_lot_and_nothing_else(seats: int) -> None:
    state = GAME.start(SUBJECT.setup(seats))
    assert state.phase == LOT
    assert [action for action in every_action(random.Random(0)) if passes(state, action)] == [
        DrawFirst(seat) for seat in range(seats)
    ]
