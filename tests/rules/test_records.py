"""Records of matches, and matches made of records."""

import random
from typing import Any

import pytest

from footplate.domain.errors import (
    BadRequest,
    NotYourSeat,
    RequestReused,
    RulesVersion,
    UnknownMatch,
)
from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.engine.errors import RecordError
from footplate.engine.record import format_record, parse_record
from footplate.engine.replay import replay, verify
from footplate.rules.imports import LONGEST, Import
from footplate.rules.legal import Filter
from tests.rules.fakes import MemoryMatchStore, texts
from tests.rules.playing import ANN, BOT, LONG, Replica
from tests.support.toy_game import GAMES, PEBBLES


@pytest.fixture
def store() -> MemoryMatchStore:
    return MemoryMatchStore()


@pytest.fixture
def replica(store: MemoryMatchStore) -> Replica:
    return Replica(store)


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
