"""Where tables could go wrong at the edges: what strangers learn, who is hit by a removal, what replicas count."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from footplate.api.lobby.v1 import message_pb2 as pb
from footplate.api.lobby.v1 import request_response_pb2 as pb_calls
from footplate.domain.table import Changed
from footplate.lobby.ports import Write
from footplate.runtime import metrics
from tests.lobby.calls import (
    adding_bot,
    again,
    getting,
    inviting,
    joining,
    leaving,
    opened,
    played,
    removing,
    shown,
    starting,
    watching,
)
from tests.lobby.rigs import Client, Lobby, Rig, refused
from tests.lobby.test_stores import new_table
from tests.support.toy_game import GAME_ID

OPEN, UNLISTED, INVITED = pb.TABLE_VISIBILITY_OPEN, pb.TABLE_VISIBILITY_UNLISTED, pb.TABLE_VISIBILITY_INVITED
WHO = ("Ann", "Bob", "Cy", "Dot", "Eve")
"""The owner, one who sits, one who is invited, a stranger with the code, a stranger."""
MATRIX = [
    (visibility, who, who in finders)
    for visibility, finders in ((OPEN, WHO), (UNLISTED, WHO[:4]), (INVITED, WHO[:3]))
    for who in WHO
]

Call = Callable[[Client, str, str], Awaitable[Any]]
LOOKS: dict[str, Call] = {
    "get": getting,
    "watch": lambda client, table, code: watching(client, table, code=code).read(),
    "join": lambda client, table, code: joining(client, table, code=code),
}
WRITES: dict[str, Call] = {
    "add bot": lambda client, table, _code: adding_bot(client, table),
    "leave": lambda client, table, _code: leaving(client, table),
    "remove": lambda client, table, _code: removing(client, table, 1),
    "invite": lambda client, table, _code: inviting(client, table, "a_eve"),
    "start": lambda client, table, _code: starting(client, table),
    "rematch": lambda client, table, _code: again(client, table),
}


async def table_of(served: Lobby, visibility: pb.TableVisibility.ValueType) -> pb.Table:
    """A table of Ann's where Bob sits and Cy is invited."""
    ann = served.client("Ann")
    table = await opened(ann, 4, visibility=visibility, invited_account_ids=["a_bob", "a_cy"])
    await joining(served.client("Bob"), table.table_id)
    return await shown(ann, table.table_id)


# --- Who finds it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("visibility", "who", "finds"), MATRIX)
async def test_who_finds_a_table(
    served: Lobby, visibility: pb.TableVisibility.ValueType, who: str, finds: bool, look: str
) -> None:
    table = await table_of(served, visibility)
    asking = LOOKS[look](served.client(who), table.table_id, table.code if who == "Dot" else "")
    if look == "join" and who in ("Ann", "Bob"):
        assert (await refused(asking)).reason == "ALREADY_SEATED"
    elif finds:
        assert (await asking).table.table_id == table.table_id
    else:
        no = await refused(asking)
        assert (no.reason, no.metadata) == ("UNKNOWN_TABLE", {"table": table.table_id})


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("visibility", [UNLISTED, INVITED])
async def test_no_call_tells_a_stranger_that_there_is_a_table(
    served: Lobby, visibility: pb.TableVisibility.ValueType, write: str
) -> None:
    table = await table_of(served, visibility)
    assert (await refused(WRITES[write](served.client("Eve"), table.table_id, ""))).reason == "UNKNOWN_TABLE"
    assert (await shown(served.client("Ann"), table.table_id)).version == table.version


async def test_a_watch_of_a_hidden_table_ends_for_whoever_is_sent_away(served: Lobby) -> None:
    table = await table_of(served, INVITED)
    watch = watching(served.client("Bob"), table.table_id)
    await watch.read()
    await removing(served.client("Ann"), table.table_id, 1)
    async with asyncio.timeout(5):
        assert (await refused(watch.read())).reason == "UNKNOWN_TABLE"


# --- Sending away ----------------------------------------------------------------------------------------------------


async def test_a_removal_hits_nobody_but_the_one_who_is_meant(served: Lobby) -> None:
    ann, bob, cy = (served.client(name) for name in ("Ann", "Bob", "Cy"))
    table = (await opened(ann)).table_id
    await joining(bob, table)
    await leaving(bob, table)
    await joining(cy, table)  # in Bob's seat, before Ann's removal of Bob arrives
    no = await refused(removing(ann, table, 1, "a_bob"))
    assert (no.reason, no.metadata) == ("NOT_SEATED", {"table": table, "seat": "1"})
    assert len((await removing(ann, table, 1, "a_cy")).table.setup.seats) == 1
    seatless = pb_calls.LeaveTableRequest(request_id="r", table_id=table, account_id="a_cy")
    assert (await refused(ann.lobby("LeaveTable", seatless))).metadata["field"] == "account_id"


async def test_the_level_of_a_stand_in_is_refused_by_its_field(served: Lobby) -> None:
    no = await refused(opened(served.client("Ann"), terms={"stand_in": {"bot_level": "genius"}}))
    assert (no.reason, no.metadata["field"]) == ("BAD_REQUEST", "terms.stand_in.bot_level")


@pytest.mark.parametrize("account", ["", "x" * 65])
async def test_what_is_no_account_cannot_be_invited(served: Lobby, account: str) -> None:
    no = await refused(opened(served.client("Ann"), invited_account_ids=["a_bob", account]))
    assert (no.reason, no.metadata["field"]) == ("BAD_REQUEST", "invited_account_ids.1")


# --- Expiry ----------------------------------------------------------------------------------------------------------


async def test_replicas_that_look_at_once_count_an_expiry_once(rig: Rig) -> None:
    now = [1_000_000]
    replicas = [rig.build(lambda: now[0]) for _ in range(3)]
    counted = metrics.TABLES_EXPIRED.labels(GAME_ID)
    before = counted._value.get()
    table = replace(new_table().table, created_ms=now[0], updated_ms=now[0], expires_ms=now[0] + 100_000)
    await rig.drivers.tables.write(Write(None, Changed(table, ())))
    now[0] += 100_000
    await asyncio.gather(*(replica.expiry.look() for replica in replicas))
    after = (await rig.drivers.tables.look(table.id)).table
    assert after is not None
    assert (after.status.value, counted._value.get()) == ("expired", before + 1)


# --- Once more -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 2, 0), (2, 0, 1)])
async def test_everybody_moves_up_a_seat_whoever_comes_first(served: Lobby, order: tuple[int, ...]) -> None:
    people = [served.client(name) for name in ("Ann", "Bob", "Cy")]
    table = await played(served, *people)
    seats = {number: (await again(people[number], table)).seat for number in order}
    assert seats == {0: 2, 1: 0, 2: 1}


async def test_a_rematch_of_an_unlisted_table_has_a_code_of_its_own(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = await played(served, ann, bob, visibility=UNLISTED)
    old = (await shown(ann, table)).code
    new = (await again(ann, table)).table
    assert len(new.code) == len(old) == 16
    assert new.code != old
    assert (await refused(getting(served.client("Eve"), new.table_id, old))).reason == "UNKNOWN_TABLE"
    assert (await again(bob, table)).table.table_id == new.table_id
