"""What is special about Redis: keys, the script, the bus, a server that cannot serve, a cluster's rules."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from footplate.bus import FIELD, events_stream, match_tag, partition_of, turns_key
from footplate.domain.errors import StoreUnavailable
from footplate.domain.events import ActionCommitted, MatchCreated, MatchFinished, TurnStarted
from footplate.rules.keys import deadlines_key, match_keys
from footplate.rules.ports import Request
from footplate.rules.redis_pipe import RedisPipe
from footplate.rules.redis_store import CLIENT, RedisMatchStore
from footplate.runtime.embedded_redis import EmbeddedRedis
from footplate.wire.events import decode_event, encode_event
from tests.rules.test_store_contract import MADE, act, begin, fill, request


async def told(redis: Redis, match_id: str) -> list[Any]:
    """Every event on the stream of a match's partition."""
    entries: Any = await redis.xrange(events_stream(partition_of(match_id)))
    return [decode_event(fields[FIELD.encode()]) for _, fields in entries]


async def contents(redis: Redis) -> dict[bytes, list[Any]]:
    """Every key with its fields or entries."""
    found: dict[bytes, list[Any]] = {}
    keys: Any = await redis.keys()
    for key in sorted(keys):
        held: Any = await redis.hgetall(key) if await redis.type(key) == b"hash" else await redis.xrange(key)
        found[key] = sorted(held.items()) if isinstance(held, dict) else held
    return found


async def test_every_key_of_a_match_has_the_tag_of_its_partition(redis: Redis, redis_store: RedisMatchStore) -> None:
    commits = await fill(redis_store, begin())
    found: Any = await redis.keys()
    keys = {key.decode() for key in found}
    stem = f"{match_tag('m_1')}:match:m_1"
    assert keys == {
        f"{stem}:head",
        f"{stem}:log",
        f"{stem}:requests",
        f"{stem}:snapshot",
        events_stream(partition_of("m_1")),
    }
    partition = partition_of("m_1")  # there is no open turn any more, and nobody is hurried
    assert set(match_keys("m_1")) - keys == {turns_key(partition), deadlines_key(partition), f"{stem}:orders"}
    log: Any = await redis.xrange(f"{stem}:log")
    assert [entry_id for entry_id, _ in log] == [b"%d-0" % ply for ply in range(1, commits[-1].match.ply + 1)]


async def test_entries_and_events_are_stored_in_one_step(redis: Redis, redis_store: RedisMatchStore) -> None:
    commits = await fill(redis_store, begin())
    events = await told(redis, "m_1")
    assert events == [event for made in commits for event in made.events]
    kinds = [type(event) for event in events]
    assert kinds[:3] == [MatchCreated, ActionCommitted, TurnStarted]
    assert kinds[-2:] == [ActionCommitted, MatchFinished]


async def test_the_seed_stands_in_one_field_only(redis: Redis, redis_store: RedisMatchStore) -> None:
    commits = await fill(redis_store, begin())
    seed = commits[0].match.header.seed
    assert seed is not None
    secret = seed.reveal()
    found = [
        (key, field)
        for key, held in (await contents(redis)).items()
        for field, value in held
        if any(form in repr(value) for form in (repr(secret)[2:-1], secret.hex()))
    ]
    assert found == [(match_keys("m_1").head.encode(), b"seed")]


async def test_nothing_is_written_when_the_log_does_not_fit_the_head(
    redis: Redis, redis_store: RedisMatchStore
) -> None:
    begun = begin()
    await redis_store.create(begun, MADE)
    await redis.xadd(match_keys("m_1").log, {"v": "stray"}, id="9-0")
    before = await contents(redis)
    with pytest.raises(ResponseError, match="equal or smaller"):
        await redis_store.append(act(begun.match), request(1))
    assert await contents(redis) == before


async def test_requests_are_kept_for_a_while_after_the_end(redis: Redis, redis_store: RedisMatchStore) -> None:
    keys = match_keys("m_1")
    commits = await fill(redis_store, begin(), plies=20)
    assert await redis.ttl(keys.requests) == -1
    match = commits[-1].match
    while match.to_act >= 0:
        made = act(match)
        await redis_store.append(made, request(match.ply))
        match = made.match
    assert 50 < await redis.ttl(keys.requests) <= 60
    assert await redis.ttl(keys.log) == -1
    await redis.delete(keys.requests)
    assert await redis_store.create(begin(), MADE) is not None  # what made the match is known for all time


async def test_a_server_that_lost_the_script_is_sent_it_again(redis: Redis, redis_store: RedisMatchStore) -> None:
    begun = begin()
    await redis_store.create(begun, MADE)
    await redis.script_flush()
    assert await redis_store.append(act(begun.match), request(1)) is None
    await redis.script_flush()
    assert (await redis_store.load("m_1")).head == 2


@pytest.fixture
async def lonely() -> AsyncIterator[tuple[EmbeddedRedis, Redis, RedisMatchStore]]:
    """A server of its own, to be treated badly."""
    with EmbeddedRedis(fsync="no") as server:
        async with Redis.from_url(server.url, **CLIENT) as client:
            pipe = RedisPipe(client.connection_pool, 5.0)
            yield server, client, RedisMatchStore(pipe, encode_event, keep_requests=60)
            await pipe.aclose()


Lonely = tuple[EmbeddedRedis, Redis, RedisMatchStore]


async def test_a_server_that_is_gone_is_unavailable(lonely: Lonely) -> None:
    server, _, store = lonely
    begun = begin()
    await store.create(begun, MADE)
    server.kill()
    for call in (
        store.create(begin("m_2"), MADE),
        store.append(act(begun.match), request(1)),
        store.load("m_1"),
        store.entries("m_1", 0),
        store.remembered("m_1", "a"),
        store.open_turns([1]),
    ):
        with pytest.raises(StoreUnavailable):
            await call
    server.start()
    assert (await store.load("m_1")).head == begun.match.ply
    assert await store.append(act(begun.match), request(1)) is None


async def test_a_server_out_of_memory_is_unavailable_and_writes_nothing(lonely: Lonely) -> None:
    _, client, store = lonely
    begun = begin()
    await store.create(begun, MADE)
    before = await contents(client)
    await client.config_set("maxmemory", "1")
    with pytest.raises(StoreUnavailable):
        await store.append(act(begun.match), request(1))
    await client.config_set("maxmemory", "0")
    assert await contents(client) == before
    assert await store.append(act(begun.match), request(1)) is None


async def test_a_replica_that_may_not_write_is_unavailable(lonely: Lonely) -> None:
    _, client, store = lonely
    begun = begin()
    await store.create(begun, MADE)
    await client.replicaof("127.0.0.1", "1")
    with pytest.raises(StoreUnavailable):
        await store.append(act(begun.match), request(1))
    await client.replicaof("NO", "ONE")
    assert await store.append(act(begun.match), request(1)) is None


async def test_a_bug_of_ours_is_not_taken_for_an_outage(redis: Redis, redis_store: RedisMatchStore) -> None:
    await redis.set(match_keys("m_1").head, "no hash")
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        await redis_store.create(begin(), Request("a", "b"))


async def test_what_was_acknowledged_survives_a_kill_of_the_server() -> None:
    with EmbeddedRedis(fsync="always") as server:
        async with Redis.from_url(server.url, **CLIENT) as client:
            store = RedisMatchStore(client, encode_event, keep_requests=60)
            commits = await fill(store, begin(), plies=25)
            server.kill()
            server.start()
            found = await store.load("m_1")
            assert found.head == commits[-1].match.ply
            assert await told(client, "m_1") == [event for made in commits for event in made.events]
