"""Many random games with every conformance check on: `python -m tests.conformance.many --games 1000 --seats 3,4,5,6`.

Prints a JSON object: games, plies, lengths, how the games ended, and every fault with its seed. Exit code 1 on a fault.
"""

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from tests.conformance.age_of_steam import SUBJECT, set_up, steady
from tests.conformance.suite import uniform, walk

POLICIES = {"uniform": uniform, "steady": steady}


def one(job: tuple[int, int, str]) -> tuple[int, int, int, str, str]:
    """One game: seats, plies, last turn, how it ended, and what went wrong."""
    seats, seed, policy = job
    try:
        seen = walk(SUBJECT, set_up(seats), seed, POLICIES[policy])
    except Exception as error:  # noqa: BLE001 - told with the seed, and the rest goes on
        return seats, 0, 0, "fault", f"seats {seats} seed {seed}: {type(error).__name__}: {str(error)[:300]}"
    outcome = SUBJECT.game.outcome(seen.final)
    return seats, seen.plies, seen.final.turn, outcome.reason if outcome else "unfinished", ""


def run(games: int, seats: list[int], policy: str, jobs: int) -> dict[str, Any]:
    """Plays them all and adds up."""
    begun = time.monotonic()
    wanted = [(count, seed, policy) for count in seats for seed in range(games)]
    with ProcessPoolExecutor(jobs) as pool:
        found = list(pool.map(one, wanted, chunksize=10))
    lengths = {count: sorted(plies for n, plies, *_ in found if n == count) for count in seats}
    return {
        "policy": policy,
        "games": len(found),
        "plies": sum(plies for _, plies, *_ in found),
        "plies_min_median_max": {n: [some[0], some[len(some) // 2], some[-1]] for n, some in lengths.items()},
        "ends": dict(Counter(reason for *_, reason, _ in found)),
        "last_turns": dict(sorted(Counter(turn for _, _, turn, *_ in found).items())),
        "faults": [fault for *_, fault in found if fault],
        "seconds": round(time.monotonic() - begun),
    }


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", default="3,4,5,6")
    parser.add_argument("--policy", choices=sorted(POLICIES), default="uniform")
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    found = run(wanted.games, [int(count) for count in wanted.seats.split(",")], wanted.policy, wanted.jobs)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
