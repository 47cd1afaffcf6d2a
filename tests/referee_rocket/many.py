"""Many random games of Stephenson's Rocket through engine and referee.

`python -m tests.referee_rocket.many --games 300 --seats 2,3,4 --seconds 120`

Seed by seed a game for each number of seats; preset and options come from the seed, and in one game of three a fixed
opening. Prints a JSON object: what was compared and what happened, and every fault with its set-up and seed. Exit
code 1 on a fault.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from footplate.engine.game import Setup
from tests.referee_rocket.agreement import GAME, Agreement
from tests.referee_rocket.openings import OPENINGS

Job = tuple[Setup, int]


def drawn_setup(seats: int, seed: int) -> Setup:
    """A set-up drawn from a seed: half of the games change options, each of them every other time."""
    rng, info = random.Random(f"{seats} {seed}"), GAME.info
    preset = rng.choice(sorted(info.presets))
    changes = [(option.name, rng.choice(option.values)) for option in info.options] if rng.random() < 0.5 else []
    standard = {option.name: info.presets[preset].get(option.name, option.values[0]) for option in info.options}
    changed = tuple(sorted((name, value) for name, value in changes if value != standard[name]))
    return Setup(info.id, info.maps[0], preset, seats, changed)


def one(job: Job) -> tuple[Counter[str], str]:
    """Plays one game: what was seen, and the fault if there was one."""
    drawn, seed = job
    openings = (*OPENINGS.values(), *[()] * 6)
    opening = openings[seed % len(openings)]
    game = Agreement(drawn, seed, opening, scarce=bool(opening) and seed % 4 > 1)
    try:
        return game.play(), ""
    except Exception as error:  # noqa: BLE001 - told with the set-up and the seed, and the rest goes on
        return game.seen, f"{drawn} seed {seed}: {type(error).__name__}: {str(error)[-1500:]}"


def run(jobs: list[Job], workers: int, seconds: float) -> dict[str, Any]:
    """Plays them, for so many seconds at most, and adds up."""
    begun, seen, faults = time.monotonic(), Counter[str](), []
    with ProcessPoolExecutor(workers) as pool:
        for batch in _batches(jobs, 4 * workers):
            if time.monotonic() - begun > seconds:
                break
            for counted, fault in pool.map(one, batch):
                seen.update(counted)
                faults += [fault] if fault else []
    return {"seconds": round(time.monotonic() - begun, 1), "seen": dict(sorted(seen.items())), "faults": faults}


def _batches(jobs: list[Job], size: int) -> Iterator[list[Job]]:
    return (jobs[first : first + size] for first in range(0, len(jobs), size))


def main(words: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee_rocket.many", description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="how many in all")
    parser.add_argument("--seats", default="2,3,4", help="numbers of seats, separated by commas")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=3600.0, help="begin no further games after so many")
    parser.add_argument("--jobs", type=int, default=1, help="how many games at a time")
    given = parser.parse_args(words)
    counts = [int(count) for count in given.seats.split(",")]
    numbers = [(counts[n % len(counts)], given.first_seed + n // len(counts)) for n in range(given.games)]
    found = run([(drawn_setup(seats, seed), seed) for seats, seed in numbers], given.jobs, given.seconds)
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
