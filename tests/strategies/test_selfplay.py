"""Whole games with the engine alone: repeatable, and good as records."""

import pytest

from footplate.engine.errors import SetupError
from footplate.engine.game import CHANCE, Setup
from footplate.engine.record import format_record, parse_record
from footplate.engine.registry import game as game_of
from footplate.engine.replay import replay, verify
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import Played, play, seed_of
from tests.support.toy_game import GAMES, PEBBLES, SETUP

LEVELS = ("greedy", "uniform", "uniform")
AGE_OF_STEAM = Setup("age_of_steam", "rust_belt", "warfrog-2002", 3)


def toy(seed: str = "one") -> Played:
    return play(PEBBLES, SETUP, [strategy(level) for level in LEVELS], seed_of(seed))


def test_a_seed_is_a_game() -> None:
    assert toy() == toy()
    assert toy("two").entries != toy().entries


def test_the_bots_and_the_game_have_different_dice() -> None:
    games = [toy(str(number)) for number in range(30)]
    rolls = {tuple(entry.text for entry in game.entries if entry.actor == CHANCE) for game in games}
    assert len(rolls) > 10


def test_a_game_played_is_a_record_that_replays_and_verifies() -> None:
    played = toy()
    record = parse_record(format_record(played.record(("Ann", "Bo", "Cy"), LEVELS)))
    assert (record.names, record.bots) == (("Ann", "Bo", "Cy"), LEVELS)
    again = replay(record, GAMES)
    assert again.error is None
    assert again.outcome == played.outcome
    assert len(again.states) == played.plies + 1
    checked = verify(record, GAMES)
    assert checked.findings == ()
    assert checked.draws == sum(entry.actor == CHANCE for entry in played.entries)


def test_age_of_steam_is_played_to_its_end() -> None:
    game = game_of("age_of_steam")
    played = play(game, AGE_OF_STEAM, [strategy("uniform")] * 3, seed_of("one"))
    assert verify(played.record(("", "", ""), ("uniform",) * 3)).findings == ()


def test_every_seat_needs_a_strategy() -> None:
    with pytest.raises(ValueError, match="3 seats need as many strategies, not 2"):
        play(PEBBLES, SETUP, [strategy("uniform")] * 2, bytes(32))
    with pytest.raises(SetupError):
        play(PEBBLES, Setup("pebbles", "moon", "short", 2), [strategy("uniform")] * 2, bytes(32))
