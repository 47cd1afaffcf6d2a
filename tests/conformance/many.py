"""Many random games with the conformance checks on.

`python -m tests.conformance.many --game age_of_steam --games 1000 --seats 3,4,5,6 --policy uniform --thin 1`

Prints a JSON object: games, plies, lengths, how the games ended, what the winners had, the figures of the game, and
every fault with its seed. Exit code 1 on a fault. `--policy` is uniform choice or `steered`, the game's own policy.
`--thin 50` looks at the first hundred actions of each kind in a game and then at one in fifty (`suite.walk`).
`--bare` plays without the checks, a hundred times as fast: for the figures, and for errors that show by themselves.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER, Setup
from tests.conformance.subjects import SUBJECTS
from tests.conformance.suite import Policy, Subject, Walk, uniform, walk


@dataclass(frozen=True)
class Wanted:
    """What to play: the game by its id, `steered` or by uniform choice, and how many actions to leave out (`walk`)."""

    game: str
    steered: bool
    thin: int
    bare: bool


@dataclass(frozen=True)
class Played:
    """One game: its last turn, how it ended, the best score, the figures of its subject, and what went wrong."""

    seats: int
    plies: int = 0
    turn: int = 0
    end: str = "fault"
    best: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, int] = field(default_factory=dict)
    fault: str = ""


def one(wanted: Wanted, job: tuple[int, int]) -> Played:
    """Plays one game of so many seats from a seed."""
    seats, seed = job
    subject = SUBJECTS[wanted.game]
    try:
        policy = subject.policy if wanted.steered else uniform
        setup = subject.setup(seats)
        played = (
            _bare(subject, setup, seed, policy) if wanted.bare else walk(subject, setup, seed, policy, thin=wanted.thin)
        )
        return _told(wanted, seats, played)
    except Exception as error:  # noqa: BLE001 - told with the seed, and the rest goes on
        return Played(seats, fault=f"seats {seats} seed {seed}: {type(error).__name__}: {str(error)[:300]}")


def _bare(subject: Subject, setup: Setup, seed: int, policy: Policy) -> Walk:
    """Plays one game with nothing but the list of actions and `apply`."""
    game, rng, seen, kinds = subject.game, random.Random(seed), Walk(), Counter[str]()
    secret, state = seed.to_bytes(32, "big"), subject.game.start(setup)
    while (actor := game.to_act(state)) != OVER:
        draws = SeededDraws(secret, seen.plies)
        action = game.draw(state, draws) if actor == CHANCE else policy(rng, state, game.legal_actions(state))
        kinds[game.tags(action).kind] += 1
        state = game.apply(state, action)
        seen.plies += 1
    seen.kinds, seen.final = kinds, state
    return seen


def _told(wanted: Wanted, seats: int, seen: Walk) -> Played:
    subject = SUBJECTS[wanted.game]
    outcome = subject.game.outcome(seen.final)
    assert outcome is not None
    best = max((standing.score for standing in outcome.standings if standing.score is not None), default=0)
    turn = subject.game.progress(seen.final).turn
    return Played(seats, seen.plies, turn, outcome.reason, best, dict(seen.kinds), subject.figures(seen.final))


def run(wanted: Wanted, games: int, seats: list[int], jobs: int) -> dict[str, Any]:
    """Plays them all and adds up."""
    begun = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        found = list(pool.map(partial(one, wanted), [(count, seed) for seed in range(games) for count in seats]))
    return {
        "game": wanted.game,
        "policy": "steered" if wanted.steered else "uniform",
        "thin": wanted.thin,
        "bare": wanted.bare,
        "games": len(found),
        "plies": sum(one.plies for one in found),
        "by_seats": {
            count: _summary([one for one in found if one.seats == count and not one.fault]) for count in seats
        },
        "faults": [one.fault for one in found if one.fault],
        "seconds": round(time.monotonic() - begun),
    }


def _summary(found: list[Played]) -> dict[str, Any]:
    """The figures of the games of one number of seats."""
    names = sorted({name for one in found for name in one.figures})
    kinds: Counter[str] = Counter()
    for one in found:
        kinds.update(one.kinds)
    return {
        "plies_min_median_max": _spread([one.plies for one in found]),
        "best_score_min_median_max": _spread([one.best for one in found]),
        "ends": _counted([one.end for one in found]),
        "last_turns_min_median_max": _spread([one.turn for one in found]),
        "actions_per_game": {kind: round(count / len(found), 1) for kind, count in kinds.most_common()},
        **{name: _counted([one.figures[name] for one in found]) for name in names},
    }


def _spread(numbers: list[int]) -> list[int]:
    some = sorted(numbers)
    return [some[0], some[len(some) // 2], some[-1]] if some else []


def _counted(values: list[Any]) -> dict[Any, int]:
    return dict(sorted(Counter(values).items()))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=SUBJECTS, default="age_of_steam")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", help="such as 3,4; unless given, every number the game has", default="")
    parser.add_argument("--policy", choices=("uniform", "steered"), default="uniform")
    parser.add_argument("--thin", type=int, default=1)
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    info = SUBJECTS[given.game].game.info
    seats = [int(count) for count in given.seats.split(",") if count] or [*range(info.min_seats, info.max_seats + 1)]
    found = run(Wanted(given.game, given.policy == "steered", given.thin, given.bare), given.games, seats, given.jobs)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
