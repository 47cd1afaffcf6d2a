import asyncio
from typing import Any

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue

from footplate.runtime.identity import (
    BadToken,
    Caller,
    Role,
    TokenFault,
    acting_as,
    caller_or_none,
    current_caller,
)
from footplate.runtime.rpc import Context, RpcInterceptor
from footplate.runtime.rpc_auth import AuthInterceptor
from footplate.runtime.rpc_errors import ErrorsInterceptor
from tests.runtime import echo

ANNA = Caller("a_anna", "Anna", Role.PLAYER)
ROBOT = Caller("a_robot", "Robot", Role.BOT)


class Doorman:
    def verify(self, token: str) -> Caller:
        if token == "anna":
            return ANNA
        if token == "robot":
            return ROBOT
        raise BadToken(TokenFault.SIGNATURE, "who is that?")


async def who(_request: StringValue, _context: Context) -> StringValue:
    await asyncio.sleep(0.01)  # let other calls run in between
    caller = caller_or_none()
    return StringValue(value=caller.account_id if caller else "nobody")


def interceptors(**given: Any) -> list[RpcInterceptor]:
    return [ErrorsInterceptor(lambda _error: None), AuthInterceptor(Doorman(), **given)]


def bearer(token: str) -> dict[str, Any]:
    return {"metadata": [("authorization", f"Bearer {token}")]}


async def test_the_servicer_knows_its_caller_each_call_its_own() -> None:
    async with echo.serving(interceptors(), say=who) as client:
        answers = await asyncio.gather(*(client.say(**bearer(name)) for name in ("anna", "robot") * 20))
    assert answers == ["a_anna", "a_robot"] * 20


async def test_the_scheme_is_read_in_any_case() -> None:
    async with echo.serving(interceptors(), say=who) as client:
        assert await client.say(metadata=[("authorization", "bearer anna")]) == "a_anna"


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ([], "missing"),
        ([("authorization", "anna")], "malformed"),
        ([("authorization", "Basic anna")], "malformed"),
        ([("authorization", "Bearer anna"), ("authorization", "Bearer robot")], "malformed"),
        ([("authorization", "Bearer stranger")], "signature"),
    ],
)
async def test_a_call_without_a_good_token_never_reaches_the_servicer(
    metadata: list[tuple[str, str]], problem: str
) -> None:
    reached: list[bool] = []

    async def say(request: StringValue, _context: Context) -> StringValue:
        reached.append(True)
        return request

    async with echo.serving(interceptors(), say=say) as client:
        error = await client.refused(metadata=metadata)
    assert error.code() is grpc.StatusCode.UNAUTHENTICATED
    assert (echo.details(error).reason, echo.details(error).metadata["problem"]) == ("BAD_TOKEN", problem)
    assert "stranger" not in str(error)
    assert not reached


async def test_a_public_method_takes_anybody_but_no_bad_token() -> None:
    async with echo.serving(interceptors(public=[echo.path("Say")]), say=who) as client:
        assert await client.say() == "nobody"
        assert await client.say(**bearer("anna")) == "a_anna"
        assert echo.details(await client.refused(**bearer("stranger"))).metadata["problem"] == "signature"
        assert await client.count(1).code() is grpc.StatusCode.UNAUTHENTICATED


async def test_a_method_may_be_for_some_roles_only() -> None:
    async with echo.serving(interceptors(roles={echo.path("Say"): {Role.BOT}}), say=who) as client:
        assert await client.say(**bearer("robot")) == "a_robot"
        error = await client.refused(**bearer("anna"))
    assert error.code() is grpc.StatusCode.PERMISSION_DENIED
    assert dict(echo.details(error).metadata) == {"role": "player", "method": echo.path("Say")}


async def test_a_servicer_that_needs_an_account_on_a_public_method_just_asks_for_it() -> None:
    async def say(_request: StringValue, _context: Context) -> StringValue:
        return StringValue(value=current_caller().name)

    async with echo.serving(interceptors(public=[echo.path("Say")]), say=say) as client:
        assert await client.say(**bearer("anna")) == "Anna"
        assert echo.details(await client.refused()).metadata["problem"] == "missing"


def test_a_block_of_code_may_act_as_somebody() -> None:
    with acting_as(ANNA):
        assert current_caller() == ANNA
        with acting_as(None):
            assert caller_or_none() is None
    with pytest.raises(BadToken):
        current_caller()
