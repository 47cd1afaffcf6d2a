"""Deadlines across a restart of every process, Redis included: each fires once, none early, none later than it may.

`python -m tests.e2e.deadlines --matches 1000` prints what happened, as JSON. Matches of persons only, with a clock for
each turn, are begun; then everything is killed (SIGKILL), and started again while deadlines pass. Nobody is connected.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
from google.protobuf.duration_pb2 import Duration

from footplate.api.common.v1 import setup_pb2, terms_pb2
from footplate.api.match.v1 import log_entry_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.cli.up.plan import PROCESSES, Plan, settled_ports
from footplate.runtime.embedded_redis import EmbeddedRedis, find_program
from footplate.runtime.identity import Caller, Role
from footplate.runtime.tokens import TokenSigner, read_private_key
from tests.e2e.chaos import Fleet

SHORTEST, LONGEST = 20, 75
GRACE = 6.0


def run(matches: int, seed: int) -> dict[str, Any]:
    """Begins the matches, restarts everything, waits until all are due, and reads the logs."""
    rng, begun = random.Random(seed), time.monotonic()
    program, _ = find_program()
    with TemporaryDirectory(prefix="footplate-deadlines-") as folder:
        redis = EmbeddedRedis(program=program, data_dir=Path(folder), port=0).start()
        ships = Fleet(Plan(settled_ports(0, 0, 0), redis.url), Path(folder))
        try:
            for name in PROCESSES:
                ships.start(name)
            made = _begun(ships.plan, matches, rng)
            for name in PROCESSES:
                ships.kill(name)
            redis.kill()
            down = time.time()
            redis.start()
            for name in PROCESSES:
                ships.start(name)
            up = time.time()
            last = max(deadline for _, deadline in made)
            time.sleep(max(0.0, last - time.time()) + GRACE)
            found = _read(ships.plan, made)
        finally:
            ships.stop()
            redis.stop()
    return _report(found, down, up) | {"matches": matches, "seconds": round(time.monotonic() - begun, 1)}


def _service(plan: Plan) -> tuple[RulesServiceStub, Any]:
    signer = TokenSigner(read_private_key(plan.keys.private_pem), kid=plan.keys.kid)
    token = signer.sign(Caller("a_lobby", "lobby", Role.SERVICE)).text
    return RulesServiceStub(grpc.insecure_channel(plan.ports.rules_address)), [("authorization", f"Bearer {token}")]


def _begun(plan: Plan, matches: int, rng: random.Random) -> list[tuple[str, float]]:
    """New matches, each with the moment at which the first seat is out of time."""
    stub, metadata = _service(plan)
    seats = [setup_pb2.Seat(seat=seat, account_id=f"a_{seat}", display_name=f"P{seat}") for seat in range(3)]
    found = []
    for number in range(matches):
        terms = terms_pb2.Terms(
            clock=terms_pb2.Clock(turn=Duration(seconds=rng.randint(SHORTEST, LONGEST))),
            at_zero=terms_pb2.AT_ZERO_DEFAULT,
        )
        setup = setup_pb2.Setup(game="age_of_steam", seats=seats)
        request = pb.CreateMatchRequest(request_id=f"d{number}", setup=setup, terms=terms)
        match_id = stub.CreateMatch(request, metadata=metadata, timeout=30).match_id
        view = stub.GetMatch(pb.GetMatchRequest(match_id=match_id), metadata=metadata, timeout=30).match
        found.append((match_id, view.situation.deadline.ToMilliseconds() / 1000))
    return found


def _read(plan: Plan, made: list[tuple[str, float]]) -> list[tuple[float, list[float]]]:
    """For each match its first deadline, and when the clock fired at the ply that was open then."""
    stub, metadata = _service(plan)
    found = []
    for match_id, deadline in made:
        watch = stub.WatchMatch(pb.WatchMatchRequest(match_id=match_id), metadata=metadata, timeout=30)
        fired = []
        for message in watch:
            if not message.HasField("entry"):
                break
            if message.entry.actor >= 0:  # the first decision, which nobody was there to take
                assert message.entry.cause == log_entry_pb2.ENTRY_CAUSE_DEFAULT
                fired.append(message.entry.time.ToMilliseconds() / 1000)
                break
        watch.cancel()
        found.append((deadline, fired))
    return found


def _report(found: list[tuple[float, list[float]]], down: float, up: float) -> dict[str, Any]:
    lags = [fired[0] - deadline for deadline, fired in found if fired and deadline > up]
    during = [fired[0] - up for deadline, fired in found if fired and down <= deadline <= up]
    return {
        "fired": sum(bool(fired) for _, fired in found),
        "early": sum(bool(fired) and fired[0] < deadline for deadline, fired in found),
        "down_seconds": round(up - down, 2),
        "due_while_down": len(during),
        "of_these_latest_after_the_start_seconds": round(max(during, default=0.0), 2),
        "due_after": len(lags),
        "lag_p50_seconds": round(sorted(lags)[len(lags) // 2], 3) if lags else 0,
        "lag_max_seconds": round(max(lags, default=0.0), 3),
    }


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    found = run(wanted.matches, wanted.seed)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    return 0 if found["fired"] == wanted.matches and not found["early"] else 1


if __name__ == "__main__":
    sys.exit(main())
