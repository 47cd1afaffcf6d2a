"""Engine and referee agree at every ply of whole games: 2, 3 and 4 seats, both presets, every option, all at once."""

from collections import Counter

import pytest

from footplate.engine.game import Setup
from tests.referee_rocket.agreement import GAME, Agreement
from tests.referee_rocket.many import drawn_setup, main
from tests.referee_rocket.openings import OPENINGS
from tests.referee_rocket.policy import Temper
from tests.support.rules import rule

JOINS = Temper(0.8, 0.8, 0.9, 0.5, frozenset({"L&Y", "NER", "LNWR", "GWR", "LSWR"}))
OTHER_VALUES = [(option.name, value) for option in GAME.info.options for value in option.values[1:]]


def setup(seats: int, preset: str = "pegasus-1999", *options: tuple[str, str]) -> Setup:
    """A set-up on the map of England."""
    return Setup(GAME.info.id, GAME.info.maps[0], preset, seats, tuple(sorted(options)))


def agree(chosen: Setup, seed: int) -> None:
    """Plays one game through both, which has lines extended, questions answered and shares paid for."""
    seen = Agreement(chosen, seed).play()
    assert seen["games"] == 1
    assert seen["extend"] > 10
    assert seen["pass"] + seen["bid"] > 0
    assert seen["final shares"] == 1


@rule("SR-CMP-01", "SR-OPT-07", "SR-EXT-14", "SR-VETO-30", "SR-FIN-08")
@pytest.mark.parametrize("preset", sorted(GAME.info.presets))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_both_presets(preset: str, seats: int) -> None:
    agree(setup(seats, preset), seats)


@rule("SR-OPT-01", "SR-OPT-02", "SR-OPT-03", "SR-OPT-04", "SR-OPT-05")
@pytest.mark.parametrize("option", OTHER_VALUES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_every_option(option: tuple[str, str], seats: int) -> None:
    agree(setup(seats, "pegasus-1999", option), 10 * OTHER_VALUES.index(option) + seats)


@rule("SR-OPT-01", "SR-OPT-02", "SR-OPT-03", "SR-OPT-04", "SR-OPT-05")
def test_a_game_of_all_options_at_once() -> None:
    agree(setup(3, "pegasus-1999", *OTHER_VALUES), 20)


@rule("SR-ISO-15", "SR-ISO-16", "SR-ISO-17", "SR-MRG-11", "SR-MRG-14")
@pytest.mark.parametrize(
    ("opening", "met"), [("two-line ban", "isolated absorbed"), ("isolated with moves left", "isolated mover")]
)
def test_games_that_go_on_from_examples(opening: str, met: str) -> None:
    for seats in (2, 3, 4):
        assert Agreement(setup(seats), 30 + seats, OPENINGS[opening], JOINS).play()[met] > 0


@rule("SR-ISO-01", "SR-MRG-04")
@pytest.mark.parametrize(("counts", "met"), [("off", "isolated before it moved"), ("on", "unmoved absorber")])
def test_games_that_go_on_from_a_closed_start_town(counts: str, met: str) -> None:
    options = [("unmoved_locomotive_is_a_line", "off")] if counts == "off" else []
    assert Agreement(setup(3, "pegasus-1999", *options), 50, OPENINGS["no exit"]).play()[met] > 0


@rule("SR-VETO-34", "SR-VETO-35", "SR-PAX-06")
def test_games_with_few_real_shares_and_passengers() -> None:
    seen = Counter[str]()
    for seats, seed in ((2, 48), (3, 46), (4, 41)):
        mood = Temper(0.6, 0.5, 0.95, 0.1, frozenset({"GWR", "LSWR", "LNWR"}))
        seen += Agreement(setup(seats), seed, OPENINGS["isolated with moves left"], mood, scarce=True).play()
    assert seen["grey shares paid"] > 0
    assert seen["last passenger taken"] > 0


def test_the_command_tells_what_it_saw(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "1", "--seats", "3", "--seconds", "60"]) == 0
    told = capsys.readouterr().out
    assert '"games": 1' in told
    assert '"faults": []' in told


def test_long_runs_meet_all_options() -> None:
    drawn = [drawn_setup(3, seed) for seed in range(60)]
    assert {one.preset for one in drawn} == GAME.info.presets.keys()
    assert {option for one in drawn for option in one.options} >= set(OTHER_VALUES)
    assert all(GAME.setup_of(GAME.start(one)) == one for one in drawn)
