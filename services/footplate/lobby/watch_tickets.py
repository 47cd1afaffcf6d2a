"""Watching a ticket: as long as somebody does, it is held."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Final

from footplate.lobby.bells import Bells
from footplate.lobby.ports import Clock
from footplate.lobby.seekers import Seekers
from footplate.lobby.ticket_ports import Ending, KeptTicket, Seen
from footplate.lobby.watch import Beat, Ended, EndReason, Watcher
from footplate.runtime import metrics

_HOLD_SECONDS: Final = 3.0
"""Between two signs that a client is still there; three of them fit into a lease."""


@dataclass(frozen=True, slots=True)
class TicketTold:
    """A ticket as it is now."""

    kept: KeptTicket
    seen: Seen


@dataclass(frozen=True, slots=True)
class EndingTold:
    """How a ticket ended, for the account that watches."""

    ending: Ending
    account: str


Message = TicketTold | EndingTold | Beat | Ended


class TicketWatches:
    """Watches of tickets."""

    def __init__(self, seekers: Seekers, bells: Bells, now_ms: Clock) -> None:
        self._seekers = seekers
        self._bells = bells
        self._now_ms = now_ms

    async def watch(self, watcher: Watcher, ticket_id: str) -> AsyncGenerator[Message, None]:
        """The ticket, then each time it has changed, then how it ended.

        Raises UnknownTicket, AlreadySeeking before the first message, StoreUnavailable any time.
        """
        told, reason = None, EndReason.COMPLETE
        with self._bells.listening(ticket_id) as bell, metrics.WATCHERS_OPEN.labels("ticket").track_inprogress():
            while True:
                rung = bell.next()
                seen = await self._seekers.look(watcher.account, ticket_id)
                if seen.kept and not await self._seekers.hold(watcher.account, ticket_id):
                    continue  # it ended between these two
                if seen.ending:
                    yield EndingTold(seen.ending, watcher.account)
                    break
                if seen.kept and (told is None or _differs(seen, told)):
                    yield TicketTold(seen.kept, seen)
                    told = seen
                if self._bells.closing or watcher.expires_at * 1000 <= self._now_ms():
                    reason = EndReason.SHUTTING_DOWN if self._bells.closing else EndReason.TOKEN_EXPIRED
                    break
                if not await _rung(rung):
                    yield Beat(self._now_ms(), 0)
            yield Ended(reason, 0)


def _differs(seen: Seen, told: Seen) -> bool:
    return (seen.claimed, set(seen.present)) != (told.claimed, set(told.present))


async def _rung(rung: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(_HOLD_SECONDS):
            await rung.wait()
    except TimeoutError:
        return False
    return True
