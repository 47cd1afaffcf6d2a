"""From a full table to its match and to its result: whatever breaks on the way, it goes on from where it stands."""

import asyncio

import pytest
from redis.asyncio import Redis

from footplate.bus import (
    LOBBY_FINISH_GROUP,
    LOBBY_RATE_GROUP,
    LOBBY_START_GROUP,
    LOBBY_STREAM,
    PARTITION_STREAMS,
    Gap,
    GapReason,
    partition_of,
)
from footplate.domain.conduct import Conduct
from footplate.domain.events import MatchFinished, TableStarted, TableStarting
from footplate.domain.table import Status, Table
from footplate.engine.game import Outcome, Standing
from footplate.lobby.build import clock
from footplate.lobby.finisher import Finisher
from footplate.lobby.ports import RulesUnavailable
from footplate.wire.events import decode_event, encode_event
from tests.bus.helpers import eventually
from tests.lobby.calls import full_of_bots, joining, leaving, shown, starting
from tests.lobby.memory import AFTER_CREATE, BEFORE_CREATE, OUTCOME_ASKED
from tests.lobby.rigs import CONSUMERS, Rig, lobby, memory_rig, running

OUTCOME = Outcome((Standing(0, 1, 9), Standing(1, 2, 7), Standing(2, 3, 5)), "last_turn")
CONDUCT = (Conduct(4, left=True), Conduct(), Conduct())


def finished(match: str) -> MatchFinished:
    return MatchFinished(match, "pebbles", 40, OUTCOME, 5000, CONDUCT)


async def tell(rig: Rig, match: str) -> None:
    """The rules service tells the bus that a match is over."""
    stream = PARTITION_STREAMS[partition_of(match)]
    await rig.drivers.bus.publish(stream, encode_event(finished(match)))


async def table_of(rig: Rig, table_id: str) -> Table:
    table = (await rig.drivers.tables.look(table_id)).table
    assert table is not None
    return table


async def started_table(rig: Rig) -> str:
    """A full table that was asked to start while nobody listens."""
    async with lobby(rig, start=False, finish=False) as served:
        ann = served.client("Ann")
        table = (await full_of_bots(ann)).table_id
        await starting(ann, table)
    return table


async def becomes(rig: Rig, table_id: str, status: Status) -> Table:
    """The table once it has a status."""

    async def is_so() -> bool:
        return (await table_of(rig, table_id)).status == status

    await eventually(is_so)
    return await table_of(rig, table_id)


# --- The way through ---------------------------------------------------------


async def test_a_started_table_gets_its_match_and_then_its_result(rig: Rig) -> None:
    async with lobby(rig) as served:
        ann = served.client("Ann")
        table = (await full_of_bots(ann)).table_id
        await starting(ann, table)
        playing = await becomes(rig, table, Status.PLAYING)
        assert playing.match == rig.rules.matches[table]
        await tell(rig, playing.match)
        assert (await becomes(rig, table, Status.FINISHED)).conduct == CONDUCT
        told = await shown(ann, table)
        assert [(standing.seat, standing.score) for standing in told.outcome.standings] == [(0, 9), (1, 7), (2, 5)]
        assert (told.match_id, told.outcome.reason) == (playing.match, "last_turn")


async def test_the_bus_is_told_of_the_start(rig: Rig) -> None:
    async with running(rig.build()):
        table = await started_table(rig)
        playing = await becomes(rig, table, Status.PLAYING)
    reader = rig.drivers.bus.driver.reader()
    told = [decode_event(e.payload) for e in await reader.read_after({LOBBY_STREAM: "0-0"}, count=99, block_ms=1)]
    await reader.close()
    assert [event.version for event in told if isinstance(event, TableStarting)] == [playing.version - 1]
    assert [event.match for event in told if isinstance(event, TableStarted)] == [playing.match]


async def test_ends_of_matches_without_a_table_are_passed_over(rig: Rig) -> None:
    async with lobby(rig) as served:
        await tell(rig, "m_imported")
        ann = served.client("Ann")
        table = (await full_of_bots(ann)).table_id
        await starting(ann, table)
        playing = await becomes(rig, table, Status.PLAYING)
        await tell(rig, playing.match)
        await tell(rig, playing.match)
        done = await becomes(rig, table, Status.FINISHED)
        await tell(rig, playing.match)
        await asyncio.sleep(0.1)
        assert await table_of(rig, table) == done


# --- Crashes -----------------------------------------------------------------


async def test_a_lobby_that_was_down_starts_what_was_asked_for(rig: Rig) -> None:
    table = await started_table(rig)
    async with running(rig.build()):
        await becomes(rig, table, Status.PLAYING)


@pytest.mark.parametrize("step", [BEFORE_CREATE, AFTER_CREATE, OUTCOME_ASKED])
async def test_a_crash_between_two_steps_loses_nothing(rig: Rig, step: str) -> None:
    """One replica dies in the middle of a start, without a word; another takes the event over."""
    table = await started_table(rig)
    rig.rules.hang_in = step
    dying = asyncio.create_task(rig.build().starting.run())
    await asyncio.wait_for(rig.rules.hanging.wait(), 5)
    dying.cancel()  # to the bus that is a crash
    await asyncio.gather(dying, return_exceptions=True)
    rig.rules.hang_in = ""
    async with running(rig.build()):
        playing = await becomes(rig, table, Status.PLAYING)
    assert rig.rules.matches == {table: playing.match}
    assert playing.version == 5


async def test_a_new_start_of_the_lobby_goes_on_at_once_with_what_a_crash_left(rig: Rig) -> None:
    table = await started_table(rig)
    rig.rules.hang_in = BEFORE_CREATE
    dying = asyncio.create_task(rig.build().starting.run())
    await asyncio.wait_for(rig.rules.hanging.wait(), 5)
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    rig.rules.hang_in = ""
    service = rig.build()
    async with running(service):
        await service.starter.recover()
        async with asyncio.timeout(CONSUMERS.claim_idle * 0.9):  # sooner than anybody could claim it
            await becomes(rig, table, Status.PLAYING)


async def test_an_end_that_overtakes_the_start_is_not_lost(rig: Rig) -> None:
    """The match is over, and the bus said so, before its table knows of it."""
    table = await started_table(rig)
    rig.rules.hang_in = AFTER_CREATE
    service = rig.build()
    async with running(service):
        await asyncio.wait_for(rig.rules.hanging.wait(), 5)
        match = rig.rules.matches[table]
        rig.rules.outcomes[match], rig.rules.conduct = OUTCOME, CONDUCT
        await tell(rig, match)
        await eventually(lambda: handled(rig, match))
        assert (await table_of(rig, table)).status == Status.STARTING
        rig.rules.go_on()
        done = await becomes(rig, table, Status.FINISHED)
    assert (done.match, done.outcome, done.conduct) == (match, OUTCOME, CONDUCT)


async def handled(rig: Rig, match: str) -> bool:
    """Whether the end of a match was acknowledged."""
    stream = PARTITION_STREAMS[partition_of(match)]
    state = (await rig.drivers.bus.driver.inspect([stream], LOBBY_FINISH_GROUP))[0]
    return state.exists and state.pending == state.lag == 0 and state.length == 1


# --- Troubles of the rules service -------------------------------------------


async def test_a_start_is_tried_until_the_rules_service_answers(rig: Rig) -> None:
    table = await started_table(rig)
    rig.rules.troubles += [RulesUnavailable("away")] * 6 + [RuntimeError("a bug")]
    rig.rules.late += [RulesUnavailable("the answer was lost")]
    async with running(rig.build()):
        playing = await becomes(rig, table, Status.PLAYING)
    assert rig.rules.matches == {table: playing.match}


async def test_a_match_that_is_refused_opens_the_table_again(rig: Rig) -> None:
    rig.rules.refuse = "seats: nobody wants to play"
    async with lobby(rig) as served:
        ann = served.client("Ann")
        table = (await full_of_bots(ann)).table_id
        await starting(ann, table)
        await becomes(rig, table, Status.OPEN)
        await leaving(ann, table, 2)  # it is a table like any other again
        await joining(served.client("Bob"), table)
        rig.rules.refuse = ""
        await starting(ann, table)
        await becomes(rig, table, Status.PLAYING)


async def test_a_rules_service_that_stays_away_opens_the_table_again() -> None:
    rig = memory_rig(start_tries=3)
    table = await started_table(rig)
    rig.rules.troubles += [RulesUnavailable("away")] * 100
    async with running(rig.build()):
        await becomes(rig, table, Status.OPEN)
    assert 3 <= rig.rules.calls <= 6  # the event, and the same told once more by a new group
    assert await rig.drivers.bus.dead_letters(LOBBY_STREAM) == []


async def test_bytes_that_are_no_event_are_parked_and_hold_up_nothing(rig: Rig) -> None:
    await rig.drivers.bus.publish(LOBBY_STREAM, b"\xff\xff nonsense")
    table = await started_table(rig)
    async with running(rig.build()):
        await becomes(rig, table, Status.PLAYING)
        await eventually(lambda: parked_by_both(rig))


async def parked_by_both(rig: Rig) -> bool:
    """Whether each group that reads the stream has parked what it could not read."""
    letters = await rig.drivers.bus.dead_letters(LOBBY_STREAM)
    return sorted(letter.group for letter in letters) == [LOBBY_RATE_GROUP, LOBBY_START_GROUP]


async def test_what_another_replica_did_meanwhile_stands(rig: Rig) -> None:
    """Two have the same event in hand; the slower one gives up a start that has succeeded, and the other way round."""
    table, starter = await table_of(rig, await started_table(rig)), rig.build().starter
    await starter.start(table.id, table.version)
    rig.rules.troubles.append(RulesUnavailable("away"))
    await starter.start(table.id, table.version, last_try=True)
    assert (await table_of(rig, table.id)).status == Status.PLAYING
    assert await starter._reopened(table, RulesUnavailable("away")) == table
    assert (await table_of(rig, table.id)).status == Status.PLAYING


async def test_a_table_that_is_gone_is_passed_over(rig: Rig) -> None:
    await rig.build().starter.start("t_nowhere", 1)
    assert rig.rules.calls == 0


async def test_an_event_of_an_earlier_start_is_passed_over(rig: Rig) -> None:
    table = await table_of(rig, await started_table(rig))
    await rig.build().starter.start(table.id, table.version - 2, last_try=True)
    assert rig.rules.calls == 0
    assert await table_of(rig, table.id) == table


# --- Lost events -------------------------------------------------------------


async def test_events_that_the_bus_lost_are_made_up_for(redis: Redis, redis_lobby_rig: Rig) -> None:
    """The streams were lost while tables waited for their start and their end."""
    rig = redis_lobby_rig
    async with running(rig.build()):
        playing = await becomes(rig, await started_table(rig), Status.PLAYING)
        over = await becomes(rig, await started_table(rig), Status.PLAYING)
    waiting = await started_table(rig)
    rig.rules.outcomes[over.match] = OUTCOME
    await redis.delete(LOBBY_STREAM, *PARTITION_STREAMS)
    async with running(rig.build()):
        await becomes(rig, waiting, Status.PLAYING)
        await becomes(rig, over.id, Status.FINISHED)
        assert await table_of(rig, playing.id) == playing


async def test_only_the_streams_with_a_gap_are_asked_about(rig: Rig) -> None:
    async with running(rig.build(), finish=False):
        table = await becomes(rig, await started_table(rig), Status.PLAYING)
    rig.rules.outcomes[table.match] = OUTCOME
    finisher = Finisher(rig.drivers.tables, rig.rules, clock)
    own = PARTITION_STREAMS[partition_of(table.match)]
    others = tuple(stream for stream in PARTITION_STREAMS if stream != own)
    await finisher.gap(Gap(GapReason.TRIMMED, others, LOBBY_FINISH_GROUP))
    assert (await table_of(rig, table.id)).status == Status.PLAYING
    await finisher.gap(Gap(GapReason.TRIMMED, (own,), LOBBY_FINISH_GROUP))
    assert (await table_of(rig, table.id)).outcome == OUTCOME
