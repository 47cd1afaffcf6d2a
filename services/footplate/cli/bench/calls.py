"""The calls under measurement: SubmitAction, and the bare append of the same size beside it."""

import asyncio
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any, Final

import grpc
import grpc.aio
import redis

from footplate.api.common.v1 import setup_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.cli.bench.bare import METHOD
from footplate.cli.bench.numbers import percentile, spread
from footplate.cli.bench.processes import ACCOUNT, Stage
from footplate.cli.bench.scripts import Step, request, steps
from footplate.cli.failures import CliError
from footplate.engine.registry import game as game_of

CLIENTS: Final = 32
_ROUNDS: Final = 5
_SUBMIT: Final = "/footplate.api.rules.v1.RulesService/SubmitAction"
_SEATS: Final = 4
Job = tuple[str, Step]
"""A match and the next step in it."""
Call = Callable[[], Any]


class Bench:
    """The calls under measurement."""

    def __init__(self, where: Stage, game_id: str) -> None:
        self._where = where
        self._game = game_of(game_id)
        self._made = 0
        self._channel = grpc.insecure_channel(where.rules)
        self._rules = RulesServiceStub(self._channel)
        self._player = (("authorization", f"Bearer {where.player_token}"),)

    def new_match(self) -> list[Job]:
        """A fresh match and all its steps."""
        self._made += 1
        info = self._game.info
        seats = [setup_pb2.Seat(seat=seat, account_id=ACCOUNT, display_name="bench") for seat in range(_SEATS)]
        setup = setup_pb2.Setup(game=info.id, map=info.maps[0], preset=info.default_preset, seats=seats)
        service = (("authorization", f"Bearer {self._where.service_token}"),)
        made = self._rules.CreateMatch(
            pb.CreateMatchRequest(request_id=f"bench-{self._made}", setup=setup), metadata=service
        )
        view = self._rules.GetMatch(pb.GetMatchRequest(match_id=made.match_id), metadata=self._player).match
        return [(made.match_id, step) for step in steps(self._game, view.state_text, view.ply)]

    def jobs(self, count: int) -> list[Job]:
        """Steps of as many matches as it takes."""
        endless: Iterator[Job] = chain.from_iterable(iter(self.new_match, None))
        return list(islice(endless, count))

    def size_of_append(self) -> int:
        """Bytes Redis is sent for one SubmitAction, on the average over a match."""
        jobs, client = self.new_match(), redis.Redis.from_url(self._where.redis_url)
        before = client.info("stats")["total_net_input_bytes"]
        for job in jobs:
            self.submit(job)
        after = client.info("stats")["total_net_input_bytes"]
        client.close()
        return max(1, int((after - before) / len(jobs)))

    def submit(self, job: Job) -> None:
        """Plays a step."""
        try:
            self._rules.SubmitAction(request(*job), metadata=self._player)
        except grpc.RpcError as error:
            raise CliError(f"SubmitAction failed: {error.details()}") from None

    def one_client(self, count: int, size: int) -> dict[str, Any]:
        """Single calls in turns: a submit, then a bare append."""
        payload, submits, bares = bytes(size), [], []
        with grpc.insecure_channel(self._where.bare) as channel:
            append: Any = channel.unary_unary(METHOD)
            for job in self.jobs(count):
                submits.append(timed(partial(self.submit, job)))
                bares.append(timed(partial(append, payload)))
        warm = len(submits) // 10
        submit, bare = spread(submits[warm:], 1e3, "ms"), spread(bares[warm:], 1e3, "ms")
        ratio = percentile(submits[warm:], 0.5) / percentile(bares[warm:], 0.5)
        return {"submit": submit, "bare": bare, "p50_ratio": round(ratio, 2)}

    def _call(self, submit: Any, job: Job) -> Call:
        """A call whose bytes are made beforehand, as those of the bare append are: the servers are compared."""
        return partial(submit, request(*job).SerializeToString(), metadata=self._player)

    async def many_clients(self, each: int, size: int) -> dict[str, Any]:
        """32 clients at once, some rounds of submits and of bare appends in turns."""
        rates: dict[str, list[float]] = {"submit": [], "bare": []}
        latencies: dict[str, list[float]] = {"submit": [], "bare": []}
        async with (
            grpc.aio.insecure_channel(self._where.rules) as rules,
            grpc.aio.insecure_channel(self._where.bare) as bare,
        ):
            payload = bytes(size)
            submit: Any = rules.unary_unary(_SUBMIT)
            append: Any = bare.unary_unary(METHOD)
            for _ in range(_ROUNDS):
                scripts = [self.new_match()[:each] for _ in range(CLIENTS)]
                calls = [[self._call(submit, job) for job in script] for script in scripts]
                await _round(calls, rates["submit"], latencies["submit"])
                plain: list[list[Call]] = [[partial(append, payload)] * len(script) for script in scripts]
                await _round(plain, rates["bare"], latencies["bare"])
        ratios = [mine / other for mine, other in zip(rates["submit"], rates["bare"], strict=True)]
        return {
            "submit": {"per_second": round(percentile(rates["submit"], 0.5)), **spread(latencies["submit"], 1e3, "ms")},
            "bare": {"per_second": round(percentile(rates["bare"], 0.5)), **spread(latencies["bare"], 1e3, "ms")},
            "throughput_ratio": round(percentile(ratios, 0.5), 2),
        }


def timed(call: Call) -> float:
    """How long a call takes, in seconds."""
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


async def _round(calls: list[list[Call]], rates: list[float], latencies: list[float]) -> None:
    async def client(own: list[Call]) -> None:
        for call in own:
            begun = time.perf_counter()
            await call()
            latencies.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    await asyncio.gather(*(client(own) for own in calls))
    rates.append(sum(len(own) for own in calls) / (time.perf_counter() - begun))
