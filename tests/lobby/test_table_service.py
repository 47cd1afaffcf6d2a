"""Tables as a client sees them, over a real socket."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import pytest

from footplate.api.common.v1 import setup_pb2
from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.runtime.identity import Role
from tests.lobby.calls import (
    adding_bot,
    full_of_bots,
    getting,
    joining,
    leaving,
    listing,
    open_,
    opened,
    setup,
    shown,
    starting,
    watching,
)
from tests.lobby.rigs import Client, Lobby, refused


def seated(table: message_pb2.Table) -> dict[int, str]:
    """Who sits where."""
    return {seat.seat: seat.account_id for seat in table.setup.seats}


async def test_a_table_opens_with_its_owner_and_every_option(served: Lobby) -> None:
    table = await opened(served.client("Ann"), 3)
    assert table.table_id.startswith("t_")
    assert len(table.table_id) == 28
    assert (table.version, table.status, table.owner_account_id) == (1, message_pb2.TABLE_STATUS_OPEN, "a_ann")
    assert (table.name, table.seat_count, table.match_id) == ("Ann: Pebbles", 3, "")
    assert (table.setup.map, table.setup.preset, dict(table.setup.options)) == ("beach", "short", {"vetoes": "one"})
    assert list(table.setup.seats) == [setup_pb2.Seat(seat=0, account_id="a_ann", display_name="Ann")]
    assert table.opened == table.changed
    assert not table.HasField("outcome")
    assert await shown(served.client("Bob"), table.table_id) == table


async def test_an_owner_may_stand_and_name_the_table(served: Lobby) -> None:
    table = await opened(served.client("Ann"), owner_stands=True, name="  Friday \t night  ")
    assert (table.name, seated(table)) == ("Friday night", {})


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("seat_count", {"seat_count": 9}),
        ("seat_count", {"seat_count": 0}),
        ("setup.map", {"setup": setup(map="moon")}),
        ("setup.preset", {"setup": setup(preset="endless")}),
        ("setup.options", {"setup": setup(options={"colour": "red"})}),
        ("setup.options.vetoes", {"setup": setup(options={"vetoes": "nine"})}),
        ("setup.seats", {"setup": setup(seats=[setup_pb2.Seat(account_id="a_bob")])}),
        ("name", {"name": "x" * 65}),
        ("name", {"name": "Fri\u200bday"}),
        ("request_id", {"request_id": ""}),
    ],
)
async def test_what_the_game_does_not_have_is_refused_by_field(
    served: Lobby, field: str, given: dict[str, Any]
) -> None:
    asked = {"request_id": "r", "setup": setup(), "seat_count": 3, **given}
    refusal = await refused(open_(served.client("Ann"), pb.OpenTableRequest(**asked)))
    assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", field)


async def test_an_unknown_game_is_refused(served: Lobby) -> None:
    refusal = await refused(opened(served.client("Ann"), setup=setup_pb2.Setup(game="chess")))
    assert (refusal.reason, refusal.metadata) == ("UNKNOWN_GAME", {"game": "chess"})


async def test_players_take_free_seats_or_the_one_they_name(served: Lobby) -> None:
    table = (await opened(served.client("Ann"), 4)).table_id
    named = await joining(served.client("Bob"), table, 2)
    free = await joining(served.client("Cy"), table)
    assert (named.seat, free.seat) == (2, 1)
    assert seated(free.table) == {0: "a_ann", 1: "a_cy", 2: "a_bob"}
    assert (free.table.version, free.table.setup.seats[1].display_name) == (3, "Cy")
    assert free.table.changed.ToMilliseconds() >= named.table.changed.ToMilliseconds()


async def test_a_bot_of_a_third_party_joins_as_a_bot(served: Lobby) -> None:
    table = (await opened(served.client("Ann"))).table_id
    answer = await joining(served.client("Deep", role=Role.BOT), table)
    assert answer.table.setup.seats[1] == setup_pb2.Seat(seat=1, account_id="a_deep", display_name="Deep", bot=True)


async def test_bots_of_the_house_get_accounts_of_their_own(served: Lobby) -> None:
    ann = served.client("Ann")
    table = (await opened(ann, 4)).table_id
    await adding_bot(ann, table, "greedy", 3)
    await adding_bot(ann, table, "uniform")
    answer = await adding_bot(ann, table, "greedy")
    bots = [seat for seat in answer.table.setup.seats if seat.bot]
    assert [(seat.seat, seat.display_name, seat.bot_level) for seat in bots] == [
        (1, "uniform #1", "uniform"),
        (2, "greedy #2", "greedy"),
        (3, "greedy #1", "greedy"),
    ]
    assert len({seat.account_id for seat in bots}) == 3
    assert answer.seat == 2
    other = await adding_bot(ann, (await opened(ann)).table_id)
    assert other.table.setup.seats[1].account_id == bots[2].account_id  # the same few serve all tables


async def test_a_seat_that_was_left_is_free_again(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = (await opened(ann)).table_id
    await joining(bob, table)
    await adding_bot(ann, table)
    left = (await leaving(bob, table)).table
    assert seated(left).keys() == {0, 2}
    cleared = (await leaving(ann, table, 2)).table
    assert seated(cleared) == {0: "a_ann"}
    assert (await joining(bob, table)).seat == 1


async def test_when_the_owner_leaves_the_table_is_closed(served: Lobby) -> None:
    ann = served.client("Ann")
    table = (await opened(ann)).table_id
    assert (await leaving(ann, table)).table.status == message_pb2.TABLE_STATUS_CLOSED
    refusal = await refused(joining(served.client("Bob"), table))
    assert (refusal.reason, refusal.metadata) == ("TABLE_CLOSED", {"table": table, "status": "closed"})


async def test_a_full_table_starts(served: Lobby) -> None:
    ann = served.client("Ann")
    table = await full_of_bots(ann)
    started = (await starting(ann, table.table_id)).table
    assert (started.status, started.version) == (message_pb2.TABLE_STATUS_STARTING, table.version + 1)
    refusal = await refused(joining(served.client("Bob"), table.table_id))
    assert refusal.reason == "TABLE_CLOSED"


Broken = Callable[[Lobby, str], Awaitable[Any]]
REFUSALS: dict[str, Broken] = {
    "ALREADY_SEATED": lambda lobby, table: joining(lobby.client("Ann"), table),
    "SEAT_TAKEN": lambda lobby, table: joining(lobby.client("Bob"), table, 0),
    "BAD_REQUEST": lambda lobby, table: joining(lobby.client("Bob"), table, 3),
    "NOT_SEATED": lambda lobby, table: leaving(lobby.client("Bob"), table),
    "NOT_OWNER": lambda lobby, table: adding_bot(lobby.client("Bob"), table),
    "TABLE_NOT_FULL": lambda lobby, table: starting(lobby.client("Ann"), table),
    "UNKNOWN_TABLE": lambda lobby, _table: joining(lobby.client("Ann"), "t_nowhere"),
}
MORE_REFUSALS: list[tuple[str, Broken]] = [
    ("BAD_REQUEST", lambda lobby, table: adding_bot(lobby.client("Ann"), table, "genius")),
    ("BAD_REQUEST", lambda lobby, table: joining(lobby.client("Bob"), table, -1)),
    ("SEAT_TAKEN", lambda lobby, table: adding_bot(lobby.client("Ann"), table, seat=0)),
    ("NOT_SEATED", lambda lobby, table: leaving(lobby.client("Ann"), table, 1)),
    ("NOT_SEATED", lambda lobby, table: leaving(lobby.client("Ann"), table, 0)),
    ("NOT_OWNER", lambda lobby, table: leaving(lobby.client("Bob"), table, 0)),
    ("NOT_OWNER", lambda lobby, table: starting(lobby.client("Bob"), table)),
    ("UNKNOWN_TABLE", lambda lobby, _table: adding_bot(lobby.client("Ann"), "t_nowhere")),
    ("UNKNOWN_TABLE", lambda lobby, _table: leaving(lobby.client("Ann"), "t_nowhere")),
    ("UNKNOWN_TABLE", lambda lobby, _table: starting(lobby.client("Ann"), "t_nowhere")),
    ("UNKNOWN_TABLE", lambda lobby, _table: getting(lobby.client("Ann"), "t_nowhere")),
    ("UNKNOWN_TABLE", lambda lobby, _table: watching(lobby.client("Ann"), "t_nowhere").read()),
]


@pytest.mark.parametrize(("reason", "broken"), [*REFUSALS.items(), *MORE_REFUSALS])
async def test_what_is_not_allowed_changes_nothing(served: Lobby, reason: str, broken: Broken) -> None:
    table = await opened(served.client("Ann"))
    assert (await refused(broken(served, table.table_id))).reason == reason
    assert await shown(served.client("Ann"), table.table_id) == table


async def test_a_full_table_takes_nobody(served: Lobby) -> None:
    ann = served.client("Ann")
    table = await full_of_bots(ann)
    for call in (joining(served.client("Bob"), table.table_id), adding_bot(ann, table.table_id)):
        refusal = await refused(call)
        assert (refusal.reason, refusal.metadata) == ("TABLE_FULL", {"table": table.table_id, "seats": "3"})


# --- The same request, the same answer ---------------------------------------

Write = Callable[[Client, str, str], Awaitable[Any]]
WRITES: dict[str, Write] = {
    "join": lambda client, table, request: joining(client, table, request=request),
    "add bot": lambda client, table, request: adding_bot(client, table, request=request),
    "leave": lambda client, table, request: leaving(client, table, request=request),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
async def test_a_repeated_request_gets_the_same_answer_and_does_nothing_twice(served: Lobby, write: Write) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = (await opened(ann, 4)).table_id
    client = ann if write is WRITES["add bot"] else bob
    if write is WRITES["leave"]:
        await joining(bob, table)
    first = await write(client, table, "the same")
    between = (await joining(served.client("Cy"), table)).table
    again = await write(client, table, "the same")
    assert again == first
    assert await shown(ann, table) == between


async def test_opening_and_starting_may_be_repeated_too(served: Lobby) -> None:
    ann = served.client("Ann")
    first, again = await asyncio.gather(opened(ann, request="r"), opened(ann, request="r"))
    assert first == again
    assert (await listing(ann)).page.total_size == 1
    full = await full_of_bots(ann)
    started = await starting(ann, full.table_id, "s")
    await asyncio.sleep(0.1)
    assert await starting(ann, full.table_id, "s") == started


async def test_a_request_id_is_for_one_thing_and_one_account(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = (await opened(ann, request="r")).table_id
    reused = await refused(opened(ann, 2, request="r"))
    assert (reused.reason, reused.metadata) == ("REQUEST_REUSED", {"request_id": "r"})
    assert (await refused(adding_bot(ann, table, request="r"))).reason == "REQUEST_REUSED"
    await joining(bob, table, request="r")
    assert (await refused(joining(bob, table, 1, request="r"))).reason == "REQUEST_REUSED"


async def test_a_refused_request_may_be_tried_again(served: Lobby) -> None:
    ann = served.client("Ann")
    table = await full_of_bots(ann)
    bob = served.client("Bob")
    assert (await refused(joining(bob, table.table_id, request="r"))).reason == "TABLE_FULL"
    await leaving(ann, table.table_id, 1)
    assert (await joining(bob, table.table_id, request="r")).seat == 1


# --- Who may call ------------------------------------------------------------


async def test_every_call_needs_a_token(served: Lobby) -> None:
    nobody = served.client()
    for call in (
        opened(nobody),
        joining(nobody, "t"),
        getting(nobody, "t"),
        listing(nobody),
        watching(nobody, "t").read(),
    ):
        assert (await refused(call)).reason == "BAD_TOKEN"
    late = served.client("Ann", seconds=-100)
    assert (await refused(listing(late))).metadata == {"problem": "expired"}


async def test_a_service_plays_no_part(served: Lobby) -> None:
    service = served.client("Rules", role=Role.SERVICE)
    refusal = await refused(opened(service))
    assert (refusal.reason, refusal.code) == ("ROLE_FORBIDDEN", grpc.StatusCode.PERMISSION_DENIED.value[0])
    await listing(service)


# --- Lists -------------------------------------------------------------------


async def test_lists_show_the_newest_first_and_only_what_is_asked_for(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    first, second, third = [(await opened(ann)).table_id for _ in range(3)]
    fourth = (await opened(bob)).table_id
    await leaving(ann, first)
    await joining(bob, second)

    async def ids(client: Client, **given: Any) -> list[str]:
        answer = await listing(client, **given)
        assert answer.page.total_size == len(answer.tables)
        return [table.table_id for table in answer.tables]

    assert await ids(ann) == [fourth, third, second]
    assert await ids(bob, mine=True) == [fourth, second]
    assert await ids(ann, statuses=[message_pb2.TABLE_STATUS_CLOSED]) == [first]
    assert await ids(ann, mine=True, statuses=[1, 5, 1]) == [third, second, first]
    assert await ids(ann, game="pebbles") == [fourth, third, second]
    assert await ids(ann, game="chess") == []
    await leaving(bob, second)
    assert await ids(bob, mine=True) == [fourth]


async def test_pages_follow_each_other_while_tables_come(served: Lobby) -> None:
    ann = served.client("Ann")
    known = [(await opened(ann)).table_id for _ in range(7)]
    first = await listing(ann, size=3)
    assert first.page.total_size == 7
    await opened(ann)
    second = await listing(ann, size=3, token=first.page.next_page_token)
    await leaving(ann, known[5])  # the place the third page begins behind is not even needed
    third = await listing(ann, size=3, token=second.page.next_page_token)
    seen = [table.table_id for page in (first, second, third) for table in page.tables]
    assert seen == known[::-1]
    assert third.page.next_page_token == ""


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("statuses.0", {"statuses": [0]}),
        ("statuses.1", {"statuses": [1, 99]}),
        ("page.page_size", {"size": -1}),
        ("page.page_token", {"token": "nonsense"}),
    ],
)
async def test_what_makes_no_list_is_refused(served: Lobby, field: str, given: dict[str, Any]) -> None:
    refusal = await refused(listing(served.client("Ann"), **given))
    assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", field)


async def test_a_page_token_is_good_for_its_list_only(served: Lobby) -> None:
    ann = served.client("Ann")
    for _ in range(3):
        await opened(ann)
    token = (await listing(ann, size=1)).page.next_page_token
    assert (await refused(listing(ann, size=1, token=token, mine=True))).metadata["field"] == "page.page_token"
