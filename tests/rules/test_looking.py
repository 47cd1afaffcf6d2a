"""Looking at matches and at what may be done in them, from any replica and at any ply."""

import random
from dataclasses import replace

import pytest

from footplate.domain.errors import (
    MatchOver,
    NotYourSeat,
    RulesVersion,
    UnknownPly,
)
from footplate.engine.errors import NotationError
from footplate.engine.game import OVER, Change
from footplate.rules.legal import Filter
from tests.rules.fakes import MemoryMatchStore, texts
from tests.rules.playing import ANN, BOT, CY, LONG, Replica, random_text, reading
from tests.support.toy_game import PEBBLES, Pebbles, State
from tests.support.toy_matches import SEATS


@pytest.fixture
def store() -> MemoryMatchStore:
    return MemoryMatchStore()


@pytest.fixture
def replica(store: MemoryMatchStore) -> Replica:
    return Replica(store)


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


class Veiled(Pebbles):
    """Pebbles in which only the seat to act sees how many there are."""

    def view(self, state: State, seat: int | None) -> State:
        return state if seat == self.to_act(state) else state._replace(heap=0)


async def test_what_others_are_told_of_actions_follows_from_what_they_see(store: MemoryMatchStore) -> None:
    replica = Replica(store, games={"pebbles": Secretive()})
    match = await replica.begin()
    game, told = match.game, {}
    for account in (ANN, CY, "a_stranger"):
        found = await replica.use.list_legal_actions(account, match.id, None, Filter())
        told[account] = game.effects(found.match.state, found.actions[-1])
        assert list(found.actions) == list(game.legal_actions(match.state))
        verdict = await replica.use.check_action(account, match.id, None, reading("take 3"))
        assert verdict.match.state == found.match.state
    assert told[ANN].changes == (), "the next seat has a veto and will be asked"
    assert told["a_stranger"].changes == (Change(0, "points", 3),), "a stranger does not know that"


async def test_what_a_list_would_give_away_is_only_for_the_seat_to_act(store: MemoryMatchStore) -> None:
    replica = Replica(store, games={"pebbles": Veiled()})
    match = await replica.begin()
    assert (await replica.use.list_legal_actions(ANN, match.id, None, Filter())).actions
    for account in (CY, "a_stranger"):
        with pytest.raises(NotYourSeat):
            await replica.use.list_legal_actions(account, match.id, None, Filter())
        with pytest.raises(NotYourSeat):
            await replica.use.check_action(account, match.id, None, reading("take 1"))
