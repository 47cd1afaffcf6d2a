"""The use cases over a store in memory: what is stored, what is answered, and what is refused in which order."""

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
    RulesVersion,
    StalePly,
    StoreUnavailable,
    UnknownMatch,
    UnknownPly,
)
from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.domain.seat import Seat
from footplate.engine.errors import NotationError, RecordError, SetupError
from footplate.engine.game import CHANCE, OVER
from footplate.engine.record import format_record, parse_record
from footplate.engine.registry import UnknownGame
from footplate.engine.replay import replay, verify
from footplate.rules.imports import LONGEST, Import
from footplate.rules.legal import Filter
from tests.rules.fakes import MemoryMatchStore, texts
from tests.rules.playing import ANN, BOT, CY, LONG, SHORT, Replica, random_text, reading
from tests.support.toy_game import GAMES, PEBBLES, Pebbles, State
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


# --- Looking ---------------------------------------------------------------------------------------------------------


async def test_every_ply_can_be_looked_at_from_any_replica(replica: Replica, store: MemoryMatchStore) -> None:
    match, rng = await replica.begin(setup=LONG), random.Random(6)
    positions = {match.ply: match}
    while match.to_act != OVER:
        match = (await replica.act(match, random_text(match, rng))).after
        positions[match.ply] = match
    for at in (replica, Replica(store), Replica(store, cache=1)):
        for ply in range(match.ply + 1):
            sight = await at.use.get_match(ANN, match.id, ply, None)
            assert sight.match.ply == ply
            assert sight.match == positions.get(ply, sight.match)
            assert sight.head.ply == match.ply
    for ply in (-1, match.ply + 1):
        with pytest.raises(UnknownPly):
            await replica.use.get_match(ANN, match.id, ply, None)


async def test_a_cold_load_is_bounded_by_snapshots(replica: Replica, store: MemoryMatchStore) -> None:
    match = await replica.play(await replica.begin(setup=LONG), random.Random(7))
    kept = store.matches[match.id]
    assert match.ply > 3 * replica.every
    assert len(kept.snapshots) == match.ply // replica.every
    found = await store.load(match.id)
    assert len(found.entries) <= replica.every
    cold = await Replica(store).use.get_match(ANN, match.id, None, None)
    assert cold.match == match
    assert cold.match.state == match.state


async def test_a_snapshot_that_does_not_fit_is_passed_over(replica: Replica, store: MemoryMatchStore) -> None:
    match = await replica.play(await replica.begin(setup=LONG), random.Random(8))
    kept = store.matches[match.id]
    for ply, snapshot in kept.snapshots.items():
        kept.snapshots[ply] = replace(snapshot, state_text="of an older version")
    sight = await Replica(store).use.get_match(ANN, match.id, None, None)
    assert sight.match.state == match.state


async def test_sight_goes_by_seat(replica: Replica) -> None:
    match = await replica.begin(seats=(SEATS[0], SEATS[1], SEATS[0]))
    sights = {
        (ANN, None): 0,
        (ANN, 2): 2,
        (BOT, None): 1,
        ("a_stranger", None): None,
    }
    for (account, seat), viewer in sights.items():
        assert (await replica.use.get_match(account, match.id, None, seat)).viewer == viewer
    for account, seat in ((ANN, 1), ("a_stranger", 0)):
        with pytest.raises(NotYourSeat):
            await replica.use.get_match(account, match.id, None, seat)


async def test_a_match_of_unknown_rules_is_refused_but_its_record_can_be_had(
    replica: Replica, store: MemoryMatchStore
) -> None:
    match = await replica.play(await replica.begin(), random.Random(9))
    kept = store.matches[match.id]
    kept.header = replace(kept.header, rules_version=99)
    later = Replica(store)
    for call in (
        later.use.get_match(ANN, match.id, None, None),
        later.use.list_legal_actions(ANN, match.id, None, Filter()),
        later.act(match),
    ):
        with pytest.raises(RulesVersion):
            await call
    record = await later.use.record(match.id)
    assert [entry.text for entry in record.entries] == texts(kept.entries)
    assert (record.chain, record.seed, record.result) == (match.chain_hash, "", ())


# --- Legal actions ---------------------------------------------------------------------------------------------------


async def test_legal_actions_are_those_of_the_game_at_any_ply(replica: Replica) -> None:
    begun = await replica.begin()
    match = (await replica.act(begun, "take 1")).after
    for ply, position in ((None, match), (begun.ply, begun), (match.ply, match)):
        found = await replica.use.list_legal_actions("a_stranger", match.id, ply, Filter())
        assert found.actions == tuple(PEBBLES.legal_actions(position.state))
    assert (await replica.use.list_legal_actions(ANN, match.id, 0, Filter())).actions == ()
    for filtered in (Filter(kind="veto"), Filter(hex="A1"), Filter(city="A1")):
        assert (await replica.use.list_legal_actions(ANN, match.id, None, filtered)).actions == ()
    assert len((await replica.use.list_legal_actions(ANN, match.id, None, Filter(kind="take"))).actions) > 1


async def test_an_action_can_be_tried(replica: Replica, store: MemoryMatchStore) -> None:
    match = await replica.begin()
    good = await replica.use.check_action(ANN, match.id, None, reading("take 2"))
    assert (good.text, good.violation) == ("take 2", None)
    bad = await replica.use.check_action("a_stranger", match.id, None, reading("take 9"))
    assert bad.text == "take 9"
    assert bad.violation is not None
    assert bad.violation.rule == "TOY-TAKE-01"
    with pytest.raises(NotationError):
        await replica.use.check_action(ANN, match.id, None, reading("steal 9"))
    assert len(store.matches[match.id].entries) == match.ply
    over = await replica.play(match, random.Random(10))
    with pytest.raises(MatchOver):
        await replica.use.check_action(ANN, over.id, None, reading("take 1"))


class Secretive(Pebbles):
    """Pebbles in which only its owner knows a seat's vetoes."""

    def view(self, state: State, seat: int | None) -> State:
        return state._replace(left=tuple(left if own == seat else 0 for own, left in enumerate(state.left)))


async def test_what_a_list_would_give_away_is_only_for_the_seat_to_act(store: MemoryMatchStore) -> None:
    replica = Replica(store, games={"pebbles": Secretive()})
    match = await replica.begin()
    assert (await replica.use.list_legal_actions(ANN, match.id, None, Filter())).actions
    for account in (CY, "a_stranger"):
        with pytest.raises(NotYourSeat):
            await replica.use.list_legal_actions(account, match.id, None, Filter())
        with pytest.raises(NotYourSeat):
            await replica.use.check_action(account, match.id, None, reading("take 1"))


# --- Records ---------------------------------------------------------------------------------------------------------


async def test_the_record_of_a_running_match_keeps_the_seed_secret(replica: Replica) -> None:
    match = (await replica.act(await replica.begin())).after
    record = await replica.use.record(match.id)
    assert len(record.entries) == match.ply
    assert (record.seed, record.result) == ("", ())
    assert record.commitment == match.header.commitment
    assert match.header.seed is not None
    assert match.header.seed.reveal().hex() not in format_record(record)


async def test_the_record_of_a_match_that_is_over_can_be_verified(replica: Replica) -> None:
    match = await replica.play(await replica.begin(), random.Random(11))
    record = parse_record(format_record(await replica.use.record(match.id)))
    assert record.seed
    assert record.result
    assert verify(record, GAMES).findings == ()
    assert replay(record, GAMES).state == match.state


async def imported(replica: Replica, text: str, account: str = ANN, **changed: Any) -> Match:
    wanted: dict[str, Any] = {"request_id": "import", "record": text, "plies": None, "playable": False}
    return await replica.use.import_record(account, Import(**wanted | changed))


async def test_a_record_becomes_a_match_to_look_at(replica: Replica, store: MemoryMatchStore) -> None:
    played = await replica.play(await replica.begin(setup=LONG), random.Random(12))
    text = format_record(await replica.use.record(played.id))
    match = await imported(replica, text)
    assert match.state == played.state
    assert match.header.seed is None
    assert match.seats_of(ANN) == ()
    kept = store.matches[match.id]
    assert texts(kept.entries) == texts(store.matches[played.id].entries)
    assert {entry.cause for entry in kept.entries} == {Cause.IMPORT}
    assert sorted(kept.snapshots) == list(range(replica.every, match.ply + 1, replica.every))
    assert match.id not in store.turns
    middle = await imported(replica, text, plies=match.ply // 2, request_id="half")
    assert middle.ply == match.ply // 2
    with pytest.raises(NotYourSeat):
        await replica.act(middle, "take 1")


async def test_a_record_becomes_a_match_to_play_on(replica: Replica) -> None:
    played = await replica.play(await replica.begin(), random.Random(13))
    text = format_record(await replica.use.record(played.id))
    match = await imported(replica, text, playable=True, plies=4)
    assert match.ply >= 4
    assert match.seats_of(ANN) == (0, 1, 2)
    assert match.header.seed is not None
    assert match.header.seed.reveal().hex() not in text
    over = await replica.play(match, random.Random(14))
    record = await replica.use.record(over.id)
    assert verify(record, GAMES).findings == ()
    assert verify(record, GAMES).imported


async def test_importing_again_gives_the_same_match(replica: Replica, store: MemoryMatchStore) -> None:
    played = await replica.play(await replica.begin(), random.Random(15))
    text = format_record(await replica.use.record(played.id))
    match = await imported(replica, text, playable=True, plies=5)
    moved_on = (await replica.act(match)).after
    assert moved_on.ply > match.ply
    assert await imported(Replica(store), text, playable=True, plies=5) == match
    with pytest.raises(RequestReused):
        await imported(replica, text, playable=True, plies=6)
    assert (await imported(replica, text, account=BOT, playable=True, plies=5)).id != match.id


async def test_records_that_do_not_hold_are_refused(replica: Replica, store: MemoryMatchStore) -> None:
    played = await replica.play(await replica.begin(), random.Random(16))
    text = format_record(await replica.use.record(played.id))
    before = len(store.matches)
    for broken, line in (
        (text.replace("game: pebbles", "game: chess"), text[: text.index("game:")].count("\n") + 1),
        (text + "\n99 P1 take 1\n", text.count("\n") + 2),
        ("nonsense", 1),
    ):
        with pytest.raises(RecordError) as refused:
            await imported(replica, broken)
        assert refused.value.line == line
    for wrong in ({"text": text + "#" * LONGEST}, {"plies": 999}, {"plies": -1}, {"request_id": ""}):
        with pytest.raises(BadRequest):
            await imported(replica, **{"text": text} | wrong)
    with pytest.raises(RulesVersion):
        await imported(replica, text.replace("rules-version: 3", "rules-version: 4"))
    assert len(store.matches) == before


async def test_an_unknown_match_is_unknown_everywhere(replica: Replica) -> None:
    for call in (
        replica.use.get_match(ANN, "m_none", None, None),
        replica.use.list_legal_actions(ANN, "m_none", None, Filter()),
        replica.use.record("m_none"),
    ):
        with pytest.raises(UnknownMatch):
            await call


def test_games_are_listed_by_id(replica: Replica) -> None:
    assert replica.use.list_games("") == (PEBBLES,)
    assert replica.use.list_games("pebbles") == (PEBBLES,)
    assert replica.use.list_games("chess") == ()
