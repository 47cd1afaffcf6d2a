"""Whole games of Age of Steam through the service: real socket, real tokens, real Redis."""

import random
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.bus import Bus
from footplate.engine.registry import games
from footplate.engine.replay import replay
from footplate.rules.redis_store import RedisMatchStore
from tests.rules.playing import LONG, Replica
from tests.rules.serving import Running, serving
from tests.rules.whole_games import ONLOOKER, record_of, whole_game
from tests.support.toy_game import TURNS


@pytest.fixture
async def running(redis: Redis, redis_url: str, redis_store: RedisMatchStore) -> AsyncIterator[Running]:
    async with Bus.over_redis(redis_url) as bus, serving(redis_store, bus, games()) as up:
        yield up


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
async def test_a_whole_random_game(running: Running, seats: int) -> None:
    made = await running.create(game="age_of_steam", seats=seats)
    await whole_game(running, made.match_id, random.Random(seats))


async def test_a_running_game_hides_what_is_in_the_bag(running: Running) -> None:
    made = await running.create(game="age_of_steam", seats=4)
    played = replay(await record_of(running, made.match_id))
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
