"""Watching a room: every line behind a number, in order, then each as it is said, until the rooms close."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from footplate.domain.errors import BadRequest
from footplate.domain.table import Table
from footplate.domain.talk import Line, is_closed
from footplate.lobby.bells import Bells, room_bell
from footplate.lobby.ports import Clock
from footplate.lobby.talk import Place, Talk
from footplate.lobby.watch import Beat, Ended, EndReason, Watcher
from footplate.runtime import metrics

_AT_A_TIME: Final = 200

Message = Line | Beat | Ended


class TalkWatches:
    """Watches of rooms. `heartbeat`: seconds of silence before a sign of life."""

    def __init__(self, talk: Talk, bells: Bells, now_ms: Clock, heartbeat: float) -> None:
        self._talk = talk
        self._bells = bells
        self._now_ms = now_ms
        self._heartbeat = heartbeat

    async def watch(self, watcher: Watcher, place: Place, number: int) -> AsyncGenerator[Message, None]:
        """The lines behind `number`, then each as it is said; ends when the rooms close or the token runs out.

        Raises UnknownTable, TalkRefused, BadRequest for a number to come before the first message; any time
        StoreUnavailable, and TalkRefused once the room is hidden from the account.
        """
        name, following = room_bell(place.table_id, place.room), False
        with self._bells.listening(name) as bell, metrics.WATCHERS_OPEN.labels("talk").track_inprogress():
            while True:
                rung = bell.next()
                heard, table, last = await self._talk.behind(watcher.account, place, number, _AT_A_TIME)
                _expect_said(number, last)
                for line in heard.lines:
                    self._measure(line, following=following)
                    yield line
                number = heard.end
                if heard.more:
                    continue
                following = True
                if reason := self._over(table, watcher):
                    break
                if not await self._rest(rung, watcher):
                    yield Beat(self._now_ms(), number)
            yield Ended(reason, number)

    def _over(self, table: Table, watcher: Watcher) -> EndReason | None:
        """What ends the watch now, if anything does."""
        if is_closed(table, self._now_ms()):
            return EndReason.COMPLETE
        if self._bells.closing:
            return EndReason.SHUTTING_DOWN
        return EndReason.TOKEN_EXPIRED if self._left(watcher) <= 0 else None

    async def _rest(self, rung: asyncio.Event, watcher: Watcher) -> bool:
        """Waits for the bell or the end of the token; false when a sign of life is due."""
        left = self._left(watcher)
        try:
            async with asyncio.timeout(min(self._heartbeat, max(0.0, left))):
                await rung.wait()
        except TimeoutError:
            return left < self._heartbeat
        return True

    def _left(self, watcher: Watcher) -> float:
        return watcher.expires_at - self._now_ms() / 1000

    def _measure(self, line: Line, *, following: bool) -> None:
        if following:
            delay = max(0, self._now_ms() - line.time_ms) / 1000
            metrics.WATCH_DELAY_SECONDS.labels("talk").observe(delay)


def _expect_said(number: int, last: int) -> None:
    if not 0 <= number <= last:
        raise BadRequest("from_line", number, f"0 to {last} is expected, the last line said")
