"""`python -m footplate.lobby` as a process: it starts, is killed in the middle of a start, and comes back."""

import asyncio
import json
import os
import signal
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from redis.asyncio import Redis

from footplate.api.common.v1 import setup_pb2, watch_pb2
from footplate.api.lobby.v1 import message_pb2
from footplate.api.rules.v1 import request_response_pb2 as rules_pb
from footplate.domain.table import Changed
from footplate.engine.registry import games
from footplate.lobby.build import ACCOUNTS, LOBBY, RATINGS
from footplate.lobby.ports import Write
from footplate.runtime.identity import Role
from footplate.runtime.tokens import TokenVerifier
from tests.bus.helpers import eventually
from tests.lobby.calls import SECRET, adding_bot, opened, registering, starting, watching
from tests.lobby.rated import ANN, BOB, DUEL, playing, result, stored
from tests.lobby.rigs import KEYS, SERVICE_SECRET, Client, Rig, redis_rig

pytestmark = pytest.mark.e2e

GAME = next(iter(games()))


class Rules:
    """Creates matches, and hangs in the first call. The other methods are not called."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.reached = asyncio.Event()

    async def create(self, request: rules_pb.CreateMatchRequest, context: Any) -> rules_pb.CreateMatchResponse:
        token = dict(context.invocation_metadata())["authorization"].removeprefix("Bearer ")
        assert TokenVerifier({KEYS.kid: KEYS.public_pem}).verify(token).role is Role.SERVICE
        self.calls.append(request.request_id)
        self.reached.set()
        if len(self.calls) == 1:
            await asyncio.sleep(60)
        return rules_pb.CreateMatchResponse(match_id=f"m_{request.request_id[2:]}")

    async def get(self, request: rules_pb.GetMatchRequest, context: Any) -> rules_pb.GetMatchResponse:
        return rules_pb.GetMatchResponse()

    def handler(self) -> grpc.GenericRpcHandler:
        """What serves both."""
        calls: dict[str, tuple[Any, Any]] = {
            "CreateMatch": (self.create, rules_pb.CreateMatchRequest),
            "GetMatch": (self.get, rules_pb.GetMatchRequest),
        }
        handlers: Any = {
            name: grpc.unary_unary_rpc_method_handler(call, kind.FromString, lambda answer: answer.SerializeToString())
            for name, (call, kind) in calls.items()
        }
        return grpc.method_handlers_generic_handler("footplate.api.rules.v1.RulesService", handlers)


@asynccontextmanager
async def rules_server() -> AsyncIterator[tuple[Rules, int]]:
    rules, server = Rules(), grpc.aio.server()
    port = server.add_insecure_port("127.0.0.1:0")
    server.add_generic_rpc_handlers([rules.handler()])
    await server.start()
    try:
        yield rules, port
    finally:
        await server.stop(0)


@dataclass
class Running:
    """A lobby process: its ports, and what it wrote so far."""

    process: asyncio.subprocess.Process
    lines: list[str] = field(default_factory=list)
    port: int = 0
    metrics_port: int = 0

    async def read(self) -> None:
        """Reads on until it says where it listens."""
        assert self.process.stderr
        async with asyncio.timeout(30):
            while line := (await self.process.stderr.readline()).decode():
                self.lines.append(line)
                message = json.loads(line)["message"]
                if message.startswith("lobby started"):
                    places = [word.rpartition(":")[2].strip(",") for word in message.split() if ":" in word]
                    self.port, self.metrics_port = (int(place) for place in places if place)
                    return
        raise AssertionError("".join(self.lines))

    def channel(self) -> grpc.aio.Channel:
        """A channel to it."""
        return grpc.aio.insecure_channel(f"127.0.0.1:{self.port}")

    async def ended(self) -> int:
        """Its exit code, once it has ended."""
        assert self.process.stderr
        async with asyncio.timeout(20):
            self.lines.append((await self.process.stderr.read()).decode())
            return await self.process.wait()

    async def page(self, path: str) -> str:
        """A page for the operator."""
        url = f"http://127.0.0.1:{self.metrics_port}{path}"
        return await asyncio.to_thread(lambda: urllib.request.urlopen(url, timeout=5).read().decode())


@asynccontextmanager
async def lobby_process(redis_url: str, rules_port: int) -> AsyncIterator[Running]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FOOTPLATE_")}
    environment |= {
        "FOOTPLATE_REDIS_URL": redis_url,
        "FOOTPLATE_RULES_ADDRESS": f"127.0.0.1:{rules_port}",
        "FOOTPLATE_LOBBY_PORT": "0",
        "FOOTPLATE_METRICS_PORT": "0",
        "FOOTPLATE_TOKEN_PUBLIC_KEYS": json.dumps({KEYS.kid: KEYS.public_pem}),
        "FOOTPLATE_TOKEN_PRIVATE_KEY": KEYS.private_pem,
        "FOOTPLATE_SERVICE_SECRET": SERVICE_SECRET,
        "FOOTPLATE_LOG_LEVEL": "DEBUG",
        "FOOTPLATE_LOG_FORMAT": "json",
        "FOOTPLATE_PARENT_PID": str(os.getpid()),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "footplate.lobby", env=environment, stderr=asyncio.subprocess.PIPE
    )
    running = Running(process)
    try:
        await running.read()
        yield running
    finally:
        if process.returncode is None:
            process.kill()
            await running.ended()


async def test_a_lobby_killed_in_the_middle_of_a_start_finishes_it_when_it_is_back(
    redis: Redis, redis_url: str
) -> None:
    async with rules_server() as (rules, rules_port):
        async with lobby_process(redis_url, rules_port) as first, first.channel() as channel:
            token, table = await ready_table(channel)
            await starting(Client(channel, token), table)
            await asyncio.wait_for(rules.reached.wait(), 10)
            first.process.send_signal(signal.SIGKILL)
            assert await first.ended() == -signal.SIGKILL
        async with lobby_process(redis_url, rules_port) as second:
            async with second.channel() as channel:
                watch = watching(Client(channel, token), table)
                playing = await seen_playing(watch)
                assert playing.match_id == f"m_{table[2:]}"
                watch.cancel()
            second.process.send_signal(signal.SIGTERM)
            assert await second.ended() == -signal.SIGTERM
        assert set(rules.calls) == {table}
        check_logs("".join(first.lines + second.lines), token)


async def ready_table(channel: grpc.aio.Channel) -> tuple[str, str]:
    """The token of a new account and its full table."""
    token = (await registering(Client(channel), "Ann")).token.jwt
    ann = Client(channel, token)
    table = (await opened(ann, setup=setup_pb2.Setup(game=GAME))).table_id
    await adding_bot(ann, table)
    await adding_bot(ann, table)
    return token, table


async def seen_playing(watch: Any) -> message_pb2.Table:
    """The table once its match runs."""
    async with asyncio.timeout(10):
        while (message := await watch.read()).table.status != message_pb2.TABLE_STATUS_PLAYING:
            pass
    table: message_pb2.Table = message.table
    return table


def check_logs(text: str, token: str) -> None:
    for line in text.splitlines():
        assert json.loads(line)["level"] in ("DEBUG", "INFO", "WARNING"), line
    private = "".join(KEYS.private_pem.splitlines()[1:-1])
    for secret in (SECRET, SERVICE_SECRET, token, private):
        assert secret not in text


async def test_what_an_operator_sees(redis: Redis, redis_url: str) -> None:
    async with rules_server() as (_, rules_port), lobby_process(redis_url, rules_port) as running:
        assert await running.page("/healthz") == "ok\n"
        async with running.channel() as channel:
            token, table = await ready_table(channel)
            watch = watching(Client(channel, token), table)
            await watch.read()
            page = await running.page("/metrics")
            watch.cancel()
        for sample in (
            f'footplate_rpcs_total{{code="OK",method="AddBot",service="{LOBBY}"}} 2.0',
            'footplate_watchers_open{watch="table"} 1.0',
            'footplate_tables{status="open"}',
            'footplate_bus_pending_entries{group="lobby-start",stream="lobby"}',
            'footplate_bus_lag_entries{group="lobby-finish",stream="match"}',
            'footplate_bus_lag_entries{group="lobby-rate",stream="lobby"}',
        ):
            assert sample in page
        assert table not in page


async def test_what_a_stranger_can_ask(redis: Redis, redis_url: str) -> None:
    async with rules_server() as (_, rules_port), lobby_process(redis_url, rules_port) as running:
        async with running.channel() as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            for service in ("", LOBBY, ACCOUNTS, RATINGS):
                answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
                assert answer.status == health_pb2.HealthCheckResponse.SERVING
        assert {LOBBY, ACCOUNTS, RATINGS} < await asyncio.to_thread(reflected, running.port)


def reflected(port: int) -> set[str]:
    """The services a server names when asked."""
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        return set(ProtoReflectionDescriptorDatabase(channel).get_services())


async def test_watchers_hear_that_the_lobby_stops(redis: Redis, redis_url: str) -> None:
    async with rules_server() as (_, rules_port), lobby_process(redis_url, rules_port) as running:
        async with running.channel() as channel:
            token, table = await ready_table(channel)
            watch = watching(Client(channel, token), table)
            await watch.read()
            running.process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(10):
                ended = (await watch.read()).ended
            assert ended.reason == watch_pb2.WATCH_END_REASON_SHUTTING_DOWN
        assert await running.ended() == -signal.SIGTERM


async def test_a_lobby_without_its_key_says_so_in_one_line() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FOOTPLATE_")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "footplate.lobby", env=environment, stderr=asyncio.subprocess.PIPE
    )
    _, written = await process.communicate()
    assert process.returncode == 2
    assert written.decode().count("\n") == 1
    assert "FOOTPLATE_TOKEN_PRIVATE_KEY: is not set" in written.decode()


async def test_a_new_start_rates_what_waits_though_nobody_tells_of_it(redis: Redis, redis_url: str) -> None:
    rig = redis_rig(redis, redis_url)
    async with rules_server() as (_, rules_port):
        async with lobby_process(redis_url, rules_port):
            pass  # from here on the group stands, so that no gap has it look
        table = await playing(rig, 1, (ANN, BOB))
        silent = Changed(table.finish(result(1, 2), (), 3001).table, ())
        await stored(rig, Write(table, silent))
        async with lobby_process(redis_url, rules_port):
            await eventually(lambda: is_rated(rig))
    await rig.drivers.bus.close()


async def is_rated(rig: Rig) -> bool:
    """Whether the winner has got a first win."""
    return [one.wins for one in await rig.drivers.ratings.ratings(DUEL, [ANN.account])] == [1]
