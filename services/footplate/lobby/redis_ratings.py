"""Ratings in Redis, version 6.2 or later. Every command stays on one hash slot, that of the tables.

A match is settled exactly once however often it is tried: the script that stores a table's result notes the match as to
be rated, and the script that stores the ratings takes it off that list, each all or nothing. An account's number of
rated matches is the version of its rating.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from footplate.domain.conduct import Conduct, Reliability
from footplate.domain.rating import Board, PlayerClass, Rating
from footplate.lobby.keys import UNRATED, order_key, ratings_key, reliability_key
from footplate.lobby.ports import Entry, Leaderboard, Rated, Settled, Spot
from footplate.lobby.stored import parse_rating, rating_text
from footplate.runtime.redis_scripts import Commands, Script, translated

_SETTLE: Final = Script(__package__, "settle_match.lua")
_LIST: Final = Script(__package__, "list_ratings.lua")
_OF_ACCOUNT: Final = Script(__package__, "account_ratings.lua")

_COUNTS: Final = ("matches", "left", "missed")
_NO_BOARD: Final = Board("", PlayerClass.TWO)
"""Stands where the script reads no board."""
_MIDDLE: Final = 5_000_000_000
"""What 0 points become in the order, where texts of ten digits are sorted and nothing may be negative."""


class RedisRatingStore:
    """See `ports.RatingStore`."""

    def __init__(self, client: Commands) -> None:
        self._client = client

    async def waiting(self) -> Mapping[str, str]:
        with translated():
            reply = await self._client.execute_command("HGETALL", UNRATED)
        pairs = reply.items() if isinstance(reply, dict) else zip(reply[::2], reply[1::2], strict=True)
        return {match_id.decode(): table_id.decode() for match_id, table_id in pairs}

    async def ratings(self, board: Board, accounts: Sequence[str]) -> Sequence[Rating]:
        with translated():
            stored = await self._client.execute_command("HMGET", ratings_key(board), *accounts)
        return [_rated(text).rating if text else Rating() for text in stored]

    async def settle(
        self, match_id: str, conduct: Mapping[str, Conduct], board: Board, rated: Sequence[Rated]
    ) -> Settled:
        counted = [word for one in conduct.values() for word in (int(one.left), one.missed)]
        arguments = [word for one in rated for word in _words(one)]
        keys = [UNRATED, ratings_key(board), order_key(board), *map(reliability_key, conduct)]
        return Settled((await _SETTLE.run(self._client, keys, [match_id, *counted, *arguments])).decode())

    async def pass_over(self, match_id: str, conduct: Mapping[str, Conduct]) -> bool:
        return await self.settle(match_id, conduct, _NO_BOARD, ()) == Settled.DONE

    async def reliability(self, account_id: str) -> Reliability:
        with translated():
            counts = await self._client.execute_command("HMGET", reliability_key(account_id), *_COUNTS)
        return Reliability(*[int(count or 0) for count in counts])

    async def of_account(self, account_id: str, boards: Sequence[Board]) -> Mapping[Board, Rating]:
        stored = await _OF_ACCOUNT.run(self._client, [ratings_key(board) for board in boards], [account_id])
        return {board: _rated(text).rating for board, text in zip(boards, stored, strict=True) if text}

    async def leaderboard(self, board: Board, after: Spot | None, size: int) -> Leaderboard:
        begin = f"({_member(after)}" if after else "-"
        keys = [ratings_key(board), order_key(board)]
        total, ahead, better, *stored = await _LIST.run(self._client, keys, [begin, size + 1])
        found = [_rated(text) for text in stored]
        entries = placed(found[:size], ahead, better)
        return Leaderboard(entries, len(found) > size, total)


def placed(found: Sequence[Rated], ahead: int, better: int) -> tuple[Entry, ...]:
    """Neighbours on a board with their places. `ahead`: accounts before the first; `better`: those with more points."""
    entries: list[Entry] = []
    for number, rated in enumerate(found, ahead + 1):
        place = number if entries else better + 1
        if entries and entries[-1].rated.rating.points == rated.rating.points:
            place = entries[-1].place
        entries.append(Entry(place, rated))
    return tuple(entries)


def _words(rated: Rated) -> list[str | bytes | int]:
    """What the script is told of an account."""
    matches, member = rated.rating.matches, _member(rated.spot)
    return [rated.seat.account, matches - 1, member, f"{matches} {member} {rating_text(rated)}"]


def _member(spot: Spot) -> str:
    return f"{_MIDDLE + spot.behind:010d}:{spot.account}"


def _rated(stored: Any) -> Rated:
    return parse_rating(stored.split(b" ", 2)[2])
