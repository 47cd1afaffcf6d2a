"""Whether memory stays flat over many actions in many matches, and whether an action costs more late in a game."""

from functools import partial
from pathlib import Path
from typing import Any, Final

import grpc

from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.cli.bench.calls import Bench, Job, timed
from footplate.cli.bench.long_game import long_record
from footplate.cli.bench.numbers import percentile, spread
from footplate.cli.bench.processes import Stage
from footplate.cli.bench.scripts import steps
from footplate.engine.registry import game as game_of

_MATCHES: Final = 1000
_EACH: Final = 10
_READINGS: Final = 10
_EARLY, _LATE = 24, 240
_LENGTHS: Final = 10
_STEPS: Final = 8


def soak(where: Stage, bench: Bench) -> dict[str, Any]:
    """10,000 actions in 1,000 matches, all of them open at once: the memory of the rules service along the way."""
    scripts = [bench.new_match()[:_EACH] for _ in range(_MATCHES)]
    rounds = [script[number] for number in range(_EACH) for script in scripts if number < len(script)]
    readings = [_resident_mb(where.rules_pid)]
    taken: list[float] = []
    for first in range(0, len(rounds), len(rounds) // _READINGS):
        taken.extend(timed(partial(bench.submit, job)) for job in rounds[first : first + len(rounds) // _READINGS])
        readings.append(_resident_mb(where.rules_pid))
    settled = readings[len(readings) // 3 :]
    return {
        "actions": len(taken),
        "matches": _MATCHES,
        "resident_mb": readings,
        "growth_mb_of_the_last_two_thirds": round(settled[-1] - settled[0], 1),
        "submit": spread(taken, 1e3, "ms"),
    }


def by_length(where: Stage, bench: Bench, game_id: str) -> dict[str, Any]:
    """The same default actions early and late in one long game, in turns."""
    record, plies = long_record(game_id)
    late = min(_LATE, plies - 40)
    taken: dict[int, list[float]] = {_EARLY: [], late: []}
    for number in range(_LENGTHS):
        for ply, seconds in taken.items():
            jobs = _practice(where, game_id, record, ply, number)
            seconds.extend(timed(partial(bench.submit, job)) for job in jobs)
    early, long = (percentile(seconds, 0.5) for seconds in taken.values())
    figures = {f"at_ply_{ply}": spread(seconds, 1e3, "ms") for ply, seconds in taken.items()}
    return {**figures, "p50_ratio": round(long / early, 2)}


def _practice(where: Stage, game_id: str, record: str, ply: int, number: int) -> list[Job]:
    metadata = (("authorization", f"Bearer {where.player_token}"),)
    with grpc.insecure_channel(where.rules) as channel:
        rules = RulesServiceStub(channel)
        made = rules.ImportRecord(
            pb.ImportRecordRequest(
                request_id=f"length-{ply}-{number}", record=record, plies=ply, purpose=pb.IMPORT_PURPOSE_PRACTICE
            ),
            metadata=metadata,
        )
        view = rules.GetMatch(pb.GetMatchRequest(match_id=made.match_id), metadata=metadata).match
    found = steps(game_of(game_id), view.state_text, view.ply)
    return [(made.match_id, step) for step, _ in zip(found, range(_STEPS), strict=False)]


def _resident_mb(pid: int) -> float:
    """The memory of a process, from the kernel's own count."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0
