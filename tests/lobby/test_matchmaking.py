"""Looking for a match over real calls: one ticket, one outcome for everybody, one match, whatever fails on the way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc import code_pb2

from footplate.api.common.v1 import terms_pb2
from footplate.api.matchmaking.v1 import message_pb2
from footplate.api.matchmaking.v1 import request_response_pb2 as pb
from footplate.lobby.account import Account
from footplate.lobby.build import LobbyService
from footplate.lobby.ports import Kept
from footplate.lobby.seekers import LEASE_MS
from tests.lobby.calls import shown
from tests.lobby.rigs import Client, Lobby, Rig, refused, running
from tests.rules.fakes import eventually

SEEKERS = 100


def wish(**given: Any) -> message_pb2.Wish:
    return message_pb2.Wish(**{"game": "pebbles", "seat_counts": [4], **given})


async def opened(client: Client, request: str = "", **given: Any) -> str:
    asked = pb.OpenTicketRequest(request_id=request or client.next_request(), wish=wish(**given))
    return str((await client.matchmaking("OpenTicket", asked)).ticket.ticket_id)


def watching(client: Client, ticket: str) -> Any:
    return client.matchmaking("WatchTicket", pb.WatchTicketRequest(ticket_id=ticket))


async def cancelled(client: Client, ticket: str) -> Any:
    return await client.matchmaking("CancelTicket", pb.CancelTicketRequest(request_id="c", ticket_id=ticket))


async def outcome(watch: Any, seconds: float = 20) -> message_pb2.TicketOutcome:
    """What a watch ends with; it must end in good order behind it."""
    async with asyncio.timeout(seconds):
        while not (message := await watch.read()).HasField("outcome"):
            assert not message.HasField("ended")
        found: message_pb2.TicketOutcome = message.outcome
        assert (await watch.read()).HasField("ended")
    return found


async def sought(client: Client, **given: Any) -> message_pb2.TicketOutcome:
    return await outcome(watching(client, await opened(client, **given)))


@asynccontextmanager
async def matchmaking(*services: LobbyService) -> AsyncIterator[None]:
    """The loops that bring people together, as quick as they can be."""
    for service in services:
        service.matchmaker.tick = 0.02
    tasks = [asyncio.create_task(service.matchmaker.run()) for service in services]
    yield
    for task in tasks:
        task.cancel()


@pytest.fixture
async def matched(served: Lobby) -> AsyncIterator[Lobby]:
    async with matchmaking(served.service):
        yield served


async def test_two_who_want_the_same_get_a_match(matched: Lobby) -> None:
    ann, bob = matched.client("Ann"), matched.client("Bob")
    quick = terms_pb2.Clock(turn=Duration(seconds=60))
    one, other = await asyncio.gather(
        sought(ann, seat_counts=[2], clocks=[quick], presets=["long"]), sought(bob, seat_counts=[2, 3])
    )
    assert one.matched.match_id == other.matched.match_id != ""
    assert {one.matched.seat, other.matched.seat} == {0, 1}
    table = await shown(ann, one.matched.table_id)
    assert (table.setup.preset, table.terms.clock) == ("long", quick)
    assert {seat.account_id for seat in table.setup.seats} == {"a_ann", "a_bob"}


async def test_bots_fill_up_when_they_may(matched: Lobby) -> None:
    ann = matched.client("Ann")
    found = await sought(ann, seat_counts=[3], bots_after=Duration(seconds=0), bot_level="uniform")
    table = await shown(ann, found.matched.table_id)
    assert sorted(seat.bot_level for seat in table.setup.seats) == ["", "uniform", "uniform"]
    assert table.terms.stand_in.bot_level == "uniform"


async def test_an_account_has_one_ticket_and_a_retry_meets_it(served: Lobby) -> None:
    ann = served.client("Ann")
    ticket = await opened(ann, "the same")
    assert await opened(ann, "the same") == ticket
    no = await refused(opened(ann, "another"))
    assert (no.code, no.reason, no.metadata["ticket"]) == (code_pb2.FAILED_PRECONDITION, "ALREADY_SEEKING", ticket)
    assert (await refused(opened(ann, "the same", seat_counts=[2]))).reason == "REQUEST_REUSED"
    assert (await refused(watching(served.client("Eve"), ticket).read())).reason == "UNKNOWN_TICKET"
    assert (await cancelled(ann, ticket)).outcome.cancelled_by_account_id == "a_ann"
    assert await opened(ann, "another") != ticket


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"seat_counts": [9]}, "wish.seat_counts"),
        ({"presets": ["endless"]}, "wish.presets"),
        ({"rating_range": -1}, "wish.rating_range"),
        ({"bots_after": Duration(seconds=-1)}, "wish.bots_after"),
        ({"bots_after": Duration(seconds=1), "bot_level": "genius"}, "level"),
        ({"clocks": [terms_pb2.Clock(turn=Duration(seconds=1))]}, "wish.clocks.0.turn"),
        ({"clocks": [terms_pb2.Clock()]}, "wish.clocks.0"),
    ],
)
async def test_a_wish_that_cannot_be_is_refused_by_field(served: Lobby, given: Any, field: str) -> None:
    no = await refused(opened(served.client("Ann"), **given))
    assert (no.code, no.reason, no.metadata["field"]) == (code_pb2.INVALID_ARGUMENT, "BAD_REQUEST", field)


async def test_a_party_gathers_and_ends_as_one(served: Lobby) -> None:
    for name in ("Ann", "Bob", "Cy"):
        account = Account(f"a_{name.lower()}", name, 1)
        await served.rig.drivers.accounts.add(Kept(account), name.lower())
    ann, bob, cy = (served.client(name) for name in ("Ann", "Bob", "Cy"))
    ticket = await opened(ann, party_account_ids=["a_bob", "a_cy"])
    watches = [watching(person, ticket) for person in (ann, bob)]
    first = (await watches[0].read()).ticket
    assert first.state == message_pb2.TICKET_STATE_GATHERING
    assert (await refused(opened(served.client("Eve"), party_account_ids=["a_nobody"]))).reason == "UNKNOWN_ACCOUNT"
    watches.append(watching(cy, ticket))
    async with asyncio.timeout(5):
        while (await watches[0].read()).ticket.state != message_pb2.TICKET_STATE_WAITING:
            pass
    assert (await refused(opened(bob))).reason == "ALREADY_SEEKING"
    await cancelled(cy, ticket)
    ends = [(await outcome(watch)).cancelled_by_account_id for watch in watches]
    assert ends == ["a_cy"] * 3


async def test_a_ticket_dies_with_its_client(rig: Rig) -> None:
    now = [1_000_000]
    service = rig.build(lambda: now[0])
    async with running(service) as port, grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        ann = Client(channel, rig.token("Ann"))
        ticket = await opened(ann)
        await service.matchmaker.look()
        assert (await rig.drivers.tickets.look(ticket)).kept
        now[0] += LEASE_MS
        await service.matchmaker.look()
        seen = await rig.drivers.tickets.look(ticket)
        assert (seen.kept, seen.ending and seen.ending.lost) == (None, "a_ann")
        assert await opened(ann) != ticket


async def test_cancelling_against_matching_has_one_outcome_for_everybody(matched: Lobby) -> None:
    for number in range(15):
        pair = [matched.client(f"P{number}{who}") for who in "ab"]
        tickets = [await opened(person, seat_counts=[2]) for person in pair]
        watches = [watching(person, ticket) for person, ticket in zip(pair, tickets, strict=True)]
        await asyncio.sleep(0.005 * (number % 8))
        answer = await cancelled(pair[0], tickets[0])
        first = await outcome(watches[0])
        if first.HasField("matched"):
            assert (await outcome(watches[1])).matched.match_id == first.matched.match_id
            assert not answer.HasField("outcome") or answer.outcome == first
        else:
            assert answer.outcome == first
            assert (await cancelled(pair[1], tickets[1])).outcome.cancelled_by_account_id
            watches[1].cancel()


async def test_a_match_that_cannot_be_made_puts_tickets_back_as_they_were(matched: Lobby) -> None:
    matched.rig.rules.refuse = "not today"
    ann, bob = matched.client("Ann"), matched.client("Bob")
    tickets = [await opened(person, seat_counts=[2]) for person in (ann, bob)]
    watches = [watching(person, ticket) for person, ticket in zip((ann, bob), tickets, strict=True)]
    store = matched.rig.drivers.tickets
    since = [seen.kept.ticket.since_ms for seen in [await store.look(one) for one in tickets] if seen.kept]
    await eventually(lambda: len(matched.rig.rules.created) + matched.rig.rules.calls >= 3)
    matched.rig.rules.refuse = ""
    one, other = await asyncio.gather(*map(outcome, watches))
    assert one.matched.match_id == other.matched.match_id
    assert len(since) == 2
    assert len({table.id for table in matched.rig.rules.created}) >= 1


async def test_100_want_a_match_of_four_at_once_and_25_begin(redis_lobby_rig: Rig) -> None:
    """Three replicas bring them together at the same time."""
    rig = redis_lobby_rig
    services = [rig.build() for _ in range(3)]
    async with running(services[0]) as one, running(services[1]) as two, running(services[2]) as three:
        channels = [grpc.aio.insecure_channel(f"127.0.0.1:{port}") for port in (one, two, three)]
        people = [Client(channels[number % 3], rig.token(f"Seeker{number}")) for number in range(SEEKERS)]
        async with matchmaking(*services):
            found = await asyncio.gather(*(sought(person) for person in people))
        matches: dict[str, list[int]] = {}
        for each in found:
            matches.setdefault(each.matched.match_id, []).append(each.matched.seat)
        assert len(matches) == SEEKERS // 4
        assert all(sorted(seats) == [0, 1, 2, 3] for seats in matches.values())
        tables = {table.id: table for table in rig.rules.created}
        seated = [seat.account for table in tables.values() for seat in table.taken]
        assert len(seated) == len(set(seated)) == SEEKERS
        assert await rig.drivers.tickets.held(0) == []
        assert await rig.drivers.tickets.pairings() == []
        for channel in channels:
            await channel.close()
