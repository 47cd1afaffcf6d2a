"""What every store of matches promises; see `rules.ports`."""

import asyncio
import random

import pytest

from footplate.bus import PARTITIONS
from footplate.domain.errors import StalePly, UnknownMatch, UnknownPly
from footplate.domain.match import Committed, Match
from footplate.domain.seed import Seed
from footplate.domain.snapshot import Snapshot
from footplate.engine.game import OVER
from footplate.rules.ports import MatchStore, Remembered, Request
from tests.rules.playing import LONG
from tests.support.toy_game import PEBBLES
from tests.support.toy_matches import SEATS

MADE = Request("a_lobby/table", "asked")


def begin(match_id: str = "m_1") -> Committed:
    return Match.create(PEBBLES, match_id, LONG, SEATS, Seed(bytes(range(32))), 1000)


def act(match: Match, text: str = "") -> Committed:
    action = text or PEBBLES.default_action(match.state)
    account = match.seats[match.to_act].account
    return match.submit(action, account=account, expected_ply=match.ply, now_ms=match.began_ms + 7)


def request(number: int, asked: str = "asked") -> Request:
    return Request(f"a/r{number}", asked)


async def fill(store: MatchStore, begun: Committed, plies: int = 9999, every: int = 10) -> list[Committed]:
    """Plays a match into the store; every commit, the creation included."""
    assert await store.create(begun, MADE) is None
    found, match, rng = [begun], begun.match, random.Random(1)
    while match.to_act != OVER and match.ply < plies:
        made = act(match, PEBBLES.action_text(rng.choice(PEBBLES.legal_actions(match.state))))
        snapshots = (made.match.snapshot(),) if made.match.ply % every == 0 else ()
        assert await store.append(made, request(match.ply), snapshots) is None
        found.append(made)
        match = made.match
    return found


async def test_what_was_stored_can_be_loaded_at_every_ply(store: MatchStore) -> None:
    commits = await fill(store, begin())
    match = commits[-1].match
    entries = tuple(entry for made in commits for entry in made.entries)
    assert match.ply > 20
    assert (await store.load(match.id)).snapshot is not None
    for ply in (None, *range(match.ply + 1)):
        found = await store.load(match.id, ply)
        wanted = match.ply if ply is None else ply
        assert (found.header, found.head) == (match.header, match.ply)
        start = found.snapshot.ply if found.snapshot else 0
        assert found.entries == entries[start:wanted]
        restored = Match.restore(PEBBLES, found.header, found.entries, found.snapshot)
        assert restored.ply == wanted
        assert restored.chain_hash == (entries[wanted - 1].chain_hash if wanted else match.header.chain_hash)
    for ply in (-1, match.ply + 1):
        with pytest.raises(UnknownPly):
            await store.load(match.id, ply)


async def test_entries_come_by_range(store: MatchStore) -> None:
    commits = await fill(store, begin(), plies=30)
    entries = tuple(entry for made in commits for entry in made.entries)
    last = len(entries)
    assert await store.entries("m_1", 0) == entries
    assert await store.entries("m_1", 5) == entries[5:]
    assert await store.entries("m_1", 5, 9) == entries[5:9]
    assert await store.entries("m_1", 5, last + 100) == entries[5:]
    assert await store.entries("m_1", last) == ()
    assert await store.entries("m_none", 0) == ()


async def test_what_is_unknown_is_unknown(store: MatchStore) -> None:
    begun = begin()
    with pytest.raises(UnknownMatch):
        await store.load("m_1")
    with pytest.raises(UnknownMatch):
        await store.append(act(begun.match), request(1))
    assert await store.open_turns(range(PARTITIONS)) == ()
    await store.create(begun, MADE)
    assert await store.remembered("m_1", "a/r1") is None


async def test_creating_again_tells_what_the_first_did(store: MatchStore) -> None:
    begun = begin()
    assert await store.create(begun, MADE) is None
    await store.append(act(begun.match), request(1))
    other = Match.create(PEBBLES, "m_1", LONG, SEATS, Seed(bytes(32)), 2000)
    for asked in ("asked", "other"):
        assert await store.create(other, Request(MADE.id, asked)) == Remembered(1, 1, "asked")
    assert (await store.load("m_1")).header == begun.match.header


async def test_a_request_is_done_once_and_remembered(store: MatchStore) -> None:
    begun = begin()
    await store.create(begun, MADE)
    made = act(begun.match, "take 1")
    assert await store.append(made, request(1)) is None
    memory = Remembered(2, made.match.ply, "asked")
    assert await store.remembered("m_1", request(1).id) == memory
    assert await store.append(made, request(1)) == memory
    assert await store.append(act(made.match), request(1, "other")) == memory
    assert (await store.load("m_1")).head == made.match.ply


async def test_an_append_needs_the_ply_it_was_made_for(store: MatchStore) -> None:
    begun = begin()
    await store.create(begun, MADE)
    one, two = act(begun.match, "take 1"), act(begun.match, "take 2")
    await store.append(one, request(1))
    for late in (one, two):
        with pytest.raises(StalePly) as stale:
            await store.append(late, request(2))
        assert (stale.value.expected, stale.value.actual) == (1, one.match.ply)
    early = act(act(one.match).match)
    with pytest.raises(StalePly):
        await store.append(early, request(3))
    assert await store.remembered("m_1", request(2).id) is None


async def test_of_many_at_once_one_is_stored(store: MatchStore) -> None:
    begun = begin()
    await store.create(begun, MADE)
    made = [act(begun.match, f"take {1 + number % 2}") for number in range(40)]
    tries = (store.append(commit, request(number)) for number, commit in enumerate(made))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert results.count(None) == 1
    assert sum(isinstance(result, StalePly) for result in results) == len(made) - 1
    found = await store.load("m_1")
    assert found.entries == (*begun.entries, *made[results.index(None)].entries)


async def test_open_turns_are_those_that_wait(store: MatchStore) -> None:
    matches = [begin(f"m_{number}").match for number in range(10)]
    for match in matches:
        await store.create(begin(match.id), MADE)
    open_turns = {turn.match: turn for turn in await store.open_turns(range(PARTITIONS))}
    assert open_turns == {match.id: match.open_turn for match in matches}
    made = act(matches[0])
    await store.append(made, request(1))
    assert made.match.open_turn in await store.open_turns(range(PARTITIONS))
    by_partition = [await store.open_turns([partition]) for partition in range(PARTITIONS)]
    assert sum(map(len, by_partition)) == len(matches)


async def test_a_match_that_is_over_has_no_open_turn(store: MatchStore) -> None:
    await fill(store, begin())
    assert await store.open_turns(range(PARTITIONS)) == ()


async def test_snapshots_can_come_with_the_creation(store: MatchStore) -> None:
    begun = begin()
    snapshot = begun.match.snapshot()
    await store.create(begun, MADE, [snapshot, Snapshot(0, "start", "h", 1, snapshot.situation)])
    assert (await store.load("m_1")).snapshot == snapshot
    assert (await store.load("m_1")).entries == ()
