"""Many at once: nobody sits where another does, and no table holds more than its seats."""

import asyncio
import random
from collections import Counter
from typing import Any

import grpc

from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from tests.lobby.calls import adding_bot, joining, leaving, opened, shown, starting
from tests.lobby.rigs import Client, Lobby, Rig, refusal_of, running

RACERS = 200


async def outcome(call: Any) -> str:
    """`seat n` or the reason of the refusal."""
    try:
        answer: pb.JoinTableResponse = await call
    except grpc.aio.AioRpcError as error:
        return refusal_of(error).reason
    return f"seat {answer.seat}"


async def test_200_want_the_last_seat_and_one_gets_it(served: Lobby) -> None:
    ann = served.client("Ann")
    table = (await opened(ann, 2)).table_id
    racers = [served.client(f"Racer{number}") for number in range(RACERS)]
    results = Counter(await asyncio.gather(*[outcome(joining(racer, table)) for racer in racers]))
    assert results == {"seat 1": 1, "TABLE_FULL": RACERS - 1}
    after = await shown(ann, table)
    assert (after.version, len(after.setup.seats)) == (2, 2)


async def test_200_of_two_replicas_want_three_seats(redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    async with running(rig.build()) as one, running(rig.build()) as other:
        channels = [grpc.aio.insecure_channel(f"127.0.0.1:{port}") for port in (one, other)]
        ann = Client(channels[0], rig.token("Ann"))
        table = (await opened(ann, 4)).table_id
        racers = [Client(channels[number % 2], rig.token(f"Racer{number}")) for number in range(RACERS)]
        results = Counter(await asyncio.gather(*[outcome(joining(racer, table)) for racer in racers]))
        assert results == {"seat 1": 1, "seat 2": 1, "seat 3": 1, "TABLE_FULL": RACERS - 3}
        after = await shown(ann, table)
        assert after.version == 4
        assert len({seat.account_id for seat in after.setup.seats}) == 4
        for channel in channels:
            await channel.close()


async def test_a_request_sent_many_times_at_once_is_done_once(served: Lobby) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = (await opened(ann, 4)).table_id
    answers = await asyncio.gather(*[joining(bob, table, request="the same") for _ in range(50)])
    assert len({answer.SerializeToString(deterministic=True) for answer in answers}) == 1
    bots = await asyncio.gather(*[adding_bot(ann, table, request="a bot") for _ in range(50)])
    assert len({answer.SerializeToString(deterministic=True) for answer in bots}) == 1
    assert (await shown(ann, table)).version == 3


async def test_bots_seated_at_once_are_different_ones(served: Lobby) -> None:
    ann = served.client("Ann")
    table = (await opened(ann, 4, owner_stands=True)).table_id
    await asyncio.gather(*[adding_bot(ann, table, level) for level in ("greedy", "greedy", "uniform", "greedy")])
    seats = (await shown(ann, table)).setup.seats
    assert len({seat.account_id for seat in seats}) == 4
    assert Counter(seat.bot_level for seat in seats) == {"greedy": 3, "uniform": 1}


async def test_coming_going_and_starting_at_once_leaves_a_sound_table(served: Lobby) -> None:
    chance = random.Random(7)
    ann = served.client("Ann")
    table = (await opened(ann, 3)).table_id
    people = [served.client(f"P{number}") for number in range(12)]

    async def wander(person: Client) -> None:
        for _ in range(6):
            await asyncio.gather(joining(person, table), return_exceptions=True)
            await asyncio.sleep(chance.random() / 100)
            await asyncio.gather(leaving(person, table), return_exceptions=True)

    async def insist() -> None:
        for _ in range(20):
            await asyncio.gather(starting(ann, table), return_exceptions=True)
            await asyncio.sleep(0.005)

    await asyncio.gather(*map(wander, people), insist())
    after = await shown(ann, table)
    seats = [seat.seat for seat in after.setup.seats]
    accounts = [seat.account_id for seat in after.setup.seats]
    assert len(set(seats)) == len(seats) <= 3
    assert len(set(accounts)) == len(accounts)
    assert after.status == message_pb2.TABLE_STATUS_OPEN or len(seats) == 3


async def test_a_table_is_started_once(redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    async with running(rig.build(), start=False) as one, running(rig.build(), start=False) as other:
        channels = [grpc.aio.insecure_channel(f"127.0.0.1:{port}") for port in (one, other)]
        table = (await opened(Client(channels[0], rig.token("Ann")), 2)).table_id
        await adding_bot(Client(channels[0], rig.token("Ann")), table)
        starts = [starting(Client(channel, rig.token("Ann")), table) for channel in channels for _ in range(5)]
        done = await asyncio.gather(*starts, return_exceptions=True)
        assert sum(isinstance(answer, pb.StartTableResponse) for answer in done) == 1
        for channel in channels:
            await channel.close()
