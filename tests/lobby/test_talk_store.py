"""Talk as it is stored: the driver in memory and the one over Redis must not differ."""

import pytest
from redis.asyncio import Redis

from footplate.bus import LOBBY_STREAM
from footplate.domain.events import LineSaid
from footplate.domain.table import Table
from footplate.domain.talk import Line, Room
from footplate.lobby.keys import lines_key, muted_key, silenced_key, talk_request_key
from footplate.lobby.ports import Request
from footplate.lobby.talk_ports import Mark, Marked, NotSaid, SaidBefore, Saying
from footplate.wire.events import decode_event
from tests.lobby.rigs import Rig, redis_rig
from tests.lobby.talk_calls import moved, table_at

LINE = Line(0, "a_ann", "Ann", False, 'Say "ä 1 2"', 1234)


def saying(table: Table, request: str, room: Room = Room.PLAYERS) -> Saying:
    """A line of Ann's."""
    return Saying(table, room, LINE, LineSaid(table.id, room.value, f"l_{request}", 1234), Request(request, "say"))


async def test_a_line_comes_back_as_it_was_said_with_its_number(rig: Rig) -> None:
    talk, table = rig.drivers.talk, await table_at(rig)
    said = await talk.say(saying(table, "a_ann/r"))
    assert isinstance(said, Line)
    assert said == Line(1, "a_ann", "Ann", False, 'Say "ä 1 2"', 1234)
    assert (await talk.after(table.id, Room.PLAYERS, 0, 10)).lines == (said,)
    assert (await talk.after(table.id, Room.SPECTATORS, 0, 10)).lines == ()
    assert await talk.said(Request("a_ann/r", "other")) == SaidBefore("say", said)
    assert await talk.said(Request("a_ann/s", "say")) is None


async def test_nothing_is_said_at_a_table_that_moved_on(rig: Rig) -> None:
    talk, table = rig.drivers.talk, await table_at(rig)
    after = await moved(rig, table, name="Other")
    assert await talk.say(saying(table, "a_ann/r")) == NotSaid.MOVED
    assert (await talk.after(table.id, Room.PLAYERS, 0, 10)).last == 0
    assert isinstance(await talk.say(saying(after, "a_ann/r")), Line)


async def test_a_silenced_account_says_nothing_and_a_request_is_answered_first(rig: Rig) -> None:
    talk, table = rig.drivers.talk, await table_at(rig)
    said = await talk.say(saying(table, "a_ann/r"))
    assert isinstance(said, Line)
    assert await talk.mark(Mark(silenced_key(table.id), "a_ann", True, Request("a_bob/r", "s"))) == Marked.DONE
    assert await talk.say(saying(table, "a_ann/s")) == NotSaid.SILENCED
    assert await talk.say(saying(table, "a_ann/r")) == SaidBefore("say", said)


async def test_the_bus_hears_of_each_line_once(rig: Rig) -> None:
    talk, table = rig.drivers.talk, await table_at(rig)
    reader = rig.drivers.bus.driver.reader()
    for request in ("r1", "r1", "r2"):
        await talk.say(saying(table, request))
    told = await reader.read_after({LOBBY_STREAM: "0-0"}, count=100, block_ms=1)
    await reader.close()
    events = [decode_event(envelope.payload) for envelope in told]
    lines = [event for event in events if isinstance(event, LineSaid)]
    assert lines == [saying(table, request).event for request in ("r1", "r2")]


async def test_lines_are_read_from_both_ends(rig: Rig) -> None:
    talk, table = rig.drivers.talk, await table_at(rig)
    for number in range(1, 8):
        await talk.say(saying(table, f"r{number}"))
    forth = await talk.after(table.id, Room.PLAYERS, 3, 2)
    assert ([line.number for line in forth.lines], forth.last, forth.kept) == ([4, 5], 7, 7)
    back = await talk.before(table.id, Room.PLAYERS, 3, 5)
    assert ([line.number for line in back.lines], back.last, back.kept) == ([2, 1], 7, 7)
    newest = await talk.before(table.id, Room.PLAYERS, 0, 2)
    assert [line.number for line in newest.lines] == [7, 6]
    assert (await talk.before(table.id, Room.PLAYERS, 1, 5)).lines == ()
    assert (await talk.after(table.id, Room.PLAYERS, 7, 5)).lines == ()


async def test_marks_are_made_once_and_taken_back(rig: Rig) -> None:
    talk, list_ = rig.drivers.talk, muted_key("a_ann")

    async def mark(account: str, on: bool, request: str) -> Marked:
        return await talk.mark(Mark(list_, account, on, Request(request, f"{account} {on}")))

    assert [await mark("a_bob", True, "r1"), await mark("a_bob", True, "r1")] == [Marked.DONE, Marked.BEFORE]
    assert await mark("a_bob", False, "r1") == Marked.REUSED
    assert await mark("a_abe", True, "r2") == Marked.DONE
    assert await talk.marked(list_) == ["a_abe", "a_bob"]
    assert await mark("a_bob", False, "r3") == Marked.DONE
    assert await talk.marked(list_) == ["a_abe"]
    assert await talk.marked(muted_key("a_bob")) == []


# --- Over Redis only ---------------------------------------------------------


async def test_lines_go_and_their_numbers_do_not_come_again(redis: Redis, redis_url: str) -> None:
    rig = redis_rig(redis, redis_url, talk_lines=2, talk_seconds=60)
    talk, table = rig.drivers.talk, await table_at(rig)
    for number in range(3):
        await talk.say(saying(table, f"r{number}"))
    found = await talk.after(table.id, Room.PLAYERS, 0, 10)
    assert ([line.number for line in found.lines], found.kept) == ([2, 3], 2)
    key = lines_key(table.id, Room.PLAYERS)
    assert 50_000 < await redis.pttl(key) <= 60_000
    await redis.delete(key)  # as its time does
    found = await talk.after(table.id, Room.PLAYERS, 3, 10)
    assert (found.lines, found.last, found.kept) == ((), 3, 0)
    said = await talk.say(saying(table, "r4"))
    assert isinstance(said, Line)
    assert said.number == 4
    await rig.drivers.bus.close()


async def test_a_request_is_remembered_for_its_time(redis: Redis, redis_url: str) -> None:
    rig = redis_rig(redis, redis_url, keep_requests_seconds=60)
    talk, table = rig.drivers.talk, await table_at(rig)
    await talk.say(saying(table, "r"))
    assert 50_000 < await redis.pttl(talk_request_key("r")) <= 60_000
    await rig.drivers.bus.close()


@pytest.mark.parametrize("on", [True, False])
async def test_a_list_is_full_at_its_limit(rig: Rig, on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footplate.lobby.redis_talk.MOST_MARKED", 1)
    monkeypatch.setattr("tests.lobby.memory_talk.MOST_MARKED", 1)
    talk, list_ = rig.drivers.talk, muted_key("a_ann")
    assert await talk.mark(Mark(list_, "a_1", True, Request("r1", ""))) == Marked.DONE
    assert await talk.mark(Mark(list_, "a_2", on, Request("r2", ""))) == (Marked.FULL if on else Marked.DONE)
    assert await talk.mark(Mark(list_, "a_1", True, Request("r3", ""))) == Marked.DONE
