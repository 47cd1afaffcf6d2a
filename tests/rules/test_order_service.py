"""Standing orders over a real socket and the bus: the service carries them out by itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc.aio
import pytest
from redis.asyncio import Redis

from footplate import client
from footplate.api.match.v1 import log_entry_pb2
from footplate.api.orders.v1 import message_pb2 as orders_pb
from footplate.api.orders.v1 import request_response_pb2 as pb
from footplate.api.orders.v1.standing_order_service_pb2_grpc import StandingOrderServiceStub
from footplate.api.rules.v1 import request_response_pb2 as rules_pb
from footplate.bus import Bus, ConsumerSettings
from footplate.domain.log import Cause
from footplate.domain.orders import BidUpTo, IfThen, Move, NoShares, NoVeto, Step, Wish
from footplate.rules.orders import Asked
from footplate.rules.redis_store import RedisMatchStore
from footplate.wire.orders import decode_wish, encode_wish
from tests.rules.fakes import MemoryMatchStore, eventually
from tests.rules.playing import LONG, Replica
from tests.rules.serving import Running, refused, serving, signed

NOBODY_ELSE = orders_pb.Wish(if_then=orders_pb.IfThen(steps=[orders_pb.Step(play="take 1")]))


@asynccontextmanager
async def stub_of(running: Running) -> AsyncIterator[Any]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{running.port}") as channel:
        yield StandingOrderServiceStub(channel)


async def entry_at(running: Running, match_id: str, ply: int) -> log_entry_pb2.LogEntry:
    """The entry of a ply, as soon as it is there."""
    async with asyncio.timeout(10):
        request = rules_pb.WatchMatchRequest(match_id=match_id, from_ply=ply - 1)
        async for message in running.stub.WatchMatch(request, metadata=signed("a_0")):
            if message.WhichOneof("message") == "entry" and message.entry.ply == ply:
                return message.entry  # type: ignore[no-any-return] # a stub has no types
    raise AssertionError("the watch ended")


async def test_an_order_is_carried_out_when_it_is_given_and_when_its_turn_comes(running: Running) -> None:
    made = await running.create(preset="long")
    match_id, ply = made.match_id, made.ply
    async with stub_of(running) as stub:
        for player in (1, 0):
            request = pb.SetStandingOrderRequest(match_id=match_id, request_id="r", wish=NOBODY_ELSE)
            answer = await stub.SetStandingOrder(request, metadata=signed(f"a_{player}"))
            assert (answer.order.seat, answer.order.wish, answer.order.ply) == (player, NOBODY_ELSE, ply)
        for seat in (0, 1):
            entry = await entry_at(running, match_id, ply + 1 + seat)
            assert (entry.actor, entry.text, entry.cause) == (seat, "take 1", log_entry_pb2.ENTRY_CAUSE_ORDER)
        listed = await stub.ListStandingOrders(pb.ListStandingOrdersRequest(match_id=match_id), metadata=signed("a_1"))
        assert listed == pb.ListStandingOrdersResponse()


async def test_a_notice_is_listed_until_it_is_acknowledged(running: Running) -> None:
    made = await running.create(preset="long")
    step = orders_pb.Step(play="take 1", expected=[orders_pb.ExpectedMove(seat=0, action="take 2")])
    wish = orders_pb.Wish(if_then=orders_pb.IfThen(steps=[step]))
    wanted = pb.ListStandingOrdersRequest(match_id=made.match_id, seat=1)
    async with stub_of(running) as stub:
        request = pb.SetStandingOrderRequest(match_id=made.match_id, request_id="r", wish=wish)
        order = (await stub.SetStandingOrder(request, metadata=signed("a_1"))).order
        assert list((await stub.ListStandingOrders(wanted, metadata=signed("a_1"))).orders) == [order]
        await running.act(made.match_id, 0, made.ply, "take 1")
        async with asyncio.timeout(10):
            found = pb.ListStandingOrdersResponse()
            while not found.notices:
                found = await stub.ListStandingOrders(wanted, metadata=signed("a_1"))
        (notice,) = found.notices
        assert (notice.order, notice.reason) == (order, orders_pb.NOTICE_REASON_OTHER_COURSE)
        read = pb.AcknowledgeNoticesRequest(match_id=made.match_id, request_id="a", notice_ids=[notice.notice_id])
        await stub.AcknowledgeNotices(read, metadata=signed("a_1"))
        found = await stub.ListStandingOrders(wanted, metadata=signed("a_1"))
        assert found == pb.ListStandingOrdersResponse()


async def test_cancelled_and_refused(running: Running) -> None:
    made = await running.create(preset="long")
    async with stub_of(running) as stub:
        request = pb.SetStandingOrderRequest(
            match_id=made.match_id, request_id="r", wish=orders_pb.Wish(no_veto=orders_pb.NoVeto())
        )
        order = (await stub.SetStandingOrder(request, metadata=signed("a_2"))).order
        cancel = pb.CancelStandingOrderRequest(match_id=made.match_id, request_id="c", order_id=order.order_id)
        assert (await refused(stub.CancelStandingOrder(cancel, metadata=signed("a_1")))).reason == "UNKNOWN_ORDER"
        assert (await stub.CancelStandingOrder(cancel, metadata=signed("a_2"))).order == order
        onlooker = signed("a_onlooker")
        listing = pb.ListStandingOrdersRequest(match_id=made.match_id)
        assert (await refused(stub.ListStandingOrders(listing, metadata=onlooker))).reason == "NOT_YOUR_SEAT"
        request.wish.Clear()
        refusal = await refused(stub.SetStandingOrder(request, metadata=signed("a_2")))
        assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", "wish")


async def test_replicas_share_the_turns_and_a_new_process_has_the_orders_of_the_one_before(
    redis: Redis, redis_url: str, redis_store: RedisMatchStore
) -> None:
    async with Bus.over_redis(redis_url) as bus:
        async with serving(redis_store, bus) as first, stub_of(first) as stub:
            made = await first.create(preset="long")
            request = pb.SetStandingOrderRequest(match_id=made.match_id, request_id="r", wish=NOBODY_ELSE)
            await stub.SetStandingOrder(request, metadata=signed("a_1"))
        async with serving(redis_store, bus) as second, serving(redis_store, bus) as third:
            await second.act(made.match_id, 0, made.ply, "take 1")
            entry = await entry_at(third, made.match_id, made.ply + 2)
            assert (entry.actor, entry.cause) == (1, log_entry_pb2.ENTRY_CAUSE_ORDER)


async def test_what_a_process_began_before_it_died_is_taken_up_by_another() -> None:
    quick = ConsumerSettings(block=0.02, handler_timeout=0.2, claim_idle=0.3, claim_every=0.05, grace=0.01)
    async with Bus.in_memory() as bus:
        store = MemoryMatchStore(bus)
        dying, other = Replica(store), Replica(store)
        begun = asyncio.Event()

        async def never(*_: object) -> None:
            begun.set()
            await asyncio.Event().wait()

        setattr(dying.writes, "append", never)  # noqa: B010 - it dies between look and write
        match = await other.begin("table", LONG)
        await other.orders.give(Asked("a_ann", match.id, "w"), None, IfThen((Step("take 1"),)))
        async with dying.runner.consumer(bus, quick):
            async with asyncio.timeout(10):
                await begun.wait()
        assert await store.entries(match.id, match.ply) == ()
        async with other.runner.consumer(bus, quick):
            await eventually(lambda: len(store.matches[match.id].entries) > match.ply)
        assert [entry.cause for entry in store.matches[match.id].entries].count(Cause.ORDER) == 1


@pytest.mark.parametrize(
    "wish",
    [
        BidUpTo(3),
        BidUpTo(2, 7, "GWR", "0413"),
        NoShares(4),
        NoVeto(("GWR", "LSWR")),
        IfThen((Step("take 1"), Step("take 2", (Move(1, "take 3"), Move(2, "veto"))))),
    ],
)
def test_a_wish_comes_through_the_wire(wish: Wish) -> None:
    assert decode_wish("wish", encode_wish(wish)) == wish


async def test_the_sdk_gives_lists_and_cancels(running: Running) -> None:
    made = await running.create(preset="long")
    token = signed("a_1")[0][1].removeprefix("Bearer ")

    def calls() -> None:
        with client.connect(f"127.0.0.1:{running.port}", token=token) as house:
            line = house.orders.if_then(made.match_id, ([(0, "take 1")], "take 2"), ([], "take 1"), seat=1)
            assert line.wish.if_then.steps[0].expected[0].action == "take 1"
            veto = house.orders.no_veto(made.match_id)
            assert [order.order_id for order in house.orders.list(made.match_id).orders] == sorted(
                [line.order_id, veto.order_id]
            )
            assert house.orders.cancel(made.match_id, line.order_id) == line
            with pytest.raises(client.NotFound):
                house.orders.cancel(made.match_id, line.order_id)
            with pytest.raises(client.BadRequest):
                house.orders.bid_up_to(made.match_id, 3)
            with pytest.raises(client.BadRequest):
                house.orders.no_shares(made.match_id)
            house.orders.acknowledge(made.match_id, ["n_none"])

    await asyncio.to_thread(calls)
