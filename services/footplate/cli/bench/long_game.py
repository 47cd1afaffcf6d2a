"""A long game to load: four bots that know how to stay in business."""

from typing import Final

from footplate.engine.game import Setup
from footplate.engine.record import format_record
from footplate.engine.registry import game as game_of
from footplate.strategies.levels import LEVELS, strategy
from footplate.strategies.selfplay import play, seed_of

_SEATS: Final = 4


def long_record(game_id: str) -> tuple[str, int]:
    """The record of a whole game of the strongest level, and how many plies it has."""
    game = game_of(game_id)
    info = game.info
    seats = min(_SEATS, info.max_seats)
    setup = Setup(info.id, info.maps[0], info.default_preset, seats)
    played = play(game, setup, [strategy(LEVELS[-1])] * seats, seed_of("a long game"))
    return format_record(played.record([""] * seats, [""] * seats)), played.plies
