"""WatchTable: every watcher sees the newest version, however it came and went, and hears why it ended."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import grpc
import pytest

from footplate.api.common.v1 import watch_pb2
from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.lobby.bells import Bells
from footplate.runtime import metrics
from tests.lobby.calls import adding_bot, full_of_bots, joining, leaving, opened, starting, watching
from tests.lobby.memory import MemoryTables
from tests.lobby.rigs import Client, Lobby, Rig, lobby, memory_rig, refused, running

COMPLETE = watch_pb2.WATCH_END_REASON_COMPLETE


async def told(watch: Any) -> pb.WatchTableResponse:
    """The next message; it must come soon."""
    async with asyncio.timeout(5):
        message: pb.WatchTableResponse = await watch.read()
    return message


async def until_version(watch: Any, version: int) -> message_pb2.Table:
    """The table at a version, whatever comes before it."""
    while (message := await told(watch)).table.version < version:
        pass
    return message.table


async def rest_of(watch: Any) -> list[pb.WatchTableResponse]:
    """All that comes until the stream ends."""
    messages: list[pb.WatchTableResponse] = []
    async with asyncio.timeout(5):
        while (message := await watch.read()) is not grpc.aio.EOF:
            messages.append(message)
    return messages


async def test_a_watch_shows_the_table_and_each_change(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = await opened(ann)
    watch = watching(bob, table.table_id)
    assert (await told(watch)).table == table
    joined = (await joining(bob, table.table_id)).table
    assert (await told(watch)).table == joined
    left = (await leaving(ann, table.table_id)).table
    messages = await rest_of(watch)
    assert [message.WhichOneof("message") for message in messages] == ["table", "ended"]
    assert messages[0].table == left
    assert messages[1].ended == watch_pb2.WatchEnded(reason=COMPLETE, position=3)


async def test_the_whole_way_to_the_match_can_be_watched(served: Lobby) -> None:
    ann = served.client("Ann")
    table = await full_of_bots(ann)
    watch = watching(served.client("Bob"), table.table_id)
    await told(watch)
    await starting(ann, table.table_id)
    playing = await until_version(watch, table.version + 2)
    assert playing.status == message_pb2.TABLE_STATUS_PLAYING
    assert playing.match_id == served.rig.rules.matches[table.table_id]
    watch.cancel()


async def test_a_watch_goes_on_from_the_version_seen(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = (await opened(ann, 4)).table_id
    await joining(bob, table)
    late = watching(bob, table, 1)
    assert (await told(late)).table.version == 2
    current = watching(bob, table, 2)
    await adding_bot(ann, table)
    assert (await told(current)).table.version == (await told(late)).table.version == 3
    late.cancel()
    current.cancel()


async def test_a_watch_of_a_table_that_is_over_ends_at_once(served: Lobby) -> None:
    ann = served.client("Ann")
    table = (await opened(ann)).table_id
    await leaving(ann, table)
    first = await rest_of(watching(ann, table))
    assert [message.WhichOneof("message") for message in first] == ["table", "ended"]
    seen = await rest_of(watching(ann, table, 2))
    assert [message.ended.position for message in seen] == [2]


@pytest.mark.parametrize("version", [-1, 2, 10**12])
async def test_a_version_that_is_none_is_refused(served: Lobby, version: int) -> None:
    table = (await opened(served.client("Ann"))).table_id
    refusal = await refused(rest_of(watching(served.client("Ann"), table, version)))
    assert (refusal.reason, refusal.metadata) == ("BAD_REQUEST", {"field": "from_version", "value": str(version)})


async def test_watchers_that_come_and_go_while_it_changes_miss_nothing(served: Lobby) -> None:
    """Each watcher breaks off after every message and resumes; versions rise, and the last one reaches everybody."""
    ann = served.client("Ann")
    table = (await opened(ann, 4)).table_id
    last = 40

    async def follow(name: str) -> list[int]:
        client, seen = served.client(name), [0]
        while seen[-1] < last:
            watch = watching(client, table, seen[-1])
            message = await told(watch)
            watch.cancel()
            if message.HasField("table"):
                seen.append(message.table.version)
        return seen

    async def change() -> None:
        for _ in range((last - 1) // 2 + 1):
            await adding_bot(ann, table, seat=2)
            await leaving(ann, table, 2)

    following = asyncio.gather(*[follow(f"W{number}") for number in range(8)])
    await change()
    for seen in await following:
        assert seen == sorted(set(seen))
        assert seen[-1] >= last


async def test_what_another_replica_does_is_seen(redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    async with (
        lobby(rig) as here,
        running(rig.build()) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        table = (await opened(here.client("Ann"))).table_id
        watch = watching(here.client("Ann"), table)
        await told(watch)
        await joining(Client(channel, rig.token("Bob")), table)
        assert (await told(watch)).table.version == 2
        watch.cancel()


# --- Silence and ends --------------------------------------------------------


@pytest.fixture
async def brisk() -> AsyncIterator[Lobby]:
    async with lobby(memory_rig(heartbeat_seconds=0.05)) as made:
        yield made


async def test_a_silent_watch_gives_signs_of_life(brisk: Lobby) -> None:
    ann = brisk.client("Ann")
    table = (await opened(ann)).table_id
    watch = watching(ann, table)
    await told(watch)
    beats = [(await told(watch)).heartbeat for _ in range(3)]
    assert [beat.position for beat in beats] == [1, 1, 1]
    assert beats[0].time.ToMilliseconds() < beats[2].time.ToMilliseconds()
    watch.cancel()


async def test_a_change_that_nobody_told_of_is_found_at_the_next_sign_of_life(brisk: Lobby) -> None:
    ann = brisk.client("Ann")
    table = (await opened(ann)).table_id
    watch = watching(ann, table)
    await told(watch)
    tables = brisk.rig.drivers.tables
    assert isinstance(tables, MemoryTables)
    tables.tables[table] = replace(tables.tables[table], name="Changed", version=2)
    assert (await until_version(watch, 2)).name == "Changed"
    watch.cancel()


async def test_a_watch_ends_with_its_token(served: Lobby) -> None:
    table = (await opened(served.client("Ann"))).table_id
    soon = served.client("Bob", seconds=-28.5)  # the leeway of 30 seconds is all that is left of it
    messages = await rest_of(watching(soon, table))
    assert messages[-1].ended.reason == watch_pb2.WATCH_END_REASON_TOKEN_EXPIRED
    assert messages[-1].ended.position == 1


async def test_a_server_that_stops_says_so(rig: Rig) -> None:
    async with lobby(rig) as served:
        table = (await opened(served.client("Ann"))).table_id
        watches = [watching(served.client("Ann"), table) for _ in range(3)]
        for watch in watches:
            await told(watch)
        served.service.bells.close()
        for watch in [*watches, watching(served.client("Ann"), table, 1)]:
            ended = (await rest_of(watch))[-1].ended
            assert (ended.reason, ended.position) == (watch_pb2.WATCH_END_REASON_SHUTTING_DOWN, 1)


async def test_watchers_that_leave_leave_nothing_behind(served: Lobby) -> None:
    open_watches = metrics.WATCHERS_OPEN.labels("table")
    before = open_watches._value.get()
    table = (await opened(served.client("Ann"))).table_id
    watches = [watching(served.client("Ann"), table) for _ in range(5)]
    for watch in watches:
        await told(watch)
    assert (open_watches._value.get(), len(served.service.bells)) == (before + 5, 1)
    for watch in watches:
        watch.cancel()
    async with asyncio.timeout(5):
        while len(served.service.bells):  # noqa: ASYNC110 - bells tell nobody that they are no more
            await asyncio.sleep(0.01)
    assert open_watches._value.get() == before


async def test_a_store_that_goes_away_ends_the_watch_with_an_error(brisk: Lobby) -> None:
    table = (await opened(brisk.client("Ann"))).table_id
    watch = watching(brisk.client("Ann"), table)
    await told(watch)
    tables = brisk.rig.drivers.tables
    assert isinstance(tables, MemoryTables)
    tables.available = False
    refusal = await refused(rest_of(watch))
    assert (refusal.reason, refusal.retry_seconds) == ("STORE_UNAVAILABLE", 1.0)


async def test_a_gap_on_the_bus_makes_everybody_look(served: Lobby) -> None:
    ann = served.client("Ann")
    table = (await opened(ann)).table_id
    watch = watching(ann, table)
    await told(watch)
    bells: Bells = served.service.bells
    bells.ring_all()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(watch.read(), 0.2)  # nothing is new, so nothing is told
    watch.cancel()
