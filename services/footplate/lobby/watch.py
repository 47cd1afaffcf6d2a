"""Watching a table: as it is, then each time it has changed, until nothing more can happen."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from footplate.domain.errors import BadRequest
from footplate.domain.table import Status, Table
from footplate.lobby.bells import Bells
from footplate.lobby.changes import expect_table, shown_to
from footplate.lobby.ports import Clock, TableStore
from footplate.runtime import metrics

_ENDS: Final = frozenset({Status.FINISHED, Status.CLOSED, Status.EXPIRED})


class EndReason(StrEnum):
    """Why a watch ended."""

    COMPLETE = "complete"
    SHUTTING_DOWN = "shutting_down"
    TOKEN_EXPIRED = "token_expired"  # noqa: S105 - a reason, not a token


@dataclass(frozen=True, slots=True)
class Beat:
    """Nothing new at `time_ms`. `version`: the last one told."""

    time_ms: int
    version: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The last message."""

    reason: EndReason
    version: int


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who watches: an account, until its token runs out (seconds since 1970)."""

    account: str
    expires_at: float


Message = Table | Beat | Ended


class Watches:
    """Watches of tables. `heartbeat`: seconds of silence before a sign of life."""

    def __init__(self, store: TableStore, bells: Bells, now_ms: Clock, heartbeat: float) -> None:
        self._store = store
        self._bells = bells
        self._now_ms = now_ms
        self._heartbeat = heartbeat

    async def watch(
        self, watcher: Watcher, table_id: str, version: int, code: str = ""
    ) -> AsyncGenerator[Message, None]:
        """The table if it is newer than `version`, then each time it has changed; ends when the token does.

        Raises BadRequest for a version to come, before the first message; any time StoreUnavailable, and UnknownTable
        once the account does not find the table any more.
        """
        with self._bells.listening(table_id) as bell, metrics.WATCHERS_OPEN.labels("table").track_inprogress():
            rung = bell.next()
            table = await self._look(watcher, table_id, code)
            _expect_seen(version, table)
            following = False
            while True:
                if table.version > version:
                    version = table.version
                    self._measure(table, following=following)
                    yield table
                following = True
                reason = self._over(table, watcher.expires_at)
                if reason:
                    break
                if not await self._rest(rung, watcher.expires_at):
                    yield Beat(self._now_ms(), version)
                rung = bell.next()
                table = await self._look(watcher, table_id, code)
            yield Ended(reason, version)

    async def _look(self, watcher: Watcher, table_id: str, code: str) -> Table:
        return shown_to(expect_table((await self._store.look(table_id)).table, table_id), watcher.account, code)

    def _over(self, table: Table, expires_at: float) -> EndReason | None:
        """What ends the watch now, if anything does."""
        if table.status in _ENDS:
            return EndReason.COMPLETE
        if self._bells.closing:
            return EndReason.SHUTTING_DOWN
        return EndReason.TOKEN_EXPIRED if self._left(expires_at) <= 0 else None

    async def _rest(self, rung: asyncio.Event, expires_at: float) -> bool:
        """Waits for the bell or the end of the token; false when a sign of life is due."""
        left = self._left(expires_at)
        try:
            async with asyncio.timeout(min(self._heartbeat, max(0.0, left))):
                await rung.wait()
        except TimeoutError:
            return left < self._heartbeat
        return True

    def _left(self, expires_at: float) -> float:
        return expires_at - self._now_ms() / 1000

    def _measure(self, table: Table, *, following: bool) -> None:
        if following:
            delay = max(0, self._now_ms() - table.updated_ms) / 1000
            metrics.WATCH_DELAY_SECONDS.labels("table").observe(delay)


def _expect_seen(version: int, table: Table) -> None:
    if not 0 <= version <= table.version:
        raise BadRequest("from_version", version, f"the table has versions 1 to {table.version}")
