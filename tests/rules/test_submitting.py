"""Creating matches and submitting actions: what is stored, what is answered, what is refused in which order."""

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest

from footplate.domain.errors import (
    ActionRefused,
    BadRequest,
    MatchOver,
    NotYourSeat,
    NotYourTurn,
    RequestReused,
    StalePly,
    StoreUnavailable,
    UnknownMatch,
)
from footplate.domain.log import Cause
from footplate.domain.seat import Seat
from footplate.engine.errors import NotationError, SetupError
from footplate.engine.game import CHANCE, OVER
from footplate.engine.registry import UnknownGame
from footplate.engine.replay import verify
from tests.rules.fakes import MemoryMatchStore, texts
from tests.rules.playing import ANN, BOT, LONG, SHORT, Replica, random_text
from tests.support.toy_game import GAMES
from tests.support.toy_matches import SEATS


@pytest.fixture
def store() -> MemoryMatchStore:
    return MemoryMatchStore()


@pytest.fixture
def replica(store: MemoryMatchStore) -> Replica:
    return Replica(store)


# --- Creating --------------------------------------------------------------------------------------------------------


async def test_a_match_is_stored_with_its_set_up_played(replica: Replica, store: MemoryMatchStore) -> None:
    match = await replica.begin()
    kept = store.matches[match.id]
    assert match.id.startswith("m_")
    assert len(match.id) == 28
    assert (match.ply, match.to_act) == (1, 0)
    assert texts(kept.entries)[0].startswith("roll")
    assert kept.header.seed is not None
    assert store.turns[match.id].account == ANN


async def test_the_same_request_gives_the_same_match(replica: Replica, store: MemoryMatchStore) -> None:
    match = await replica.begin()
    await replica.act(match)
    again = await replica.begin()
    assert (again.id, again.ply, again.header.commitment) == (match.id, match.ply, match.header.commitment)
    assert len(store.matches) == 1
    elsewhere = await Replica(store).begin()
    assert (elsewhere.id, elsewhere.chain_hash) == (match.id, match.chain_hash)


async def test_other_requests_and_other_callers_get_matches_of_their_own(replica: Replica) -> None:
    one, two = await replica.begin("1"), await replica.begin("2")
    other = await replica.use.create_match("a_other", "1", SHORT, SEATS)
    assert len({one.id, two.id, other.id}) == 3


async def test_a_request_used_for_another_table_is_refused(replica: Replica) -> None:
    await replica.begin()
    with pytest.raises(RequestReused):
        await replica.begin(setup=LONG)
    with pytest.raises(RequestReused):
        await replica.begin(seats=(SEATS[1], SEATS[0], SEATS[2]))


async def test_what_cannot_be_set_up_is_refused_and_not_stored(replica: Replica, store: MemoryMatchStore) -> None:
    with pytest.raises(UnknownGame):
        await replica.begin(setup=replace(SHORT, game="chess"))
    with pytest.raises(SetupError):
        await replica.begin(setup=replace(SHORT, map="moon"))
    with pytest.raises(BadRequest):
        await replica.begin(seats=(Seat("", "Nobody"), *SEATS[1:]))
    for request in ("", "x" * 129):
        with pytest.raises(BadRequest):
            await replica.begin(request)
    assert store.matches == {}


# --- Submitting ------------------------------------------------------------------------------------------------------


async def test_an_action_and_the_draws_behind_it_are_stored_together(replica: Replica, store: MemoryMatchStore) -> None:
    match, rng = await replica.begin(), random.Random(1)
    while True:
        played = await replica.act(match, random_text(match, rng))
        assert played.before == match
        assert [entry.ply for entry in played.entries] == list(range(match.ply + 1, played.after.ply + 1))
        match = played.after
        if len(played.entries) > 1:
            break
    assert played.entries[1].actor == CHANCE
    assert played.entries[1].cause is Cause.CHANCE
    assert store.calls.count("append") == len(store.matches[match.id].requests)


async def test_a_warm_submit_is_one_call_of_the_store(replica: Replica, store: MemoryMatchStore) -> None:
    match = await replica.begin()
    store.calls.clear()
    for _ in range(5):
        match = (await replica.act(match)).after
    assert store.calls == ["append"] * 5


async def test_the_same_request_gives_the_same_answer_and_plays_nothing_twice(
    replica: Replica, store: MemoryMatchStore
) -> None:
    begun, rng = await replica.begin(), random.Random(2)
    match, first = begun, []
    for _ in range(6):
        text = random_text(match, rng)
        first.append((match, text, await replica.act(match, text)))
        match = first[-1][2].after
    stored = list(store.matches[match.id].entries)
    for at in (replica, Replica(store)):
        for before, text, played in first:
            assert await at.act(before, text) == played
    assert store.matches[match.id].entries == stored


async def test_a_request_used_for_another_action_is_refused(replica: Replica) -> None:
    match = await replica.begin()
    after = (await replica.act(match, "take 1")).after
    with pytest.raises(RequestReused):
        await replica.act(match, "take 2")
    with pytest.raises(RequestReused):
        await replica.act(after, "take 1", request_id=f"r{match.ply}", account=ANN, expected_ply=after.ply)
    with pytest.raises(RequestReused):
        await Replica(replica.store).act(match, "take 2")


async def test_request_ids_of_different_accounts_do_not_meet(replica: Replica) -> None:
    match = await replica.begin()
    match = (await replica.act(match, request_id="same")).after
    assert (await replica.act(match, request_id="same")).after.ply > match.ply


async def test_an_answer_that_got_lost_is_given_to_the_retry(replica: Replica, store: MemoryMatchStore) -> None:
    match = await replica.begin()
    store.lose_answers = True
    with pytest.raises(StoreUnavailable):
        await replica.act(match, "take 1")
    store.lose_answers = False
    played = await replica.act(match, "take 1")
    assert texts(played.entries)[0] == "take 1"
    assert len(store.matches[match.id].entries) == played.after.ply


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"match_id": "m_none", "account": "a_no", "text": "nonsense"}, UnknownMatch),
        ({"account": "a_no", "text": "nonsense", "expected_ply": 0}, NotYourSeat),
        ({"seat": 1, "text": "nonsense", "expected_ply": 0}, NotYourSeat),
        ({"text": "nonsense", "expected_ply": 0}, NotationError),
        ({"account": BOT, "text": "take 9", "expected_ply": 0}, StalePly),
        ({"account": BOT, "text": "take 9", "expected_ply": 99}, StalePly),
        ({"account": BOT, "text": "take 9"}, NotYourTurn),
        ({"text": "take 9"}, ActionRefused),
        ({"text": "roll 6"}, ActionRefused),
        ({"request_id": ""}, BadRequest),
        ({"request_id": "x" * 129}, BadRequest),
    ],
)
async def test_refusals_come_in_the_order_of_the_contract(
    change: dict[str, Any], refusal: type[Exception], replica: Replica, store: MemoryMatchStore
) -> None:
    match = await replica.begin()
    for at in (replica, Replica(store)):
        with pytest.raises(refusal):
            await at.act(match, **change)
    assert store.matches[match.id].entries == store.matches[match.id].entries[: match.ply]


async def test_a_match_that_is_over_takes_no_action(replica: Replica) -> None:
    match = await replica.play(await replica.begin(), random.Random(3))
    assert match.to_act == OVER
    with pytest.raises(MatchOver):
        await replica.act(match, "take 1")
    with pytest.raises(StalePly):
        await replica.act(match, "take 1", expected_ply=match.ply - 1, request_id="new")


async def test_a_replica_that_is_behind_catches_up_or_says_stale(store: MemoryMatchStore) -> None:
    here, there = Replica(store), Replica(store)
    begun = await here.begin()
    await there.use.get_match(ANN, begun.id, None, None)
    match = (await here.act(begun)).after
    with pytest.raises(StalePly) as stale:  # what is warm there is old, which only the store can tell
        await there.act(begun, request_id="new")
    assert (stale.value.expected, stale.value.actual) == (begun.ply, match.ply)
    further = (await there.act(match)).after
    with pytest.raises(StalePly):  # the rules would forbid it where the match was, but that is not where it is
        await here.act(match, "take 9", request_id="new")
    assert (await here.act(further)).after.ply > further.ply


async def test_of_two_at_once_one_wins(store: MemoryMatchStore) -> None:
    replicas = [Replica(store) for _ in range(4)]
    match, rng = await replicas[0].begin(setup=LONG), random.Random(4)
    while match.to_act != OVER:
        text = random_text(match, rng)
        tries = (at.act(match, text, request_id=f"{match.ply}.{number}") for number, at in enumerate(replicas))
        results = await asyncio.gather(*tries, return_exceptions=True)
        won = [result for result in results if not isinstance(result, BaseException)]
        assert len(won) == 1
        assert all(isinstance(result, StalePly) for result in results if isinstance(result, BaseException))
        match = won[0].after
    record = await replicas[0].use.record(match.id)
    assert verify(record, GAMES).findings == ()


async def test_one_account_may_hold_several_seats(replica: Replica) -> None:
    match = await replica.begin(seats=(SEATS[0],) * 3)
    match = await replica.play(match, random.Random(5))
    assert match.to_act == OVER


async def test_a_store_that_is_away_is_told_and_come_back_from(replica: Replica, store: MemoryMatchStore) -> None:
    match = await replica.begin()
    store.away = True
    with pytest.raises(StoreUnavailable):
        await replica.act(match)
    with pytest.raises(StoreUnavailable):
        await replica.use.get_match(ANN, match.id, None, None)
    store.away = False
    assert (await replica.act(match)).after.ply > match.ply
