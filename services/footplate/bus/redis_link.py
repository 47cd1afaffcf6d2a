"""Connections to Redis for the bus: how they are made, how their errors read, blocking reads on one of their own."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.connection import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from footplate.bus.envelope import FIELD, Envelope, entry_key
from footplate.bus.ports import BusUnavailable, GroupMissing

BLOCK_MARGIN: Final = 5.0
"""Seconds a blocking read may be late before its connection counts as dead."""

_NODE_CONNECTIONS: Final = 1024
"""Each lane holds one while it waits, and a node may serve all of them."""

Client = Redis | RedisCluster


@contextmanager
def translated() -> Iterator[None]:
    """The errors of the Redis client as the bus knows them."""
    try:
        yield
    except (RedisError, OSError) as error:
        text = str(error)
        vanished = "NOGROUP" in text or text.startswith("UNBLOCKED")
        raise GroupMissing(text) if vanished else BusUnavailable(text or type(error).__name__) from error


def server_pool(url: str, timeout: float, size: int) -> BlockingConnectionPool:
    """At most `size` connections to one server, waited for; no answer in `timeout` seconds means a lost connection."""
    # RESP2 keeps the replies of all server and client versions alike. No silent retries: an XADD sent twice is two
    # events, and the bus loops have a back-off of their own.
    tcp: dict[str, Any] = {} if url.startswith("unix:") else {"socket_keepalive": True}
    return BlockingConnectionPool.from_url(
        url,
        max_connections=size,
        timeout=timeout,
        socket_timeout=timeout,
        socket_connect_timeout=min(timeout, 5.0),
        retry=Retry(NoBackoff(), 0),
        protocol=2,
        **tcp,
    )


def cluster_client(url: str, timeout: float) -> RedisCluster:
    """A client of the Redis Cluster that the node at `url` belongs to."""
    return RedisCluster.from_url(
        url, max_connections=_NODE_CONNECTIONS, socket_timeout=timeout, socket_keepalive=True, protocol=2
    )


def _envelopes(reply: Any) -> list[Envelope]:
    """What XREAD and XREADGROUP bring, in order of time. The client gives pairs or a mapping, by its version."""
    streams = reply.items() if isinstance(reply, Mapping) else reply or ()
    found = [
        Envelope(stream.decode(), entry_id.decode(), (fields or {}).get(FIELD.encode(), b""))
        for stream, entries in streams
        for entry_id, fields in entries
    ]
    return sorted(found, key=lambda envelope: entry_key(envelope.id))


class RedisReader:
    """Blocking reads on a connection that nothing else uses."""

    def __init__(self, url: str, shared: RedisCluster | None) -> None:
        self._url = url
        self._client: Client | None = shared
        self._shared = shared is not None
        self._block_ms = 0

    async def read_group(
        self, streams: Sequence[str], group: str, consumer: str, *, count: int, block_ms: int
    ) -> list[Envelope]:
        head = ("XREADGROUP", "GROUP", group, consumer, "COUNT", count, "BLOCK", block_ms)
        return await self._read(block_ms, *head, "STREAMS", *streams, *[">"] * len(streams))

    async def read_after(self, positions: Mapping[str, str], *, count: int, block_ms: int) -> list[Envelope]:
        return await self._read(
            block_ms, "XREAD", "COUNT", count, "BLOCK", block_ms, "STREAMS", *positions.keys(), *positions.values()
        )

    async def _read(self, block_ms: int, *command: str | int) -> list[Envelope]:
        client = await self._connected(block_ms)
        try:
            with translated():
                return _envelopes(await client.execute_command(*command))
        except BaseException:
            # Also when cancelled: the answer may still be under way, so this connection must not be read again.
            await self._drop()
            raise

    async def _connected(self, block_ms: int) -> Client:
        if self._client is not None and not self._shared and block_ms > self._block_ms:
            await self._drop()
        if self._client is None:
            self._block_ms = block_ms
            pool = server_pool(self._url, block_ms / 1000 + BLOCK_MARGIN, size=1)
            self._client = Redis.from_pool(pool)
        return self._client

    async def _drop(self) -> None:
        if self._client is not None and not self._shared:
            client, self._client = self._client, None
            await client.aclose()

    async def close(self) -> None:
        await self._drop()
