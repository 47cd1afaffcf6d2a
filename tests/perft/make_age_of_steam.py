"""Prints fresh counts for a dozen positions of steady games: `python -m tests.perft.make_age_of_steam > FILE`.

For looking at a change of the counts as a difference of text; the counts in the file are compared with the independent
referee in `tests/referee`.
"""

import random
import sys
from collections.abc import Iterator
from typing import Any

from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER
from tests.conformance.age_of_steam import GAME, set_up, steady
from tests.perft.perft import count, write

WANTED: tuple[tuple[str, int, int, int, str, int, tuple[int, ...]], ...] = (
    # name, seats, seed, turn, phase, how many decisions of that phase to let pass, depths
    ("shares-1", 3, 1, 1, "issue_shares", 0, (1, 2, 3)),
    ("auction-1", 4, 2, 1, "determine_player_order", 0, (1, 2, 3)),
    ("auction-pass", 4, 2, 3, "determine_player_order", 1, (1, 2)),
    ("roles-1", 4, 3, 1, "select_actions", 0, (1, 2, 3)),
    ("build-1", 4, 4, 1, "build_track", 0, (1, 2)),
    ("build-2", 3, 5, 2, "build_track", 3, (1, 2)),
    ("build-4", 5, 6, 4, "build_track", 2, (1, 2)),
    ("build-late", 6, 7, 6, "build_track", 8, (1,)),
    ("move-2", 4, 8, 2, "move_goods", 0, (1, 2)),
    ("move-5", 5, 9, 5, "move_goods", 2, (1, 2)),
    ("move-late", 6, 10, 6, "move_goods", 4, (1,)),
    ("production", 3, 1, 3, "goods_growth", 1, (1, 2)),
)


def position(seats: int, seed: int, turn: int, phase: str, skip: int) -> Any:
    """The position before decision number `skip` of a phase in a steady game."""
    rng, secret, ply = random.Random(seed), seed.to_bytes(32, "big"), 0
    state = GAME.start(set_up(seats))
    while GAME.to_act(state) != OVER:
        chance = GAME.to_act(state) == CHANCE
        if not chance and (state.turn, state.phase) == (turn, phase):
            if skip == 0:
                return state
            skip -= 1
        action = GAME.draw(state, SeededDraws(secret, ply)) if chance else steady(rng, state, GAME.legal_actions(state))
        state, ply = GAME.apply(state, action), ply + 1
    raise LookupError(f"turn {turn} has no such decision in {phase}")


def _wanted() -> Iterator[tuple[str, tuple[int, int, int, str, int], tuple[int, ...]]]:
    for name, seats, seed, turn, phase, skip, depths in WANTED:
        yield name, (seats, seed, turn, phase, skip), depths


def main() -> None:
    """Prints every block."""
    blocks = [count(GAME, name, position(*where), depths) for name, where, depths in _wanted()]
    sys.stdout.write("\n".join(write(block) for block in blocks))


if __name__ == "__main__":
    main()
