"""Options and presets (section 2)."""

import pytest

from footplate.engine.errors import SetupError
from footplate.engine.game import OVER, Setup
from footplate.engine.stephensons_rocket.options import OPTIONS, PRESETS, defaults, resolve, setup_of
from footplate.engine.stephensons_rocket.state import HIDDEN, State
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    allows,
    asked,
    begin,
    company,
    extended,
    linked,
    play,
    refusal,
    setup,
    targets,
    to_move,
    walk,
    with_figures,
    with_line,
    with_stations,
)
from tests.support.rocket_board import rules_table
from tests.support.rules import rule

VALUES = [(option.name, value) for option in OPTIONS for value in option.values]


@rule("SR-OPT-01", "SR-OPT-02", "SR-OPT-03", "SR-OPT-04", "SR-OPT-05")
def test_the_options_are_those_of_the_table() -> None:
    rows = rules_table("## 2. Options")
    assert [tuple(row[:3]) for row in rows] == [
        (option.rule, option.name, ", ".join(option.values)) for option in OPTIONS
    ]
    assert all(option.summary.endswith(".") for option in OPTIONS)


def started(seats: int, options: dict[str, str]) -> State:
    """A game whose first player is to act; options by name."""
    return play(GAME.start(setup(seats, options=options)), "first P1")


def defence(active_may_redirect: str) -> State:
    """C extended GWR from 0412 to 0512, B bid 2 for 0413, and C is asked."""
    state = with_line(begin(active_may_redirect=active_may_redirect), "GWR", "0112 0212 0311 0412")
    state = with_figures(state, "GWR", holdings=(1, 2, 1), real=4, stack=12)
    return asked(state, C, "extend GWR 0512", "pass", "bid 2 0413")


@rule("SR-OPT-01")
def test_with_redirection_the_active_player_may_defend_for_another_target() -> None:
    state = defence("on")
    assert [allows(state, f"defend 2 {name}") for name in ("0511", "0512", "0413")] == [True, True, True]


@rule("SR-OPT-01")
def test_without_redirection_he_defends_his_first_target() -> None:
    state = defence("off")
    assert allows(state, "defend 2 0512")
    assert [refusal(state, f"defend 2 {name}") for name in ("0511", "0413")] == ["SR-VETO-26", "SR-VETO-26"]


@rule("SR-OPT-02")
@pytest.mark.parametrize(("value", "legal"), [("on", True), ("off", False)])
def test_whether_a_station_on_track_moves(value: str, *, legal: bool) -> None:
    state = with_line(begin(move_connected_station=value), "L&Y", "0100 0200 0300")
    state = with_stations(state, A, "0200")
    assert allows(to_move(state, A), "move 0200 0501") is legal


@rule("SR-OPT-03")
@pytest.mark.parametrize(("value", "absorbed"), [("on", True), ("off", False)])
def test_whether_an_unmoved_locomotive_absorbs(value: str, *, absorbed: bool) -> None:
    after = extended(begin(unmoved_locomotive_is_a_line=value), "L&Y", "0101 A 0202 B 0203 A").state
    assert company(after, "L&Y").live is not absorbed
    assert "Stoke" in linked(after, "LNWR" if absorbed else "L&Y")


@rule("SR-OPT-03")
@pytest.mark.parametrize(("value", "free"), [("on", "0103 0202"), ("off", "0103 0202 0203")])
def test_whether_an_unmoved_locomotive_counts_for_the_ban(value: str, free: str) -> None:
    state = with_line(begin(unmoved_locomotive_is_a_line=value), "NER", "0700 0601 0501 0402 0302")
    assert targets(with_line(state, "L&Y", "0002 0102"), "L&Y") == free


@rule("SR-OPT-04")
@pytest.mark.parametrize(("value", "isolated"), [("mover-only", True), ("with-reverse-search", False)])
def test_whether_others_can_save_a_line_from_isolation(value: str, *, isolated: bool) -> None:
    after = extended(begin(isolation_test=value), "NER", "0801 A 0802 B 0803 A 0903 B 1003 A 1002 B").state
    assert company(after, "NER").isolated is isolated


@rule("SR-OPT-05")
@pytest.mark.parametrize(("value", "seen"), [("off", (HIDDEN, 3000, HIDDEN)), ("on", (1000, 3000, 2000))])
def test_whether_money_is_open(value: str, seen: tuple[int, ...]) -> None:
    state = begin(open_money=value)._replace(money=(1000, 3000, 2000))
    assert GAME.view(state, B).money == seen


@rule("SR-OPT-06")
@pytest.mark.parametrize("preset", list(PRESETS))
def test_options_never_change_and_every_seat_sees_them(preset: str) -> None:
    start = GAME.start(setup(4, preset, {"isolation_test": "with-reverse-search"}))
    for step in walk(start, seed=6):
        assert step.after.rules == start.rules
        assert all(GAME.view(step.after, seat).rules == start.rules for seat in (0, 1, 2, 3, None))
    assert GAME.setup_of(start) == setup(4, preset, {"isolation_test": "with-reverse-search"})


@rule("SR-OPT-06")
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_a_set_up_keeps_only_what_differs_from_its_preset(name: str, value: str) -> None:
    for preset in PRESETS:
        rules = resolve(setup(3, preset, {name: value}))
        assert getattr(rules, name) == value
        expected = () if defaults(preset)[name] == value else ((name, value),)
        assert setup_of(rules).options == expected
        assert resolve(setup_of(rules)) == rules


@rule("SR-OPT-06")
@pytest.mark.parametrize(
    ("broken", "field"),
    [
        (setup(preset="pegasus-2000"), "preset"),
        (setup(options={"open_money": "yes"}), "options.open_money"),
        (setup(options={"colour": "red"}), "options.colour"),
        (setup(board="rust_belt"), "map"),
        (Setup("chess", "england", "pegasus-1999", 3), "game"),
        (Setup("stephensons_rocket", "england", "pegasus-1999", 3, (("open_money", "on"),) * 2), "options"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_by_field(broken: Setup, field: str) -> None:
    with pytest.raises(SetupError) as caught:
        GAME.start(broken)
    assert caught.value.field == field


@rule("SR-OPT-07")
def test_the_presets() -> None:
    assert list(PRESETS) == ["pegasus-1999", "designer-faq"]
    assert GAME.info.default_preset == "pegasus-1999"
    assert defaults("pegasus-1999") == {option.name: option.values[0] for option in OPTIONS}
    assert defaults("designer-faq") == {**defaults("pegasus-1999"), "active_may_redirect": "off"}


@rule("SR-OPT-01", "SR-OPT-02", "SR-OPT-03", "SR-OPT-04", "SR-OPT-05")
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_value_plays_whole_games(name: str, value: str) -> None:
    number = VALUES.index((name, value))
    *_, last = walk(started(2 + number % 3, {name: value}), seed=number + 1)
    assert GAME.to_act(last.after) == OVER


@rule("SR-OPT-07")
@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_preset_plays_whole_games(preset: str, seats: int) -> None:
    *_, last = walk(begin(seats, preset), seed=seats)
    assert GAME.outcome(last.after) is not None


def test_all_unusual_values_play_together() -> None:
    unusual = {option.name: option.values[-1] for option in OPTIONS}
    for seats in (2, 3, 4):
        *_, last = walk(started(seats, unusual), seed=seats)
        assert GAME.outcome(last.after) is not None
