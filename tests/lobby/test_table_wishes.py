"""What a table may be, as clients see it: its terms, who finds it, lists of it, its expiry, and once more the same."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc import code_pb2

from footplate.api.common.v1 import setup_pb2, terms_pb2
from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.domain.table import Changed
from footplate.lobby.ports import Write
from tests.lobby.calls import (
    adding_bot,
    again,
    getting,
    inviting,
    joining,
    leaving,
    listing,
    opened,
    played,
    shown,
    starting,
)
from tests.lobby.rigs import Lobby, Rig, refused
from tests.lobby.test_stores import new_table
from tests.rules.fakes import eventually

UNLISTED, INVITED = message_pb2.TABLE_VISIBILITY_UNLISTED, message_pb2.TABLE_VISIBILITY_INVITED


def turn(seconds: int) -> terms_pb2.Terms:
    return terms_pb2.Terms(clock=terms_pb2.Clock(turn=Duration(seconds=seconds)))


# --- Terms -----------------------------------------------------------------------------------------------------------


async def test_terms_that_are_not_asked_for_are_the_usual_ones(served: Lobby) -> None:
    table = await opened(served.client("Ann"))
    assert table.terms.clock.turn.seconds == 3 * 86_400
    assert (table.terms.at_zero, table.terms.abandoned) == (terms_pb2.AT_ZERO_BOT, terms_pb2.ABANDONED_PLAY_ON)
    assert table.terms.spectators == terms_pb2.SPECTATORS_ALL
    assert (table.terms.stand_in.bot_level, table.terms.stand_in.bot) == ("greedy", True)
    assert table.expires.seconds - table.opened.seconds == 86_400


async def test_terms_that_are_asked_for_are_kept_and_go_to_the_match(served: Lobby) -> None:
    ann = served.client("Ann")
    asked = terms_pb2.Terms(
        clock=terms_pb2.Clock(budget=Duration(seconds=600), increment=Duration(seconds=3)),
        at_zero=terms_pb2.AT_ZERO_DEFAULT,
        abandoned=terms_pb2.ABANDONED_CLOSE,
        spectators=terms_pb2.SPECTATORS_INVITED,
        invited_account_ids=["a_eve"],
        stand_in=setup_pb2.Seat(bot_level="uniform"),
    )
    table = await opened(ann, 2, terms=asked)
    assert (await shown(ann, table.table_id)).terms == table.terms
    assert table.terms.clock == asked.clock
    assert table.terms.stand_in.bot_level == "uniform"
    assert table.terms.invited_account_ids == ["a_eve"]
    await adding_bot(ann, table.table_id)
    await starting(ann, table.table_id)
    await eventually(lambda: served.rig.rules.created)
    (created,) = served.rig.rules.created
    assert created.terms.clock
    assert (created.terms.clock.budget_ms, created.terms.clock.increment_ms) == (600_000, 3_000)
    assert created.terms.stand_in
    assert created.terms.stand_in.account not in [seat.account for seat in created.taken]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"terms": turn(14)}, "terms.clock.turn"),
        ({"terms": terms_pb2.Terms(stand_in=setup_pb2.Seat(bot_level="genius"))}, "terms.stand_in.bot_level"),
        ({"visibility": 9}, "visibility"),
        ({"expires_after": Duration(seconds=59)}, "expires_after"),
        ({"invited_account_ids": [f"a_{number}" for number in range(65)]}, "invited_account_ids"),
    ],
)
async def test_wishes_that_cannot_be_are_refused_by_field(served: Lobby, given: Any, field: str) -> None:
    no = await refused(opened(served.client("Ann"), **given))
    assert (no.code, no.reason, no.metadata["field"]) == (code_pb2.INVALID_ARGUMENT, "BAD_REQUEST", field)


# --- Who finds it ----------------------------------------------------------------------------------------------------


async def test_an_unlisted_table_is_opened_by_its_code(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = await opened(ann, 3, visibility=UNLISTED)
    assert len(table.code) == 16
    for call in (getting(bob, table.table_id), getting(bob, table.table_id, "wrong"), joining(bob, table.table_id)):
        assert (await refused(call)).reason == "UNKNOWN_TABLE"
    seen = (await getting(bob, table.table_id, table.code)).table
    assert (seen.code, list(seen.invited_account_ids)) == ("", [])
    request = pb.JoinTableRequest(request_id="j", table_id=table.table_id, code=table.code)
    assert (await bob.lobby("JoinTable", request)).seat == 1
    assert (await getting(bob, table.table_id)).table.code == table.code
    assert (await listing(bob)).page.total_size == 0
    assert [one.table_id for one in (await listing(bob, mine=True)).tables] == [table.table_id]


async def test_a_table_by_invitation_is_unknown_to_all_others(served: Lobby) -> None:
    ann, bob, eve = served.client("Ann"), served.client("Bob"), served.client("Eve")
    table = (await opened(ann, 3, visibility=INVITED, invited_account_ids=["a_bob"])).table_id
    assert (await refused(getting(eve, table))).reason == "UNKNOWN_TABLE"
    watch = eve.lobby("WatchTable", pb.WatchTableRequest(table_id=table))
    assert (await refused(watch.read())).reason == "UNKNOWN_TABLE"
    assert [one.table_id for one in (await listing(bob, invited=True)).tables] == [table]
    await joining(bob, table)
    await inviting(ann, table, "a_eve")
    await joining(eve, table)
    assert (await refused(inviting(bob, table, "a_cy"))).reason == "NOT_OWNER"


async def test_who_is_sent_away_stays_away_until_invited(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = (await opened(ann, 3)).table_id
    await joining(bob, table)
    await leaving(ann, table, seat=1)
    no = await refused(joining(bob, table))
    assert (no.code, no.reason) == (code_pb2.PERMISSION_DENIED, "NOT_WELCOME")
    await inviting(ann, table, "a_bob")
    assert (await joining(bob, table)).seat == 1


async def test_a_table_starts_by_itself_when_it_is_full(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = (await opened(ann, 2, auto_start=True)).table_id
    assert (await joining(bob, table)).table.status == message_pb2.TABLE_STATUS_STARTING


# --- Lists -----------------------------------------------------------------------------------------------------------


async def test_lists_are_filtered_and_paged(served: Lobby) -> None:
    ann = served.client("Ann")
    quick = [(await opened(ann, 2 + number % 3, terms=turn(60))).table_id for number in range(9)]
    slow = (await opened(ann, 4)).table_id
    found = await listing(ann, longest_turn=Duration(seconds=60))
    assert {table.table_id for table in found.tables} == set(quick)
    assert found.page.total_size == 9
    assert slow in {table.table_id for table in (await listing(ann, seat_count=4)).tables}
    assert len((await listing(ann, free_seats=3)).tables) == 4
    pages, token = [], ""
    while True:
        page = await listing(ann, size=2, token=token, longest_turn=Duration(seconds=60))
        pages += [table.table_id for table in page.tables]
        token = page.page.next_page_token
        if not token:
            break
    assert pages == quick[::-1]


async def next_change(watch: Any) -> pb.WatchTablesResponse:
    """The next message that is no sign of life."""
    async with asyncio.timeout(5):
        while True:
            message: pb.WatchTablesResponse = await watch.read()
            if not message.HasField("heartbeat"):
                return message


async def test_a_list_is_watched_as_it_changes(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    first = (await opened(ann, 2)).table_id
    watch = bob.lobby("WatchTables", pb.WatchTablesRequest(statuses=[message_pb2.TABLE_STATUS_OPEN]))
    assert (await watch.read()).table.table_id == first
    assert (await watch.read()).HasField("heartbeat")
    second = (await opened(ann, 3)).table_id
    assert (await next_change(watch)).table.table_id == second
    await joining(bob, second)
    changed = (await next_change(watch)).table
    assert (changed.table_id, changed.version) == (second, 2)
    await leaving(ann, first)
    assert (await next_change(watch)).gone_table_id == first
    hidden = (await opened(ann, 3, visibility=INVITED)).table_id
    third = (await opened(ann, 3)).table_id
    assert hidden != third == (await next_change(watch)).table.table_id
    served.service.bells.close()
    assert (await next_change(watch)).HasField("ended")


async def test_a_watcher_that_leaves_leaves_nothing_behind(served: Lobby) -> None:
    watch = served.client("Bob").lobby("WatchTables", pb.WatchTablesRequest())
    await watch.read()
    assert len(served.service.bells) == 1
    watch.cancel()  # a busy server may notice with its next sign of life only
    await eventually(lambda: len(served.service.bells) == 0, seconds=20.0)


# --- Expiry ----------------------------------------------------------------------------------------------------------


async def test_tables_are_warned_of_and_expire_once_whoever_looks(rig: Rig) -> None:
    now = [1_000_000]
    replicas = [rig.build(lambda: now[0]) for _ in range(3)]
    made = new_table().table
    table = replace(made, created_ms=now[0], updated_ms=now[0], expires_ms=now[0] + 100_000)
    await rig.drivers.tables.write(Write(None, Changed(table, ())))

    async def look() -> Any:
        await asyncio.gather(*(replica.expiry.look() for replica in replicas))
        return (await rig.drivers.tables.look(table.id)).table

    assert (await look()).version == table.version
    now[0] += 90_000
    warned = await look()
    assert (warned.version, warned.expiring, warned.status.value) == (table.version + 1, True, "open")
    now[0] += 10_000
    gone = await look()
    assert (gone.version, gone.status.value) == (table.version + 2, "expired")
    assert (await look()).version == gone.version
    assert await rig.drivers.tables.due(10**15, 10) == []


# --- Once more -------------------------------------------------------------------------------------------------------


async def test_a_rematch_waits_for_the_end_and_for_its_people(served: Lobby) -> None:
    ann, eve = served.client("Ann"), served.client("Eve")
    table = (await opened(ann, 3)).table_id
    assert (await refused(again(ann, table))).reason == "TABLE_CLOSED"
    assert (await refused(again(eve, await played(served, ann)))).reason == "NOT_SEATED"


async def test_a_rematch_that_came_to_nothing_makes_room_for_another(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = await played(served, ann, bob)
    first = (await again(ann, table)).table
    assert [seat.account_id for seat in first.setup.seats][-1] == "a_ann"
    await leaving(ann, first.table_id)
    second = (await again(bob, table)).table
    assert second.table_id != first.table_id
    assert second.status == message_pb2.TABLE_STATUS_OPEN


async def test_the_same_people_once_more_at_one_table_however_many_ask_at_once(served: Lobby) -> None:
    people = [served.client(name) for name in ("Ann", "Bob", "Cy")]
    table = await played(served, *people)
    answers = await asyncio.gather(*(again(person, table, f"again {number}") for number, person in enumerate(people)))
    assert len({answer.table.table_id for answer in answers}) == 1
    assert len({answer.seat for answer in answers}) == 3
    after = await shown(people[0], answers[0].table.table_id)
    assert after.status != message_pb2.TABLE_STATUS_OPEN
    assert {seat.account_id for seat in after.setup.seats} == {"a_ann", "a_bob", "a_cy"}
    retried = await again(people[1], table, "again 1")
    assert retried.table.table_id == after.table_id
