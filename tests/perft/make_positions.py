"""Prints fresh counts for a dozen positions of steered games: `python -m tests.perft.make_positions GAME > GAME.perft`.

For looking at a change of the counts as a difference of text. The counts of Age of Steam are compared with the
independent referee in `tests/referee`.
"""

import argparse
import random
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER
from tests.conformance.subjects import SUBJECTS
from tests.perft.perft import count, write


class Wanted(NamedTuple):
    """The position before decision number `skip` of a phase in a turn of a steered game, and the depths to count to."""

    name: str
    seats: int
    seed: int
    turn: int
    phase: str
    skip: int
    depths: tuple[int, ...]
    options: Mapping[str, str] = {}


WANTED: Mapping[str, tuple[Wanted, ...]] = {
    "age_of_steam": (
        Wanted("shares-1", 3, 1, 1, "issue_shares", 0, (1, 2, 3)),
        Wanted("auction-1", 4, 2, 1, "determine_player_order", 0, (1, 2, 3)),
        Wanted("auction-pass", 4, 2, 3, "determine_player_order", 1, (1, 2)),
        Wanted("roles-1", 4, 3, 1, "select_actions", 0, (1, 2, 3)),
        Wanted("build-1", 4, 4, 1, "build_track", 0, (1, 2)),
        Wanted("build-2", 3, 5, 2, "build_track", 3, (1, 2)),
        Wanted("build-4", 5, 6, 4, "build_track", 2, (1, 2)),
        Wanted("build-late", 6, 7, 6, "build_track", 8, (1,)),
        Wanted("move-2", 4, 8, 2, "move_goods", 0, (1, 2)),
        Wanted("move-5", 5, 9, 5, "move_goods", 2, (1, 2)),
        Wanted("move-late", 6, 10, 6, "move_goods", 4, (1,)),
        Wanted("production", 3, 1, 3, "goods_growth", 1, (1, 2)),
    ),
    "stephensons_rocket": (
        Wanted("setup", 3, 8, 1, "main_action", 0, (1, 2)),
        Wanted("main-6", 3, 8, 6, "main_action", 0, (1, 2)),
        Wanted("main-late", 4, 9, 36, "main_action", 1, (1, 2)),
        Wanted("main-last", 2, 7, 41, "main_action", 0, (1, 2)),
        Wanted("veto-two", 3, 8, 15, "veto", 0, (1, 2, 3)),
        Wanted("veto-defence", 3, 8, 33, "veto", 0, (1, 2, 3)),
        Wanted("veto-three", 4, 9, 30, "veto", 1, (1, 2, 3, 4)),
        Wanted("defence", 3, 8, 28, "defence", 0, (1, 2)),
        Wanted("veto-faq", 3, 8, 34, "veto", 0, (1, 2, 3), {"active_may_redirect": "off"}),
        Wanted("defence-faq", 3, 8, 43, "defence", 0, (1, 2), {"active_may_redirect": "off"}),
        Wanted("stations-fixed", 3, 8, 37, "main_action", 0, (1, 2), {"move_connected_station": "off"}),
        Wanted("unmoved-no-line", 3, 32, 4, "main_action", 0, (1, 2), {"unmoved_locomotive_is_a_line": "off"}),
        Wanted("reverse-search", 3, 8, 30, "main_action", 0, (1, 2), {"isolation_test": "with-reverse-search"}),
    ),
}
"""What is counted of each game."""


def position(game_id: str, wanted: Wanted) -> Any:
    """The wanted position; raises LookupError when the game has no such decision."""
    subject, rng, skip = SUBJECTS[game_id], random.Random(wanted.seed), wanted.skip
    game, secret, ply = subject.game, wanted.seed.to_bytes(32, "big"), 0
    state = game.start(subject.setup(wanted.seats, **wanted.options))
    while game.to_act(state) != OVER:
        chance, now = game.to_act(state) == CHANCE, game.progress(state)
        if not chance and (now.turn, now.phase) == (wanted.turn, wanted.phase):
            if skip == 0:
                return state
            skip -= 1
        draws, legal = SeededDraws(secret, ply), game.legal_actions(state)
        state = game.apply(state, game.draw(state, draws) if chance else subject.policy(rng, state, legal))
        ply += 1
    raise LookupError(f"turn {wanted.turn} has no such decision in {wanted.phase}")


def main() -> None:
    """Prints every block of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=WANTED)
    game_id = parser.parse_args().game
    game = SUBJECTS[game_id].game
    blocks = [count(game, wanted.name, position(game_id, wanted), wanted.depths) for wanted in WANTED[game_id]]
    sys.stdout.write("\n".join(write(block) for block in blocks))


if __name__ == "__main__":
    main()
