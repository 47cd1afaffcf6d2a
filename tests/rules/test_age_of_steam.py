"""Whole games of Age of Steam through the service: real socket, real tokens, real Redis."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from footplate.api.common.v1 import paging_pb2, watch_pb2
from footplate.api.match.v1 import action_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.bus import Bus
from footplate.engine.chain import first_hash, next_hash
from footplate.engine.record import opening_text, parse_record
from footplate.engine.registry import games
from footplate.engine.replay import replay, verify
from footplate.rules.redis_store import RedisMatchStore
from tests.rules.playing import LONG, Replica
from tests.rules.serving import Running, serving, signed
from tests.support.toy_game import TURNS

ONLOOKER = signed("a_onlooker")


@pytest.fixture
async def running(redis: Redis, redis_url: str, redis_store: RedisMatchStore) -> AsyncIterator[Running]:
    async with Bus.over_redis(redis_url) as bus, serving(redis_store, bus, games()) as up:
        yield up


async def play(running: Running, match_id: str, rng: random.Random) -> int:
    """Plays a match to its end at random, each seat with its own token and every other action in its typed form."""
    while True:
        request = pb.ListLegalActionsRequest(match_id=match_id, page=paging_pb2.PageRequest(page_size=1000))
        legal = await running.stub.ListLegalActions(request, metadata=ONLOOKER)
        if legal.to_act < 0:
            return int(legal.ply)
        chosen = rng.choice(legal.actions)
        submit = pb.SubmitActionRequest(
            match_id=match_id,
            request_id=f"r{legal.ply}",
            expected_ply=legal.ply,
            action=chosen.action if rng.random() < 0.5 else action_pb2.Action(text=chosen.text),
        )
        await running.stub.SubmitAction(submit, metadata=signed(f"a_{legal.to_act}"))


async def watch(running: Running, match_id: str) -> list[pb.WatchMatchResponse]:
    request = pb.WatchMatchRequest(match_id=match_id, include_effects=True, views=pb.WATCH_VIEWS_FOLLOW)
    return [message async for message in running.stub.WatchMatch(request, metadata=ONLOOKER)]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
async def test_a_whole_random_game(running: Running, seats: int) -> None:
    made = await running.create(game="age_of_steam", seats=seats)
    watching = asyncio.create_task(watch(running, made.match_id))
    last = await play(running, made.match_id, random.Random(seats))
    answer = await running.stub.GetRecord(pb.GetRecordRequest(match_id=made.match_id), metadata=ONLOOKER)
    record = parse_record(answer.record)
    assert (answer.finished, answer.ply) == (True, last)
    assert verify(record).findings == ()
    played = replay(record)

    async with asyncio.timeout(10):
        messages = await watching
    chain = first_hash(opening_text(record))
    entries = [message.entry for message in messages if message.HasField("entry")]
    for entry, stored in zip(entries, record.entries, strict=True):
        assert (entry.ply, entry.actor, entry.text) == (stored.ply, stored.actor, stored.text)
        chain = next_hash(chain, entry.ply, entry.actor, entry.text)
        assert entry.chain_hash == chain
    assert messages[-1].ended.reason == watch_pb2.WATCH_END_REASON_COMPLETE

    game = played.game
    for ply in (0, last // 2, last):
        request = pb.GetMatchRequest(match_id=made.match_id, ply=ply)
        view = (await running.stub.GetMatch(request, metadata=ONLOOKER)).match
        assert view.state_text == game.state_text(game.view(played.states[ply], None))


async def test_a_running_game_hides_what_is_in_the_bag(running: Running) -> None:
    made = await running.create(game="age_of_steam", seats=4)
    record = (await running.stub.GetRecord(pb.GetRecordRequest(match_id=made.match_id), metadata=ONLOOKER)).record
    played = replay(parse_record(record))
    view = (await running.stub.GetMatch(pb.GetMatchRequest(match_id=made.match_id), metadata=ONLOOKER)).match
    assert view.state_text == played.game.state_text(played.game.view(played.state, None))
    assert view.HasField("age_of_steam")
    assert view.revealed_seed == ""


async def test_a_cold_load_does_not_grow_with_the_match(
    redis_store: RedisMatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TURNS, "long", 130)
    warm = Replica(redis_store, every=64)
    match, rng = await warm.begin(setup=LONG), random.Random(1)
    match = await warm.play(match, rng)
    assert match.ply >= 500
    found = await redis_store.load(match.id)
    assert len(found.entries) <= 64 + 1
    cold = await Replica(redis_store).use.get_match("a_onlooker", match.id, None, None)
    assert cold.match == match
    assert cold.match.state == match.state
