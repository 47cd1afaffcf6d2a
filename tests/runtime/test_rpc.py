import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
from google.protobuf.wrappers_pb2 import StringValue

from footplate.runtime.rpc import Context, Method, RpcInterceptor
from tests.runtime import echo


class Diary(RpcInterceptor):
    def __init__(self, name: str, lines: list[str]) -> None:
        super().__init__()
        self._name, self._lines = name, lines

    @asynccontextmanager
    async def around(self, method: Method, context: Context) -> AsyncIterator[None]:
        self._lines.append(f"{self._name} > {method.name}")
        try:
            yield
        finally:
            self._lines.append(f"{self._name} < {method.name}")


async def test_interceptors_nest_in_the_order_of_the_list_around_all_four_shapes() -> None:
    lines: list[str] = []
    async with echo.serving([Diary("outer", lines), Diary("inner", lines)]) as client:
        assert await client.say("a") == "a"
        assert [item.value async for item in client.count(3)] == ["0", "1", "2"]
        assert await client.gather("x", "y") == "xy"
        assert await client.chat("p", "q") == ["p", "q"]
    nest = ["outer > {}", "inner > {}", "inner < {}", "outer < {}"]
    assert lines == [line.format(name) for name in ("Say", "Count", "Gather", "Chat") for line in nest]


async def test_a_method_is_wrapped_once() -> None:
    interceptor = Diary("only", [])
    async with echo.serving([interceptor]) as client:
        await client.say()
        first = dict(interceptor._wrapped)
        await client.say()
    assert interceptor._wrapped == first


async def test_a_stream_cleans_up_at_once_in_its_own_task_when_the_client_leaves() -> None:
    tasks: list[object] = []

    async def count(_request: StringValue, _context: Context) -> AsyncIterator[StringValue]:
        tasks.append(asyncio.current_task())
        try:
            while True:
                yield StringValue(value="x" * 10_000)  # soon the client's window is full, and we wait in the middle
        finally:
            tasks.append(asyncio.current_task())

    lines: list[str] = []
    async with echo.serving([Diary("only", lines)], count=count) as client:
        call = client.count(0)
        await call.read()
        await asyncio.sleep(0.05)
        call.cancel()
        await echo.until(lambda: len(tasks) == 2 and len(lines) == 2)
    assert tasks[0] is tasks[1]


async def test_a_stream_may_also_be_written_as_a_coroutine() -> None:
    async def count(_request: StringValue, context: Context) -> None:
        await context.write(StringValue(value="one"))

    async with echo.serving([Diary("only", [])], count=count) as client:
        assert [item.value async for item in client.count(0)] == ["one"]


async def test_a_handler_that_would_block_the_loop_is_refused() -> None:
    def say(request: StringValue, _context: Any) -> StringValue:
        return request

    async with echo.serving([Diary("only", [])], say=say) as client:
        assert (await client.refused()).code() is grpc.StatusCode.UNKNOWN


async def test_nobody_serves_it() -> None:
    async with echo.serving([Diary("only", [])]) as client:
        assert await client.unknown(echo.path("Nothing")) is grpc.StatusCode.UNIMPLEMENTED
