"""Talking over gRPC: what is said is kept once, in order, for those who may hear it and want to."""

import asyncio

import pytest

from footplate.api.talk.v1 import message_pb2
from footplate.domain.table import Status
from footplate.domain.talk import Room
from footplate.domain.terms import Spectators, Terms
from footplate.lobby.talk import Place, Talk
from footplate.lobby.talk_ports import MOST_MARKED
from footplate.runtime import metrics
from footplate.runtime.identity import Role
from tests.lobby.rigs import Lobby, Rig, lobby, memory_rig, refused
from tests.lobby.talk_calls import (
    ANN,
    PLAYERS,
    SPECTATORS,
    listed,
    listing_talk,
    moved,
    muted,
    muting,
    said,
    saying,
    silencing,
    table_at,
    unmuting,
)


async def test_a_line_is_kept_and_heard(served: Lobby) -> None:
    table = await table_at(served.rig)
    ann, bot = served.client("Ann"), served.client("Bob", role=Role.BOT)
    before = metrics.TALK_LINES.labels("players")._value.get()
    first = (await saying(ann, table.id, " Good  luck,\n all ")).line
    second = (await saying(bot, table.id, "beep")).line
    assert (first.number, first.account_id, first.display_name, first.bot) == (1, "a_ann", "Ann", False)
    assert first.text == "Good luck, all"
    assert first.time.ToMilliseconds() > 1_700_000_000_000
    assert (second.number, second.bot) == (2, True)
    page = await listing_talk(served.client("Eve"), table.id)
    assert list(page.lines) == [second, first]
    assert page.page.total_size == 2
    assert metrics.TALK_LINES.labels("players")._value.get() == before + 2


async def test_the_rooms_are_apart(served: Lobby) -> None:
    table = await table_at(served.rig, Status.PLAYING)
    ann, eve = served.client("Ann"), served.client("Eve")
    await said(ann, table.id, "my move")
    assert (await said(eve, table.id, "bad move", room=SPECTATORS))[0].number == 1
    assert await listed(eve, table.id) == ["my move"]
    assert await listed(eve, table.id, SPECTATORS) == ["bad move"]
    assert (await refused(listing_talk(ann, table.id, SPECTATORS))).metadata["problem"] == "hidden"
    assert (await refused(saying(ann, table.id, room=SPECTATORS))).metadata["problem"] == "hidden"
    refusal = await refused(saying(eve, table.id))
    assert (refusal.reason, refusal.metadata["problem"]) == ("TALK_REFUSED", "listening")
    await moved(served.rig, table, status=Status.FINISHED)
    assert await listed(ann, table.id, SPECTATORS) == ["bad move"]


async def test_a_closed_circle_stays_closed(served: Lobby) -> None:
    table = await table_at(served.rig, Status.PLAYING, terms=Terms(spectators=Spectators.NONE))
    eve = served.client("Eve")
    assert (await refused(listing_talk(eve, table.id))).reason == "TALK_REFUSED"
    assert (await refused(saying(eve, table.id, room=SPECTATORS))).reason == "TALK_REFUSED"
    assert (await refused(listing_talk(eve, "t_nowhere"))).reason == "UNKNOWN_TABLE"


async def test_when_the_table_is_long_over_nothing_is_said(served: Lobby) -> None:
    table = await table_at(served.rig, Status.FINISHED)
    refusal = await refused(saying(served.client("Ann"), table.id))
    assert (refusal.reason, refusal.metadata) == ("TABLE_CLOSED", {"table": table.id, "status": "finished"})


# --- Texts -------------------------------------------------------------------

TOO_MUCH = "a" * 501


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("a" * 500, "a" * 500),
        ("a\u200bb\u202ec\x00d", "abcd"),
        ("e\u0301", "\u00e9"),
        ("\u2764\ufe0f", "\u2764"),
        ("1\t2\u00a03\u20284", "1 2 3 4"),
        ("<b>&amp;{}%s", "<b>&amp;{}%s"),
    ],
)
async def test_a_text_is_shown_without_what_is_invisible(served: Lobby, text: str, spoken: str) -> None:
    table = await table_at(served.rig)
    assert [line.text for line in await said(served.client("Ann"), table.id, text)] == [spoken]


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b\u2060", TOO_MUCH, " " * 4000 + "a", "\u00ad"])
async def test_a_text_that_says_nothing_or_too_much_is_refused(served: Lobby, text: str) -> None:
    table = await table_at(served.rig)
    refusal = await refused(saying(served.client("Ann"), table.id, text))
    assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", "text")


@pytest.mark.parametrize("room", [0, 3])
async def test_a_room_must_be_named(served: Lobby, room: message_pb2.TalkRoom.ValueType) -> None:
    table = await table_at(served.rig)
    for call in (saying(served.client("Ann"), table.id, room=room), listing_talk(served.client("Ann"), table.id, room)):
        assert (await refused(call)).metadata["field"] == "room"


# --- Requests ----------------------------------------------------------------


async def test_a_repeated_request_says_nothing_twice(served: Lobby) -> None:
    table, ann = await table_at(served.rig), served.client("Ann")
    lines = [(await saying(ann, table.id, "once", request="r")).line for _ in range(3)]
    await moved(served.rig, table, status=Status.PLAYING, seats=(None, *table.seats[1:]), owner="a_bob")
    lines.append((await saying(ann, table.id, "once", request="r")).line)
    assert lines == [lines[0]] * 4
    assert await listed(ann, table.id) == ["once"]
    for other in (saying(ann, table.id, "twice", request="r"), saying(ann, table.id, "once", SPECTATORS, "r")):
        assert (await refused(other)).reason == "REQUEST_REUSED"
    assert (await refused(muting(ann, "a_bob", "r"))).reason == "REQUEST_REUSED"


async def test_the_same_request_at_once_from_many_sides_says_it_once(served: Lobby) -> None:
    table, ann = await table_at(served.rig), served.client("Ann")
    answers = await asyncio.gather(*[saying(ann, table.id, "once", request="r") for _ in range(20)])
    assert {answer.line.number for answer in answers} == {1}
    assert await listed(ann, table.id) == ["once"]


async def test_a_repeated_mute_does_not_undo_what_came_after_it(served: Lobby) -> None:
    ann = served.client("Ann")
    await muting(ann, "a_bob", "r1")
    await unmuting(ann, "a_bob", "r2")
    await muting(ann, "a_bob", "r1")
    assert await muted(ann) == []


async def test_many_who_speak_at_once_get_a_number_each(served: Lobby) -> None:
    table = await table_at(served.rig)
    ann, bob = served.client("Ann"), served.client("Bob")
    calls = [saying((ann, bob)[number % 2], table.id, f"line {number}") for number in range(40)]
    numbers = [answer.line.number for answer in await asyncio.gather(*calls)]
    assert sorted(numbers) == list(range(1, 41))


async def test_who_speaks_too_often_has_to_wait(served: Lobby) -> None:
    table, ann = await table_at(served.rig), served.client("Ann")
    limit = served.rig.settings.talk_tries
    await said(ann, table.id, *[f"{number}" for number in range(limit)])
    refusal = await refused(saying(ann, table.id, "more", request="late"))
    assert (refusal.reason, refusal.metadata) == ("RATE_LIMITED", {"limit": f"{limit} in 60 seconds"})
    assert refusal.retry_seconds is not None
    await said(served.client("Bob"), table.id, "I may")
    assert len(await listed(ann, table.id)) == limit + 1


# --- Pages -------------------------------------------------------------------


async def test_pages_lead_back_to_the_first_line_while_new_ones_come(served: Lobby) -> None:
    table, ann = await table_at(served.rig), served.client("Ann")
    await said(ann, table.id, *"abcdefg")
    seen, token = [], ""
    while True:
        page = await listing_talk(ann, table.id, size=3, token=token)
        seen += [line.text for line in page.lines]
        token = page.page.next_page_token
        if not token:
            break
        await said(ann, table.id, "new")
    assert "".join(seen) == "gfedcba"
    other = await listing_talk(ann, table.id, size=3)
    await moved(served.rig, table, status=Status.FINISHED)
    refusal = await refused(listing_talk(ann, table.id, SPECTATORS, token=other.page.next_page_token))
    assert refusal.metadata["field"] == "page.page_token"


async def test_only_the_last_lines_are_kept() -> None:
    async with lobby(memory_rig(talk_lines=3)) as served:
        table, ann = await table_at(served.rig), served.client("Ann")
        lines = await said(ann, table.id, *"abcde")
        assert [line.number for line in lines] == [1, 2, 3, 4, 5]
        assert await listed(ann, table.id) == ["e", "d", "c"]


async def test_a_line_that_is_too_old_is_not_shown(rig: Rig) -> None:
    times = [1_000_000_000_000]
    table, drivers = await table_at(rig), rig.drivers
    talk = Talk(drivers.talk, drivers.tables, drivers.tries, rig.settings.talk_limit(), 60_000, lambda: times[0])
    place = Place(table.id, Room.PLAYERS)
    await talk.say(ANN, "r1", place, "old")
    times[0] += 60_000
    await talk.say(ANN, "r2", place, "new")
    assert [line.text for line in (await talk.listed("a_ann", place, 0, 10)).lines] == ["new", "old"]
    times[0] += 1
    assert [line.text for line in (await talk.listed("a_ann", place, 0, 10)).lines] == ["new"]
    heard = await talk.listed("a_ann", place, 2, 10)
    assert (heard.lines, heard.more) == ((), False)


# --- Peace and quiet ---------------------------------------------------------


async def test_who_is_muted_speaks_to_the_others(served: Lobby) -> None:
    table, ann, eve = await table_at(served.rig), served.client("Ann"), served.client("Eve")
    await said(ann, table.id, "one")
    await said(served.client("Bob"), table.id, "two")
    await muting(eve, "a_bob")
    await muting(eve, "a_ann", "m")
    await muting(eve, "a_ann", "m")
    assert await muted(eve) == ["a_ann", "a_bob"]
    assert await listed(eve, table.id) == []
    await unmuting(eve, "a_ann")
    assert await listed(eve, table.id) == ["one"]
    assert await listed(ann, table.id) == ["two", "one"]


async def test_a_page_of_muted_lines_is_not_the_end(served: Lobby) -> None:
    table, eve = await table_at(served.rig), served.client("Eve")
    await said(served.client("Ann"), table.id, "heard")
    await said(served.client("Bob"), table.id, "not", "not")
    await muting(eve, "a_bob")
    page = await listing_talk(eve, table.id, size=2)
    assert (list(page.lines), page.page.total_size) == ([], 3)
    page = await listing_talk(eve, table.id, size=2, token=page.page.next_page_token)
    assert [line.text for line in page.lines] == ["heard"]


async def test_nobody_mutes_itself_nor_the_whole_world(served: Lobby) -> None:
    ann = served.client("Ann")
    for account in ("a_ann", "", "a" * 65):
        assert (await refused(muting(ann, account))).metadata["field"] == "account_id"
    await asyncio.gather(*[muting(ann, f"a_{number}") for number in range(MOST_MARKED)])
    refusal = await refused(muting(ann, "a_more"))
    assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", "account_id")
    await muting(ann, "a_0")


async def test_the_owner_silences_and_lets_speak_again(served: Lobby) -> None:
    table = await table_at(served.rig)
    ann, bob, eve = served.client("Ann"), served.client("Bob"), served.client("Eve")
    assert (await refused(silencing(bob, table.id, "a_eve"))).reason == "NOT_OWNER"
    assert (await refused(silencing(ann, table.id, "a_ann"))).metadata["field"] == "account_id"
    await silencing(ann, table.id, "a_bob", "s")
    await silencing(ann, table.id, "a_eve")
    for client, room in ((bob, PLAYERS), (eve, SPECTATORS)):
        refusal = await refused(saying(client, table.id, room=room))
        assert (refusal.reason, refusal.metadata["problem"]) == ("TALK_REFUSED", "silenced")
    assert list((await listing_talk(ann, table.id)).silenced_account_ids) == ["a_bob", "a_eve"]
    assert list((await listing_talk(bob, table.id)).silenced_account_ids) == []
    await silencing(ann, table.id, "a_bob", lift=True)
    await silencing(ann, table.id, "a_bob", "s")  # an answer that came late
    await said(bob, table.id, "thank you")
    assert (await refused(silencing(ann, table.id, "a_bob", "s", lift=True))).reason == "REQUEST_REUSED"
    other = await table_at(served.rig, number=2)
    await said(eve, other.id, "here I may", room=SPECTATORS)


async def test_a_service_of_the_house_has_no_voice(served: Lobby) -> None:
    table = await table_at(served.rig)
    refusal = await refused(saying(served.client("Ann", role=Role.SERVICE), table.id))
    assert refusal.reason == "ROLE_FORBIDDEN"
