"""Interceptors as one idea: something around a call.

gRPC knows four shapes of handler, and streams in two styles. An interceptor of ours says only what happens around a
call, as an asynchronous context manager; `RpcInterceptor` puts that around any shape. A stream written as a generator
is turned into one that writes, so that its clean-up runs at once, in the task of its call, when the client is gone.
"""

import asyncio
import inspect
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
from typing_extensions import override

if TYPE_CHECKING:
    Context = grpc.aio.ServicerContext[Any, Any]
    Handler = grpc.RpcMethodHandler[Any, Any]
else:  # generic in the stubs only
    Context = grpc.aio.ServicerContext
    Handler = grpc.RpcMethodHandler
Behaviour = Callable[[Any, Context], Awaitable[Any]]
Around = Callable[[Context], AbstractAsyncContextManager[None]]
Continuation = Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]

# Services every server of ours carries that are no part of the API.
INFRASTRUCTURE = ("grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection")


@dataclass(frozen=True, slots=True)
class Method:
    """The method being called: `/package.Service/Name` in parts, and whether it answers with a stream."""

    path: str
    service: str
    name: str
    streams: bool

    @classmethod
    def of(cls, path: str, handler: Handler) -> "Method":
        """Split a path as gRPC gives it."""
        service, _, name = path.removeprefix("/").rpartition("/")
        return cls(path, service, name, bool(handler.response_streaming))


class RpcInterceptor(grpc.aio.ServerInterceptor):
    """Base of all interceptors. Methods never change while a server lives, so each is wrapped once."""

    def __init__(self) -> None:
        self._wrapped: dict[str, Handler] = {}

    @abstractmethod
    def around(self, method: Method, context: Context) -> AbstractAsyncContextManager[None]:
        """Return what to do before and after one call of `method`."""

    @override
    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        path = handler_call_details.method
        known = self._wrapped.get(path)
        if known is not None:
            return known
        handler = await continuation(handler_call_details)
        if handler is None:
            self.unknown()
            return None
        wrapped = _wrap(handler, partial(self.around, Method.of(path, handler)))
        self._wrapped[path] = wrapped
        return wrapped

    def unknown(self) -> None:
        """Take note of a call of a method nobody serves; gRPC answers UNIMPLEMENTED."""


def _wrap(handler: Handler, around: Around) -> Handler:
    behaviour = _as_coroutine(handler)

    async def call(request: Any, context: Context) -> Any:
        async with around(context):
            return await behaviour(request, context)

    makers = {
        (False, False): grpc.unary_unary_rpc_method_handler,
        (False, True): grpc.unary_stream_rpc_method_handler,
        (True, False): grpc.stream_unary_rpc_method_handler,
        (True, True): grpc.stream_stream_rpc_method_handler,
    }
    make: Any = makers[bool(handler.request_streaming), bool(handler.response_streaming)]
    made: Handler = make(call, handler.request_deserializer, handler.response_serializer)
    return made


def _as_coroutine(handler: Handler) -> Behaviour:
    shapes: tuple[Any, ...] = (handler.unary_unary, handler.unary_stream, handler.stream_unary, handler.stream_stream)
    function = next(shape for shape in shapes if shape is not None)
    if inspect.isasyncgenfunction(function):
        return partial(_write_all, function)
    if not inspect.iscoroutinefunction(function):
        raise TypeError(f"{function!r} should be `async def`: it would hold up every other call")
    behaviour: Behaviour = function
    return behaviour


async def _write_all(generate: Any, request: Any, context: Context) -> None:
    async with aclosing(generate(request, context)) as items:
        async for item in items:
            try:
                await context.write(item)
            except grpc.aio.InternalError:  # the client is gone, and gRPC has not cancelled us yet
                raise asyncio.CancelledError from None
