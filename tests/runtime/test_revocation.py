"""Tokens that are no longer good, as one process knows of them."""

import asyncio
from typing import Any

import grpc
import pytest
from google.protobuf.wrappers_pb2 import StringValue
from redis.asyncio import Redis

from footplate.domain.errors import StoreUnavailable
from footplate.domain.events import AccessRevoked
from footplate.runtime.identity import BadToken, Caller, Role, Session, TokenFault
from footplate.runtime.redis_revocations import REVOKED, RedisRevocations, member_of
from footplate.runtime.revocation import AccessFeed, Revoked
from footplate.runtime.rpc import Context
from footplate.runtime.rpc_auth import AuthInterceptor
from footplate.runtime.rpc_errors import ErrorsInterceptor
from tests.runtime import echo

SOON = 2**42
ANN, BOB = (Caller(f"a_{name}", name, Role.PLAYER, session=Session(f"s_{name}", 3, 1000)) for name in ("ann", "bob"))
LATER = Caller("a_ann", "ann", Role.PLAYER, session=Session("s_later", 4, 2000))
HOUSE = Caller("a_ann", "ann", Role.BOT)


def one(caller: Caller, until_ms: int = SOON) -> AccessRevoked:
    return AccessRevoked(caller.account_id, caller.session.id, 0, until_ms, 1)


def every(epoch: int, until_ms: int = SOON) -> AccessRevoked:
    return AccessRevoked("a_ann", "", epoch, until_ms, 1)


def test_a_session_is_revoked_alone() -> None:
    revoked = Revoked()
    assert not revoked.covers(ANN)
    revoked.told(one(ANN))
    assert [revoked.covers(caller) for caller in (ANN, LATER, BOB, HOUSE)] == [True, False, False, False]
    with pytest.raises(BadToken) as caught:
        revoked.expect_good(ANN)
    assert caught.value.problem is TokenFault.REVOKED


def test_an_epoch_ends_all_sessions_before_it_and_never_goes_back() -> None:
    revoked = Revoked()
    revoked.told(every(4))
    revoked.told(every(2))
    assert [revoked.covers(caller) for caller in (ANN, LATER, BOB, HOUSE)] == [True, False, False, True]


def test_what_has_run_out_is_forgotten_and_repeats_take_no_room() -> None:
    clock = [0.0]
    revoked = Revoked(lambda: clock[0])
    for _ in range(3):
        revoked.told(one(ANN, 5_000))
        revoked.told(every(4, 6_000))
    assert len(revoked) == 2
    clock[0] = 5.5
    revoked.told(one(BOB, 9_000))
    assert (revoked.covers(ANN), len(revoked)) == (True, 2)  # its epoch is still known
    clock[0] = 6.5
    revoked.told(one(BOB, 9_000))
    assert (revoked.covers(ANN), revoked.covers(BOB), len(revoked)) == (False, True, 1)


# --- Around calls ------------------------------------------------------------


class Doorman:
    """Knows everybody by the id of their session."""

    def verify(self, token: str) -> Caller:
        return {caller.session.id: caller for caller in (ANN, BOB, LATER)}[token]


def bearer(caller: Caller) -> dict[str, Any]:
    return {"metadata": [("authorization", f"Bearer {caller.session.id}")]}


def interceptors(revoked: Revoked) -> list[Any]:
    return [ErrorsInterceptor(lambda _error: None), AuthInterceptor(Doorman(), revoked=revoked)]


async def test_a_call_with_a_revoked_token_never_reaches_the_servicer() -> None:
    revoked, reached = Revoked(), []

    async def say(request: StringValue, _context: Context) -> StringValue:
        reached.append(request.value)
        return request

    async with echo.serving(interceptors(revoked), say=say) as client:
        await client.say(**bearer(ANN))
        revoked.told(one(ANN))
        error = await client.refused(**bearer(ANN))
        await client.say(**bearer(LATER))
    assert error.code() is grpc.StatusCode.UNAUTHENTICATED
    assert (echo.details(error).reason, echo.details(error).metadata["problem"]) == ("BAD_TOKEN", "revoked")
    assert len(reached) == 2


async def test_open_streams_of_a_revoked_token_end_and_no_others() -> None:
    revoked = Revoked()
    waiting: dict[str, asyncio.Event] = {}

    async with asyncio.TaskGroup() as tasks:
        ended = [tasks.create_task(waits(revoked, caller, waiting)) for caller in (ANN, BOB, LATER)]
        await asyncio.sleep(0)
        revoked.told(one(BOB))
        revoked.told(every(4))
        waiting["s_later"].set()
    assert [task.result() for task in ended] == ["revoked", "revoked", "done"]
    assert not revoked._open


async def waits(revoked: Revoked, caller: Caller, waiting: dict[str, asyncio.Event]) -> str:
    event = waiting[caller.session.id] = asyncio.Event()
    try:
        async with revoked.while_good(caller):
            await event.wait()
    except BadToken as error:
        return error.problem.value
    return "done"


async def test_a_block_that_runs_out_of_time_by_itself_says_so() -> None:
    with pytest.raises(TimeoutError):
        async with Revoked().while_good(ANN):
            raise TimeoutError


# --- What the store says -----------------------------------------------------


async def test_what_is_loaded_is_what_was_stored_and_has_not_run_out(redis: Redis) -> None:
    stored = (one(ANN), every(4), one(BOB, 500))
    for event in stored:
        await redis.zadd(REVOKED, {member_of(event): event.until_ms})
    loaded = await RedisRevocations(redis, lambda: 0.6).load()
    assert {(event.account, event.session, event.epoch, event.until_ms) for event in loaded} == {
        ("a_ann", "s_ann", 0, SOON),
        ("a_ann", "", 4, SOON),
    }


async def test_a_feed_reads_all_at_its_start_and_after_a_gap_and_hears_the_rest() -> None:
    stored, revoked = [every(4)], Revoked()

    async def load() -> list[AccessRevoked]:
        return stored

    feed = AccessFeed(revoked, load, {b"bob": one(BOB)}.get)
    await feed.load()
    assert revoked.covers(ANN)

    class Heard:
        payload = b"bob"

    await feed.hear(Heard())
    assert revoked.covers(BOB)
    stored.append(one(LATER))
    assert not revoked.covers(LATER)
    await feed.gap(None)
    assert revoked.covers(LATER)


async def test_a_store_that_is_away_is_told_as_such() -> None:
    async with Redis.from_url("redis://127.0.0.1:1/0", retry=None) as nowhere:
        with pytest.raises(StoreUnavailable):
            await RedisRevocations(nowhere).load()
