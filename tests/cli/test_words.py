"""Engine values in words."""

from footplate.cli import words
from footplate.cli.output import columns
from footplate.engine.game import CHANCE, OVER, Change, Effects, Progress, Standing


def test_effects_on_one_line() -> None:
    effects = Effects(
        cost=4,
        changes=(Change(0, "cash", -4), Change(1, "income", 1)),
        follows=(Change(1, "cash", 2),),
        won=((0, "link R9-T9"),),
        lost=((1, "link R9-T9"),),
        forced=((2, "engine"),),
        notes=("The last disc.",),
    )
    assert words.effects_line(effects) == (
        "costs $4; P1 cash -4; P2 income +1; P1 gains link R9-T9; P2 loses link R9-T9; forced: P3 engine; "
        "then P2 cash +2; The last disc."
    )
    assert words.effects_line(Effects()) == ""
    assert words.effects_json(effects)["changes"] == [
        {"seat": "P1", "what": "cash", "amount": -4},
        {"seat": "P2", "what": "income", "amount": 1},
    ]


def test_actors_have_names() -> None:
    names = ("Ann", "")
    assert [words.actor_name(actor, names) for actor in (0, 1, CHANCE, OVER)] == ["P1 Ann", "P2", "chance", "nobody"]


def test_a_standing_in_lines() -> None:
    standings = (Standing(1, 1, 57, (("income", 60), ("shares", -3))), Standing(0, 2, None, eliminated=True))
    first, second = words.standing_lines(standings, ("Ann", "Bea"))
    assert first.split() == ["1.", "P2", "Bea", "57", "income", "+60,", "shares", "-3"]
    assert second.split() == ["2.", "P1", "Ann", "out"]


def test_columns_are_straight() -> None:
    assert columns([["a", "1"], ["bbb", "22"]], left=(0,)) == ["a     1", "bbb  22"]
    assert columns([]) == []


def test_what_is_hidden_from_the_viewer_is_a_question_mark() -> None:
    hidden = Standing(0, 0, None, (("tokens", 6000),))
    assert words.score_text(hidden) == "?"
    assert words.standing_lines((hidden,), ("Ann",))[0].startswith("?. P1 Ann")
    assert words.score_text(Standing(0, 2, None, eliminated=True)) == "out"


def test_the_turn_is_told_with_the_length_of_the_game_where_that_is_known() -> None:
    assert words.turn_text(Progress("build_track", 3, 8)) == "turn 3 of 8"
    assert words.turn_text(Progress("main_action", 3, 0)) == "turn 3"


def test_what_comes_if_nobody_objects_is_told_as_such() -> None:
    line = words.effects_line(Effects(changes=(Change(0, "money", 2000),), expected=(Change(1, "money", 1000),)))
    assert line == "P1 money +2000; if nobody objects P2 money +1000"
