"""Every unary call ends in time: by the deadline of the client, or by ours when it set none."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NoReturn

import grpc
import grpc.aio
from typing_extensions import override

from footplate.runtime.rpc import Context, Method, RpcInterceptor


class DeadlineInterceptor(RpcInterceptor):
    """Cancels a call that runs longer than `seconds` when its client set no deadline.

    A deadline of the client is kept by gRPC itself. Streams live as long as their connection, unless
    `stream_seconds` says how long.
    """

    def __init__(self, seconds: float, stream_seconds: float | None = None) -> None:
        super().__init__()
        self._seconds = seconds
        self._stream_seconds = stream_seconds

    @override
    @asynccontextmanager
    async def around(self, method: Method, context: Context) -> AsyncIterator[None]:
        limit = self._stream_seconds if method.streams else self._seconds
        left: float | None = context.time_remaining()
        ours = asyncio.timeout(limit if left is None else None)
        try:
            async with ours:
                yield
        except TimeoutError:
            if ours.expired():
                await _out_of_time(context, limit)
            raise


async def _out_of_time(context: Context, limit: float | None) -> NoReturn:
    text = f"not done within {limit:g} seconds, the limit for calls without a deadline of their own"
    await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, text)
