"""Makes the calls that are due. What is due stands in the store: any number of senders share it, and may die.

A sender takes a call for a while. Should it not tell in that time what came of it, another makes the call again.
"""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from footplate.domain.errors import StoreUnavailable
from footplate.domain.hooks import TEST, Outcome, after_try, headers
from footplate.hooks.ports import Clock, HookStore, Receiver, Settling
from footplate.runtime import metrics

logger = logging.getLogger(__name__)

_PAUSE_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How a sender works. `slots`: calls at a time. `lease_ms`: how long one is taken for. `tick`: between looks."""

    slots: int = 32
    lease_ms: int = 60_000
    tick: float = 0.25
    grace: float = 10.0


class Sender:
    """One of those that make calls. `chance` gives numbers from 0 to 1."""

    def __init__(
        self,
        store: HookStore,
        receiver: Receiver,
        now_ms: Clock,
        pace: Pace | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._receiver = receiver
        self._now_ms = now_ms
        self._pace = pace or Pace()
        self._chance = chance
        self._calling: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        """Makes calls until it is stopped."""
        while not self._stopping.is_set():
            try:
                taken = await self.take()
            except StoreUnavailable as error:
                logger.warning("calls were put off: %s", error)
                await self._rest(_PAUSE_SECONDS)
            else:
                if not taken:
                    await self._rest(self._pace.tick)

    async def stop(self) -> None:
        """Takes no more calls, and lets those that are being made end; what does not is made again by another."""
        self._stopping.set()
        if self._calling:
            _, late = await asyncio.wait(self._calling, timeout=self._pace.grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def take(self) -> int:
        """Begins as many calls as are due and there is room for; how many."""
        free = self._pace.slots - len(self._calling)
        if free <= 0:
            return 0
        now_ms, claim = self._now_ms(), secrets.token_hex(8)
        taken = await self._store.claim(now_ms, now_ms + self._pace.lease_ms, free, claim)
        for call_id in taken:
            task = asyncio.create_task(self._guarded(call_id, claim), name=f"call {call_id}")
            self._calling.add(task)
            task.add_done_callback(self._calling.discard)
        metrics.HOOK_CALLS_WAITING.set(await self._store.waiting())
        return len(taken)

    async def idle(self) -> None:
        """Returns when no call is being made."""
        while self._calling:
            await asyncio.wait(self._calling)

    async def _guarded(self, call_id: str, claim: str) -> None:
        """A call whose end cannot be stored now is made again when its time is up."""
        try:
            await self._call(call_id, claim)
        except StoreUnavailable as error:
            logger.warning("what came of a call was not stored: %s", error)
        except Exception:
            logger.exception("a call failed by a bug; it is made again")

    async def _call(self, call_id: str, claim: str) -> None:
        report = await self._store.report(call_id)
        hook = await self._store.get(report.call.hook) if report else None
        if report is None or hook is None or (hook.disabled and report.call.type != TEST):
            await self._store.drop(call_id, claim)
            metrics.HOOK_CALLS.labels(Outcome.DROPPED.value).inc()
            return
        call = report.call
        posted = await self._receiver.post(hook.url, headers(call, hook, self._now_ms()), call.body)
        now_ms = self._now_ms()
        step = after_try(call, posted, now_ms, self._chance())
        if not await self._store.settle(Settling(call, claim, now_ms, step, posted)):
            return
        metrics.HOOK_CALLS.labels("retried" if step.outcome == Outcome.WAITING else step.outcome.value).inc()
        if step.outcome == Outcome.DELIVERED:
            metrics.HOOK_DELAY_SECONDS.observe(max(0, now_ms - call.created_ms) / 1_000)

    async def _rest(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            return
