"""Options and presets (section 17)."""

from importlib.resources import files

import pytest

from footplate.engine.age_of_steam.options import OPTIONS, PRESETS, defaults, resolve, setup_of
from footplate.engine.errors import SetupError
from footplate.engine.game import OVER, Setup
from tests.support.positions import GAME, opening, rich, rules_for, walk
from tests.support.rules import rule

RULES_TEXT = files("footplate.engine.age_of_steam").joinpath("RULES.md").read_text("utf-8")

VALUES = [(option.name, value) for option in OPTIONS for value in option.values]


def table_17a() -> list[list[str]]:
    """The rows of table 17a as cells without quotes."""
    text = RULES_TEXT.split("Table 17a:")[1].split("Table 17b:")[0]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in row] for row in rows]


def setup(preset: str = "warfrog-2002", **options: str) -> Setup:
    return Setup("age_of_steam", "rust_belt", preset, 4, tuple(sorted(options.items())))


@rule("AOS-OPT-02", "AOS-OPT-03")
def test_the_options_are_those_of_the_table() -> None:
    rows = table_17a()
    assert [(row[0], row[1], row[6]) for row in rows] == [
        (option.name, ", ".join(option.values), option.rule) for option in OPTIONS
    ]
    for name, _values, default, warfrog, eagle, _letter, _rule in rows:
        assert getattr(rules_for(3), name) == default == warfrog
        assert getattr(rules_for(3, "eagle-2009"), name) == eagle


@rule("AOS-OPT-02")
def test_the_presets() -> None:
    assert list(PRESETS) == ["warfrog-2002", "eagle-2009", "eagle-2009-as-printed"]
    assert GAME.info.default_preset == "warfrog-2002"
    assert defaults("warfrog-2002") == defaults("eagle-2009")
    letter = {
        name: value
        for name, value in defaults("eagle-2009-as-printed").items()
        if value != defaults("eagle-2009")[name]
    }
    assert letter == {
        "high_bidder_call": "must_raise",
        "income_11_20_reduction": "1",
        "growth_dice": "current_players",
    }


@rule("AOS-OPT-03")
def test_slips_are_set_right_in_the_first_two_presets() -> None:
    for preset in ("warfrog-2002", "eagle-2009"):
        rules = rules_for(3, preset)
        assert (rules.income_11_20_reduction, rules.growth_dice) == ("2", "starting_players")
        assert rules.half_bid_rounding == "up"


@rule("AOS-OPT-01")
@pytest.mark.parametrize("preset", list(PRESETS))
def test_options_never_change_during_a_game(preset: str) -> None:
    start = rich(opening(4, preset, options={"double_redirect": "per_track"}))
    for step in walk(start, seed=6):
        assert step.after.rules == start.rules
    assert GAME.setup_of(start) == setup(preset, double_redirect="per_track")


@rule("AOS-OPT-01")
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_a_set_up_keeps_only_what_differs_from_its_preset(name: str, value: str) -> None:
    for preset in PRESETS:
        rules = resolve(setup(preset, **{name: value}))
        assert getattr(rules, name) == value
        expected = () if defaults(preset)[name] == value else ((name, value),)
        assert setup_of(rules).options == expected
        assert resolve(setup_of(rules)) == rules


@rule("AOS-OPT-01")
@pytest.mark.parametrize(
    ("broken", "field"),
    [
        (setup("warfrog-1999"), "preset"),
        (setup(marker_limit="21"), "options.marker_limit"),
        (setup(colour="red"), "options.colour"),
        (Setup("age_of_steam", "england", "warfrog-2002", 4), "map"),
        (Setup("chess", "rust_belt", "warfrog-2002", 4), "game"),
        (
            Setup("age_of_steam", "rust_belt", "warfrog-2002", 4, (("hex_a8", "lake"), ("hex_a8", "plain"))),
            "options",
        ),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_by_field(broken: Setup, field: str) -> None:
    with pytest.raises(SetupError) as caught:
        GAME.start(broken)
    assert caught.value.field == field


@rule("AOS-OPT-04")
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_value_plays_whole_games(name: str, value: str) -> None:
    number = VALUES.index((name, value))
    for cash in (10, 300):
        start = rich(opening(3 + number % 4, options={name: value}), cash)
        *_, last = walk(start, seed=number + 1)
        assert GAME.to_act(last.after) == OVER
        assert GAME.outcome(last.after) is not None


@rule("AOS-OPT-04")
@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_preset_plays_whole_games(preset: str, seats: int) -> None:
    *_, last = walk(rich(opening(seats, preset)), seed=seats)
    assert GAME.outcome(last.after) is not None


@rule("AOS-OPT-04")
def test_all_unusual_values_play_together() -> None:
    unusual = {option.name: option.values[-1] for option in OPTIONS}
    for seats in (3, 4, 5, 6):
        *_, last = walk(rich(opening(seats, options=unusual)), seed=seats)
        assert GAME.outcome(last.after) is not None
