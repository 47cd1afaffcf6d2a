"""WatchTalk: every line once and in order, wherever one resumes, and nothing for ears it is not meant for."""

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footplate.api.common.v1 import watch_pb2
from footplate.bus import Bus
from footplate.domain.seat import Seat
from footplate.domain.table import Status
from footplate.domain.talk import Line, Room
from footplate.lobby.bells import Bells
from footplate.lobby.build import clock
from footplate.lobby.rate import Limit
from footplate.lobby.talk import Place, Talk
from footplate.lobby.talk_watch import TalkWatches
from footplate.lobby.watch import Watcher
from tests.lobby.memory import MemoryTables, MemoryTries
from tests.lobby.memory_talk import MemoryTalk
from tests.lobby.rigs import Client, Lobby, Rig, lobby, memory_rig, refused, running
from tests.lobby.talk_calls import ANN, PLAYERS, SPECTATORS, hearing, moved, muting, next_of, said, table_at


async def test_a_watch_tells_what_was_said_and_what_is_said(served: Lobby) -> None:
    table, ann = await table_at(served.rig), served.client("Ann")
    lines = await said(ann, table.id, "one", "two")
    watch = hearing(served.client("Eve"), table.id)
    assert [(await next_of(watch)).line for _ in lines] == lines
    for text in ("three", "four"):
        line = (await said(ann, table.id, text))[0]
        assert (await next_of(watch)).line == line
    watch.cancel()


async def test_a_watch_resumes_behind_a_line(served: Lobby) -> None:
    table, ann = await table_at(served.rig), served.client("Ann")
    lines = await said(ann, table.id, *"abc")
    watch = hearing(ann, table.id, line=2)
    assert (await next_of(watch)).line == lines[2]
    watch.cancel()


@pytest.mark.parametrize("line", [-1, 2, 10**12])
async def test_a_number_that_is_still_to_come_is_refused(served: Lobby, line: int) -> None:
    table = await table_at(served.rig)
    await said(served.client("Ann"), table.id, "one")
    refusal = await refused(next_of(hearing(served.client("Ann"), table.id, line=line)))
    assert (refusal.reason, refusal.metadata) == ("BAD_REQUEST", {"field": "from_line", "value": str(line)})


async def test_a_watch_of_what_is_hidden_is_refused(served: Lobby) -> None:
    table = await table_at(served.rig, Status.PLAYING)
    refusal = await refused(next_of(hearing(served.client("Bob"), table.id, SPECTATORS)))
    assert (refusal.reason, refusal.metadata["problem"]) == ("TALK_REFUSED", "hidden")
    assert (await refused(next_of(hearing(served.client("Bob"), "t_nowhere")))).reason == "UNKNOWN_TABLE"


async def test_who_sits_down_hears_the_spectators_no_more(served: Lobby) -> None:
    table, cat = await table_at(served.rig), served.client("Cat")
    watch = hearing(cat, table.id, SPECTATORS)
    await said(served.client("Eve"), table.id, "before", room=SPECTATORS)
    assert (await next_of(watch)).line.text == "before"
    await moved(served.rig, table, status=Status.PLAYING, seats=table.join(Seat("a_cat", "Cat"), 1000).table.seats)
    await said(served.client("Eve"), table.id, "Ann bluffs", room=SPECTATORS)
    assert (await refused(next_of(watch))).metadata["problem"] == "hidden"


async def test_who_is_muted_falls_silent_in_a_watch_that_runs(served: Lobby) -> None:
    table, eve = await table_at(served.rig), served.client("Eve")
    watch = hearing(eve, table.id)
    await said(served.client("Bob"), table.id, "one")
    assert (await next_of(watch)).line.number == 1
    await muting(eve, "a_bob")
    await said(served.client("Bob"), table.id, "two")
    await said(served.client("Ann"), table.id, "three")
    assert (await next_of(watch)).line.number == 3
    watch.cancel()


async def test_what_is_said_in_another_replica_is_heard(redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    async with (
        lobby(rig) as here,
        running(rig.build()) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        table = await table_at(rig)
        watch = hearing(here.client("Eve"), table.id)
        line = (await said(Client(channel, rig.token("Ann")), table.id, "far away"))[0]
        assert (await next_of(watch)).line == line
        watch.cancel()


# --- No gap, no repeat -------------------------------------------------------


async def test_listeners_that_come_and_go_hear_every_line_once(served: Lobby) -> None:
    table = await table_at(served.rig)
    speakers, last = [served.client(name) for name in ("Ann", "Bob")], 40

    async def follow(name: str, breath: int) -> list[int]:
        client, seen = served.client(name), [0]
        while seen[-1] < last:
            watch = hearing(client, table.id, line=seen[-1])
            for _ in range(breath):
                seen.append((await next_of(watch)).line.number)
                if seen[-1] == last:
                    break
            watch.cancel()
        return seen

    following = asyncio.gather(*[follow(f"W{number}", 1 + number) for number in range(6)])
    await asyncio.gather(*[said(speaker, table.id, *["word"] * (last // 2)) for speaker in speakers])
    for seen in await following:
        assert seen == list(range(last + 1))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.integers(0, 450),
    during=st.integers(0, 30),
    stops=st.lists(st.integers(1, 250), max_size=6),
    start=st.floats(0, 1),
)
async def test_wherever_one_resumes_nothing_is_missing_and_nothing_comes_twice(
    before: int, during: int, stops: list[int], start: float
) -> None:
    """Lines come while the watch runs; it breaks off after each of `stops` messages, the last time it hears all."""
    tables, bells = MemoryTables(Bus.in_memory()), Bells()
    rig = memory_rig()
    table = await table_at(rig)
    tables.tables[table.id] = table
    talk = Talk(MemoryTalk(tables, Bus.in_memory(), 1000), tables, MemoryTries(), Limit(10**6, 1), 10**15, clock)
    place, total = Place(table.id, Room.PLAYERS), before + during
    for number in range(before):
        await talk.say(ANN, f"r{number}", place, "word")

    async def speak() -> None:
        for number in range(before, total):
            await talk.say(ANN, f"r{number}", place, "word")
            bells.ring_all()

    speaking = asyncio.create_task(speak())
    first = int(start * before)
    seen = first
    for stop in (*stops, total + 1):
        if seen == total:
            break
        left = stop
        async for message in TalkWatches(talk, bells, clock, 5).watch(Watcher("a_eve", 10**12), place, seen):
            assert isinstance(message, Line)
            assert message.number == seen + 1
            seen, left = message.number, left - 1
            if not left or seen == total:
                break
    await speaking
    assert seen == total


# --- Silence and ends --------------------------------------------------------


@pytest.fixture
async def brisk() -> AsyncIterator[Lobby]:
    async with lobby(memory_rig(heartbeat_seconds=0.05)) as made:
        yield made


async def test_a_watch_beats_with_the_last_number_also_of_muted_lines(brisk: Lobby) -> None:
    table, eve = await table_at(brisk.rig), brisk.client("Eve")
    await muting(eve, "a_bob")
    await said(brisk.client("Bob"), table.id, "one", "two")
    beat = (await next_of(hearing(eve, table.id))).heartbeat
    assert beat.position == 2
    assert beat.time.ToMilliseconds() > 1_700_000_000_000


async def test_a_watch_ends_when_the_rooms_close(brisk: Lobby) -> None:
    table = await table_at(brisk.rig, Status.FINISHED)
    ended = (await next_of(hearing(brisk.client("Ann"), table.id))).ended
    assert ended == watch_pb2.WatchEnded(reason=watch_pb2.WATCH_END_REASON_COMPLETE, position=0)


async def test_a_watch_ends_with_the_token(brisk: Lobby) -> None:
    table = await table_at(brisk.rig)
    watch = hearing(brisk.client("Ann", seconds=1), table.id)
    while not (message := await next_of(watch)).HasField("ended"):
        pass
    assert message.ended.reason == watch_pb2.WATCH_END_REASON_TOKEN_EXPIRED


async def test_a_watch_ends_when_the_process_stops(brisk: Lobby) -> None:
    table = await table_at(brisk.rig)
    watch = hearing(brisk.client("Ann"), table.id, PLAYERS)
    await next_of(watch)
    brisk.service.bells.close()
    while not (message := await next_of(watch)).HasField("ended"):
        pass
    assert message.ended.reason == watch_pb2.WATCH_END_REASON_SHUTTING_DOWN
