import asyncio

import grpc
from google.protobuf.wrappers_pb2 import StringValue

from footplate.runtime import metrics
from footplate.runtime.rpc import Context
from footplate.runtime.rpc_deadline import DeadlineInterceptor
from footplate.runtime.rpc_metrics import MetricsInterceptor
from tests.runtime import echo


def value(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


def answered(code: str, method: str = "Say", service: str = echo.NAME) -> float:
    return value("footplate_rpcs_total", service=service, method=method, code=code)


def in_flight(method: str) -> float:
    return value("footplate_rpcs_in_flight", service=echo.NAME, method=method)


async def slow(request: StringValue, _context: Context) -> StringValue:
    await asyncio.sleep(30)
    return request


async def failing(_request: StringValue, context: Context) -> StringValue:
    await context.abort(grpc.StatusCode.NOT_FOUND, "no")


async def test_an_answer_is_counted_and_timed() -> None:
    timed = {"service": echo.NAME, "method": "Say", "code": "OK"}
    before = answered("OK"), value("footplate_rpc_seconds_count", **timed)
    async with echo.serving([MetricsInterceptor()]) as client:
        await client.say()
    assert (answered("OK"), value("footplate_rpc_seconds_count", **timed)) == (before[0] + 1, before[1] + 1)
    assert in_flight("Say") == 0


async def test_a_stream_is_counted_but_not_timed() -> None:
    before = answered("OK", "Count")
    async with echo.serving([MetricsInterceptor()]) as client:
        assert [item async for item in client.count(2)]
    assert answered("OK", "Count") == before + 1
    timed = {"service": echo.NAME, "method": "Count", "code": "OK"}
    assert metrics.REGISTRY.get_sample_value("footplate_rpc_seconds_count", timed) is None


async def test_the_code_of_an_abort_is_the_label() -> None:
    before = answered("NOT_FOUND")
    async with echo.serving([MetricsInterceptor()], say=failing) as client:
        await client.refused()
    assert answered("NOT_FOUND") == before + 1


async def test_calls_that_clients_end_are_told_apart() -> None:
    cancelled, late = answered("CANCELLED"), answered("DEADLINE_EXCEEDED")
    async with echo.serving([MetricsInterceptor()], say=slow) as client:
        await client.refused(timeout=0.05)
        await echo.until(lambda: answered("DEADLINE_EXCEEDED") == late + 1)
        call = asyncio.ensure_future(client.say())
        await echo.until(lambda: in_flight("Say") == 1)
        call.cancel()
        await echo.until(lambda: answered("CANCELLED") == cancelled + 1)
    assert in_flight("Say") == 0


async def test_our_own_deadline_has_its_code() -> None:
    before = answered("DEADLINE_EXCEEDED")
    async with echo.serving([MetricsInterceptor(), DeadlineInterceptor(0.05)], say=slow) as client:
        await client.refused()
    assert answered("DEADLINE_EXCEEDED") == before + 1


async def test_invented_methods_make_no_labels() -> None:
    before = answered("UNIMPLEMENTED", "unknown", "unknown")
    async with echo.serving([MetricsInterceptor()]) as client:
        for name in ("One", "Two"):
            assert await client.unknown(f"/no.such/{name}") is grpc.StatusCode.UNIMPLEMENTED
    assert answered("UNIMPLEMENTED", "unknown", "unknown") == before + 2
    assert (
        metrics.REGISTRY.get_sample_value("footplate_rpcs_in_flight", {"service": "no.such", "method": "One"}) is None
    )
