"""A service with one method of each shape, for tests of the server. Its messages are text values."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import grpc
import grpc.aio
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.wrappers_pb2 import StringValue
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from footplate.runtime.grpc_server import GrpcServer, Service
from footplate.runtime.rpc import Context, RpcInterceptor
from footplate.runtime.rpc_errors import DOMAIN
from footplate.runtime.settings import ServiceSettings, load_settings
from footplate.runtime.tokens import generate_keys

NAME = "footplate.testing.Echo"
KEYS = generate_keys()
_SHAPES = {"Say": (False, False), "Count": (False, True), "Gather": (True, False), "Chat": (True, True)}

Say = Callable[[StringValue, Context], Awaitable[StringValue]]
Count = Callable[[StringValue, Context], AsyncIterator[StringValue]]


def path(method: str) -> str:
    return f"/{NAME}/{method}"


def settings(**given: Any) -> ServiceSettings:
    keys = {KEYS.kid: KEYS.public_pem}
    return load_settings(ServiceSettings, **{"token_public_keys": keys, "grace_seconds": 0.2, **given})


async def say(request: StringValue, _context: Context) -> StringValue:
    return request


async def count(request: StringValue, _context: Context) -> AsyncIterator[StringValue]:
    for number in range(int(request.value)):
        yield StringValue(value=str(number))


async def gather(requests: AsyncIterator[StringValue], _context: Context) -> StringValue:
    return StringValue(value="".join([request.value async for request in requests]))


async def chat(requests: AsyncIterator[StringValue], _context: Context) -> AsyncIterator[StringValue]:
    async for request in requests:
        yield request


def service(say: Any = say, count: Any = count) -> Service:
    """Return the service; tests hand in the behaviour they need."""
    _declare()
    handlers = {
        "Say": grpc.unary_unary_rpc_method_handler(say, StringValue.FromString, StringValue.SerializeToString),
        "Count": grpc.unary_stream_rpc_method_handler(count, StringValue.FromString, StringValue.SerializeToString),
        "Gather": grpc.stream_unary_rpc_method_handler(gather, StringValue.FromString, StringValue.SerializeToString),
        "Chat": grpc.stream_stream_rpc_method_handler(chat, StringValue.FromString, StringValue.SerializeToString),
    }
    generic = grpc.method_handlers_generic_handler(NAME, handlers)
    return Service(NAME, lambda server: server.add_generic_rpc_handlers([generic]))


class Client:
    """Calls the four methods with texts."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        forms: Any = (StringValue.SerializeToString, StringValue.FromString)
        self._say: Any = channel.unary_unary(path("Say"), *forms)
        self._count: Any = channel.unary_stream(path("Count"), *forms)
        self._gather: Any = channel.stream_unary(path("Gather"), *forms)
        self._chat: Any = channel.stream_stream(path("Chat"), *forms)

    async def say(self, text: str = "hello", **options: Any) -> str:
        return str((await self._say(StringValue(value=text), **options)).value)

    def count(self, number: int, **options: Any) -> Any:
        return self._count(StringValue(value=str(number)), **options)

    async def gather(self, *texts: str) -> str:
        return str((await self._gather(StringValue(value=text) for text in texts)).value)

    async def chat(self, *texts: str) -> list[str]:
        call = self._chat(StringValue(value=text) for text in texts)
        return [answer.value async for answer in call]

    async def unknown(self, path: str) -> grpc.StatusCode:
        """Return the code of a call that nobody serves."""
        call: Any = self.channel.unary_unary(path)
        code: grpc.StatusCode = await call(b"").code()
        return code

    async def refused(self, text: str = "hello", **options: Any) -> grpc.aio.AioRpcError:
        """Return the error that `say` must end with."""
        try:
            answer = await self.say(text, **options)
        except grpc.aio.AioRpcError as error:
            return error
        raise AssertionError(f"answered {answer!r}")


@asynccontextmanager
async def serving(
    interceptors: Sequence[RpcInterceptor] = (), *, say: Any = say, count: Any = count, **given: Any
) -> AsyncIterator[Client]:
    """Run a server on a free port for the length of the block."""
    server = GrpcServer(settings(**given), [service(say, count)], interceptors)
    port = await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        try:
            yield Client(channel)
        finally:
            await server.stop(0)


def details(error: grpc.aio.AioRpcError) -> error_details_pb2.ErrorInfo:
    """Return the ErrorInfo that the error must carry."""
    answer: Any = _Answer(error)
    status = rpc_status.from_call(answer)
    assert status is not None
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert info.domain == DOMAIN
    return info


class _Answer:
    """What `from_call` reads of a call, in the type it expects."""

    def __init__(self, error: grpc.aio.AioRpcError) -> None:
        self.code, self.details = error.code, error.details
        self._trailing = tuple(error.trailing_metadata())

    def trailing_metadata(self) -> Any:
        return self._trailing


async def until(true: Callable[[], object], seconds: float = 5.0) -> None:
    """Wait for something that is about to become true."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - what is awaited knows nothing of us
            await asyncio.sleep(0.005)


@cache
def _declare() -> None:
    pool = descriptor_pool.Default()
    file = descriptor_pb2.FileDescriptorProto(
        name="footplate/testing/echo.proto",
        package="footplate.testing",
        dependency=["google/protobuf/wrappers.proto"],
        syntax="proto3",
    )
    declared = file.service.add(name="Echo")
    for name, (sends, answers) in _SHAPES.items():
        text = ".google.protobuf.StringValue"
        declared.method.add(
            name=name, input_type=text, output_type=text, client_streaming=sends, server_streaming=answers
        )
    pool.AddSerializedFile(file.SerializeToString())
