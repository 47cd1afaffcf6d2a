"""Kills processes of the platform (SIGKILL) at random moments while matches run, and checks that nothing was lost.

`python -m tests.e2e.chaos --matches 20` prints what happened, as JSON. A match counts as whole when it ended, its
plies are 1, 2, 3 ... without a gap or a repeat, its record replays and verifies, and a watcher that hung on through
every kill saw exactly the entries of the record.
"""

import argparse
import json
import random
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from footplate.cli.up.child import Child
from footplate.cli.up.health import is_ready
from footplate.cli.up.plan import PROCESSES, RULES, WAKER, WORKER, Plan, settled_ports
from footplate.client import Client, connect
from footplate.engine.record import parse_record
from footplate.engine.replay import replay, verify
from footplate.runtime.redis_source import resolve_redis

VICTIMS = (RULES, WAKER, WORKER)
PATIENCE = 60.0


class Fleet:
    """The processes of a plan; any of them may be killed and started again."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self._folder = folder
        self._children: dict[str, Child] = {}
        self._starts = 0

    def start(self, name: str) -> None:
        """Starts a process and waits until it is ready."""
        self._starts += 1
        log = self._folder / f"{self._starts}-{name}.log"
        child = Child(name, self.plan.command(name), self.plan.environment(name), log)
        child.start(lambda _: None)
        self._children[name] = child
        end = time.monotonic() + PATIENCE
        while not is_ready(self.plan.ports, name):
            assert time.monotonic() < end, f"{name} {child.how_it_ended()}: {child.last_words()}"
            time.sleep(0.05)

    def kill(self, name: str) -> None:
        """Ends a process and its children at once."""
        self._children[name].kill()
        self._children[name].stop(1.0)

    def stop(self) -> None:
        """Ends what is there."""
        for child in reversed(self._children.values()):
            child.stop(10.0)


@dataclass
class Watched:
    """What one watcher saw of a match, through all interruptions."""

    match_id: str
    entries: list[tuple[int, str]] = field(default_factory=list)
    failure: str = ""

    def follow(self, client: Client) -> None:
        """Watches to the end."""
        try:
            for entry in client.matches.watch(self.match_id):
                self.entries.append((entry.ply, entry.text))
        except Exception as error:  # noqa: BLE001 - told in the report
            self.failure = f"{type(error).__name__}: {error}"


@contextmanager
def fleet() -> Iterator[Fleet]:
    """The whole platform, for the length of a `with`."""
    with TemporaryDirectory(prefix="footplate-chaos-") as folder, resolve_redis(data_dir=Path(folder)) as redis:
        ships = Fleet(Plan(settled_ports(0, 0, 0), redis.url), Path(folder))
        try:
            for name in PROCESSES:
                ships.start(name)
            yield ships
        finally:
            ships.stop()


def run(matches: int, seconds: float, seed: int, level: str = "uniform", game: str = "age_of_steam") -> dict[str, Any]:
    """Plays so many matches under fire. `seconds`: how long processes are killed; then the rest plays out in peace."""
    rng, kills = random.Random(seed), []
    with fleet() as ships:
        ports = ships.plan.ports
        client = connect(ports.rules_address, ports.lobby_address, patience=PATIENCE)
        client.accounts.register(f"chaos {seed}")
        watched = [Watched(_new_match(client, game, level)) for _ in range(matches)]
        threads = [threading.Thread(target=each.follow, args=(client,), daemon=True) for each in watched]
        for thread in threads:
            thread.start()
        begun = time.monotonic()
        while time.monotonic() - begun < seconds and any(thread.is_alive() for thread in threads):
            time.sleep(rng.uniform(0.2, 2.0))
            victim = rng.choice(VICTIMS)
            ships.kill(victim)
            time.sleep(rng.uniform(0.0, 1.0))
            ships.start(victim)
            kills.append(victim)
        for thread in threads:
            thread.join(timeout=PATIENCE * 5)
        found = [_judge(client, each) for each in watched]
        client.close()
    faults = [fault for fault in found if fault]
    return {
        "matches": matches,
        "kills": {name: kills.count(name) for name in VICTIMS},
        "ended_whole": matches - len(faults),
        "plies": sum(len(each.entries) for each in watched),
        "faults": faults,
        "seconds": round(time.monotonic() - begun, 1),
    }


def _new_match(client: Client, game: str, level: str) -> str:
    table = client.tables.open(game, seats=4, stands=True)
    for _ in range(4):
        client.tables.add_bot(table.table_id, level)
    match_id = client.tables.start(table.table_id)
    assert match_id, "the match did not start"
    return match_id


def _judge(client: Client, watched: Watched) -> str:
    """What is wrong with a match, or nothing."""
    if watched.failure:
        return f"{watched.match_id}: the watch ended with {watched.failure}"
    record = parse_record(client.matches.record(watched.match_id).record)
    stored = [(entry.ply, entry.text) for entry in record.entries]
    if [ply for ply, _ in stored] != list(range(1, len(stored) + 1)):
        return f"{watched.match_id}: plies are missing or doubled"
    if watched.entries != stored:
        return f"{watched.match_id}: the watcher saw {len(watched.entries)} entries, {len(stored)} are stored"
    played = replay(record)
    if played.error is not None or played.outcome is None:
        return f"{watched.match_id}: {played.error or 'it has not ended'}"
    findings = verify(record).findings
    return f"{watched.match_id}: {findings[0]}" if findings else ""


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="uniform")
    wanted = parser.parse_args()
    found = run(wanted.matches, wanted.seconds, wanted.seed, wanted.level)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
