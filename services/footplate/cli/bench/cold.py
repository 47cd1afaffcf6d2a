"""How long it takes to load a match of many plies that nobody has in memory."""

import asyncio
import time
from typing import Any, Final

import grpc

from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.bus import Bus
from footplate.cli.bench.long_game import long_record
from footplate.cli.bench.numbers import percentile, spread
from footplate.cli.bench.processes import Stage
from footplate.engine.registry import games
from footplate.rules.matches import Matches
from footplate.rules.redis_store import CLIENT, RedisMatchStore
from footplate.wire.events import encode_event

_SNAPSHOT_EVERY: Final = 64
_LOADS: Final = 60


def cold_load(where: Stage, game_id: str) -> dict[str, Any]:
    """Loads the head of a stored match again and again, each time with nothing warm but the connection."""
    record, plies = long_record(game_id)
    worst = plies - 1 - plies % _SNAPSHOT_EVERY  # the last ply before a snapshot: the longest tail to replay
    found: dict[str, Any] = {}
    for name, length in (("whole_game", plies), ("longest_tail", worst)):
        taken = asyncio.run(_load(where, _imported(where, record, length)))
        found[name] = {"plies": length, **spread(taken, 1e3, "ms"), "max_ms": round(percentile(taken, 1.0) * 1e3, 1)}
    return found


def _imported(where: Stage, record: str, plies: int) -> str:
    metadata = (("authorization", f"Bearer {where.player_token}"),)
    with grpc.insecure_channel(where.rules) as channel:
        answer = RulesServiceStub(channel).ImportRecord(
            pb.ImportRecordRequest(
                request_id=f"bench-long-{plies}",
                record=record,
                plies=plies,
                purpose=pb.IMPORT_PURPOSE_ANALYSIS,
            ),
            metadata=metadata,
        )
    return str(answer.match_id)


async def _load(where: Stage, match_id: str) -> list[float]:
    import redis.asyncio

    client: Any = redis.asyncio.Redis.from_url(where.redis_url, **CLIENT)
    bus = Bus.over_redis(where.redis_url)
    taken: list[float] = []
    try:
        for _ in range(_LOADS):
            begun = time.perf_counter()
            await Matches(RedisMatchStore(client, encode_event, 60.0), games(), 16).head(match_id)
            taken.append(time.perf_counter() - begun)
    finally:
        await bus.close()
        await client.aclose()
    return taken[1:]
