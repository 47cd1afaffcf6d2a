"""Matches that people leave: every seat of a person is left at a random point, and every match comes to its end.

`python -m tests.e2e.leavers --matches 200` prints what happened, as JSON. Persons leave by resigning, or by saying
nothing any more, so that the clock takes their seats. Bots of the house then play the matches to their ends.
"""

import argparse
import json
import random
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.duration_pb2 import Duration

from footplate.api.common.v1 import terms_pb2
from footplate.api.lobby.v1 import message_pb2
from footplate.client import Client, MatchOver, SeatRefused, Turn, connect
from footplate.engine.record import parse_record
from footplate.engine.replay import verify
from tests.e2e.chaos import PATIENCE, fleet

TURN_SECONDS = 15
PEOPLE = 2
LATEST_PLY = 20


@dataclass
class Person:
    """Somebody with a seat in every match, who leaves each of them at a ply of its own."""

    client: Client
    rng: random.Random
    leaves_at: dict[str, int] = field(default_factory=dict)
    how: Counter[str] = field(default_factory=Counter)
    gone: set[str] = field(default_factory=set)

    def answers(self, turn: Turn) -> Any:
        """Plays at random up to the ply; then resigns, or never answers again."""
        ply = self.leaves_at.setdefault(turn.match_id, self.rng.randrange(LATEST_PLY))
        if turn.ply < ply:
            return self.rng.choice(turn.legal_actions())
        if turn.match_id not in self.gone:
            self.gone.add(turn.match_id)
            self._leave(turn.match_id)
        return None

    def _leave(self, match_id: str) -> None:
        if self.rng.random() < 0.5:
            self.how["silent"] += 1
            return
        self.how["resigned"] += 1
        with suppress(MatchOver, SeatRefused):
            self.client.seats.resign(match_id)


def run(matches: int, seed: int, game: str = "age_of_steam", seconds: float = 1800) -> dict[str, Any]:
    """So many matches of two persons and a bot, until each has its result or the time is up."""
    begun = time.monotonic()
    with fleet() as ships:
        ports = ships.plan.ports
        people = [
            Person(connect(ports.rules_address, ports.lobby_address, patience=PATIENCE), random.Random(seed + number))
            for number in range(PEOPLE)
        ]
        for number, person in enumerate(people):
            person.client.accounts.register(f"leaver {seed} {number}")
            threading.Thread(target=person.client.play, args=(person.answers,), daemon=True).start()
        tables = [_opened(people, game) for _ in range(matches)]
        ended = _awaited(people[0].client, tables, begun + seconds)
        found = [_judged(people[0].client, table) for table in ended]
        notes = Counter(word for one in found for word in one["notes"])
        reasons = Counter(one["reason"] for one in found)
        for person in people:
            person.client.close()
    return {
        "matches": matches,
        "ended_with_a_result": len(ended),
        "left": dict(sum((person.how for person in people), Counter())),
        "notes": dict(notes),
        "reasons": dict(reasons),
        "records_that_do_not_verify": [one["finding"] for one in found if one["finding"]],
        "seconds": round(time.monotonic() - begun, 1),
    }


def _opened(people: list[Person], game: str) -> str:
    owner, *others = people
    terms = terms_pb2.Terms(clock=terms_pb2.Clock(turn=Duration(seconds=TURN_SECONDS)))
    terms.stand_in.bot_level = "uniform"
    table = owner.client.tables.open(game, seats=PEOPLE + 1, terms=terms)
    for person in others:
        person.client.tables.join(table.table_id)
    owner.client.tables.add_bot(table.table_id, "uniform")
    match_id = owner.client.tables.start(table.table_id)
    assert match_id, "the match did not start"
    return table.table_id


def _awaited(client: Client, tables: list[str], until: float) -> list[message_pb2.Table]:
    """The tables that have their result in time."""
    waiting, ended = set(tables), []
    while waiting and time.monotonic() < until:
        for table in list(client.tables.list(statuses=[message_pb2.TABLE_STATUS_FINISHED], mine=True)):
            if table.table_id in waiting:
                waiting.discard(table.table_id)
                ended.append(table)
        time.sleep(1)
    return ended


def _judged(client: Client, table: message_pb2.Table) -> dict[str, Any]:
    """What is to be said of a match that has ended."""
    record = parse_record(client.matches.record(table.match_id).record)
    findings = verify(record).findings
    notes = [entry.text.split(" ")[0] for entry in record.entries if entry.text.startswith("/")]
    return {
        "reason": table.outcome.reason,
        "notes": notes,
        "finding": f"{table.match_id}: {findings[0]}" if findings else "",
    }


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1800)
    wanted = parser.parse_args()
    found = run(wanted.matches, wanted.seed, seconds=wanted.seconds)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    return 0 if found["ended_with_a_result"] == wanted.matches and not found["records_that_do_not_verify"] else 1


if __name__ == "__main__":
    sys.exit(main())
