"""What the lobby stands on, in memory: as strict about races as the real drivers, and quick."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from footplate.bus import LOBBY_STREAM, Bus
from footplate.domain.conduct import Conduct, Reliability
from footplate.domain.errors import StoreUnavailable, TooManyBots, UnknownTable
from footplate.domain.events import AccessRevoked
from footplate.domain.rating import Board, Rating
from footplate.domain.table import Status, Table
from footplate.engine.game import Outcome
from footplate.lobby.account import Account
from footplate.lobby.keys import index_key, index_keys
from footplate.lobby.ports import (
    MOST_BOTS,
    Ending,
    Entry,
    Found,
    Kept,
    Leaderboard,
    Listed,
    Listing,
    MatchRefused,
    Rated,
    Remembered,
    Request,
    Revoking,
    Settled,
    Spot,
    Write,
    Written,
)
from footplate.lobby.rate import Limit, RateLimited
from footplate.wire.events import encode_event


class MemoryAccounts:
    """See `ports.AccountStore`."""

    def __init__(self, bus: Bus) -> None:
        self.accounts: dict[str, Kept] = {}
        self.names: dict[str, str] = {}
        self.requests: dict[str, str] = {}
        self.events: list[AccessRevoked] = []
        self._bus = bus

    async def add(self, kept: Kept, name_key: str, most_bots: int = MOST_BOTS) -> str | None:
        await asyncio.sleep(0)
        account = kept.account
        holder = self.names.get(name_key)
        if holder:
            return None if holder == account.id else holder
        if account.owner and len(self._bots(account.owner)) >= most_bots:
            raise TooManyBots(account.owner, most_bots)
        self.names[name_key], self.accounts[account.id] = account.id, kept
        return None

    async def bots_of(self, owner: str) -> Sequence[Account]:
        await asyncio.sleep(0)
        return self._bots(owner)

    async def revoke(self, revoking: Revoking) -> Written:
        await asyncio.sleep(0)
        event, request = revoking.event, revoking.request
        if request.id in self.requests:
            return Written.BEFORE if self.requests[request.id] == request.print else Written.REUSED
        if event.epoch:
            kept = self.accounts[event.account]
            if kept.epoch != event.epoch - 1:
                return Written.MOVED
            secret_hash = revoking.secret_hash or kept.secret_hash
            self.accounts[event.account] = replace(kept, epoch=event.epoch, secret_hash=secret_hash)
        self.requests[request.id] = request.print
        self.events.append(event)
        await self._bus.publish(LOBBY_STREAM, encode_event(event))
        return Written.DONE

    async def did(self, request: Request) -> bool:
        await asyncio.sleep(0)
        return self.requests.get(request.id) == request.print

    async def is_revoked(self, account_id: str, session: str) -> bool:
        await asyncio.sleep(0)
        return any((event.account, event.session) == (account_id, session) for event in self.events)

    async def revoked(self) -> Sequence[AccessRevoked]:
        await asyncio.sleep(0)
        return tuple(self.events)

    def _bots(self, owner: str) -> list[Account]:
        return [kept.account for kept in self.accounts.values() if kept.account.owner == owner]

    async def by_id(self, account_id: str) -> Kept | None:
        await asyncio.sleep(0)
        return self.accounts.get(account_id)

    async def by_name(self, name_key: str) -> Kept | None:
        await asyncio.sleep(0)
        return self.accounts.get(self.names.get(name_key, ""))


class MemoryTries:
    """See `ports.Tries`. The spans never end by themselves."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    async def spend(self, what: str, limit: Limit) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1
        if self.counts[what] > limit.count:
            raise RateLimited(limit, limit.seconds)

    async def forget(self, what: str) -> None:
        self.counts.pop(what, None)


class MemoryTables:
    """See `ports.TableStore`."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.tables: dict[str, Table] = {}
        self.requests: dict[str, Remembered] = {}
        self.unrated: dict[str, str] = {}
        self.available = True

    async def look(self, table_id: str, request: Request | None = None) -> Found:
        await self._reached()
        return Found(self.tables.get(table_id), self.requests.get(request.id) if request else None)

    async def write(self, write: Write) -> Remembered | Table | None:
        await self._reached()
        after, request = write.changed.table, write.request
        if request and request.id in self.requests:
            return self.requests[request.id]
        stands = self.tables.get(after.id)
        if (stands and stands.version) != (write.before and write.before.version):
            if stands is None:
                raise UnknownTable(after.id)
            return stands
        self.tables[after.id] = after
        if after.status == Status.FINISHED:
            self.unrated[after.match] = after.id
        if request:
            self.requests[request.id] = Remembered(request.print, write.answer)
        for event in write.changed.events:
            await self._bus.publish(LOBBY_STREAM, encode_event(event))
        return None

    async def page(self, listing: Listing) -> Listed:
        await self._reached()
        numbered = [
            (number, table) for number, table in enumerate(self.tables.values(), 1) if _is_wanted(table, listing)
        ]
        behind = [place for place in reversed(numbered) if not listing.below or place[0] < listing.below]
        page = behind[: listing.size]
        last = page[-1][0] if len(behind) > len(page) and page else 0
        return Listed(tuple(table for _, table in page), last, len(numbered), tuple(number for number, _ in page))

    async def due(self, now_ms: int, most: int) -> Sequence[str]:
        await self._reached()
        due = sorted((table.due_ms, table.id) for table in self.tables.values() if 0 < table.due_ms <= now_ms)
        return [table_id for _, table_id in due[:most]]

    async def table_of(self, match_id: str) -> str | None:
        await self._reached()
        playing = (table for table in self.tables.values() if table.status == Status.PLAYING)
        return next((table.id for table in playing if table.match == match_id), None)

    async def count(self) -> Mapping[Status, int]:
        await self._reached()
        return {status: sum(table.status == status for table in self.tables.values()) for status in Status}

    async def _reached(self) -> None:
        await asyncio.sleep(0)
        if not self.available:
            raise StoreUnavailable


def _is_wanted(table: Table, listing: Listing) -> bool:
    keys = {index_key(status, table.setup.game, listing.whose) for status in listing.statuses}
    return listing.game in ("", table.setup.game) and bool(keys & index_keys(table))


@dataclass
class MemoryRatings:
    """See `ports.RatingStore`. What waits to be rated is what `tables` say."""

    tables: MemoryTables
    boards: dict[Board, dict[str, Rated]] = field(default_factory=lambda: defaultdict(dict))
    kept: dict[str, Reliability] = field(default_factory=dict)

    async def waiting(self) -> Mapping[str, str]:
        await asyncio.sleep(0)
        return dict(self.tables.unrated)

    async def ratings(self, board: Board, accounts: Sequence[str]) -> Sequence[Rating]:
        await asyncio.sleep(0)
        known = self.boards[board]
        return [known[account].rating if account in known else Rating() for account in accounts]

    async def settle(
        self, match_id: str, conduct: Mapping[str, Conduct], board: Board, rated: Sequence[Rated]
    ) -> Settled:
        before = await self.ratings(board, [one.seat.account for one in rated])
        if match_id not in self.tables.unrated:
            return Settled.BEFORE
        if any(old.matches != one.rating.matches - 1 for old, one in zip(before, rated, strict=True)):
            return Settled.MOVED
        del self.tables.unrated[match_id]
        self._count(conduct)
        self.boards[board].update({one.seat.account: one for one in rated})
        return Settled.DONE

    async def pass_over(self, match_id: str, conduct: Mapping[str, Conduct]) -> bool:
        await asyncio.sleep(0)
        if self.tables.unrated.pop(match_id, None) is None:
            return False
        self._count(conduct)
        return True

    async def reliability(self, account_id: str) -> Reliability:
        await asyncio.sleep(0)
        return self.kept.get(account_id, Reliability())

    def _count(self, conduct: Mapping[str, Conduct]) -> None:
        for account, one in conduct.items():
            self.kept[account] = self.kept.get(account, Reliability()).after(one)

    async def of_account(self, account_id: str, boards: Sequence[Board]) -> Mapping[Board, Rating]:
        await asyncio.sleep(0)
        return {board: self.boards[board][account_id].rating for board in boards if account_id in self.boards[board]}

    async def leaderboard(self, board: Board, after: Spot | None, size: int) -> Leaderboard:
        await asyncio.sleep(0)
        everybody = sorted(self.boards[board].values(), key=lambda rated: rated.spot)
        behind = [rated for rated in everybody if after is None or rated.spot > after]
        entries = [Entry(1 + sum(_is_better(other, rated) for other in everybody), rated) for rated in behind[:size]]
        return Leaderboard(tuple(entries), len(behind) > size, len(everybody))


def _is_better(one: Rated, other: Rated) -> bool:
    return one.rating.points > other.rating.points


BEFORE_CREATE, AFTER_CREATE, OUTCOME_ASKED = "before create", "after create", "outcome asked"


@dataclass
class FakeRules:
    """See `ports.Rules`. Each of `troubles` is raised once, before a call does anything, the first one first.

    `late`: raised once, after the match was created. `refuse`: what it says to every table. `hang_in`: the step in
    which it hangs; `hanging` is set then, and `go_on` lets it go.
    """

    troubles: list[Exception] = field(default_factory=list)
    late: list[Exception] = field(default_factory=list)
    refuse: str = ""
    hang_in: str = ""
    hanging: asyncio.Event = field(default_factory=asyncio.Event)
    matches: dict[str, str] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    conduct: tuple[Conduct, ...] = ()
    calls: int = 0
    created: list[Table] = field(default_factory=list)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def create_match(self, table: Table) -> str:
        self.calls += 1
        await self._at(BEFORE_CREATE)
        if self.troubles:
            raise self.troubles.pop(0)
        if self.refuse:
            raise MatchRefused(self.refuse)
        self.created.append(table)
        match_id = self.matches.setdefault(table.id, f"m_{table.id[2:]}")
        await self._at(AFTER_CREATE)
        if self.late:
            raise self.late.pop(0)
        return match_id

    async def ending(self, match_id: str) -> Ending | None:
        await self._at(OUTCOME_ASKED)
        outcome = self.outcomes.get(match_id)
        return Ending(outcome, self.conduct) if outcome else None

    def go_on(self) -> None:
        """Lets go whoever hangs."""
        self.hang_in = ""
        self._released.set()

    async def _at(self, step: str) -> None:
        await asyncio.sleep(0)
        if step == self.hang_in:
            self.hanging.set()
            await self._released.wait()
