"""`python -m footplate.rules` refuses tokens that the lobby revoked, soon after, and from its start on."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import grpc
import grpc.aio
import pytest
from redis.asyncio import Redis

from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.domain.events import AccessRevoked
from footplate.lobby.ports import Request, Revoking, Written
from footplate.lobby.redis_accounts import RedisAccountStore
from footplate.runtime.identity import Caller, Role, Session
from tests.bus.helpers import eventually
from tests.rules.serving import SIGNER, Metadata, refused
from tests.rules.test_process import process

pytestmark = pytest.mark.e2e
ANN = Caller("a_ann", "Ann", Role.PLAYER)


def shown(session: str, epoch: int = 0) -> Metadata:
    """The metadata of Ann in a session."""
    token = SIGNER.sign(replace(ANN, session=Session(session, epoch, int(time.time()))))
    return (("authorization", f"Bearer {token.text}"),)


async def revoke(redis: Redis, session: str, epoch: int, request: str) -> None:
    """What the lobby does, beside it."""
    now = int(time.time() * 1000)
    event = AccessRevoked(ANN.account_id, session, epoch, now + 3_600_000, now)
    assert await RedisAccountStore(redis).revoke(Revoking(event, Request(request, "p"))) == Written.DONE


async def becomes_refused(stub: Any, metadata: Metadata) -> None:
    """Waits until the token is no longer taken; the service hears of it on the bus."""

    async def is_so() -> bool:
        try:
            await stub.ListGames(pb.ListGamesRequest(), metadata=metadata)
        except grpc.aio.AioRpcError as error:
            return error.code() is grpc.StatusCode.UNAUTHENTICATED
        return False

    await eventually(is_so)


async def test_a_rules_service_hears_what_is_revoked_and_ends_its_watches(redis: Redis, redis_url: str) -> None:
    async with process(redis_url) as rules, grpc.aio.insecure_channel(f"127.0.0.1:{rules.port}") as channel:
        stub: Any = RulesServiceStub(channel)
        one, other = shown("s_1"), shown("s_2")
        watch = stub.WatchTurns(pb.WatchTurnsRequest(), metadata=one)
        assert (await watch.read()).HasField("heartbeat")
        await revoke(redis, "s_1", 0, "r1")
        await becomes_refused(stub, one)
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            await asyncio.wait_for(watch.read(), 5)
        assert ended.value.code() is grpc.StatusCode.UNAUTHENTICATED
        await stub.ListGames(pb.ListGamesRequest(), metadata=other)
        await revoke(redis, "", 1, "r2")
        await becomes_refused(stub, other)
        await stub.ListGames(pb.ListGamesRequest(), metadata=shown("s_3", epoch=1))


async def test_a_rules_service_that_starts_later_knows_what_is_revoked(redis: Redis, redis_url: str) -> None:
    await revoke(redis, "s_1", 0, "r1")
    async with process(redis_url) as rules, grpc.aio.insecure_channel(f"127.0.0.1:{rules.port}") as channel:
        call = RulesServiceStub(channel).ListGames(pb.ListGamesRequest(), metadata=shown("s_1"))
        assert (await refused(call)).metadata == {"problem": "revoked"}
