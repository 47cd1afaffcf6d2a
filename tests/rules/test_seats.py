"""Leaving, coming back and going back through the use cases, over every store, with other replicas about."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from footplate.domain.errors import (
    NotYourSeat,
    RequestReused,
    SeatResigned,
    SeatTakenOver,
    StalePly,
    UndoRefused,
    UnknownMatch,
    UnknownPly,
)
from footplate.domain.match import Match
from footplate.domain.situation import Presence
from footplate.domain.terms import AtZero, ClockRule
from footplate.engine.game import OVER
from footplate.rules.ports import MatchStore
from footplate.rules.seats import Wish
from footplate.rules.watch_messages import EntryTold, MatchWatch, Views
from tests.rules.fakes import MemoryMatchStore, Ticking
from tests.rules.playing import LONG, Replica, watcher
from tests.support.people import ANN, BEA, BOT, MINUTE, STAND_IN, terms

SEATS = (ANN, BEA, BOT)
CLOCKED = terms(ClockRule(turn_ms=MINUTE), AtZero.BOT)


def wish(match: Match, account: str = ANN.account, request: str = "w1", seat: int | None = None) -> Wish:
    return Wish(account, match.id, request, seat)


async def begin(replica: Replica, plies: int = 1) -> Match:
    return await replica.play(await replica.begin("table", LONG, SEATS, CLOCKED), random.Random(3), plies)


async def earlier(replica: Replica, match: Match) -> int:
    """The last ply before this one at which a seat decided."""
    for ply in range(match.ply - 1, -1, -1):
        if (await replica.matches.at(match.id, ply)).to_act >= 0:
            return ply
    raise AssertionError("nobody ever decided")


async def test_a_resignation_is_stored_once_however_often_it_is_sent(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    once = await replica.seats.resign(wish(match))
    again = await replica.seats.resign(wish(match))
    assert once.entries == again.entries
    assert [entry.text for entry in once.entries] == ["/resign"]
    with pytest.raises(SeatResigned):
        await replica.seats.resign(wish(match, request="w2"))
    with pytest.raises(RequestReused):
        await replica.seats.reclaim(wish(match))
    assert len(await store.entries(match.id, match.ply)) == 1


async def test_whoever_leaves_in_the_midst_of_others_moves_is_heard(store: MatchStore) -> None:
    """The wish names no ply, so it does not matter who was faster."""
    clock = Ticking()
    replicas = [Replica(store, clock=clock) for _ in range(4)]
    match = await begin(replicas[0])

    async def moves() -> None:
        for _ in range(30):
            head = await replicas[0].matches.head(match.id)
            if head.to_act == OVER:
                return
            await replicas[0].act(head, request_id=f"m{head.ply}")

    async def leaves() -> None:
        await replicas[1].seats.resign(wish(match, BEA.account))

    await asyncio.gather(moves(), leaves(), return_exceptions=True)
    await leaves()
    head = await replicas[2].matches.head(match.id)
    assert head.situation.seats[1].presence == Presence.RESIGNED
    assert head == Match.restore(head.game, head.header, await store.entries(match.id, 0))


async def test_a_seat_is_lost_to_the_clock_and_taken_back(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica)
    replica.clock.now += 2 * MINUTE
    await replica.clock_of_matches.look()
    match = await replica.matches.head(match.id)
    with pytest.raises(SeatTakenOver):
        await replica.act(match, account=ANN.account)
    (turn,) = await store.open_turns(range(64))
    assert (turn.account, turn.level) == (STAND_IN.account, STAND_IN.level)
    match = (await replica.act(match, account=STAND_IN.account)).after
    done = await replica.seats.reclaim(wish(match))
    assert done.after.situation.seats[0].presence == Presence.HERE


async def test_an_undo_is_seen_alike_by_every_replica_warm_or_cold(store: MatchStore) -> None:
    clock = Ticking()
    one, warm = Replica(store, clock=clock, every=50), Replica(store, clock=clock, every=50)
    match = await begin(one, 6)
    await warm.matches.head(match.id)
    target = await earlier(one, match)
    await one.seats.ask_undo(wish(match), target)
    done = await one.seats.answer_undo(wish(match, BEA.account), target, agrees=True)
    assert [entry.text for entry in done.entries] == ["/agree", f"/undo {target}"]
    cold = Replica(store, clock=clock)
    heads = [await replica.matches.head(match.id) for replica in (one, warm, cold)]
    assert heads[0] == heads[1] == heads[2]
    assert heads[0].state == (await cold.matches.at(match.id, target)).state
    for ply in range(heads[0].ply + 1):
        assert (await cold.matches.at(match.id, ply)).ply == ply
    await one.play(heads[0], random.Random(1))
    assert (await warm.use.record(match.id)).result


async def test_who_watches_with_effects_is_led_over_an_undo(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica, 6)
    target = await earlier(replica, match)
    await replica.seats.ask_undo(wish(match), target)
    await replica.seats.answer_undo(wish(match, BEA.account), target, agrees=True)
    head = await replica.matches.head(match.id)
    await replica.act(head)
    last = (await replica.matches.head(match.id)).ply
    found: list[EntryTold] = []
    messages: AsyncIterator[object] = replica.watches.watch(
        watcher(ANN.account), MatchWatch(match.id, 0, None, effects=True, views=Views.NONE)
    )
    async for message in messages:
        if isinstance(message, EntryTold):
            found.append(message)
            if message.entry.ply == last:
                break
    assert [told.entry.ply for told in found] == list(range(1, last + 1))
    assert all(told.before for told in found)
    assert found[-1].before
    assert found[-1].before.state == head.state


async def test_steps_are_taken_back_only_from_where_the_caller_stands(store: MatchStore) -> None:
    replica = Replica(store)
    match = await begin(replica, 4)
    acting = match.seats[match.to_act].account
    with pytest.raises(StalePly):
        await replica.seats.take_back(wish(match, acting), match.ply - 1, 1)
    with pytest.raises(UndoRefused):
        await replica.seats.take_back(wish(match, acting), match.ply, match.ply - 1)
    with pytest.raises(UnknownPly):
        await replica.seats.ask_undo(wish(match), match.ply + 9)


async def test_strangers_and_unknown_matches_are_refused() -> None:
    replica = Replica(MemoryMatchStore())
    match = await begin(replica)
    for call in (replica.seats.resign, replica.seats.reclaim):
        with pytest.raises(NotYourSeat):
            await call(wish(match, "a_onlooker"))
        with pytest.raises(UnknownMatch):
            await call(Wish(ANN.account, "m_none", "w", None))


async def test_a_match_that_was_closed_is_over_for_all_that_ask() -> None:
    replica = Replica(MemoryMatchStore())
    match = await replica.begin("table", LONG, SEATS, terms(stand_in=None))
    await replica.seats.resign(wish(match))
    await replica.seats.resign(wish(match, BEA.account))
    record = await replica.use.record(match.id)
    assert (record.reason, bool(record.seed)) == ("closed", True)
    assert replica.turns.of(BOT.account) == {}
