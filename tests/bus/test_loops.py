"""Waiting, backing off and ending."""

import asyncio

import pytest

from footplate.bus.loops import Backoff, StrayCancellation, ended, guarded, pause, process_name, unless_stopped


async def test_work_that_ends_first_gives_its_result() -> None:
    assert await unless_stopped(asyncio.Event(), asyncio.sleep(0, "done")) == "done"


async def test_a_stop_cancels_work_and_waits_for_its_end() -> None:
    stop, tidied = asyncio.Event(), asyncio.Event()

    async def work() -> str:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            tidied.set()
        return "never"

    asyncio.get_running_loop().call_later(0.01, stop.set)
    assert await unless_stopped(stop, work()) is None
    assert tidied.is_set()


async def test_an_error_of_the_work_is_raised() -> None:
    async def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await unless_stopped(asyncio.Event(), fail())


async def test_a_cancelled_wait_takes_its_work_along() -> None:
    begun, ended_too = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended_too.set()

    waiting = asyncio.create_task(unless_stopped(asyncio.Event(), work()))
    await begun.wait()
    await ended(waiting)
    assert waiting.cancelled()
    assert ended_too.is_set()


async def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.Event().wait()

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await ended(task)
    assert task.cancelled()


async def test_a_cancellation_from_within_is_an_error_and_one_from_without_is_not() -> None:
    async def cancelled_from_within() -> None:
        raise asyncio.CancelledError

    with pytest.raises(StrayCancellation):
        await guarded(cancelled_from_within())

    task = asyncio.create_task(guarded(asyncio.sleep(9)))
    await asyncio.sleep(0)
    await ended(task)
    assert task.cancelled()


async def test_a_pause_ends_with_a_stop() -> None:
    stop = asyncio.Event()
    stop.set()
    await asyncio.wait_for(pause(stop, 60), 1)


def test_waits_double_to_their_limit_and_begin_again() -> None:
    backoff = Backoff(1.0, 3.0)
    for most in (1.0, 2.0, 3.0, 3.0):
        assert most / 2 <= backoff.delay() <= most
    backoff.reset()
    assert backoff.delay() <= 1.0


def test_a_process_keeps_its_name() -> None:
    assert process_name() == process_name()
