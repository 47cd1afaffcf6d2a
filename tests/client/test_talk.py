"""Talk through the SDK, against a lobby in memory."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from footplate import client as sdk
from footplate.client import Client
from footplate.domain.table import Status
from tests.lobby.rigs import Rig, memory_rig, running
from tests.lobby.talk_calls import moved, table_at


@pytest.fixture
def rig() -> Rig:
    return memory_rig()


@pytest.fixture
async def port(rig: Rig) -> AsyncIterator[int]:
    async with running(rig.build()) as port:
        yield port


@pytest.fixture
async def people(rig: Rig, port: int) -> AsyncIterator[dict[str, Client]]:
    """A client each for Ann and Bob, who sit at the table, and for Eve, who looks on."""
    async with AsyncExitStack() as stack:
        made = {name: sdk.connect(f"127.0.0.1:{port}", token=rig.token(name)) for name in ("Ann", "Bob", "Eve")}
        for one in made.values():
            stack.push_async_callback(asyncio.to_thread, one.close)
        yield made


async def test_lines_are_said_listed_and_watched(rig: Rig, people: dict[str, Client]) -> None:
    table = (await table_at(rig)).id
    ann, eve = people["Ann"].talk, people["Eve"].talk

    def talk() -> None:
        lines = [ann.say(table, f"{number}") for number in range(3)]
        assert [line.number for line in lines] == [1, 2, 3]
        assert list(eve.list(table)) == lines[::-1]
        watch = eve.watch(table, from_line=1)
        assert [next(watch), next(watch)] == lines[1:]
        assert eve.say(table, "so?", spectators=True).number == 1
        assert [line.text for line in eve.list(table, spectators=True)] == ["so?"]

    await asyncio.to_thread(talk)


async def test_pages_of_a_list_are_read_one_after_the_other(
    rig: Rig, people: dict[str, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footplate.client.talk._PAGE", 2)
    table = (await table_at(rig)).id

    def talk() -> None:
        for number in range(5):
            people["Ann"].talk.say(table, f"{number}")
        assert [line.text for line in people["Eve"].talk.list(table)] == ["4", "3", "2", "1", "0"]

    await asyncio.to_thread(talk)


async def test_a_watch_ends_when_the_rooms_are_closed(rig: Rig, people: dict[str, Client]) -> None:
    table = await table_at(rig)
    await asyncio.to_thread(people["Ann"].talk.say, table.id, "bye")
    await moved(rig, table, status=Status.CLOSED)
    lines = await asyncio.to_thread(lambda: list(people["Eve"].talk.watch(table.id)))
    assert [line.text for line in lines] == ["bye"]


async def test_muting_and_silencing(rig: Rig, people: dict[str, Client]) -> None:
    table = (await table_at(rig)).id
    ann, bob, eve = people["Ann"].talk, people["Bob"].talk, people["Eve"].talk

    def talk() -> None:
        bob.say(table, "hm")
        eve.mute("a_bob")
        assert eve.muted() == ("a_bob",)
        assert list(eve.list(table)) == []
        eve.unmute("a_bob")
        assert eve.muted() == ()
        ann.silence(table, "a_bob")
        assert ann.silenced(table) == ("a_bob",)
        with pytest.raises(sdk.Forbidden) as refused:
            bob.say(table, "hm")
        assert (refused.value.reason, refused.value.metadata["problem"]) == ("TALK_REFUSED", "silenced")
        ann.silence(table, "a_bob", lift=True)
        assert bob.say(table, "hm").number == 2

    await asyncio.to_thread(talk)
