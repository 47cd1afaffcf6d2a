"""The warm heads: shared, bounded, never trusted further than they may be; and the small caches under them."""

import asyncio
import random

import pytest

from footplate.domain.errors import CorruptLog, StalePly, StoreUnavailable, UnknownMatch
from footplate.engine.game import OVER
from footplate.engine.registry import UnknownGame
from footplate.rules.bells import Bells
from footplate.rules.caches import Lru, SingleFlight
from footplate.rules.matches import Matches
from tests.rules.fakes import MemoryMatchStore
from tests.rules.playing import ANN, LONG, Replica
from tests.support.toy_game import GAMES


async def test_all_who_ask_for_a_cold_match_wait_for_one_load() -> None:
    store = MemoryMatchStore()
    match = await Replica(store).begin()
    cold = Matches(store, GAMES, 10)
    store.calls.clear()
    found = await asyncio.gather(*(cold.head(match.id) for _ in range(50)), *(cold.at_least(match.id, 1) for _ in "ab"))
    assert all(one == match for one in found)
    assert store.calls.count("load") == 1


async def test_an_error_of_a_shared_load_goes_to_all_and_is_not_kept() -> None:
    store = MemoryMatchStore()
    match = await Replica(store).begin()
    cold = Matches(store, GAMES, 10)
    store.away = True
    results = await asyncio.gather(*(cold.head(match.id) for _ in range(5)), return_exceptions=True)
    assert all(isinstance(result, StoreUnavailable) for result in results)
    store.away = False
    assert await cold.head(match.id) == match


async def test_no_more_matches_are_kept_than_asked_for() -> None:
    store = MemoryMatchStore()
    replica = Replica(store, cache=3)
    matches = [await replica.begin(f"t{number}") for number in range(10)]
    store.calls.clear()
    for match in reversed(matches):
        assert await replica.matches.at_least(match.id, 0) == match
    assert store.calls.count("load") == 7


async def test_the_head_is_looked_for_but_only_its_tail_is_read() -> None:
    store = MemoryMatchStore()
    here, there = Replica(store), Replica(store)
    match = await here.begin(setup=LONG)
    await there.matches.head(match.id)
    match = await here.play(match, random.Random(1), 10)
    store.calls.clear()
    assert await there.matches.head(match.id) == match
    assert await there.matches.at_least(match.id, match.ply) == match
    assert store.calls == ["entries"]


async def test_a_store_that_was_put_back_is_followed() -> None:
    store = MemoryMatchStore()
    replica = Replica(store)
    match = await replica.begin(setup=LONG)
    early = await replica.play(match, random.Random(2), 6)
    late = await replica.play(early, random.Random(3), 12)
    del store.matches[match.id].entries[early.ply :]  # as after a restore from yesterday
    with pytest.raises(StalePly) as stale:
        await replica.act(late)
    assert stale.value.actual == early.ply
    assert (await replica.use.get_match(ANN, match.id, None, None)).match == early
    store.matches[match.id].requests.clear()
    other = await Replica(store).play(early, random.Random(4), late.ply + 1)
    assert await replica.matches.head(match.id) == other


async def test_a_match_that_went_another_way_is_loaded_anew() -> None:
    store = MemoryMatchStore()
    replica = Replica(store)
    early = await replica.play(await replica.begin(setup=LONG), random.Random(5), 6)
    late = await replica.play(early, random.Random(6), 12)
    kept = store.matches[early.id]
    del kept.entries[early.ply :]
    kept.requests.clear()
    kept.snapshots.clear()
    other = await Replica(store).play(early, random.Random(7), late.ply + 4)
    assert other.chain_hash != late.chain_hash
    assert await replica.matches.head(early.id) == other


async def test_a_store_that_was_emptied_is_noticed() -> None:
    store = MemoryMatchStore()
    replica = Replica(store)
    match = await replica.begin()
    store.matches.clear()
    with pytest.raises(UnknownMatch):
        await replica.act(match)
    with pytest.raises(UnknownMatch):
        await replica.use.get_match(ANN, match.id, None, None)


async def test_losing_a_race_keeps_the_winner_warm() -> None:
    store = MemoryMatchStore()
    replica = Replica(store)
    match = await replica.begin(setup=LONG)
    tries = (replica.act(match, "take 1", request_id=f"{number}") for number in range(5))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(result, StalePly) for result in results) == 4
    store.calls.clear()
    (won,) = (result for result in results if not isinstance(result, BaseException))
    await replica.act(won.after)
    assert store.calls == ["append"]


async def test_a_damaged_log_is_told_as_such() -> None:
    store = MemoryMatchStore()
    match = await Replica(store).play(await Replica(store).begin(), random.Random(8))
    assert match.to_act == OVER
    kept = store.matches[match.id]
    kept.snapshots.clear()
    kept.entries[2], kept.entries[3] = kept.entries[3], kept.entries[2]
    with pytest.raises(CorruptLog):
        await Matches(store, GAMES, 10).head(match.id)


async def test_a_game_that_is_gone_is_unknown() -> None:
    store = MemoryMatchStore()
    match = await Replica(store).begin()
    with pytest.raises(UnknownGame):
        await Matches(store, {}, 10).head(match.id)


def test_the_least_used_value_goes_first() -> None:
    cache: Lru[str, int] = Lru(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]
    cache.put("a", 4)
    cache.drop("c")
    cache.drop("none")
    assert (cache.get("a"), cache.get("c"), len(cache)) == (4, None, 1)


async def test_shared_work_goes_on_when_somebody_gives_up() -> None:
    flights: SingleFlight[str, int] = SingleFlight()
    done = 0

    async def work() -> int:
        nonlocal done
        await asyncio.sleep(0.01)
        done += 1
        return done

    first, second = (asyncio.create_task(flights.run("a", work)) for _ in range(2))
    await asyncio.sleep(0)
    assert "a" in flights
    first.cancel()
    assert await second == 1
    assert "a" not in flights
    assert await flights.run("a", work) == 2


async def test_a_bell_rings_for_news_only() -> None:
    bells = Bells()
    with bells.listening("m") as bell, bells.listening("m") as same:
        assert same is bell
        bell.ring(3)
        rings = bell.rings
        bell.ring(3)
        bell.ring(2)
        assert bell.rings == rings
        bell.ring(3, last=True)
        assert (bell.rings, bell.last) == (rings + 1, True)
        assert await bell.wait(rings, 10)
        assert not await bell.wait(bell.rings, 0.001)
        waiting = asyncio.create_task(bell.wait(bell.rings, 10))
        await asyncio.sleep(0)
        bells.close()
        assert await waiting
    assert len(bells) == 0
    assert bells.get("m") is None
