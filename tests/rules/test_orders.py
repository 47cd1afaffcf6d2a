"""Standing orders through the use cases, over every store: given, carried out once, ended, cancelled, and secret."""

import asyncio
import logging
import random
from typing import Any

import pytest
from redis.asyncio import Redis

from footplate.bus import PARTITION_STREAMS, Gap, GapReason
from footplate.domain.errors import (
    BadRequest,
    MatchOver,
    NotYourSeat,
    RequestReused,
    SeatTakenOver,
    StalePly,
    UnknownMatch,
    UnknownOrder,
)
from footplate.domain.events import TurnStarted
from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.domain.orders import BidUpTo, IfThen, Move, Notice, NoVeto, Order, Reason, Step, Wish
from footplate.domain.seat import Seat
from footplate.domain.terms import AtZero, ClockRule
from footplate.engine.game import OVER
from footplate.engine.record import format_record
from footplate.rules.keys import match_keys
from footplate.rules.order_ports import Change
from footplate.rules.orders import Asked
from footplate.rules.ports import MatchStore, Request
from footplate.rules.redis_store import RedisMatchStore
from footplate.rules.stored_orders import guard
from footplate.wire.events import decode_event
from tests.rules.fakes import MemoryMatchStore, Ticking, orders_beside
from tests.rules.playing import LONG, Replica
from tests.support.people import ANN, BEA, MINUTE, STAND_IN, terms

CY = Seat("a_cy", "Cy")
SEATS = (ANN, BEA, CY)
TAKE = IfThen((Step("take 1"),))


def asked(match: Match, account: str, request: str = "w1") -> Asked:
    return Asked(account, match.id, request)


async def begin(replica: Replica) -> Match:
    """A match in which the first seat is to act."""
    match = await replica.begin("table", LONG, SEATS)
    assert match.to_act == 0
    return match


async def give(replica: Replica, match: Match, seat: int, wish: Wish, request: str = "w1") -> Order:
    return await replica.orders.give(asked(match, SEATS[seat].account, request), None, wish)


async def held(replica: Replica, match: Match, seat: int) -> tuple[list[Order], list[Notice]]:
    book = await replica.orders.book(SEATS[seat].account, match.id, None)
    return [*book.orders], [*book.notices]


# --- Carrying out -----------------------------------------------------------------------------------------------------


async def test_an_order_waits_for_its_turn_and_is_carried_out_then(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    order = await give(replica, match, 1, IfThen((Step("take 2", (Move(0, "take 1"),)),)))
    await replica.runner.look(match.id)
    assert await held(replica, match, 1) == ([order], [])
    match = (await replica.act(match, "take 1")).after
    await replica.runner.look(match.id)
    (entry,) = await store.entries(match.id, match.ply)
    assert (entry.actor, entry.text, entry.cause) == (1, "take 2", Cause.ORDER)
    assert await held(replica, match, 1) == ([], [])


async def test_an_order_that_cannot_go_on_ends_with_a_notice_until_that_is_read(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    order = await give(replica, match, 1, IfThen((Step("take 2", (Move(0, "take 1"),)),)))
    match = (await replica.act(match, "take 2")).after
    await replica.runner.look(match.id)
    orders, (notice,) = await held(replica, match, 1)
    assert orders == []
    assert (notice.order, notice.reason, notice.ply) == (order, Reason.OTHER_COURSE, match.ply)
    assert (await replica.matches.head(match.id)).ply == match.ply, "nothing is played in its place"
    with pytest.raises(BadRequest):
        await replica.orders.acknowledge(asked(match, BEA.account, "a"), [])
    await replica.orders.acknowledge(asked(match, CY.account, "a"), [notice.id])
    assert await held(replica, match, 1) == ([], [notice])  # it is not his to read
    for _ in range(2):
        await replica.orders.acknowledge(asked(match, BEA.account, "a"), [notice.id, "n_none"])
        assert await held(replica, match, 1) == ([], [])


async def test_an_order_that_goes_on_is_carried_out_again_and_again(store: MatchStore) -> None:
    replica, rng = Replica(store), random.Random(4)
    match = await begin(replica)
    for seat in range(3):
        await give(replica, match, seat, NoVeto())
    while match.to_act != OVER:
        await replica.runner.look(match.id)
        match = await replica.matches.head(match.id)
        if match.to_act != OVER:
            assert match.progress.phase != "veto", "nobody is asked any more"
            match = (await replica.act(match, "" if rng.random() < 0.3 else max(legal(match)))).after
    entries = await store.entries(match.id, 0)
    assert {entry.text for entry in entries if entry.cause == Cause.ORDER} == {"allow"}
    assert "{order}" in format_record(await replica.use.record(match.id))
    assert await held(replica, match, 0) == ([], [])
    with pytest.raises(MatchOver):
        await give(replica, match, 0, NoVeto(), "w2")
    assert (await give(replica, match, 0, NoVeto())).wish == NoVeto()  # what was answered once


def legal(match: Match) -> list[str]:
    return [match.game.action_text(action) for action in match.game.legal_actions(match.state)]


async def test_of_many_replicas_one_carries_it_out(store: MatchStore) -> None:
    clock = Ticking()
    replicas = [Replica(store, clock=clock) for _ in range(4)]
    match = await begin(replicas[0])
    for replica in replicas:
        await replica.matches.head(match.id)
    await give(replicas[0], match, 0, TAKE)
    await asyncio.gather(*(replica.runner.look(match.id) for replica in replicas))
    await asyncio.gather(*(replica.runner.look(match.id) for replica in replicas))
    entries = await store.entries(match.id, match.ply)
    assert [entry.cause for entry in entries].count(Cause.ORDER) == 1


@pytest.mark.parametrize("seed", range(5))
async def test_after_a_cancellation_nothing_is_played(store: MatchStore, seed: int) -> None:
    """Both at once, and whatever comes first: either it was played, or it was cancelled, and never both."""
    clock = Ticking()
    one, other = Replica(store, clock=clock), Replica(store, clock=clock)
    match = await begin(one)
    order = await give(one, match, 0, TAKE)
    await other.matches.head(match.id)

    async def cancel() -> bool:
        for _ in range(seed):
            await asyncio.sleep(0)
        try:
            await one.orders.cancel(asked(match, ANN.account, "c"), order.id)
        except UnknownOrder:
            return False
        return True

    cancelled, _ = await asyncio.gather(cancel(), other.runner.look(match.id))
    played = [entry for entry in await store.entries(match.id, match.ply) if entry.cause == Cause.ORDER]
    assert cancelled != bool(played)


async def test_what_was_decided_is_not_stored_once_the_order_is_gone(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    order = await give(replica, match, 0, TAKE)
    made = match.submit("take 1", account=ANN.account, expected_ply=match.ply, now_ms=1, cause=Cause.ORDER)
    await give(replica, match, 0, IfThen((Step("take 2"),)), "w2")  # in its place
    with pytest.raises(UnknownOrder):
        await store.append(made, Request("order/x", "p"), (), guard(order, ends=True))
    assert await store.entries(match.id, match.ply) == ()
    assert await store.remembered(match.id, "order/x") is None
    await replica.runner.look(match.id)
    assert (await store.entries(match.id, match.ply))[0].text == "take 2"


async def test_a_gap_on_the_bus_is_made_good_from_the_open_turns(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    await give(replica, match, 0, TAKE)
    later = Replica(store)
    await later.runner.gap(Gap(GapReason.GROUP_LOST, PARTITION_STREAMS, "rules-orders"))
    assert (await store.entries(match.id, match.ply))[0].cause == Cause.ORDER


async def test_orders_rest_while_the_stand_in_plays(store: MatchStore) -> None:
    replica = Replica(store)
    match = await replica.begin("table", LONG, SEATS, terms(ClockRule(turn_ms=MINUTE), AtZero.BOT))
    order = await give(replica, match, 0, NoVeto())
    replica.clock.now += 2 * MINUTE
    await replica.clock_of_matches.look()
    match = await replica.matches.head(match.id)
    order_of_now = await give(replica, match, 0, TAKE, "w2")
    await replica.runner.look(match.id)
    assert (await replica.matches.head(match.id)).ply == match.ply
    assert await held(replica, match, 0) == ([order, order_of_now], [])
    with pytest.raises(SeatTakenOver):
        await replica.orders.give(asked(match, STAND_IN.account), None, TAKE)
    with pytest.raises(NotYourSeat):
        await replica.orders.book(STAND_IN.account, match.id, None)


# --- Giving and cancelling --------------------------------------------------------------------------------------------


async def test_the_same_request_gives_the_same_order(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    once = await give(replica, match, 1, NoVeto())
    match = (await replica.act(match, "take 1")).after
    assert await give(replica, match, 1, NoVeto()) == once
    with pytest.raises(RequestReused):
        await give(replica, match, 1, TAKE)
    assert await held(replica, match, 1) == ([once], [])
    for _ in range(2):
        assert await replica.orders.cancel(asked(match, BEA.account, "c"), once.id) == once
    assert await held(replica, match, 1) == ([], [])
    with pytest.raises(UnknownOrder):
        await replica.orders.cancel(asked(match, BEA.account, "d"), once.id)
    with pytest.raises(RequestReused):
        await replica.orders.cancel(asked(match, BEA.account, "c"), "o_other")


async def test_a_seat_has_one_order_of_each_kind(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    await give(replica, match, 1, TAKE)
    veto = await give(replica, match, 1, NoVeto(), "w2")
    line = await give(replica, match, 1, IfThen((Step("take 3"),)), "w3")
    orders, _ = await held(replica, match, 1)
    assert {order.id for order in orders} == {veto.id, line.id}


async def test_an_order_given_in_the_midst_of_others_moves_stands_where_the_match_does(store: MatchStore) -> None:
    clock = Ticking()
    one, other = Replica(store, clock=clock), Replica(store, clock=clock)
    match = await begin(one)

    async def moves() -> None:
        head = match
        for _ in range(8):
            head = (await one.act(head, "take 1")).after

    order, _ = await asyncio.gather(give(other, match, 2, NoVeto()), moves())
    assert match.ply <= order.ply <= (await other.matches.head(match.id)).ply
    assert await held(one, match, 2) == ([order], [])


async def test_others_see_nothing_of_it(store: MatchStore, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    replica = Replica(store)
    match = await begin(replica)
    secret = IfThen((Step("take 3", (Move(0, "take 2"),)),))
    order = await give(replica, match, 1, secret)
    assert await held(replica, match, 0) == ([], [])
    for account in ("a_onlooker", ""):
        with pytest.raises(NotYourSeat):
            await replica.orders.book(account, match.id, None)
    with pytest.raises(NotYourSeat):
        await replica.orders.book(ANN.account, match.id, 1)
    with pytest.raises(UnknownOrder):
        await replica.orders.cancel(asked(match, ANN.account), order.id)
    with pytest.raises(NotYourSeat):
        await replica.orders.give(asked(match, ANN.account), 1, NoVeto())
    assert "take 3" not in format_record(await replica.use.record(match.id))
    assert "take 3" not in caplog.text
    assert await held(replica, match, 1) == ([order], [])


async def test_what_cannot_be_ordered_leaves_nothing(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    with pytest.raises(BadRequest):
        await give(replica, match, 0, BidUpTo(2))
    with pytest.raises(UnknownMatch):
        await replica.orders.give(Asked(ANN.account, "m_none", "w"), None, NoVeto())
    with pytest.raises(BadRequest):
        await give(replica, match, 0, NoVeto(), "")
    assert await held(replica, match, 0) == ([], [])


# --- The store --------------------------------------------------------------------------------------------------------


async def test_a_change_is_done_whole_or_not_at_all(store: MatchStore) -> None:
    match = await begin(Replica(store))
    orders = orders_beside(store)
    order = Order("o_1", 0, ANN.account, TAKE, match.ply, 1000)
    notice = Notice(order, Reason.PRICE, 3, 2000)
    with pytest.raises(StalePly):
        await orders.change(match.id, Change(ply=match.ply + 1, gives=order))
    with pytest.raises(UnknownOrder):
        await orders.change(match.id, Change(held=order, ends=True, notice=notice))
    with pytest.raises(UnknownMatch):
        await orders.change("m_none", Change(gives=order))
    assert await orders.book(match.id) == await orders.book("m_none")
    await orders.change(match.id, Change(gives=order))
    await orders.change(match.id, Change(held=order, notice=notice))
    book = await orders.book(match.id)
    assert (book.orders, book.notices) == ((order,), (notice,))
    await orders.change(match.id, Change(held=order, ends=True))
    assert (await orders.book(match.id)).orders == ()


async def test_in_redis_an_order_stands_beside_its_match_and_goes_with_its_requests(
    redis: Redis, redis_store: RedisMatchStore
) -> None:
    replica = Replica(redis_store)
    match = await begin(replica)
    order = await give(replica, match, 0, NoVeto())
    keys = match_keys(match.id)
    stream: Any = await redis.xrange(keys.events)
    told = [decode_event(fields[b"e"]) for _, fields in stream]
    assert [type(event) for event in told[-2:]] == [TurnStarted] * 2  # once more, for whoever carries it out
    assert told[-1] == told[-2] == match.open_turn
    every: Any = await redis.keys()
    for key in every:
        raw: Any = await redis.dump(key)
        assert (order.id.encode() in raw) == (key.decode() == keys.orders)
    assert await redis.pttl(keys.orders) == -1
    await replica.play(match, random.Random(1))
    assert 0 < await redis.pttl(keys.orders) <= 60_000


async def test_a_store_that_is_away_is_told() -> None:
    store = MemoryMatchStore()
    replica = Replica(store)
    match = await begin(replica)
    await give(replica, match, 0, TAKE)
    store.away = True
    with pytest.raises(Exception, match="cannot be reached"):
        await replica.runner.look(match.id)
