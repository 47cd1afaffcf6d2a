"""Carries out standing orders: hears of every turn on the bus, and has the seat play what it has ordered.

Any replica may hear of a turn, once or several times. The store takes what an order decided only where the match stands
as it was looked at and the order is still there just as it was: so nothing is played twice, and nothing after a
cancellation. A replica that dies on the way leaves the event unacknowledged, and another takes it up.
"""

import logging
from collections.abc import Callable
from typing import Final

from footplate.bus import PARTITION_STREAMS, RULES_ORDERS_GROUP, Bus, Consumer, ConsumerSettings, Envelope, Gap
from footplate.domain.errors import DomainError, StalePly, StoreUnavailable, UnknownOrder
from footplate.domain.events import Event, TurnStarted
from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.domain.orders import Notice, Order
from footplate.domain.orders_due import End, Play, Wait, decide
from footplate.engine.registry import UnknownGame
from footplate.rules.matches import Matches
from footplate.rules.order_ports import Change, OrderStore
from footplate.rules.ports import Clock, MatchStore, Request
from footplate.rules.stored_orders import guard
from footplate.rules.writes import Writes
from footplate.runtime import metrics

logger = logging.getLogger(__name__)

CONSUMER: Final = ConsumerSettings(handler_timeout=5.0, claim_idle=6.0)
"""What a replica leaves behind when it dies is taken up soon: somebody waits for the turn."""


class OrderRunner:
    """Handles the events of the group `rules-orders`. `read` gives the event of an envelope, None for unknown kinds."""

    def __init__(
        self,
        store: OrderStore,
        log: MatchStore,
        matches: Matches,
        writes: Writes,
        now_ms: Clock,
        read: Callable[[Envelope], Event | None],
    ) -> None:
        self._store = store
        self._log = log
        self._matches = matches
        self._writes = writes
        self._now_ms = now_ms
        self._read = read

    def consumer(self, bus: Bus, settings: ConsumerSettings = CONSUMER) -> Consumer:
        """What follows the bus, for the caller to run."""
        return bus.consumer(PARTITION_STREAMS, RULES_ORDERS_GROUP, self.handle, on_gap=self.gap, settings=settings)

    async def handle(self, envelope: Envelope) -> None:
        """Looks at the orders of a match in which a turn began. Raises StoreUnavailable: it is to be tried again."""
        event = self._read(envelope)
        if isinstance(event, TurnStarted):
            await self.look(event.match)

    async def gap(self, gap: Gap) -> None:
        """Events may be lost: looks at every open turn of these streams. Raises StoreUnavailable."""
        partitions = [PARTITION_STREAMS.index(stream) for stream in gap.streams]
        for turn in await self._log.open_turns(partitions):
            await self.look(turn.match)

    async def look(self, match_id: str) -> None:
        """Carries out what the orders of a match have to be done now. Raises StoreUnavailable."""
        orders = (await self._store.book(match_id)).orders
        if not orders:
            return
        try:
            match = await self._matches.head(match_id)
            for order in orders:
                if await self._carried_out(match, order):
                    return  # a turn begins behind it, and is told like any other
        except StalePly:
            pass  # it moved on: that was told too
        except StoreUnavailable:
            raise
        except (DomainError, UnknownGame) as trouble:
            logger.warning("orders were not carried out: %s", type(trouble).__name__, extra={"match": match_id})

    async def _carried_out(self, match: Match, order: Order) -> bool:
        """Whether the order played something, so that the match stands elsewhere."""
        entries = await self._log.entries(match.id, order.ply, match.ply)
        decision = decide(order, match, entries)
        try:
            if isinstance(decision, Play):
                await self._play(match, order, decision)
                return True
            await self._tell(match, order, decision)
        except UnknownOrder:
            pass  # cancelled or replaced meanwhile, or another replica was faster
        return False

    async def _play(self, match: Match, order: Order, decision: Play) -> None:
        made = match.submit(
            decision.text,
            account=order.account,
            expected_ply=match.ply,
            now_ms=self._now_ms(),
            seat=order.seat,
            cause=Cause.ORDER,
        )
        request = Request(f"order/{order.id}/{match.ply}", decision.text)
        await self._writes.append(match, made, request, guard(order, ends=decision.last))
        _count(match, order, "played")

    async def _tell(self, match: Match, order: Order, decision: Wait | End) -> None:
        """Ends the order if it has to, and tells its seat why."""
        ends = isinstance(decision, End)
        notice = Notice(order, decision.reason, match.ply, self._now_ms()) if decision.reason else None
        if ends or notice:
            await self._store.change(match.id, Change(held=order, ends=ends, notice=notice))
            _count(match, order, "ended" if ends else "held")


def _count(match: Match, order: Order, result: metrics.OrderResult) -> None:
    metrics.ORDERS.labels(match.header.setup.game, order.wish.kind, result).inc()
