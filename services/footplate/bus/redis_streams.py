"""The bus over Redis Streams (6.2 or later), on one server or on Redis Cluster."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import NoScriptError

from footplate.bus.envelope import FIELD, START, DeadLetter, Envelope, entry_key
from footplate.bus.lua import Script, script
from footplate.bus.ports import BusUnavailable, Claimed, GroupState
from footplate.bus.redis_link import BLOCK_MARGIN, Client, RedisReader, cluster_client, server_pool, translated
from footplate.bus.streams import dead_stream, slot_tag

DEAD_LETTERS_KEPT: Final = 10_000
"""Per stream; the store never evicts, so what nobody looks at must end somewhere."""

_LAG_COUNTED: Final = 1_000
_Call = tuple[tuple[str, ...], tuple[str | bytes | int, ...]]


class RedisDriver:
    """See `ports.Driver`. With `cluster`, `url` names any node, and each read and each script stays on one hash slot.

    `by_slot` makes one read per hash slot also on a single server, as a proxy in front of a cluster may need.
    """

    def __init__(self, url: str, *, cluster: bool = False, by_slot: bool = False, timeout: float = 5.0) -> None:
        self._url = url
        self._by_slot = cluster or by_slot
        self._client: Client
        self._blocking: RedisCluster | None = None
        if cluster:
            self._client = cluster_client(url, timeout)
            self._blocking = cluster_client(url, timeout + BLOCK_MARGIN)
        else:
            self._client = Redis.from_pool(server_pool(url, timeout, size=64))

    async def append(self, stream: str, payload: bytes) -> str:
        """Not repeated by itself: after an error the entry may or may not be there."""
        entry_id: bytes = await self._run("XADD", stream, "*", FIELD, payload)
        return entry_id.decode()

    def lanes(self, streams: Sequence[str]) -> list[tuple[str, ...]]:
        if not self._by_slot:
            return [tuple(streams)]
        lanes: dict[str, list[str]] = {}
        for stream in streams:
            lanes.setdefault(slot_tag(stream), []).append(stream)
        return [tuple(lane) for lane in lanes.values()]

    def reader(self) -> RedisReader:
        return RedisReader(self._url, self._blocking)

    async def create_groups(self, streams: Sequence[str], group: str) -> None:
        for stream in streams:
            try:
                await self._run("XGROUP", "CREATE", stream, group, START, "MKSTREAM")
            except BusUnavailable as error:
                if "BUSYGROUP" not in str(error):
                    raise

    async def inspect(self, streams: Sequence[str], group: str) -> list[GroupState]:
        replies = await self._each("inspect", [((s, dead_stream(s)), (group, _LAG_COUNTED)) for s in streams])
        return [_state(stream, reply) for stream, reply in zip(streams, replies, strict=True)]

    async def claim(self, streams: Sequence[str], group: str, consumer: str, *, idle_ms: int, count: int) -> Claimed:
        replies = await self._each("claim", [((s,), (group, consumer, idle_ms, count)) for s in streams])
        pairs = list(zip(streams, replies, strict=True))
        found = [Envelope(s, i.decode(), payload, n) for s, (claimed, _) in pairs for i, payload, n in claimed]
        gone = tuple((s, entry_id.decode()) for s, (_, ids) in pairs for entry_id in ids)
        return Claimed(tuple(sorted(found, key=lambda envelope: entry_key(envelope.id))), gone)

    async def renew(self, stream: str, group: str, consumer: str, ids: Sequence[str]) -> set[str]:
        return {entry_id.decode() for entry_id in await self._one("renew", (stream,), group, consumer, *ids)}

    async def release(
        self, stream: str, group: str, consumer: str, ids: Sequence[str], *, idle_ms: int, undo: bool = False
    ) -> None:
        if ids:
            await self._one("release", (stream,), group, consumer, idle_ms, int(undo), *ids)

    async def release_all(self, streams: Sequence[str], group: str, consumer: str, *, idle_ms: int) -> None:
        await self._each("release", [((s,), (group, consumer, idle_ms, 0)) for s in streams])

    async def ack(self, group: str, ids: Mapping[str, Sequence[str]]) -> None:
        await self._each("ack", [((stream,), (group, *of_stream)) for stream, of_stream in ids.items()])

    async def park(self, stream: str, group: str, consumer: str, entry_id: str, reason: str) -> bool:
        keys = (stream, dead_stream(stream))
        return bool(await self._one("park", keys, group, consumer, entry_id, reason, DEAD_LETTERS_KEPT))

    async def rewind(self, streams: Sequence[str], group: str) -> None:
        for stream in streams:
            await self._run("XGROUP", "SETID", stream, group, START)

    async def leave(self, streams: Sequence[str], group: str, consumer: str) -> None:
        await self._each("leave", [((s,), (group, consumer)) for s in streams])

    async def reap(self, streams: Sequence[str], group: str, *, idle_ms: int) -> int:
        return sum(await self._each("reap", [((s,), (group, idle_ms)) for s in streams]))

    async def trim(self, streams: Sequence[str], groups: Sequence[str], *, keep_ms: int) -> int:
        return sum(await self._each("trim", [((s,), (keep_ms, *groups)) for s in streams]))

    async def positions(self, streams: Sequence[str]) -> dict[str, str]:
        found = {}
        for stream in streams:
            newest = await self._run("XREVRANGE", stream, "+", "-", "COUNT", 1)
            found[stream] = newest[0][0].decode() if newest else START
        return found

    async def gone(self, positions: Mapping[str, str]) -> list[str]:
        known = {stream: entry_id for stream, entry_id in positions.items() if entry_id != START}
        return [s for s, entry_id in known.items() if not await self._run("XRANGE", s, entry_id, entry_id)]

    async def dead_letters(self, stream: str, *, count: int) -> list[DeadLetter]:
        entries = await self._run("XRANGE", dead_stream(stream), "-", "+", "COUNT", count)
        return [_dead_letter(stream, entry_id, fields) for entry_id, fields in entries]

    async def requeue(self, stream: str, dead_id: str) -> str | None:
        entry_id: bytes | None = await self._one("requeue", (stream, dead_stream(stream)), dead_id)
        return entry_id.decode() if entry_id else None

    async def close(self) -> None:
        await self._client.aclose()
        if self._blocking is not None:
            await self._blocking.aclose()

    async def _run(self, *command: str | bytes | int) -> Any:
        with translated():
            return await self._client.execute_command(*command)

    async def _one(self, name: str, keys: tuple[str, ...], *arguments: str | int) -> Any:
        return (await self._each(name, [(keys, arguments)]))[0]

    async def _each(self, name: str, calls: Sequence[_Call]) -> list[Any]:
        """Runs one script once per call; on a single server in one round trip."""
        with translated():
            if isinstance(self._client, RedisCluster) or len(calls) == 1:
                return [await self._evaluate(script(name), call) for call in calls]
            return await self._pipelined(script(name), calls)

    async def _evaluate(self, wanted: Script, call: _Call) -> Any:
        keys, arguments = call
        try:
            return await self._client.execute_command("EVALSHA", wanted.sha, len(keys), *keys, *arguments)
        except NoScriptError:
            return await self._client.execute_command("EVAL", wanted.text, len(keys), *keys, *arguments)

    async def _pipelined(self, wanted: Script, calls: Sequence[_Call]) -> list[Any]:
        pipeline = self._client.pipeline(transaction=False)
        for keys, arguments in calls:
            pipeline.execute_command("EVALSHA", wanted.sha, len(keys), *keys, *arguments)
        replies = await pipeline.execute(raise_on_error=False)
        for place, reply in enumerate(replies):
            if isinstance(reply, NoScriptError):
                replies[place] = await self._evaluate(wanted, calls[place])
            elif isinstance(reply, Exception):
                raise reply
        return list(replies)


def _state(stream: str, reply: list[int]) -> GroupState:
    if not reply[0]:
        return GroupState(stream, exists=False)
    _, anchored, length, pending, lag, oldest_ms, dead = reply
    return GroupState(stream, True, bool(anchored), length, pending, lag, oldest_ms, dead)


def _dead_letter(stream: str, entry_id: bytes, fields: Mapping[bytes, bytes]) -> DeadLetter:
    text = {name.decode(): value.decode(errors="replace") for name, value in fields.items() if name != FIELD.encode()}
    return DeadLetter(
        id=entry_id.decode(),
        stream=stream,
        source_id=text.get("id", ""),
        payload=fields.get(FIELD.encode(), b""),
        group=text.get("group", ""),
        reason=text.get("reason", ""),
        deliveries=int(text.get("deliveries", "0")),
    )
