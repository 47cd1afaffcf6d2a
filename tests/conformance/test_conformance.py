"""Every registered game walks through the conformance suite, with every preset, option value and number of seats."""

import hashlib
import os
import subprocess
import sys

import pytest

from footplate.engine.game import OVER
from footplate.engine.registry import games
from tests.conformance.subjects import SUBJECTS
from tests.conformance.suite import uniform, walk
from tests.support.rules import rule

SEATS = [
    (name, seats)
    for name, subject in SUBJECTS.items()
    for seats in range(subject.game.info.min_seats, subject.game.info.max_seats + 1)
]
PRESETS = [(name, preset) for name, subject in SUBJECTS.items() for preset in subject.game.info.presets]
VALUES = [
    (name, seats, option, value)
    for name, subject in SUBJECTS.items()
    for seats in subject.seats
    for option, value in subject.other_values()
]


def test_every_game_is_a_subject() -> None:
    assert list(SUBJECTS) == list(games())


@rule(
    "AOS-INV-01",
    "AOS-INV-02",
    "AOS-INV-03",
    "AOS-INV-04",
    "AOS-INV-05",
    "AOS-INV-06",
    "AOS-INV-07",
    "AOS-INV-08",
    "AOS-INV-09",
    "AOS-INV-10",
    "AOS-INV-11",
    "AOS-INV-12",
)
@rule("AOS-DEC-01", "AOS-DEC-02", "AOS-DEC-03", "AOS-DEC-05")
@rule("SR-CMP-07", "SR-CMP-08", "SR-CMP-09", "SR-STN-12", "SR-TOK-04", "SR-TOK-05", "SR-TRN-01", "SR-SET-07")
@pytest.mark.parametrize(("name", "seats"), SEATS)
@pytest.mark.parametrize("seed", range(6))
def test_uniform_games_begin_well(name: str, seats: int, seed: int) -> None:
    """Whole games where uniform choice ends them soon, else their first plies."""
    seen = walk(SUBJECTS[name], SUBJECTS[name].setup(seats), seed * 10 + seats, uniform, cut=100)
    assert seen.plies > 20
    assert seen.unlisted > 100


@rule("AOS-TURN-02", "AOS-TURN-03")
@rule(
    "SR-CMP-12", "SR-TRM-01", "SR-TRM-02", "SR-TRM-03", "SR-TRM-04", "SR-PAY-01", "SR-PRZ-08", "SR-INF-02", "SR-INF-04"
)
@rule("SR-MRG-08", "SR-MRG-16", "SR-MRG-19", "SR-ISO-14", "SR-ISO-18", "SR-EXT-15", "SR-VETO-31", "SR-VETO-11")
@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_steered_games_reach_late_turns(name: str, seats: int) -> None:
    subject = SUBJECTS[name]
    seen = walk(subject, subject.setup(seats), seats)
    assert subject.game.to_act(seen.final) == OVER
    assert subject.game.progress(seen.final).turn >= subject.turns[seats]
    assert seen.plies > subject.plies


@rule("AOS-OPT-02", "AOS-OPT-04", "SR-OPT-07")
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_preset_plays_a_whole_game(name: str, preset: str) -> None:
    subject = SUBJECTS[name]
    seen = walk(subject, subject.setup(min(4, subject.game.info.max_seats), preset), 7)
    assert seen.plies > subject.plies


@rule("AOS-OPT-01", "AOS-OPT-04", "SR-OPT-01", "SR-OPT-02", "SR-OPT-03", "SR-OPT-04", "SR-OPT-05", "SR-OPT-06")
@pytest.mark.parametrize(("name", "seats", "option", "value"), VALUES)
def test_every_option_value_plays_a_whole_game(name: str, seats: int, option: str, value: str) -> None:
    subject = SUBJECTS[name]
    assert walk(subject, subject.setup(seats, **{option: value}), 11).plies > subject.plies


@rule("AOS-RAND-06", "SR-SET-06")
@pytest.mark.parametrize("name", SUBJECTS)
def test_same_seed_same_game_in_a_fresh_process(name: str) -> None:
    digests = {_played_apart(name, hash_seed) for hash_seed in ("0", "1", "4711")}
    assert digests == {digest(name, 5)}


def digest(name: str, seed: int) -> str:
    """A fingerprint of every action of a game."""
    subject = SUBJECTS[name]
    texts = walk(subject, subject.setup(4), seed, thin=1000).text
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def _played_apart(name: str, hash_seed: str) -> str:
    code = f"from tests.conformance.test_conformance import digest; print(digest({name!r}, 5))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.strip()
