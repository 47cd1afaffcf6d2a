"""`python -m footplate.rules` as a process: it starts, says where it is, survives being killed, and stops in order."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from redis.asyncio import Redis

from footplate.api.common.v1 import paging_pb2, watch_pb2
from footplate.api.match.v1 import action_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.bus import PARTITION_STREAMS, partition_of
from footplate.engine.record import parse_record
from footplate.engine.replay import verify
from footplate.rules.build import SERVICE as NAME
from footplate.rules.keys import match_keys
from tests.rules.serving import KEYS, SERVICE, setup, signed

pytestmark = pytest.mark.e2e
ONLOOKER = signed("a_onlooker")
RETRIED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RulesProcess:
    """The service as a child; after `kill` it can be started again on the same ports."""

    def __init__(self, redis_url: str) -> None:
        self.port, self.metrics_port = free_port(), free_port()
        self.child: asyncio.subprocess.Process | None = None
        self._env = os.environ | {
            "FOOTPLATE_REDIS_URL": redis_url,
            "FOOTPLATE_RULES_PORT": str(self.port),
            "FOOTPLATE_RULES_METRICS_PORT": str(self.metrics_port),
            "FOOTPLATE_TOKEN_PUBLIC_KEYS": json.dumps({KEYS.kid: KEYS.public_pem}),
            "FOOTPLATE_LOG_FORMAT": "human",
        }

    async def start(self) -> None:
        self.child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "footplate.rules", env=self._env, stderr=asyncio.subprocess.PIPE
        )
        line = await self._line()
        assert "rules started" in line, line

    async def _line(self) -> str:
        assert self.child
        assert self.child.stderr
        return (await asyncio.wait_for(self.child.stderr.readline(), 20)).decode()

    async def end(self, signum: signal.Signals) -> tuple[int, str]:
        """Signals it; its exit code and what else it said."""
        assert self.child
        with contextlib.suppress(ProcessLookupError):
            self.child.send_signal(signum)
        _, said = await asyncio.wait_for(self.child.communicate(), 20)
        return self.child.returncode or 0, said.decode()


@asynccontextmanager
async def process(redis_url: str) -> AsyncIterator[RulesProcess]:
    made = RulesProcess(redis_url)
    await made.start()
    try:
        yield made
    finally:
        if made.child and made.child.returncode is None:
            await made.end(signal.SIGKILL)


async def patiently(call: Any) -> Any:
    """The answer of a call that is repeated while nobody answers."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if error.code() not in RETRIED:
                    raise
            await asyncio.sleep(0.05)


async def play(stub: Any, match_id: str, rng: random.Random) -> None:
    """Plays a match to its end; what is not answered is sent again with the same request id."""
    page = paging_pb2.PageRequest(page_size=1000)
    while True:
        wanted = pb.ListLegalActionsRequest(match_id=match_id, page=page)
        legal = await patiently(lambda wanted=wanted: stub.ListLegalActions(wanted, metadata=ONLOOKER))
        if legal.to_act < 0:
            return
        submit = pb.SubmitActionRequest(
            match_id=match_id,
            request_id=f"r{legal.ply}",
            expected_ply=legal.ply,
            action=action_pb2.Action(text=rng.choice(legal.actions).text),
        )
        who = signed(f"a_{legal.to_act}")
        answer = await patiently(lambda submit=submit, who=who: stub.SubmitAction(submit, metadata=who))
        assert answer.entries[0].ply == legal.ply + 1
        assert answer.entries[0].text == submit.action.text


async def watch(stub: Any, match_id: str) -> list[tuple[int, str]]:
    """Every entry, each once, over as many connections as it takes."""
    seen: list[tuple[int, str]] = []
    while True:
        request = pb.WatchMatchRequest(match_id=match_id, from_ply=len(seen))
        try:
            async for message in stub.WatchMatch(request, metadata=ONLOOKER):
                if message.HasField("entry"):
                    seen.append((message.entry.ply, message.entry.chain_hash))
                if message.ended.reason == watch_pb2.WATCH_END_REASON_COMPLETE:
                    return seen
        except grpc.aio.AioRpcError as error:
            if error.code() not in RETRIED:
                raise
            await asyncio.sleep(0.05)


async def test_killing_it_again_and_again_loses_and_doubles_nothing(redis: Redis, redis_url: str) -> None:
    async with process(redis_url) as service:
        options = [("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200)]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{service.port}", options=options) as channel:
            stub: Any = RulesServiceStub(channel)

            async def whole(number: int) -> str:
                request = pb.CreateMatchRequest(request_id=f"t{number}", setup=setup(4, "age_of_steam"))
                made = await patiently(lambda: stub.CreateMatch(request, metadata=SERVICE))
                watching = asyncio.create_task(watch(stub, made.match_id))
                await play(stub, made.match_id, random.Random(number))
                async with asyncio.timeout(30):
                    seen = await watching
                wanted = pb.GetRecordRequest(match_id=made.match_id)
                answer = await patiently(lambda: stub.GetRecord(wanted, metadata=ONLOOKER))
                record = parse_record(answer.record)
                assert answer.finished
                assert verify(record).findings == ()
                assert [ply for ply, _ in seen] == [entry.ply for entry in record.entries]
                assert seen[-1][1] == record.chain
                return str(made.match_id)

            games = [asyncio.create_task(whole(number)) for number in range(8)]
            rng = random.Random(1)
            for _ in range(4):
                await asyncio.sleep(rng.uniform(0.1, 0.4))
                await service.end(signal.SIGKILL)
                await service.start()
            ids = await asyncio.gather(*games)
        assert len(set(ids)) == len(games)
        for match_id in ids:
            assert await redis.hlen(match_keys(match_id).turns) == 0
            assert await redis.exists(PARTITION_STREAMS[partition_of(match_id)])


async def test_it_stops_in_order_while_it_is_watched(redis: Redis, redis_url: str) -> None:
    async with process(redis_url) as service, grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel:
        stub: Any = RulesServiceStub(channel)
        request = pb.CreateMatchRequest(request_id="t", setup=setup(3, "age_of_steam"))
        made = await stub.CreateMatch(request, metadata=SERVICE)
        watching = stub.WatchMatch(pb.WatchMatchRequest(match_id=made.match_id), metadata=ONLOOKER)
        for ply in range(1, made.ply + 1):
            assert (await watching.read()).entry.ply == ply
        begun = asyncio.get_running_loop().time()
        code, said = await service.end(signal.SIGTERM)
        assert (code, "rules stopped (SIGTERM)" in said) == (-signal.SIGTERM, True)
        assert asyncio.get_running_loop().time() - begun < 5
        assert (await watching.read()).ended.reason == watch_pb2.WATCH_END_REASON_SHUTTING_DOWN


async def test_it_shows_metrics_and_what_it_serves(redis: Redis, redis_url: str) -> None:
    async with process(redis_url) as service, grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel:
        stub: Any = RulesServiceStub(channel)
        request = pb.CreateMatchRequest(request_id="t", setup=setup(3, "age_of_steam"))
        made = await stub.CreateMatch(request, metadata=SERVICE)
        await play(stub, made.match_id, random.Random(2))
        page = await asyncio.to_thread(metrics_page, service.metrics_port)
        for sample in (
            'footplate_turn_seconds_count{actor="human",game="age_of_steam",phase="build_track"}',
            'footplate_submit_seconds_count{game="age_of_steam"}',
            'footplate_matches_running{game="age_of_steam"} 0.0',
            'footplate_matches_finished_total{game="age_of_steam"} 1.0',
            "footplate_store_append_seconds_count",
            f'footplate_rpcs_total{{code="OK",method="SubmitAction",service="{NAME}"}}',
        ):
            assert sample in page
        assert made.match_id not in page
        reflecting: Any = reflection_pb2_grpc.ServerReflectionStub
        asked = reflection_pb2.ServerReflectionRequest(list_services="")
        call = reflecting(channel).ServerReflectionInfo(iter([asked]))
        listed = (await call.read()).list_services_response.service
        assert NAME in {service.name for service in listed}
        call.cancel()


def metrics_page(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        text: str = answer.read().decode()
        return text


async def test_without_redis_it_says_so_in_one_line() -> None:
    env = os.environ | {
        "FOOTPLATE_REDIS_URL": f"redis://127.0.0.1:{free_port()}/0",
        "FOOTPLATE_REDIS_WAIT_SECONDS": "0.2",
        "FOOTPLATE_RULES_PORT": "0",
        "FOOTPLATE_RULES_METRICS_PORT": "0",
        "FOOTPLATE_TOKEN_PUBLIC_KEYS": json.dumps({KEYS.kid: KEYS.public_pem}),
    }
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "footplate.rules", env=env, stderr=asyncio.subprocess.PIPE
    )
    _, said = await asyncio.wait_for(child.communicate(), 20)
    lines = said.decode().splitlines()
    assert child.returncode == 1
    assert len(lines) == 1
    assert "Redis" in lines[0]
