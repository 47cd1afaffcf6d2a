"""What the tests of consumers and tails share: quick settings, a handler that takes notes, patience without sleeps."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace

from footplate.bus import BusError, ConsumerSettings, Envelope, Gap, GroupState, Outcome, TailSettings

A, B = "{p00}:events", "{p01}:events"
GROUP = "g"

QUICK = ConsumerSettings(
    block=0.05,
    handler_timeout=0.2,
    claim_idle=0.4,
    claim_every=0.02,
    check_every=0.05,
    max_deliveries=3,
    retry_delay=0.01,
    backoff=0.01,
    backoff_limit=0.05,
    grace=2.0,
)
PATIENT = replace(QUICK, handler_timeout=20, claim_idle=30)
"""For tests in which a slow machine must not make a consumer look dead."""

QUICK_TAIL = TailSettings(block=0.05, check_every=0.05, backoff=0.01, backoff_limit=0.05, grace=2.0)


async def eventually(holds: Callable[[], bool | Awaitable[bool]], seconds: float = 5.0) -> None:
    """Returns as soon as it holds; fails when it does not in time."""
    until = time.monotonic() + seconds
    while True:
        answer = holds()
        if answer if isinstance(answer, bool) else await answer:
            return
        assert time.monotonic() < until, "it never came true"
        await asyncio.sleep(0.005)


class Notes:
    """A handler and a gap handler that remember what they were given; `trouble` runs first and may raise."""

    def __init__(self, trouble: Callable[[Envelope], Awaitable[None]] | None = None) -> None:
        self.trouble = trouble
        self.seen: list[Envelope] = []
        self.done: list[bytes] = []
        self.gaps: list[Gap] = []
        self.gap_trouble: list[Exception] = []

    async def handle(self, envelope: Envelope) -> None:
        self.seen.append(envelope)
        if self.trouble is not None:
            await self.trouble(envelope)
        self.done.append(envelope.payload)

    async def gap(self, gap: Gap) -> None:
        if self.gap_trouble:
            raise self.gap_trouble.pop()
        self.gaps.append(gap)

    def told(self) -> list[tuple[str, str]]:
        """Reason and stream of every gap so far; a driver that reads by hash slot tells of each stream by itself."""
        return sorted((gap.reason.value, stream) for gap in self.gaps for stream in gap.streams)


class Watcher:
    """An observer that keeps everything."""

    def __init__(self) -> None:
        self.states: dict[str, GroupState] = {}
        self.outcomes: Counter[Outcome] = Counter()
        self.gaps: list[Gap] = []
        self.lost: list[BusError] = []

    def group_state(self, group: str, state: GroupState) -> None:
        self.states[state.stream] = state

    def handled(self, group: str, envelope: Envelope, outcome: Outcome, seconds: float) -> None:
        self.outcomes[outcome] += 1

    def gap(self, gap: Gap) -> None:
        self.gaps.append(gap)

    def disconnected(self, group: str, error: BusError) -> None:
        self.lost.append(error)
