"""What the use cases rely on, asked of the drivers: the ones in memory and the ones over Redis must not differ."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from footplate.bus import LOBBY_STREAM, Bus
from footplate.domain.conduct import Conduct
from footplate.domain.errors import StoreUnavailable, UnknownTable
from footplate.domain.seat import Seat
from footplate.domain.table import Changed, Status, Table
from footplate.engine.game import Outcome, Setup, Standing
from footplate.lobby import keys
from footplate.lobby.account import Account
from footplate.lobby.ports import Kept, Listing, Remembered, Request, Write
from footplate.lobby.rate import Limit, RateLimited
from footplate.lobby.redis_accounts import RedisTries
from footplate.lobby.redis_tables import RedisTableStore
from footplate.lobby.stored import memory_text, parse_memory, parse_table, table_text
from footplate.lobby.survey import tables_that_are
from footplate.runtime.redis_scripts import Shared
from footplate.wire.events import decode_event, encode_event
from tests.lobby.rigs import Rig, redis_rig
from tests.support.toy_game import GAMES, PEBBLES, SETUP

ANN, BOB = Seat("a_ann", "Ann"), Seat("a_bob", "Bob", bot=True)
BOLT = Seat("a_bolt", "greedy #1", bot=True, level="greedy")
OUTCOME = Outcome(
    (Standing(1, 1, 12, (("income", 3), ("track", 9))), Standing(0, 2, None, eliminated=True)), "last_survivor"
)
OPEN = (Status.OPEN,)


def new_table(number: int = 1, owner: Seat = ANN) -> Changed:
    return Table.open(PEBBLES, f"t_{number:03}", owner, SETUP, 1000 + number)


async def stored(rig: Rig, changes: Sequence[Changed]) -> Table:
    """Stores changes that follow each other; the table after them."""
    before = None
    for changed in changes:
        assert await rig.drivers.tables.write(Write(before, changed)) is None
        before = changed.table
    assert before is not None
    return before


def playing(number: int, match: str) -> list[Changed]:
    """The changes of a table on its way to a match."""
    changes = [new_table(number)]
    changes.append(changes[-1].table.join(BOB, 2000))
    changes.append(changes[-1].table.add_bot("a_ann", BOLT, 2001))
    changes.append(changes[-1].table.start("a_ann", 2002))
    changes.append(changes[-1].table.started(match, 2003))
    return changes


# --- Tables ------------------------------------------------------------------


async def test_a_table_comes_back_as_it_was_stored(rig: Rig) -> None:
    table = await stored(rig, playing(1, "m_1"))
    assert (await rig.drivers.tables.look(table.id)).table == table
    finished = table.finish(OUTCOME, (), 3000)
    assert await rig.drivers.tables.write(Write(table, finished)) is None
    assert (await rig.drivers.tables.look(table.id)).table == finished.table
    assert (await rig.drivers.tables.look("t_nowhere")).table is None


async def test_only_the_version_a_change_was_made_from_is_replaced(rig: Rig) -> None:
    table = await stored(rig, [new_table()])
    first, late = table.join(BOB, 2000), table.add_bot("a_ann", BOLT, 2000)
    assert await rig.drivers.tables.write(Write(table, first)) is None
    assert await rig.drivers.tables.write(Write(table, late)) == first.table
    assert await rig.drivers.tables.write(Write(None, new_table())) == first.table
    assert (await rig.drivers.tables.look(table.id)).table == first.table


async def test_a_table_that_is_gone_cannot_be_changed(rig: Rig) -> None:
    table = new_table().table
    with pytest.raises(UnknownTable):
        await rig.drivers.tables.write(Write(table, table.join(BOB, 2000)))


async def test_a_request_is_remembered_with_its_answer(rig: Rig) -> None:
    table, request = await stored(rig, [new_table()]), Request("a_bob/r", "join")
    assert (await rig.drivers.tables.look(table.id, request)).remembered is None
    joined = Write(table, table.join(BOB, 2000), request, 1)
    assert await rig.drivers.tables.write(joined) is None
    again = Write(joined.changed.table, joined.changed.table.leave("a_bob", 3000), Request("a_bob/r", "leave"))
    remembered = Remembered("join", joined.answer)
    assert await rig.drivers.tables.write(again) == remembered
    assert (await rig.drivers.tables.look(table.id, request)).remembered == remembered
    assert (await rig.drivers.tables.look(table.id)).table == joined.changed.table


async def test_the_bus_is_told_of_each_change_in_its_order_and_of_nothing_else(rig: Rig) -> None:
    changes = playing(1, "m_1")
    await stored(rig, changes)
    await rig.drivers.tables.write(Write(changes[0].table, changes[1]))  # late
    bus = rig.drivers.bus
    reader = bus.driver.reader()
    told = await reader.read_after({LOBBY_STREAM: "0-0"}, count=100, block_ms=1)
    await reader.close()
    expected = [event for change in changes for event in change.events]
    assert [decode_event(envelope.payload) for envelope in told] == expected


async def test_a_match_is_known_by_its_table_while_it_runs(rig: Rig) -> None:
    tables = rig.drivers.tables
    table = await stored(rig, playing(1, "m_1"))
    assert await tables.table_of("m_1") == table.id
    assert await tables.table_of("m_2") is None
    await tables.write(Write(table, table.finish(OUTCOME, (), 3000)))
    assert await tables.table_of("m_1") is None


async def test_tables_are_counted_and_surveyed_by_status(rig: Rig) -> None:
    tables = rig.drivers.tables
    await stored(rig, playing(1, "m_1"))
    await stored(rig, playing(2, "m_2")[:-1])
    for number in range(3, 8):
        await stored(rig, [new_table(number)])
    counts = await tables.count()
    assert counts.keys() == set(Status)
    assert {status: count for status, count in counts.items() if count} == {
        Status.OPEN: 5,
        Status.STARTING: 1,
        Status.PLAYING: 1,
    }
    assert [table.id async for table in tables_that_are(tables, Status.OPEN)] == [f"t_{n:03}" for n in range(7, 2, -1)]


async def test_a_survey_reads_page_after_page(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footplate.lobby.survey._PAGE", 2)
    for number in range(1, 6):
        await stored(rig, [new_table(number)])
    found = [table.id async for table in tables_that_are(rig.drivers.tables, Status.OPEN)]
    assert found == [f"t_{number:03}" for number in range(5, 0, -1)]


async def test_lists_of_an_account_hold_what_it_owns_and_where_it_sits(rig: Rig) -> None:
    tables = rig.drivers.tables
    mine = await stored(rig, [new_table(1)])
    theirs = await stored(rig, [new_table(2, BOB)])
    joined = theirs.join(ANN, 2000)
    await tables.write(Write(theirs, joined))
    await stored(rig, [new_table(3, BOB)])
    listed = await tables.page(Listing(OPEN, "", "a_ann", 0, 10))
    assert listed.tables == (joined.table, mine)
    assert (listed.total, listed.last) == (2, 0)
    await tables.write(Write(joined.table, joined.table.leave("a_ann", 3000)))
    assert (await tables.page(Listing(OPEN, "", "a_ann", 0, 10))).tables == (mine,)
    await tables.write(Write(mine, mine.add_bot("a_ann", BOLT, 2000)))
    assert (await tables.page(Listing(OPEN, "", BOLT.account, 0, 10))).total == 0


def test_tables_and_answers_survive_their_text() -> None:
    playing_table = playing(1, "m_1")[-1].table
    setup = Setup("pebbles", "beach", "long", 3, (("a", "1"), ("b", "2")))
    table = replace(
        playing_table.finish(OUTCOME, (Conduct(), Conduct(2), Conduct(1, left=True)), 3000).table,
        name='a "b" é',
        setup=setup,
    )
    assert parse_table(table_text(table)) == table
    write = Write(None, Changed(table, ()), seat=2)
    assert parse_memory(memory_text("p", write.answer).encode()) == Remembered("p", write.answer)


# --- Tables in Redis only ----------------------------------------------------


async def test_every_key_is_of_one_hash_slot(redis: Redis, redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    table, request = new_table(), Request("a_ann/r{x}", "open")
    await rig.drivers.tables.write(Write(None, table, request))
    await rig.drivers.accounts.add(Kept(Account("a_1", "{Ann}", 1)), "{ann}")
    await rig.drivers.tries.spend("{x}", Limit(1, 60))
    found: list[bytes] = await redis.keys("*")  # type: ignore[assignment] # replies are bytes, which stubs leave out
    assert len(found) == 10
    assert all(key.startswith(keys.TAG.encode()) for key in found)


async def test_requests_and_counts_pass_away(redis: Redis, redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    await rig.drivers.tables.write(Write(None, new_table(), Request("a_ann/r", "open")))
    assert 86_000 < await redis.ttl(keys.request_key("a_ann/r")) <= 86_400
    await rig.drivers.tries.spend("x", Limit(1, 60))
    assert 50 < await redis.ttl(keys.tries_key("x")) <= 60
    assert await redis.ttl(keys.table_key("t_001")) == -1


async def test_a_store_that_is_away_is_told_as_such(redis_url: str) -> None:
    async with Redis.from_url("redis://127.0.0.1:1/0", retry=None) as nowhere:
        rig = redis_rig(nowhere, redis_url)
        with pytest.raises(StoreUnavailable):
            await rig.drivers.tables.look("t_1")
        with pytest.raises(StoreUnavailable):
            await rig.drivers.tables.count()
        with pytest.raises(StoreUnavailable):
            await rig.drivers.accounts.by_id("a_1")
        with pytest.raises(StoreUnavailable):
            await rig.drivers.tries.spend("x", Limit(1, 1))
        await rig.drivers.bus.close()


async def test_a_damaged_store_is_a_bug_and_not_an_outage(redis: Redis, redis_lobby_rig: Rig) -> None:
    await redis.sadd(keys.table_key("t_001"), "nonsense")
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        await redis_lobby_rig.drivers.tables.write(Write(None, new_table()))


async def test_scripts_are_sent_again_to_a_server_that_forgot_them(redis: Redis, redis_lobby_rig: Rig) -> None:
    await stored(redis_lobby_rig, [new_table(1)])
    await redis.script_flush()
    await stored(redis_lobby_rig, [new_table(2)])
    assert (await redis_lobby_rig.drivers.tables.count())[Status.OPEN] == 2


async def test_more_calls_than_connections_wait(redis_url: str) -> None:
    async with Redis.from_url(redis_url, max_connections=2) as client, Bus.over_redis(redis_url) as bus:
        await client.flushdb()
        store = RedisTableStore(Shared(client, 2), encode_event, tuple(GAMES), 60)
        writes = [store.write(Write(None, new_table(number))) for number in range(50)]
        assert await asyncio.gather(*writes) == [None] * 50
        assert (await store.count())[Status.OPEN] == 50
        await bus.publish(LOBBY_STREAM, b"")  # a bus beside it has connections of its own


async def test_a_call_that_is_given_up_leaves_its_answer_to_nobody(redis_url: str) -> None:
    async with Redis.from_url(redis_url, max_connections=1) as client:
        await client.flushdb()
        shared = Shared(client, 1)
        await shared.execute_command("SET", "{lobby}:a", "answer")
        for patience in (0.0, 0.0005, 0.001, 0.002, 0.005):
            slow = asyncio.create_task(shared.execute_command("EVAL", "for i = 1, 200000 do end return 'slow'", 0))
            await asyncio.sleep(patience)
            slow.cancel()
            assert await shared.execute_command("GET", "{lobby}:a") == b"answer"


# --- Accounts ----------------------------------------------------------------


async def test_an_account_comes_back_as_it_was_stored(rig: Rig) -> None:
    accounts = rig.drivers.accounts
    kept = Kept(Account("a_1", "Ann Lee", 1234, bot=True, level="greedy"), "$argon2id$...", "r-1")
    assert await accounts.add(kept, "annlee") is None
    assert await accounts.by_id("a_1") == await accounts.by_name("annlee") == kept
    assert await accounts.by_id("a_2") is None
    assert await accounts.by_name("ann") is None


async def test_a_name_stays_with_whoever_had_it_first(rig: Rig) -> None:
    accounts = rig.drivers.accounts
    first = Kept(Account("a_1", "Ann", 1))
    assert await accounts.add(first, "ann") is None
    assert await accounts.add(Kept(Account("a_2", "ANN", 2)), "ann") == "a_1"
    assert await accounts.by_id("a_2") is None
    assert await accounts.add(Kept(Account("a_1", "Ann", 9)), "ann") is None  # a command that was sent twice
    assert await accounts.by_id("a_1") == first


async def test_tries_are_counted_one_by_one(rig: Rig) -> None:
    tries, limit = rig.drivers.tries, Limit(3, 60)
    done = await asyncio.gather(*[tries.spend("x", limit) for _ in range(5)], return_exceptions=True)
    assert [type(one) for one in done].count(RateLimited) == 2
    await tries.spend("y", limit)
    await tries.forget("x")
    await tries.spend("x", limit)


async def test_a_span_ends_by_itself(redis: Redis) -> None:
    tries, limit = RedisTries(redis), Limit(1, 0.05)
    await tries.spend("x", limit)
    with pytest.raises(RateLimited) as caught:
        await tries.spend("x", limit)
    assert 0 <= caught.value.retry_seconds <= 0.05
    await asyncio.sleep(0.06)
    await tries.spend("x", limit)
