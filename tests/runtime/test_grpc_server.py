import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.wrappers_pb2 import StringValue
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from footplate.runtime.grpc_server import GrpcServer, standard_interceptors
from footplate.runtime.identity import Caller, Role
from footplate.runtime.rpc import Context
from footplate.runtime.rpc_auth import AuthInterceptor
from footplate.runtime.startup import StartupError
from footplate.runtime.tokens import TokenSigner, TokenVerifier, read_private_key
from tests.runtime import echo

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def health(channel: grpc.aio.Channel, service: str) -> int:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    return int((await stub.Check(health_pb2.HealthCheckRequest(service=service))).status)


async def forever(request: StringValue, _context: Context) -> AsyncIterator[StringValue]:
    yield request
    await asyncio.sleep(60)


async def test_the_standard_stack_serves_a_real_token() -> None:
    given = echo.settings()
    signer = TokenSigner(read_private_key(echo.KEYS.private_pem))
    token = signer.sign(Caller("a_1", "Anna", Role.PLAYER)).text
    stack = standard_interceptors(
        given, to_status=lambda _error: None, auth=AuthInterceptor(TokenVerifier(given.token_public_keys))
    )
    async with echo.serving(stack) as client:
        assert await client.say("hi", metadata=[("authorization", f"Bearer {token}")]) == "hi"
        assert (await client.refused()).code() is grpc.StatusCode.UNAUTHENTICATED
        assert await health(client.channel, "") == SERVING  # open without a token


async def test_health_is_kept_by_service() -> None:
    server = GrpcServer(echo.settings(), [echo.service()], [])
    port = await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        assert await health(channel, echo.NAME) == SERVING
        await server.set_serving(echo.NAME, False)
        assert await health(channel, echo.NAME) == NOT_SERVING
        assert await health(channel, "") == SERVING
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await health(channel, "no.such.Service")
        assert caught.value.code() is grpc.StatusCode.NOT_FOUND
        await server.stop(0)


async def test_reflection_lists_what_is_served_with_its_methods() -> None:
    server = GrpcServer(echo.settings(), [echo.service()], [])
    port = await server.start()

    def ask() -> tuple[list[str], str]:
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            database = ProtoReflectionDescriptorDatabase(channel)
            file = database.FindFileContainingSymbol(echo.NAME)
            return sorted(database.get_services()), file.name

    services, file = await asyncio.to_thread(ask)
    await server.stop(0)
    assert services == [echo.NAME, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"]
    assert file == "footplate/testing/echo.proto"


async def test_a_stop_reports_unhealthy_refuses_new_calls_and_lets_open_ones_end() -> None:
    going_on = asyncio.Event()

    async def say(request: StringValue, _context: Context) -> StringValue:
        await going_on.wait()
        return request

    server = GrpcServer(echo.settings(grace_seconds=5), [echo.service(say)], [])
    port = await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        watch = stub.Watch(health_pb2.HealthCheckRequest(service=echo.NAME))
        assert (await watch.read()).status == SERVING
        client = echo.Client(channel)
        open_call = asyncio.create_task(client.say("in time"))
        await echo.until(lambda: server._open.count == 1)
        stopping = asyncio.create_task(server.stop())
        assert (await watch.read()).status == NOT_SERVING
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as newcomer:
            refusal = await echo.Client(newcomer).refused(timeout=2)
            # gRPC itself answers CANCELLED to a call that comes in the very moment the listener closes
            assert refusal.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
        going_on.set()
        assert await open_call == "in time"
        assert await asyncio.wait_for(stopping, 2) == 0  # the health watch, still open, held nothing up


async def test_a_stop_cancels_what_outlives_the_grace_and_says_how_many(caplog: pytest.LogCaptureFixture) -> None:
    server = GrpcServer(echo.settings(grace_seconds=0.1), [echo.service(count=forever)], [])
    port = await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        calls = [echo.Client(channel).count(1) for _ in range(3)]
        for call in calls:
            await call.read()
        with caplog.at_level(logging.WARNING, "footplate"):
            assert await server.stop() == 3
        assert "cancelled 3 calls" in caplog.text
        assert await calls[0].code() is not grpc.StatusCode.OK
    assert await server.stop() == 0  # twice is fine
    assert server._open.count == 0


async def test_a_port_in_use_is_one_clear_line_and_nothing_of_grpc(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartupError, match=rf"port {port} on 127\.0\.0\.1 is already in use \(set FOOTPLATE_PORT"):
            await GrpcServer(echo.settings(port=port), [echo.service()], []).start()
    assert capfd.readouterr().err == ""


async def test_two_servers_never_share_a_port() -> None:
    first = GrpcServer(echo.settings(), [echo.service()], [])
    port = await first.start()
    with pytest.raises(StartupError, match="already in use"):
        await GrpcServer(echo.settings(port=port), [echo.service()], []).start()
    await first.stop(0)


def test_a_path_in_the_auth_list_must_be_served() -> None:
    verifier = TokenVerifier({})
    for auth in (
        AuthInterceptor(verifier, public=[echo.path("Sya")]),
        AuthInterceptor(verifier, roles={echo.path("Sya"): [Role.BOT]}),
    ):
        with pytest.raises(ValueError, match=r"nobody serves .*/Sya"):
            GrpcServer(echo.settings(), [echo.service()], [auth])


async def test_pings_of_idle_clients_are_welcome() -> None:
    eager = [
        ("grpc.keepalive_time_ms", 1000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
    ]
    server = GrpcServer(echo.settings(), [echo.service()], [])
    port = await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=eager) as channel:
        await echo.Client(channel).say()
        await asyncio.sleep(3.5)  # by default the third ping without a call is the last
        assert channel.get_state() is grpc.ChannelConnectivity.READY
        await server.stop(0)


async def test_an_aged_connection_is_renewed_without_an_error_and_without_cutting_streams() -> None:
    async def count(_request: StringValue, _context: Context) -> AsyncIterator[StringValue]:
        for number in range(4):
            yield StringValue(value=str(number))
            await asyncio.sleep(0.5)

    peers: set[str] = set()

    async def say(request: StringValue, context: Context) -> StringValue:
        peers.add(context.peer())
        return request

    async with echo.serving(say=say, count=count, connection_age_seconds=0.5) as client:
        stream = client.count(4)
        for _ in range(20):
            await client.say()
            await asyncio.sleep(0.1)
        assert [item.value async for item in stream] == ["0", "1", "2", "3"]
    assert len(peers) > 1


async def test_an_oversized_request_is_refused() -> None:
    async with echo.serving(request_bytes=2048) as client:
        assert (await client.refused("x" * 4096)).code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert await client.say("small") == "small"
