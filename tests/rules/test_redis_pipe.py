"""The shared connection: every caller gets its own reply, whatever happens to others, and it comes back when lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis import exceptions
from redis.asyncio import ConnectionPool, Redis

from footplate.rules.redis_pipe import RedisPipe
from footplate.rules.redis_store import CLIENT
from footplate.runtime.embedded_redis import EmbeddedRedis


@asynccontextmanager
async def piped(url: str, patience: float = 5.0) -> AsyncIterator[RedisPipe]:
    pipe = RedisPipe(ConnectionPool.from_url(url, **CLIENT), patience)
    try:
        yield pipe
    finally:
        await pipe.aclose()


async def test_many_at_once_get_their_own_replies(redis: Redis, redis_url: str) -> None:
    async with piped(redis_url) as pipe:
        words = [b"x" * (number * 37 % 5000) + b"%d" % number for number in range(500)]
        assert await asyncio.gather(*(pipe.execute_command("ECHO", word) for word in words)) == words
        long = b"y" * 3_000_000
        assert await pipe.execute_command("ECHO", long) == long
        assert len(await redis.client_list()) < 5


async def test_an_error_is_its_caller_s_alone(redis: Redis, redis_url: str) -> None:
    async with piped(redis_url) as pipe:
        calls = [pipe.execute_command(*words) for words in (("ECHO", "a"), ("NOSUCH",), ("ECHO", "b"))]
        one, two, three = await asyncio.gather(*calls, return_exceptions=True)
    assert (one, three) == (b"a", b"b")
    assert isinstance(two, exceptions.ResponseError)


async def test_who_gives_up_does_not_shift_the_replies_of_others(redis: Redis, redis_url: str) -> None:
    async with piped(redis_url) as pipe:
        for round_ in range(20):
            tasks = [asyncio.create_task(pipe.execute_command("ECHO", f"{round_}.{n}")) for n in range(10)]
            await asyncio.sleep(0)
            for task in tasks[::3]:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            for number, result in enumerate(results):
                if number % 3:
                    assert result == f"{round_}.{number}".encode()


@pytest.mark.parametrize("port", [None, 0])
async def test_it_comes_back_when_the_server_does(port: int | None) -> None:
    with EmbeddedRedis(fsync="no", port=port) as server:
        async with piped(server.url) as pipe:
            assert await pipe.execute_command("SET", "a", "1") == b"OK"
            waiting = asyncio.create_task(pipe.execute_command("BLPOP", "nothing", 0))
            await asyncio.sleep(0.05)
            server.kill()
            with pytest.raises(exceptions.ConnectionError):
                await waiting
            with pytest.raises((exceptions.ConnectionError, exceptions.TimeoutError)):
                await pipe.execute_command("GET", "a")
            server.start()
            answers = await asyncio.gather(*(pipe.execute_command("ECHO", f"{n}") for n in range(50)))
            assert answers == [f"{n}".encode() for n in range(50)]


async def test_it_shows_its_password_and_uses_its_database() -> None:
    with EmbeddedRedis(fsync="no", port=0) as server:
        async with Redis.from_url(server.url) as client:
            await client.acl_setuser("rules", enabled=True, passwords=["+secret"], keys=["*"], commands=["+@all"])
        address = server.url.removeprefix("redis://").removesuffix("/0")
        async with piped(f"redis://rules:secret@{address}/3") as pipe:
            assert await pipe.execute_command("ACL", "WHOAMI") == b"rules"
            assert b"db=3" in await pipe.execute_command("CLIENT", "LIST")
        async with piped(f"redis://rules:wrong@{address}/3") as pipe:
            with pytest.raises(exceptions.AuthenticationError):
                await pipe.execute_command("PING")


async def test_a_server_that_says_nothing_counts_as_lost(redis: Redis, redis_url: str) -> None:
    async with piped(redis_url, patience=0.1) as pipe:
        assert await pipe.execute_command("PING") == b"PONG"
        calls = (pipe.execute_command("BLPOP", "nothing", 0), pipe.execute_command("PING"))
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(result, exceptions.TimeoutError) for result in results)
        assert await pipe.execute_command("PING") == b"PONG"


async def test_what_is_no_redis_is_refused() -> None:
    async def chatter(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 smtp at your service\r\n" * 3)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(chatter, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        async with piped(f"redis://127.0.0.1:{port}/0", patience=0.5) as pipe:
            with pytest.raises(exceptions.RedisError):
                await pipe.execute_command("PING")


async def test_a_closed_pipe_fails_who_waits(redis: Redis, redis_url: str) -> None:
    async with piped(redis_url) as pipe:
        waiting = asyncio.create_task(pipe.execute_command("BLPOP", "nothing", 0))
        await asyncio.sleep(0.05)
    with pytest.raises(exceptions.ConnectionError):
        await waiting
