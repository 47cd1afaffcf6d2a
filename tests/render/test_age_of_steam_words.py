"""The sentences about a position of Age of Steam."""

import re

import pytest

from footplate.engine.age_of_steam import state as phases
from footplate.engine.age_of_steam.actions import PRODUCTION
from footplate.engine.age_of_steam.board import BLACK, RED
from footplate.render import age_of_steam_words as words
from tests.render.positions import busy, in_phase, recorded
from tests.support.positions import blank, holding

STAGES = {"decide": (), "draw": (), "store": (RED, BLACK), "light": (), "dark": ()}


def test_where_the_game_stands() -> None:
    assert words.where(in_phase(phases.BUILD_TRACK)) == "Turn 4 of 7, build track"
    assert words.where(in_phase(phases.MOVE_GOODS, 2)) == "Turn 2 of 7, move goods, round 1 of 2"
    assert words.where(recorded()[-1]) == "Turn 7 of 7, game over"


@pytest.mark.parametrize(
    ("phase", "sentences"),
    [
        (phases.ISSUE_SHARES, ["P5 may issue shares, then P1 P3 P4"]),
        (phases.PLAYER_ORDER, ["P5 is called to bid", "In: P5 $0, P1 $0, P3 $0, P4 $0"]),
        (phases.BUILD_TRACK, ["P3 builds track, then P1 P5 P4", "Builds left: 3"]),
        (phases.MOVE_GOODS, ["P1 moves goods, then P5 P4 P3"]),
        (phases.GOODS_GROWTH, ["The dice of the light cities are due"]),
    ],
)
def test_who_is_asked_and_who_follows(phase: str, sentences: list[str]) -> None:
    assert words.news(in_phase(phase)) == sentences


def test_the_free_actions_are_listed() -> None:
    asked, free = words.news(in_phase(phases.SELECT_ACTIONS))
    assert asked == "P1 chooses an action, then P5 P4 P3"
    assert free == "Free: First Move, First Build, Engineer, Locomotive, Urbanization, Production, Turn Order"


def test_the_auction_tells_who_is_out_and_whether_the_pass_is_used() -> None:
    told = {sentence for state in recorded() for sentence in words.news(state)}
    assert "The Turn Order pass is used up" in told
    assert any(re.fullmatch(r"Dropped out: P\d P\d", sentence) for sentence in told)


def test_a_new_city_to_come_is_told() -> None:
    told = {sentence for state in recorded() for sentence in words.news(state)}
    assert any(sentence.endswith(", and a New City") for sentence in told)


def test_production_tells_what_was_drawn() -> None:
    state = holding(blank(4), 1, role=PRODUCTION)._replace(phase=phases.GOODS_GROWTH)
    told = {stage: words.news(state._replace(growth=phases.Growth(stage, drawn))) for stage, drawn in STAGES.items()}
    assert told == {
        "decide": ["P2 may use Production"],
        "draw": ["Production draws from the bag"],
        "store": ["P2 stores what Production drew", "Drawn: R K"],
        "light": ["The dice of the light cities are due"],
        "dark": ["The dice of the dark cities are due"],
    }


def test_the_end_tells_the_standing() -> None:
    assert words.news(recorded()[-1]) == ["P1 57 > P4 54 > P5 50 > P3 42 > P2 out"]


def test_the_supply() -> None:
    assert words.supply(recorded()[-1]) == [
        "Bag: R12 B10 P15 Y14 K11",
        "Tiles: straight 22, gentle 13, sharp 3,",
        "complex 12, town 9",
        "Town discs: 4, New Cities: AH",
    ]


def test_every_position_has_something_to_say() -> None:
    assert all(words.news(state) for state in (*recorded(), *busy(6, 1), *busy(3, 2)))


def test_before_the_first_turn() -> None:
    assert words.news(blank(4)) == ["Goods are drawn from the bag"]
