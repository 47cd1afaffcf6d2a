"""How fast the engine is: random games against the package `chess`, and each operation by phase."""

import random
import time
from collections import defaultdict
from importlib import import_module
from itertools import count
from typing import Any, Final

from footplate.cli.bench.numbers import percentile, spread
from footplate.cli.failures import CliError
from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER, AnyGame, Setup
from footplate.engine.registry import game as game_of
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import play, seed_of

_ROUND_SECONDS: Final = 0.5
_CHECKED: Final = 5
"""Actions of each list that are checked one by one."""
_SEATS: Final = 4


def engine_figures(game_id: str, seconds: float) -> dict[str, Any]:
    """Plies per second of random games beside those of chess, in turns, and the operations of the engine by phase."""
    game = game_of(game_id)
    ours, theirs = [], []
    seeds, chess_seeds = count(), count()
    for _ in range(max(3, int(seconds / _ROUND_SECONDS / 2))):
        ours.append(_rate(lambda: random_game(game, next(seeds))))
        theirs.append(_rate(lambda: chess_game(next(chess_seeds))))
    ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    return {
        "compiled": is_compiled(game),
        "plies_per_second": round(percentile(ours, 0.5)),
        "chess_plies_per_second": round(percentile(theirs, 0.5)),
        "ratio_to_chess": round(percentile(ratios, 0.5), 3),
        "ratio_rounds": [round(ratio, 3) for ratio in ratios],
        "by_phase": {"random": by_phase(game, _random_games(game)), "greedy": by_phase(game, _greedy_games(game))},
    }


def is_compiled(game: AnyGame) -> bool:
    """Whether the engine runs as an extension module (`make native`)."""
    return not str(import_module(type(game).__module__).__file__).endswith(".py")


def random_game(game: AnyGame, seed: int) -> int:
    """Plays a random game with the full list of legal actions at each ply; how many plies it had."""
    rng, secret, plies = random.Random(seed), seed_of(str(seed)), 0
    state = game.start(_set_up(game, seed))
    while (actor := game.to_act(state)) != OVER:
        drawn = actor == CHANCE
        action = game.draw(state, SeededDraws(secret, plies)) if drawn else rng.choice(game.legal_actions(state))
        state = game.apply(state, action)
        plies += 1
    return plies


def chess_game(seed: int) -> int:
    """The same with chess; how many plies it had."""
    try:
        import chess
    except ImportError:
        raise CliError("the package chess is not installed; `make setup` brings it") from None
    rng, board = random.Random(seed), chess.Board()
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return len(board.move_stack)


def _set_up(game: AnyGame, seed: int) -> Setup:
    info = game.info
    seats = info.min_seats + seed % (info.max_seats - info.min_seats + 1)
    return Setup(info.id, info.maps[0], info.default_preset, seats)


def _rate(play_one: Any) -> float:
    plies, begun = 0, time.process_time()
    while (passed := time.process_time() - begun) < _ROUND_SECONDS:
        plies += play_one()
    return plies / passed


def by_phase(game: AnyGame, games: list[tuple[Setup, list[str]]]) -> dict[str, Any]:
    """Time of `legal_actions`, `check` and `apply` at every decision of these games, by phase, in microseconds."""
    taken: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for setup, texts in games:
        state = game.start(setup)
        for text in texts:
            action = game.parse_action(text)
            if game.to_act(state) != CHANCE:
                _measure(game, state, action, taken[game.progress(state).phase])
            state = game.apply(state, action)
    return {
        phase: {name: spread(seconds, 1e6, "us") for name, seconds in operations.items()}
        for phase, operations in taken.items()
    }


def _measure(game: AnyGame, state: Any, action: Any, taken: dict[str, list[float]]) -> None:
    begun = time.perf_counter()
    legal = game.legal_actions(state)
    listed = time.perf_counter()
    taken["legal_actions"].append(listed - begun)
    for candidate in legal[:: max(1, len(legal) // _CHECKED)]:
        begun = time.perf_counter()
        game.check(state, candidate)
        taken["check"].append(time.perf_counter() - begun)
    begun = time.perf_counter()
    game.apply(state, action)
    taken["apply"].append(time.perf_counter() - begun)


def _random_games(game: AnyGame) -> list[tuple[Setup, list[str]]]:
    return [_played(game, "uniform", seed) for seed in range(10)]


def _greedy_games(game: AnyGame) -> list[tuple[Setup, list[str]]]:
    return [_played(game, "greedy", 1)]


def _played(game: AnyGame, level: str, seed: int) -> tuple[Setup, list[str]]:
    seats = min(_SEATS, game.info.max_seats)
    setup = Setup(game.info.id, game.info.maps[0], game.info.default_preset, seats)
    played = play(game, setup, [strategy(level)] * seats, seed_of(f"bench {seed}"))
    return setup, [entry.text for entry in played.entries]
