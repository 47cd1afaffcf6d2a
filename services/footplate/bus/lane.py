"""One lane of a consumer: a blocking read, and its messages handled one after another.

The order of steps is the whole point. A message is acknowledged after its effect. One that failed goes back with a
delay, for anybody to claim. A gap is dealt with before the group is mended: a crash in between finds the gap again.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from footplate.bus.acks import Acknowledger
from footplate.bus.envelope import Envelope
from footplate.bus.loops import Backoff, guarded, pause, unless_stopped
from footplate.bus.ports import (
    BusError,
    BusUnavailable,
    Driver,
    Gap,
    GapHandler,
    GapReason,
    GroupState,
    Handler,
    Observer,
    Outcome,
    PoisonMessage,
    RebuildFailed,
)
from footplate.bus.settings import ConsumerSettings

logger = logging.getLogger(__name__)

_REASON_LENGTH = 500


def milliseconds(seconds: float) -> int:
    """Seconds as the whole milliseconds that drivers take."""
    return int(seconds * 1000)


@dataclass(frozen=True, slots=True)
class Member:
    """A consumer's place in its group, shared by its lanes."""

    driver: Driver
    group: str
    name: str
    handler: Handler
    on_gap: GapHandler
    settings: ConsumerSettings
    observer: Observer
    stop: asyncio.Event


class Lane:
    """Reads streams that one command may name together, until the member stops."""

    def __init__(self, member: Member, streams: Sequence[str]) -> None:
        self._member = member
        self._streams = tuple(streams)
        self._reader = member.driver.reader()
        self._backoff = Backoff(member.settings.backoff, member.settings.backoff_limit)
        self._acks = Acknowledger(member.driver, member.group, member.settings, member.stop)
        self._batch: deque[Envelope] = deque()
        self._leased = 0.0
        self._claimed = 0.0
        self._checked = 0.0
        self._been_in = False
        self.joined = asyncio.Event()

    async def run(self) -> None:
        """Joins the group and works; comes back after every trouble with the store."""
        try:
            while not self._stopping:
                await self._spell()
            await self._depart()
        finally:
            await self._acks.close()
            await self._reader.close()

    @property
    def _stopping(self) -> bool:
        return self._member.stop.is_set()

    async def _spell(self) -> None:
        try:
            await self._join()
            self._backoff.reset()
            while not self._stopping:
                await self._turn()
        except BusError as error:
            self.joined.clear()
            logger.warning("%s: will try again: %s", self._member.group, error)
            self._member.observer.disconnected(self._member.group, error)
            await pause(self._member.stop, self._backoff.delay())

    async def _join(self) -> None:
        """Mends the group, and lets go of what an earlier spell or a lost answer left with this consumer."""
        await self._mend()
        await self._hand_back()
        self._claimed = 0.0
        self.joined.set()

    async def _turn(self) -> None:
        settings = self._member.settings
        now = time.monotonic()
        if now - self._checked >= settings.check_every:
            await self._mend()
        if now - self._claimed >= settings.claim_every:
            await self._claim()
        if not self._batch:
            await self._read()
        await self._work()

    async def _read(self) -> None:
        member = self._member
        block = min(member.settings.block, member.settings.claim_every)
        reading = self._reader.read_group(
            self._streams, member.group, member.name, count=member.settings.batch, block_ms=max(1, milliseconds(block))
        )
        self._batch.extend(await unless_stopped(member.stop, reading) or ())
        self._leased = time.monotonic()

    async def _claim(self) -> None:
        member = self._member
        idle_ms = milliseconds(member.settings.claim_idle)
        claimed = await member.driver.claim(
            self._streams, member.group, member.name, idle_ms=idle_ms, count=member.settings.batch
        )
        self._claimed = self._leased = time.monotonic()
        self._batch.extend(claimed.envelopes)
        if claimed.vanished:
            await self._report(GapReason.DELETED, tuple(dict.fromkeys(stream for stream, _ in claimed.vanished)))
            for stream, entry_id in claimed.vanished:
                await member.driver.ack(member.group, {stream: [entry_id]})

    async def _mend(self) -> None:
        """Looks for gaps, has them dealt with, and only then makes the group whole."""
        driver, group = self._member.driver, self._member.group
        states = await driver.inspect(self._streams, group)
        if missing := _streams(states, lambda state: not state.exists):
            await self._report(GapReason.GROUP_LOST if self._been_in else GapReason.GROUP_CREATED, missing)
            await driver.create_groups(missing, group)
        if torn := _streams(states, lambda state: not state.anchored):
            await self._report(GapReason.TRIMMED, torn)
            await driver.rewind(torn, group)
        self._been_in = True
        self._checked = time.monotonic()

    async def _report(self, reason: GapReason, streams: tuple[str, ...]) -> None:
        gap = Gap(reason, streams, self._member.group)
        self._member.observer.gap(gap)
        try:
            await guarded(self._member.on_gap(gap))
        except Exception as error:
            logger.exception("%s: rebuilding after a gap (%s) failed", gap.group, reason)
            raise RebuildFailed(f"rebuilding after a gap failed: {error}") from error

    async def _work(self) -> None:
        settings = self._member.settings
        while self._batch and not self._stopping:
            if time.monotonic() - self._leased > settings.claim_idle - settings.handler_timeout:
                await self._renew()
            if self._batch:
                await self._handle(self._batch.popleft())

    async def _renew(self) -> None:
        """Keeps what is still ours of a batch that takes long; the rest went to somebody else."""
        member = self._member
        self._leased = time.monotonic()
        kept: set[tuple[str, str]] = set()
        for stream in {envelope.stream for envelope in self._batch}:
            ids = [envelope.id for envelope in self._batch if envelope.stream == stream]
            kept |= {(stream, i) for i in await member.driver.renew(stream, member.group, member.name, ids)}
        self._batch = deque(envelope for envelope in self._batch if (envelope.stream, envelope.id) in kept)

    async def _handle(self, envelope: Envelope) -> None:
        started = time.monotonic()
        outcome = await self._outcome(envelope)
        self._member.observer.handled(self._member.group, envelope, outcome, time.monotonic() - started)

    async def _outcome(self, envelope: Envelope) -> Outcome:
        settings = self._member.settings
        if envelope.deliveries > settings.max_deliveries:
            return await self._park(envelope, f"never acknowledged in {envelope.deliveries - 1} deliveries")
        try:
            async with asyncio.timeout(settings.handler_timeout):
                await guarded(self._member.handler(envelope))
        except PoisonMessage as error:
            return await self._park(envelope, f"rejected: {error}")
        except Exception as error:  # noqa: BLE001 - whatever it is, the message is tried again or parked with it
            return await self._failed(envelope, error)
        self._acks.done(envelope)
        return Outcome.DONE

    async def _failed(self, envelope: Envelope, error: Exception) -> Outcome:
        settings, group = self._member.settings, self._member.group
        logger.warning("%s: delivery %d of %s failed", group, envelope.deliveries, envelope.key, exc_info=error)
        if envelope.deliveries >= settings.max_deliveries:
            return await self._park(envelope, f"{type(error).__name__}: {error}")
        delay = min(settings.retry_delay * 2 ** (envelope.deliveries - 1), settings.claim_idle)
        await self._settle(lambda: self._release([envelope], settings.claim_idle - delay))
        return Outcome.RETRY

    async def _park(self, envelope: Envelope, reason: str) -> Outcome:
        member, reason = self._member, reason[:_REASON_LENGTH]
        logger.error("%s: %s goes to the dead letters: %s", member.group, envelope.key, reason)
        await self._settle(lambda: member.driver.park(envelope.stream, member.group, member.name, envelope.id, reason))
        return Outcome.DEAD

    async def _settle(self, action: Callable[[], Awaitable[object]]) -> None:
        """Tries to record a result for as long as the message is ours, so that a short outage repeats no effect."""
        settings = self._member.settings
        deadline = time.monotonic() + settings.claim_idle
        backoff = Backoff(settings.backoff, settings.backoff_limit)
        while True:
            try:
                await action()
                return
            except BusUnavailable:
                if self._stopping or time.monotonic() >= deadline:
                    raise
                await pause(self._member.stop, backoff.delay())

    async def _release(self, envelopes: Sequence[Envelope], idle: float, *, undo: bool = False) -> None:
        member = self._member
        for stream in dict.fromkeys(envelope.stream for envelope in envelopes):
            ids = [envelope.id for envelope in envelopes if envelope.stream == stream]
            await member.driver.release(stream, member.group, member.name, ids, idle_ms=milliseconds(idle), undo=undo)

    async def _depart(self) -> None:
        """Hands everything over, and takes the name out of the group."""
        member = self._member
        try:
            await self._hand_back()
            await member.driver.leave(self._streams, member.group, member.name)
        except BusError as error:
            logger.warning("%s: left without a word, others will claim: %s", member.group, error)

    async def _hand_back(self) -> None:
        """Makes all that this consumer holds claimable at once; what it had not begun counts as not delivered."""
        member, idle = self._member, self._member.settings.claim_idle
        await self._acks.drained()
        await self._release(self._batch, idle, undo=True)
        self._batch.clear()
        await member.driver.release_all(self._streams, member.group, member.name, idle_ms=milliseconds(idle))


def _streams(states: Sequence[GroupState], wanted: Callable[[GroupState], bool]) -> tuple[str, ...]:
    return tuple(state.stream for state in states if wanted(state))
