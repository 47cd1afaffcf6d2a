import asyncio
import time
from collections.abc import AsyncIterator

import grpc
from google.protobuf.wrappers_pb2 import StringValue

from footplate.runtime.rpc import Context
from footplate.runtime.rpc_deadline import DeadlineInterceptor
from footplate.runtime.rpc_errors import ErrorsInterceptor
from tests.runtime import echo


async def half_a_second(request: StringValue, _context: Context) -> StringValue:
    await asyncio.sleep(0.5)
    return request


async def slow_count(request: StringValue, _context: Context) -> AsyncIterator[StringValue]:
    await asyncio.sleep(0.2)
    yield request


async def test_a_call_without_a_deadline_gets_ours() -> None:
    async with echo.serving([DeadlineInterceptor(0.05)], say=half_a_second) as client:
        begun = time.monotonic()
        error = await client.refused()
    assert error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert "0.05 seconds" in (error.details() or "")
    assert time.monotonic() - begun < 0.4


async def test_the_deadline_of_the_client_wins_also_when_it_is_longer() -> None:
    async with echo.serving([DeadlineInterceptor(0.05)], say=half_a_second) as client:
        assert await client.say("late", timeout=5) == "late"
        assert (await client.refused(timeout=0.01)).code() is grpc.StatusCode.DEADLINE_EXCEEDED


async def test_streams_are_exempt_unless_told_otherwise() -> None:
    async with echo.serving([DeadlineInterceptor(0.05)], count=slow_count) as client:
        assert [item.value async for item in client.count(7)] == ["7"]
    async with echo.serving([DeadlineInterceptor(0.05, stream_seconds=0.05)], count=slow_count) as client:
        assert await client.count(7).code() is grpc.StatusCode.DEADLINE_EXCEEDED


async def test_a_time_out_of_the_servicer_is_not_ours() -> None:
    async def say(_request: StringValue, _context: Context) -> StringValue:
        raise TimeoutError("the store was slow")

    async with echo.serving([DeadlineInterceptor(5), ErrorsInterceptor(lambda _error: None)], say=say) as client:
        assert (await client.refused()).code() is grpc.StatusCode.INTERNAL
