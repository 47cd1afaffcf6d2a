import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.wrappers_pb2 import StringValue
from google.rpc import code_pb2, status_pb2

from footplate.api.errors.v1.error_reason_pb2 import ErrorReason
from footplate.runtime.identity import BadToken, Role, RoleForbidden, TokenFault
from footplate.runtime.rpc import Context
from footplate.runtime.rpc_errors import ErrorsInterceptor, error_status
from footplate.runtime.rpc_metrics import MetricsInterceptor
from tests.runtime import echo

SECRET = "the cards of seat 2"


class Stale(Exception):
    pass


def table(error: Exception) -> status_pb2.Status | None:
    if isinstance(error, Stale):
        keys = {"expected": "4", "actual": "5"}
        return error_status(grpc.StatusCode.ABORTED, ErrorReason.ERROR_REASON_STALE_PLY, str(error), keys)
    return None


def raising(error: Exception) -> Any:
    async def say(_request: StringValue, _context: Context) -> StringValue:
        raise error

    return say


async def test_a_known_error_keeps_its_code_reason_and_metadata() -> None:
    async with echo.serving([ErrorsInterceptor(table)], say=raising(Stale("the match has moved on"))) as client:
        error = await client.refused()
    assert (error.code(), error.details()) == (grpc.StatusCode.ABORTED, "the match has moved on")
    assert (echo.details(error).reason, dict(echo.details(error).metadata)) == (
        "STALE_PLY",
        {"expected": "4", "actual": "5"},
    )


@pytest.mark.parametrize(
    ("error", "code", "reason", "keys"),
    [
        (
            BadToken(TokenFault.EXPIRED, "too old"),
            grpc.StatusCode.UNAUTHENTICATED,
            "BAD_TOKEN",
            {"problem": "expired"},
        ),
        (
            RoleForbidden(Role.BOT, "/a.B/C"),
            grpc.StatusCode.PERMISSION_DENIED,
            "ROLE_FORBIDDEN",
            {"role": "bot", "method": "/a.B/C"},
        ),
    ],
)
async def test_errors_of_this_package_need_no_table(
    error: Exception, code: grpc.StatusCode, reason: str, keys: dict[str, str]
) -> None:
    async with echo.serving([ErrorsInterceptor(table)], say=raising(error)) as client:
        answer = await client.refused()
    assert (answer.code(), echo.details(answer).reason, dict(echo.details(answer).metadata)) == (code, reason, keys)


async def test_a_bug_is_logged_with_its_stack_and_sent_as_an_id_only(caplog: pytest.LogCaptureFixture) -> None:
    async with echo.serving([ErrorsInterceptor(table)], say=raising(KeyError(SECRET))) as client:
        with caplog.at_level(logging.ERROR, "footplate"):
            error = await client.refused()
    info = echo.details(error)
    assert (error.code(), info.reason) == (grpc.StatusCode.INTERNAL, "BUG")
    assert SECRET not in str(error) + str(error.trailing_metadata())
    incident = info.metadata["incident"]
    assert incident in (error.details() or "")
    assert incident in caplog.text
    assert SECRET in caplog.text
    assert "Traceback" in caplog.text


async def test_a_table_that_says_internal_or_fails_means_a_bug(caplog: pytest.LogCaptureFixture) -> None:
    def honest(_error: Exception) -> status_pb2.Status:
        return status_pb2.Status(code=code_pb2.INTERNAL, message=SECRET)

    def broken(_error: Exception) -> status_pb2.Status:
        raise ZeroDivisionError

    for to_status in (honest, broken):
        async with echo.serving([ErrorsInterceptor(to_status)], say=raising(Stale())) as client:
            error = await client.refused()
        assert echo.details(error).reason == "BUG"
        assert SECRET not in str(error)
    assert "ZeroDivisionError" in caplog.text


async def test_a_stream_ends_with_the_status_after_what_it_sent() -> None:
    async def count(request: StringValue, _context: Context) -> AsyncIterator[StringValue]:
        yield request
        raise Stale("gone")

    async with echo.serving([ErrorsInterceptor(table)], count=count) as client:
        call = client.count(3)
        assert (await call.read()).value == "3"
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call.read()
    assert echo.details(caught.value).reason == "STALE_PLY"


async def test_an_answer_given_by_the_servicer_stands() -> None:
    async def say(_request: StringValue, context: Context) -> StringValue:
        await context.abort(grpc.StatusCode.UNAVAILABLE, "later")

    async with echo.serving([ErrorsInterceptor(table)], say=say) as client:
        error = await client.refused()
    assert (error.code(), error.details()) == (grpc.StatusCode.UNAVAILABLE, "later")


@pytest.mark.parametrize("leave", ["cancel", "deadline"])
async def test_a_client_that_leaves_in_the_middle_of_a_stream_is_no_bug(
    leave: str, caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[bool] = []

    async def count(_request: StringValue, _context: Context) -> AsyncIterator[StringValue]:
        try:
            while True:
                yield StringValue(value="x" * 10_000)
        finally:
            ended.append(True)

    async with echo.serving([MetricsInterceptor(), ErrorsInterceptor(table)], count=count) as client:
        call = client.count(0, timeout=0.2 if leave == "deadline" else None)
        await call.read()
        await asyncio.sleep(0.02)
        if leave == "cancel":
            call.cancel()
        await echo.until(lambda: ended)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
