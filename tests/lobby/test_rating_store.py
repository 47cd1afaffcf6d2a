"""What rating relies on, asked of the drivers: the one in memory and the one over Redis must not differ."""

import asyncio
from collections.abc import Sequence

import pytest
from redis.asyncio import Redis

from footplate.domain.conduct import Conduct, Reliability
from footplate.domain.errors import StoreUnavailable
from footplate.domain.rating import Board, PlayerClass, Rating, Strength
from footplate.domain.seat import Seat
from footplate.lobby import keys
from footplate.lobby.ports import Rated, Settled, Spot
from tests.lobby.rated import ANN, BOB, BOLT, CY, DOT, DUEL, TRIO, over, playing
from tests.lobby.rigs import Rig, redis_rig

DEEP = Seat("a_deep", 'Deep "Rail" é', bot=True)


def rated(seat: Seat, points: int, matches: int = 1, wins: int = 0) -> Rated:
    return Rated(seat, Rating(Strength(points + 1000.123456789, 333.374485596), matches, wins))


async def settled(rig: Rig, number: int, *changes: Rated, board: Board = DUEL) -> Settled:
    """Settles a match of any two that is over."""
    await over(rig, number, (ANN, BOB), 1, 2)
    return await rig.drivers.ratings.settle(f"m_{number}", {}, board, changes)


async def points_of(rig: Rig, *seats: Seat) -> list[int]:
    ratings = await rig.drivers.ratings.ratings(DUEL, [seat.account for seat in seats])
    return [rating.points for rating in ratings]


# --- Which matches wait ------------------------------------------------------


async def test_a_match_waits_from_its_result_until_it_is_settled(rig: Rig) -> None:
    ratings = rig.drivers.ratings
    await playing(rig, 1, (ANN, BOB))
    assert await ratings.waiting() == {}
    await over(rig, 2, (ANN, BOB), 1, 2)
    await over(rig, 3, (ANN, BOB), 1, 2)
    assert await ratings.waiting() == {"m_2": "t_2", "m_3": "t_3"}
    assert await ratings.settle("m_2", {}, DUEL, [rated(ANN, 10), rated(BOB, -10)]) == Settled.DONE
    assert await ratings.pass_over("m_3", {})
    assert await ratings.waiting() == {}


async def test_a_match_is_settled_once(rig: Rig) -> None:
    assert await settled(rig, 1, rated(ANN, 10), rated(BOB, -10)) == Settled.DONE
    again = [rated(ANN, 20, matches=2), rated(BOB, -20, matches=2)]
    assert await rig.drivers.ratings.settle("m_1", {}, DUEL, again) == Settled.BEFORE
    assert await points_of(rig, ANN, BOB) == [10, -10]
    assert not await rig.drivers.ratings.pass_over("m_1", {})


async def test_a_match_that_does_not_wait_changes_nothing(rig: Rig) -> None:
    await playing(rig, 1, (ANN, BOB))
    for match in ("m_1", "m_imported"):
        assert await rig.drivers.ratings.settle(match, {}, DUEL, [rated(ANN, 10)]) == Settled.BEFORE
        assert not await rig.drivers.ratings.pass_over(match, {})
    assert await points_of(rig, ANN) == [0]


async def test_a_rating_is_replaced_only_by_one_that_was_made_from_it(rig: Rig) -> None:
    await settled(rig, 1, rated(ANN, 10), rated(BOB, -10))
    late = [rated(CY, 30), rated(ANN, 40)]  # Ann was a newcomer when this was computed
    assert await settled(rig, 2, *late) == Settled.MOVED
    assert await points_of(rig, ANN, CY) == [10, 0]
    assert list(await rig.drivers.ratings.waiting()) == ["m_2"]
    assert await rig.drivers.ratings.settle("m_2", {}, DUEL, [rated(CY, 30), rated(ANN, 40, 2)]) == Settled.DONE
    assert await points_of(rig, ANN, CY) == [40, 30]


async def test_of_many_who_settle_a_match_at_once_one_does(rig: Rig) -> None:
    await over(rig, 1, (ANN, BOB), 1, 2)
    tries = [rig.drivers.ratings.settle("m_1", {}, DUEL, [rated(ANN, 10), rated(BOB, -10)]) for _ in range(20)]
    done = await asyncio.gather(*tries)
    assert sorted(done) == [Settled.BEFORE] * 19 + [Settled.DONE]


# --- Reliability -------------------------------------------------------------


async def test_conduct_is_counted_once_with_the_match_rated_or_not(rig: Rig) -> None:
    ratings, kept = rig.drivers.ratings, {"a_ann": Conduct(2, left=True), "a_bob": Conduct()}
    await over(rig, 1, (ANN, BOB), 1, 2)
    await over(rig, 2, (ANN, BOB), 1, 2)
    changes = [rated(ANN, 10), rated(BOB, -10)]
    done = await asyncio.gather(*[ratings.settle("m_1", kept, DUEL, changes) for _ in range(5)])
    passed = await asyncio.gather(*[ratings.pass_over("m_2", {"a_ann": Conduct(1)}) for _ in range(5)])
    assert (done.count(Settled.DONE), passed.count(True)) == (1, 1)
    assert await ratings.reliability("a_ann") == Reliability(2, 1, 3)
    assert await ratings.reliability("a_bob") == Reliability(1, 0, 0)
    assert await ratings.reliability("a_nobody") == Reliability()


async def test_what_is_computed_again_counts_no_conduct_before_it_is_stored(rig: Rig) -> None:
    await settled(rig, 1, rated(ANN, 10), rated(BOB, -10))
    await over(rig, 2, (ANN, BOB), 1, 2)
    kept = {"a_ann": Conduct(1)}
    assert await rig.drivers.ratings.settle("m_2", kept, DUEL, [rated(ANN, 20)]) == Settled.MOVED
    assert await rig.drivers.ratings.reliability("a_ann") == Reliability()
    assert await rig.drivers.ratings.settle("m_nowhere", kept, DUEL, [rated(ANN, 20, 2)]) == Settled.BEFORE
    assert await rig.drivers.ratings.reliability("a_ann") == Reliability()


# --- Ratings -----------------------------------------------------------------


async def test_a_rating_comes_back_as_it_was_stored(rig: Rig) -> None:
    changes = [rated(DEEP, 12, matches=1, wins=1), rated(BOLT, -7)]
    await settled(rig, 1, *changes)
    found = await rig.drivers.ratings.ratings(DUEL, [BOLT.account, DEEP.account, CY.account])
    assert list(found) == [changes[1].rating, changes[0].rating, Rating()]
    board = await rig.drivers.ratings.leaderboard(DUEL, None, 10)
    assert [entry.rated for entry in board.entries] == changes


async def test_boards_are_apart(rig: Rig) -> None:
    await settled(rig, 1, rated(ANN, 10), rated(BOB, -10))
    await settled(rig, 2, rated(ANN, 55), board=TRIO)
    elsewhere = Board("checkers", PlayerClass.TWO)
    await settled(rig, 3, rated(ANN, 77), board=elsewhere)
    unknown = Board("checkers", PlayerClass.FOUR)
    found = await rig.drivers.ratings.of_account(ANN.account, [elsewhere, unknown, TRIO, DUEL])
    assert [(board, rating.points) for board, rating in found.items()] == [(elsewhere, 77), (TRIO, 55), (DUEL, 10)]
    assert await rig.drivers.ratings.of_account("a_nobody", [DUEL, TRIO]) == {}
    assert (await rig.drivers.ratings.leaderboard(TRIO, None, 10)).total == 1


# --- Leaderboards ------------------------------------------------------------


async def test_the_best_come_first_and_equal_points_share_a_place_by_account(rig: Rig) -> None:
    await settled(rig, 1, rated(DOT, 500), rated(CY, -3), rated(BOB, 40), rated(ANN, 40), rated(BOLT, 0))
    board = await rig.drivers.ratings.leaderboard(DUEL, None, 10)
    assert [(entry.place, entry.rated.seat.account) for entry in board.entries] == [
        (1, "a_dot"),
        (2, "a_ann"),
        (2, "a_bob"),
        (4, "a_bolt"),
        (5, "a_cy"),
    ]
    assert (board.total, board.more) == (5, False)


async def test_an_account_stands_on_a_board_once(rig: Rig) -> None:
    for number, points in enumerate((10, -900, 12345, 12345), 1):
        await settled(rig, number, rated(ANN, points, matches=number))
    board = await rig.drivers.ratings.leaderboard(DUEL, None, 10)
    assert [(entry.rated.rating.points, entry.rated.rating.matches) for entry in board.entries] == [(12345, 4)]
    assert board.total == 1


async def test_a_board_nobody_stands_on_is_empty(rig: Rig) -> None:
    board = await rig.drivers.ratings.leaderboard(DUEL, None, 10)
    assert (board.entries, board.more, board.total) == ((), False, 0)
    await settled(rig, 1, rated(ANN, 10))
    behind_all = await rig.drivers.ratings.leaderboard(DUEL, Spot(0, "a_zoe"), 10)
    assert (behind_all.entries, behind_all.more, behind_all.total) == ((), False, 1)


async def pages(rig: Rig, size: int, changes: Sequence[Sequence[Rated]] = ()) -> list[tuple[int, str]]:
    """Places and accounts of all pages; between two of them a match is settled, as long as there are any."""
    found: list[tuple[int, str]] = []
    after, left = None, list(changes)
    while True:
        board = await rig.drivers.ratings.leaderboard(DUEL, after, size)
        found += [(entry.place, entry.rated.seat.account) for entry in board.entries]
        if not board.more:
            return found
        after = board.entries[-1].rated.spot
        if left:
            assert await settled(rig, 100 + len(left), *left.pop(0)) == Settled.DONE


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8])
async def test_pages_together_are_the_board(rig: Rig, size: int) -> None:
    players = [Seat(f"a_{number:02}", f"P{number}") for number in range(7)]
    await settled(
        rig, 1, *[rated(player, points) for player, points in zip(players, (5, 9, 5, 5, 0, 9, -1), strict=True)]
    )
    whole = await pages(rig, 100)
    assert whole == [(1, "a_01"), (1, "a_05"), (3, "a_00"), (3, "a_02"), (3, "a_03"), (6, "a_04"), (7, "a_06")]
    assert await pages(rig, size) == whole


async def test_while_pages_are_read_only_those_who_move_may_be_missed_or_seen_twice(rig: Rig) -> None:
    players = [Seat(f"a_{number}", f"P{number}") for number in range(8)]
    await settled(rig, 1, *[rated(player, 100 - number) for number, player in enumerate(players)])
    changes = [
        [rated(players[1], -500, matches=2)],  # seen, and once more at the end
        [rated(players[6], 900, matches=2), rated(Seat("a_new", "New"), 98)],  # to the top, behind our back
        [rated(players[5], -1, matches=2)],  # the last one seen moves: we go on where it stood
    ]
    seen = [account for _, account in await pages(rig, 2, changes)]
    assert seen == ["a_0", "a_1", "a_2", "a_3", "a_4", "a_5", "a_7", "a_5", "a_1"]


# --- In Redis only -----------------------------------------------------------


async def test_every_key_is_of_one_hash_slot(redis: Redis, redis_lobby_rig: Rig) -> None:
    await settled(redis_lobby_rig, 1, rated(Seat("a_{x}", "X"), 3), board=Board("{pebbles}", PlayerClass.TWO))
    found: list[bytes] = await redis.keys("*ratings*")  # type: ignore[assignment] # replies are bytes, which stubs leave out
    assert len(found) == 2
    assert all(key.startswith(keys.TAG.encode()) for key in found)


async def test_the_order_holds_exactly_the_accounts_that_have_a_rating(redis: Redis, redis_lobby_rig: Rig) -> None:
    rig = redis_lobby_rig
    for number in range(1, 6):
        await settled(rig, number, rated(ANN, number * 7, number), rated(BOB, -number, number))
    members: list[bytes] = await redis.zrange(keys.order_key(DUEL), 0, -1)  # type: ignore[assignment] # replies are bytes
    accounts: list[bytes] = await redis.hkeys(keys.ratings_key(DUEL))  # type: ignore[assignment] # likewise
    assert [member.partition(b":")[2] for member in members] == sorted(accounts) == [b"a_ann", b"a_bob"]


async def test_a_store_that_is_away_is_told_as_such(redis_url: str) -> None:
    async with Redis.from_url("redis://127.0.0.1:1/0", retry=None) as nowhere:
        rig = redis_rig(nowhere, redis_url)
        ratings = rig.drivers.ratings
        for call in (
            ratings.waiting(),
            ratings.ratings(DUEL, ["a_ann"]),
            ratings.settle("m_1", {}, DUEL, [rated(ANN, 1)]),
            ratings.pass_over("m_1", {}),
            ratings.of_account("a_ann", [DUEL]),
            ratings.reliability("a_ann"),
            ratings.leaderboard(DUEL, None, 10),
        ):
            with pytest.raises(StoreUnavailable):
                await call
        await rig.drivers.bus.close()
