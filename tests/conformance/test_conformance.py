"""Every registered game walks through the conformance suite, with every preset, option value and number of seats."""

import hashlib
import os
import subprocess
import sys

import pytest

from footplate.engine.game import Setup
from tests.conformance.age_of_steam import PRESET_NAMES, SUBJECT, other_values, set_up, steady
from tests.conformance.suite import uniform, walk
from tests.support.rules import rule


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
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(6))
def test_random_games(seats: int, seed: int) -> None:
    seen = walk(SUBJECT, set_up(seats), seed * 10 + seats, uniform)
    assert seen.plies > 20
    assert seen.unlisted > 100


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
@rule("AOS-TURN-02", "AOS-TURN-03")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_steady_games_reach_late_turns(seats: int) -> None:
    seen = walk(SUBJECT, set_up(seats), seats, steady)
    assert seen.final.turn >= {3: 7, 4: 8, 5: 7, 6: 6}[seats]
    assert seen.plies > 150


@rule("AOS-OPT-02", "AOS-OPT-04")
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_preset_plays_a_whole_game(preset: str) -> None:
    assert walk(SUBJECT, set_up(4, preset), 7, steady).plies > 100


@rule("AOS-OPT-01", "AOS-OPT-04")
@pytest.mark.parametrize(("option", "value"), other_values())
def test_every_option_value_plays_a_whole_game(option: str, value: str) -> None:
    assert walk(SUBJECT, set_up(3, **{option: value}), 11, steady).plies > 100


@rule("AOS-RAND-06")
def test_same_seed_same_game_in_a_fresh_process() -> None:
    digests = {_played_apart(hash_seed) for hash_seed in ("0", "1", "4711")}
    assert digests == {digest(5)}


def digest(seed: int) -> str:
    """A fingerprint of every action of a game."""
    texts = walk(SUBJECT, Setup("age_of_steam", "rust_belt", "warfrog-2002", 4), seed, steady).text
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def _played_apart(hash_seed: str) -> str:
    code = "from tests.conformance.test_conformance import digest; print(digest(5))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.strip()
