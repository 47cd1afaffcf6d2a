"""The sentences about a position of Stephenson's Rocket."""

from footplate.engine.stephensons_rocket.actions import ExtendLine
from footplate.engine.stephensons_rocket.board import hex_of
from footplate.engine.stephensons_rocket.state import DEFENCE, VETO
from footplate.render import stephensons_rocket_words as words
from tests.render.positions import ROCKET, rocket, rocket_asked

SER = 6


def test_where_the_game_stands() -> None:
    start, first, *_, end = rocket(4, 1)
    assert words.where(start) == "Turn 1, lot for the first player"
    assert words.where(first) == "Turn 1, first action"
    assert words.where(rocket_asked(DEFENCE, 47)) == "Turn 47, first action, defence"
    assert words.where(rocket_asked(VETO, 47)) == "Turn 47, first action, veto round"
    assert words.where(end) == "Turn 56, game over"


def test_who_is_to_do_what() -> None:
    start, first = rocket(4, 1)[:2]
    assert words.news(start) == ["The first player is about to be drawn by lot"]
    seat = f"P{first.active + 1}"
    assert words.news(first) == [f"{seat} takes a token, builds a station or extends a line"]
    second = ROCKET.apply(first, ExtendLine(SER, hex_of("1415")))
    assert words.news(second) == [
        f"{seat} takes a token, builds a station or extends a line, but may not extend SER again"
    ]


def test_the_veto_round_tells_the_bid_and_the_question() -> None:
    assert words.news(rocket_asked(DEFENCE, 47)) == [
        "P1 extends GER to 1211",
        "Targets: 1210 1211 1309",
        "P3 bids 1 share for 1309",
        "P1 is asked: decline, or defend with 1 share",
    ]


def test_before_a_bid_nobody_has_bid() -> None:
    state = next(state for state in rocket(4, 1) if state.veto is not None and state.veto.best == 0)
    assert state.veto is not None
    assert words.news(state)[2:] == [
        "Nobody has bid",
        f"P{state.veto.asked + 1} is asked: pass, or bid 1 share",
    ]


def test_a_range_of_bids_is_told() -> None:
    told = {sentence for state in rocket(2, 2) for sentence in words.news(state)}
    assert any(sentence.endswith("is asked: pass, or bid 1 to 3 shares") for sentence in told)


def test_the_end_tells_why_and_how() -> None:
    assert words.news(rocket(4, 1)[-1]) == [
        "The tile supply is used up",
        "P1 55000 > P2 44000 > P4 18000 > P3 17000",
    ]
    assert words.news(rocket(4, 2)[-1])[0] == "At most one company is available"


def test_every_position_has_something_to_say() -> None:
    assert all(words.news(state) for state in (*rocket(2, 1), *rocket(3, 1), *rocket(4, 1)))
