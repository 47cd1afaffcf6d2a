"""What sessions and owners rely on, asked of the drivers: the one in memory and the one over Redis must not differ."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from footplate.bus import LOBBY_STREAM
from footplate.domain.errors import StoreUnavailable, TooManyBots
from footplate.domain.events import AccessRevoked
from footplate.lobby import keys
from footplate.lobby.account import Account
from footplate.lobby.ports import Kept, Request, Revoking, Written
from footplate.lobby.redis_accounts import RedisAccountStore
from footplate.runtime.redis_revocations import REVOKED
from footplate.wire.events import decode_event
from tests.lobby.rigs import Rig

SOON = 2**42
FIRST = Request("a_1/r1", "end_all")
ANN = Kept(Account("a_1", "Ann", 1), "$hash", "r")


def every(epoch: int, request: Request = FIRST, secret_hash: str = "", until_ms: int = SOON) -> Revoking:
    return Revoking(AccessRevoked("a_1", "", epoch, until_ms, 1000), request, secret_hash)


def one(session: str, request: Request = FIRST) -> Revoking:
    return Revoking(AccessRevoked("a_1", session, 0, SOON, 1000), request)


async def told(rig: Rig) -> list[Any]:
    """All that the bus was told."""
    reader = rig.drivers.bus.driver.reader()
    found = await reader.read_after({LOBBY_STREAM: "0-0"}, count=99, block_ms=1)
    await reader.close()
    return [decode_event(envelope.payload) for envelope in found]


# --- Sessions ----------------------------------------------------------------


async def test_a_new_epoch_is_stored_with_its_secret_and_told(rig: Rig) -> None:
    accounts = rig.drivers.accounts
    await accounts.add(ANN, "ann")
    assert await accounts.revoke(every(1)) == Written.DONE
    assert await accounts.by_id("a_1") == Kept(ANN.account, "$hash", "r", epoch=1)
    assert await accounts.revoke(every(2, Request("a_1/r2", "p"), "$new")) == Written.DONE
    assert await accounts.by_id("a_1") == Kept(ANN.account, "$new", "r", epoch=2)
    assert await told(rig) == [every(1).event, every(2).event]
    found = {(event.account, event.session, event.epoch, event.until_ms) for event in await accounts.revoked()}
    assert found == {("a_1", "", 1, SOON), ("a_1", "", 2, SOON)}


async def test_a_session_is_revoked_alone(rig: Rig) -> None:
    accounts = rig.drivers.accounts
    await accounts.add(ANN, "ann")
    assert await accounts.revoke(one("s_1")) == Written.DONE
    assert [await accounts.is_revoked("a_1", session) for session in ("s_1", "s_2", "")] == [True, False, False]
    assert await accounts.by_id("a_1") == ANN
    assert [(event.account, event.session) for event in await accounts.revoked()] == [("a_1", "s_1")]


async def test_an_epoch_takes_only_the_place_of_the_one_before_it(rig: Rig) -> None:
    accounts = rig.drivers.accounts
    await accounts.add(ANN, "ann")
    tries = [accounts.revoke(every(1, Request(f"a_1/r{n}", "p"), f"${n}")) for n in range(10)]
    done = await asyncio.gather(*tries)
    assert sorted(done) == [Written.DONE] + [Written.MOVED] * 9
    kept = await accounts.by_id("a_1")
    assert kept is not None
    assert (kept.epoch, kept.secret_hash) == (1, f"${done.index(Written.DONE)}")
    assert len(await told(rig)) == 1


async def test_a_request_does_one_thing_once(rig: Rig) -> None:
    accounts = rig.drivers.accounts
    await accounts.add(ANN, "ann")
    assert not await accounts.did(FIRST)
    done = await asyncio.gather(*[accounts.revoke(every(1)) for _ in range(5)])
    assert sorted(done) == [Written.BEFORE] * 4 + [Written.DONE]
    assert await accounts.did(FIRST)
    other = Request(FIRST.id, "something else")
    assert await accounts.revoke(every(2, other)) == Written.REUSED
    assert not await accounts.did(other)
    assert len(await told(rig)) == 1


# --- Owners ------------------------------------------------------------------


async def test_the_bots_of_an_owner_are_listed_by_age_and_limited(rig: Rig) -> None:
    accounts = rig.drivers.accounts
    bots = [Account(f"a_{n}", f"Bot {n}", 10 - n, bot=True, owner="a_1") for n in range(4)]
    calls = [accounts.add(Kept(bot), f"bot{n}", 3) for n, bot in enumerate(bots)]
    done = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(one) for one in done].count(TooManyBots) == 1
    made = [bot for bot, one in zip(bots, done, strict=True) if one is None]
    assert sorted(bot.id for bot in await accounts.bots_of("a_1")) == sorted(bot.id for bot in made)
    late = next(n for n, one in enumerate(done) if one is not None)
    assert await accounts.by_name(f"bot{late}") is None  # nothing is half done
    assert await accounts.by_id(f"a_{late}") is None
    assert await accounts.add(Kept(made[0]), f"bot{made[0].id[2:]}", 3) is None  # a command that was sent twice
    assert await accounts.bots_of("a_2") == []
    first = await accounts.by_id(made[0].id)
    assert first is not None
    assert first.account == made[0]


# --- In Redis only -----------------------------------------------------------


async def test_the_oldest_bot_comes_first(redis: Redis) -> None:
    accounts = RedisAccountStore(redis)
    for number, made in ((1, 300), (2, 100), (3, 200)):
        await accounts.add(Kept(Account(f"a_{number}", f"B{number}", made, bot=True, owner="a_ann")), f"b{number}")
    assert [bot.id for bot in await accounts.bots_of("a_ann")] == ["a_2", "a_3", "a_1"]


async def test_an_account_of_an_older_version_has_no_owner_and_the_first_epoch(redis: Redis) -> None:
    fields: dict[Any, Any] = {
        "name": "Ann",
        "created_ms": "1",
        "bot": "",
        "level": "",
        "secret_hash": "$hash",
        "request": "r",
    }
    await redis.hset(keys.account_key("a_1"), mapping=fields)
    accounts = RedisAccountStore(redis)
    assert await accounts.by_id("a_1") == ANN
    assert await accounts.revoke(every(1)) == Written.DONE


async def test_what_has_run_out_is_swept_out_and_requests_pass_away(redis: Redis) -> None:
    accounts = RedisAccountStore(redis, keep_requests=60)
    await accounts.add(ANN, "ann")
    await accounts.revoke(every(1, until_ms=999))
    assert await accounts.revoked() == ()
    assert await redis.zcard(REVOKED) == 1
    await accounts.revoke(one("s_1", Request("a_1/r2", "p")))
    assert await redis.zrange(REVOKED, 0, -1) == [b"a_1 s:s_1"]
    assert 50 < await redis.ttl(keys.account_request_key("a_1/r2")) <= 60


async def test_every_key_is_of_one_hash_slot(redis: Redis) -> None:
    accounts = RedisAccountStore(redis)
    await accounts.add(Kept(Account("{x}", "X", 1, bot=True, owner="{ann}")), "{x}")
    await accounts.revoke(Revoking(AccessRevoked("{x}", "", 1, SOON, 1), Request("{r}", "p")))
    found: list[bytes] = await redis.keys("*")  # type: ignore[assignment] # replies are bytes, which stubs leave out
    assert len(found) == 6
    assert all(key.startswith(keys.TAG.encode()) for key in found)


async def test_a_store_that_is_away_is_told_as_such() -> None:
    async with Redis.from_url("redis://127.0.0.1:1/0", retry=None) as nowhere:
        accounts = RedisAccountStore(nowhere)
        for call in (
            accounts.revoke(every(1)),
            accounts.did(FIRST),
            accounts.is_revoked("a_1", "s_1"),
            accounts.revoked(),
            accounts.bots_of("a_1"),
        ):
            with pytest.raises(StoreUnavailable):
                await call
