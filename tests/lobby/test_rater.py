"""From the result of a table to ratings: once, however often it is told, whoever does it, whatever breaks meanwhile."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from prometheus_client.parser import text_string_to_metric_families
from redis.asyncio import Redis

from footplate.bus import LOBBY_RATE_GROUP, LOBBY_STREAM, PARTITION_STREAMS, partition_of
from footplate.domain.conduct import Conduct, Reliability
from footplate.domain.errors import StoreUnavailable
from footplate.domain.events import MatchFinished, TableFinished
from footplate.domain.rating import Board, Rating
from footplate.domain.table import Table
from footplate.lobby.plackett_luce import PlackettLuce
from footplate.lobby.ports import Leaderboard, Rated, RatingStore, Settled, Spot, Write
from footplate.runtime import metrics_page
from footplate.wire.events import decode_event, encode_event
from tests.bus.helpers import eventually
from tests.lobby.rated import ANN, BOB, BOLT, CY, DOT, DUEL, TRIO, over, playing, result
from tests.lobby.rigs import Rig, running
from tests.support.toy_game import GAME_ID

BEFORE_SETTLE, AFTER_SETTLE, RATINGS_ASKED = "before settle", "after settle", "ratings asked"


@dataclass
class Hanging:
    """A store of ratings that hangs in a step, once; `hanging` is set then."""

    store: RatingStore
    hang_in: str
    hanging: asyncio.Event = field(default_factory=asyncio.Event)

    async def waiting(self) -> Mapping[str, str]:
        return await self.store.waiting()

    async def ratings(self, board: Board, accounts: Sequence[str]) -> Sequence[Rating]:
        found = await self.store.ratings(board, accounts)
        await self._at(RATINGS_ASKED)
        return found

    async def settle(
        self, match_id: str, conduct: Mapping[str, Conduct], board: Board, rated: Sequence[Rated]
    ) -> Settled:
        await self._at(BEFORE_SETTLE)
        done = await self.store.settle(match_id, conduct, board, rated)
        await self._at(AFTER_SETTLE)
        return done

    async def pass_over(self, match_id: str, conduct: Mapping[str, Conduct]) -> bool:
        return await self.store.pass_over(match_id, conduct)

    async def reliability(self, account_id: str) -> Reliability:
        return await self.store.reliability(account_id)

    async def of_account(self, account_id: str, boards: Sequence[Board]) -> Mapping[Board, Rating]:
        return await self.store.of_account(account_id, boards)

    async def leaderboard(self, board: Board, after: Spot | None, size: int) -> Leaderboard:
        return await self.store.leaderboard(board, after, size)

    async def _at(self, step: str) -> None:
        if step == self.hang_in:
            self.hang_in = ""
            self.hanging.set()
            await asyncio.Event().wait()


def counted() -> dict[tuple[str, ...], float]:
    """What the metrics page counts of matches: rated, and not rated by reason."""
    families = text_string_to_metric_families(metrics_page.render()[0].decode())
    samples = [sample for family in families for sample in family.samples]
    return {
        (sample.name, sample.labels.get("reason", "")): sample.value
        for sample in samples
        if sample.labels.get("game") == GAME_ID
    }


RATED = ("footplate_matches_rated_total", "")
SAME_ACCOUNT = ("footplate_matches_not_rated_total", "same_account")
CLOSED = ("footplate_matches_not_rated_total", "closed")
ALONE = ("footplate_matches_not_rated_total", "alone")


async def rating(rig: Rig, account: str, board: Board = DUEL) -> Rating:
    return (await rig.drivers.ratings.ratings(board, [account]))[0]


async def nothing_waits(rig: Rig) -> bool:
    return not await rig.drivers.ratings.waiting()


async def tell(rig: Rig, table: Table) -> None:
    """Tells the bus of a result, once more than it was told."""
    event = TableFinished(table.id, table.version, table.match, table.updated_ms)
    await rig.drivers.bus.publish(LOBBY_STREAM, encode_event(event))


async def all_handled(rig: Rig) -> bool:
    """Whether the group has acknowledged all that the bus was told."""
    state = (await rig.drivers.bus.driver.inspect([LOBBY_STREAM], LOBBY_RATE_GROUP))[0]
    return state.exists and state.pending == state.lag == 0


# --- The way through ---------------------------------------------------------


async def test_a_match_that_is_over_changes_the_ratings_of_all_who_played(rig: Rig) -> None:
    async with running(rig.build()):
        await over(rig, 1, (ANN, BOLT, CY), 2, 1, 3)
        await eventually(lambda: nothing_waits(rig))
    board = await rig.drivers.ratings.leaderboard(TRIO, None, 10)
    expected = PlackettLuce().after([Rating().strength] * 3, [1, 2, 3])
    assert [(entry.rated.seat, entry.rated.rating) for entry in board.entries] == [
        (BOLT, Rating(expected[0], 1, 1)),
        (ANN, Rating(expected[1], 1, 0)),
        (CY, Rating(expected[2], 1, 0)),
    ]


async def test_a_result_that_comes_over_the_bus_is_rated(rig: Rig) -> None:
    """From the rules service to the table, from the table to the ratings."""
    table = await playing(rig, 1, (ANN, BOB))
    async with running(rig.build()):
        finished = MatchFinished(table.match, GAME_ID, 40, result(1, 2), 5000)
        await rig.drivers.bus.publish(PARTITION_STREAMS[partition_of(table.match)], encode_event(finished))

        async def is_rated() -> bool:
            return (await rating(rig, ANN.account)).wins == 1

        await eventually(is_rated)


async def test_those_who_share_the_first_rank_have_won_and_where_nobody_does_nobody_has(rig: Rig) -> None:
    rater = rig.build().rater
    await rater.rate((await over(rig, 1, (ANN, BOB, CY), 1, 1, 3)).id)
    await rater.rate((await over(rig, 2, (ANN, BOB, CY), 2, 2, 2)).id)
    ratings = await rig.drivers.ratings.ratings(TRIO, [ANN.account, BOB.account, CY.account])
    assert [(one.matches, one.wins) for one in ratings] == [(2, 1), (2, 1), (2, 0)]


# --- Once --------------------------------------------------------------------


async def test_however_often_a_result_is_told_it_counts_once(rig: Rig) -> None:
    before = counted().get(RATED, 0)
    async with running(rig.build()):
        table = await over(rig, 1, (ANN, BOB), 1, 2)
        for _ in range(5):
            await tell(rig, table)
        await eventually(lambda: all_handled(rig))
        first = await rating(rig, ANN.account)
        await tell(rig, table)
        await eventually(lambda: all_handled(rig))
    assert first.matches == 1
    assert await rating(rig, ANN.account) == first
    assert counted()[RATED] == before + 1


async def test_two_replicas_at_once_rate_a_match_once(rig: Rig) -> None:
    before = counted().get(RATED, 0)
    one, other = rig.build().rater, rig.build().rater
    table = await over(rig, 1, (ANN, BOB), 1, 2)
    await asyncio.gather(*[rater.rate(table.id) for rater in (one, other) for _ in range(10)])
    assert [(await rating(rig, seat.account)).matches for seat in (ANN, BOB)] == [1, 1]
    assert counted()[RATED] == before + 1


async def test_matches_of_the_same_accounts_that_end_at_once_all_count(rig: Rig) -> None:
    raters = [rig.build().rater for _ in range(2)]
    tables = [await over(rig, number, (ANN, BOB, CY), 1, 2, 3) for number in range(12)]
    await asyncio.gather(*[raters[number % 2].rate(table.id) for number, table in enumerate(tables)])
    expected = [Rating()] * 3
    for _ in tables:
        strengths = PlackettLuce().after([one.strength for one in expected], (1, 2, 3))
        expected = [one.after(new, rank) for one, new, rank in zip(expected, strengths, (1, 2, 3), strict=True)]
    assert list(await rig.drivers.ratings.ratings(TRIO, ["a_ann", "a_bob", "a_cy"])) == expected


async def test_two_replicas_on_the_bus_rate_every_match_once(redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    async with running(rig.build()), running(rig.build()):
        for number in range(20):
            await tell(rig, await over(rig, number, (ANN, BOB), 1, 2))
        await eventually(lambda: nothing_waits(rig))
    assert [(one.matches, one.wins) for one in [await rating(rig, "a_ann"), await rating(rig, "a_bob")]] == [
        (20, 20),
        (20, 0),
    ]


async def test_who_is_always_late_says_that_the_store_is_busy(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    async def moved(*_: object) -> Settled:
        return Settled.MOVED

    monkeypatch.setattr("footplate.lobby.rater._PAUSE_SECONDS", 0)
    monkeypatch.setattr(rig.drivers.ratings, "settle", moved)
    table = await over(rig, 1, (ANN, BOB), 1, 2)
    with pytest.raises(StoreUnavailable, match="at once"):
        await rig.build().rater.rate(table.id)


# --- Crashes and lost events -------------------------------------------------


@pytest.mark.parametrize("step", [RATINGS_ASKED, BEFORE_SETTLE, AFTER_SETTLE])
async def test_a_crash_between_two_steps_loses_nothing_and_doubles_nothing(rig: Rig, step: str) -> None:
    """One replica dies while it rates a match, without a word; another takes the event over."""
    hanging = Hanging(rig.drivers.ratings, step)
    await over(rig, 1, (ANN, BOB), 1, 2)
    dying = asyncio.create_task(Rig(replace(rig.drivers, ratings=hanging), rig.settings).build().rating.run())
    await asyncio.wait_for(hanging.hanging.wait(), 5)
    assert (await rating(rig, ANN.account)).matches == (step == AFTER_SETTLE)
    dying.cancel()  # to the bus that is a crash
    await asyncio.gather(dying, return_exceptions=True)
    async with running(rig.build()):
        await eventually(lambda: nothing_waits(rig))
        await eventually(lambda: all_handled(rig))
    assert [(await rating(rig, seat.account)).matches for seat in (ANN, BOB)] == [1, 1]


async def test_a_lobby_that_was_down_rates_what_ended_meanwhile(rig: Rig) -> None:
    await over(rig, 1, (ANN, BOB), 1, 2)
    await over(rig, 2, (ANN, BOB), 2, 1)
    async with running(rig.build()):
        await eventually(lambda: nothing_waits(rig))
    assert (await rating(rig, ANN.account)).matches == 2


async def test_results_that_the_bus_lost_are_made_up_for(redis: Redis, redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    async with running(rig.build()):
        pass
    await over(rig, 1, (ANN, BOB), 1, 2)
    await redis.delete(LOBBY_STREAM)
    async with running(rig.build()):
        await eventually(lambda: nothing_waits(rig))
    assert (await rating(rig, ANN.account)).matches == 1


async def test_a_new_start_of_the_lobby_tells_again_of_all_that_waits_and_of_nothing_else(rig: Rig) -> None:
    """Also of a match whose event was given up: what kept it from being rated may be mended by then."""
    settled, waiting = await over(rig, 1, (ANN, BOB), 1, 2), await over(rig, 2, (ANN, BOB), 1, 2)
    rater = rig.build().rater
    await rater.rate(settled.id)
    await rater.recover()
    reader = rig.drivers.bus.driver.reader()
    told = [decode_event(one.payload) for one in await reader.read_after({LOBBY_STREAM: "0-0"}, count=99, block_ms=1)]
    await reader.close()
    finished = Counter(event.match for event in told if isinstance(event, TableFinished))
    assert finished == {settled.match: 1, waiting.match: 2}


# --- Conduct -----------------------------------------------------------------


async def test_who_left_is_rated_last_and_is_counted_as_having_left(rig: Rig) -> None:
    conduct = (Conduct(2, left=True), Conduct(), Conduct(1))
    table = await over(rig, 1, (ANN, BOLT, CY), 1, 2, 3, conduct=conduct)
    for _ in range(3):
        await rig.build().rater.rate(table.id)
    order = [entry.rated.seat for entry in (await rig.drivers.ratings.leaderboard(TRIO, None, 10)).entries]
    assert order == [BOLT, CY, ANN]
    found = [await rig.drivers.ratings.reliability(seat.account) for seat in (ANN, BOLT, CY)]
    assert found == [Reliability(1, 1, 2), Reliability(), Reliability(1, 0, 1)]  # the house's bots are not counted


async def test_a_match_that_was_broken_off_is_not_rated_but_conduct_counts(rig: Rig) -> None:
    before, conduct = counted().get(CLOSED, 0), (Conduct(left=True), Conduct())
    table = await over(rig, 1, (ANN, BOB), 1, 2, conduct=conduct, reason="closed")
    await rig.build().rater.rate(table.id)
    assert await nothing_waits(rig)
    assert (await rig.drivers.ratings.leaderboard(DUEL, None, 10)).total == 0
    assert counted()[CLOSED] == before + 1
    assert await rig.drivers.ratings.reliability("a_ann") == Reliability(1, 1, 0)


# --- What is not rated -------------------------------------------------------


async def test_a_match_of_an_account_against_itself_is_passed_over_once(rig: Rig) -> None:
    before = counted().get(SAME_ACCOUNT, 0)
    rater = rig.build().rater
    table = await over(rig, 1, (BOLT, ANN, BOLT), 1, 2, 3)
    await rater.rate(table.id)
    await rater.rate(table.id)
    assert await nothing_waits(rig)
    assert await rating(rig, ANN.account, TRIO) == Rating()
    assert counted()[SAME_ACCOUNT] == before + 1


async def test_a_match_of_one_is_passed_over(rig: Rig) -> None:
    before = counted().get(ALONE, 0)
    table = replace(await playing(rig, 1, (ANN, BOB)), seats=(ANN,))
    await rig.drivers.tables.write(Write(table, table.finish(result(1), (), 3000)))
    await rig.build().rater.rate(table.id)
    assert await nothing_waits(rig)
    assert await rating(rig, ANN.account) == Rating()
    assert counted()[ALONE] == before + 1


async def test_matches_without_a_table_and_tables_without_a_result_are_passed_over(rig: Rig) -> None:
    """An imported match has no table: nobody is rated for a record."""
    before = counted()
    rater = rig.build().rater
    await rater.rate("t_nowhere")
    await rater.rate((await playing(rig, 1, (ANN, DOT))).id)
    async with running(rig.build()):
        imported = encode_event(MatchFinished("m_imported", GAME_ID, 40, result(1, 2), 5000))
        await rig.drivers.bus.publish(PARTITION_STREAMS[partition_of("m_imported")], imported)
        await over(rig, 2, (BOB, CY), 1, 2)
        await eventually(lambda: nothing_waits(rig))
    assert (await rig.drivers.ratings.leaderboard(DUEL, None, 10)).total == 2
    assert counted()[RATED] == before.get(RATED, 0) + 1
