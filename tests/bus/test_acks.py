"""Acknowledging in the background: at once, together, and for as long as the message is ours."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from footplate.bus import Bus, BusUnavailable, Envelope
from footplate.bus.acks import Acknowledger
from footplate.bus.memory import MemoryDriver
from tests.bus.helpers import GROUP, PATIENT, QUICK, A, B, Notes, eventually


class SlowDriver(MemoryDriver):
    """Acknowledges only when let, and remembers the calls."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[dict[str, list[str]]] = []
        self.let = asyncio.Event()
        self.failures = 0

    async def ack(self, group: str, ids: Mapping[str, Sequence[str]]) -> None:
        self.calls.append({stream: list(of_stream) for stream, of_stream in ids.items()})
        await self.let.wait()
        if self.failures:
            self.failures -= 1
            raise BusUnavailable("away")
        await super().ack(group, ids)


async def test_the_next_message_does_not_wait_and_what_is_done_meanwhile_goes_together() -> None:
    driver, notes = SlowDriver(), Notes()
    bus = Bus(driver)
    first = await bus.publish(A, b"1")
    async with bus.consumer([A, B], GROUP, notes.handle, on_gap=notes.gap, settings=PATIENT):
        await eventually(lambda: len(driver.calls) == 1)
        second, third = await bus.publish(A, b"2"), await bus.publish(B, b"3")
        await eventually(lambda: len(notes.done) == 3)
        assert driver.calls == [{A: [first]}]
        driver.let.set()
        await eventually(lambda: len(driver.calls) == 2)
    assert driver.calls[1] == {A: [second], B: [third]}
    assert [state.pending for state in await driver.inspect([A, B], GROUP)] == [0, 0]


async def test_a_stop_waits_for_what_is_under_way() -> None:
    driver, notes = SlowDriver(), Notes()
    bus = Bus(driver)
    await bus.publish(A, b"1")
    consumer = bus.consumer([A], GROUP, notes.handle, on_gap=notes.gap, settings=PATIENT)
    consumer.start()
    await eventually(lambda: len(driver.calls) == 1)
    stopping = asyncio.create_task(consumer.stop())
    await asyncio.sleep(0.02)
    assert not stopping.done()
    driver.let.set()
    await stopping
    assert (await driver.inspect([A], GROUP))[0].pending == 0


async def test_it_tries_again_while_the_store_is_away() -> None:
    driver = SlowDriver()
    driver.let.set()
    driver.failures = 3
    acknowledger = Acknowledger(driver, GROUP, PATIENT, asyncio.Event())
    acknowledger.done(Envelope(A, "1-0", b""))
    await acknowledger.drained()
    assert driver.calls == [{A: ["1-0"]}] * 4


async def test_it_gives_up_what_is_no_longer_ours() -> None:
    driver = SlowDriver()
    driver.let.set()
    driver.failures = 1_000
    acknowledger = Acknowledger(driver, GROUP, replace(QUICK, handler_timeout=0.1, claim_idle=0.15), asyncio.Event())
    acknowledger.done(Envelope(A, "1-0", b""))
    await asyncio.wait_for(acknowledger.drained(), 2)
    assert 1 < len(driver.calls) < 100


async def test_a_stop_ends_the_trying() -> None:
    driver, stop = SlowDriver(), asyncio.Event()
    driver.let.set()
    driver.failures = 1_000
    acknowledger = Acknowledger(driver, GROUP, PATIENT, stop)
    acknowledger.done(Envelope(A, "1-0", b""))
    stop.set()
    await asyncio.wait_for(acknowledger.drained(), 1)
