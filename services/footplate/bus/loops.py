"""What the long-running readers have in common: waiting that a stop can cut short, back-off, and an orderly end."""

import asyncio
import os
import random
import secrets
import socket
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Coroutine
from functools import cache
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")

_CANCEL_AGAIN: Final = 0.1


class StrayCancellation(Exception):
    """A handler was ended by the cancellation of something it waited for, not of itself."""


class Backoff:
    """Waits that double from `first` to `limit` seconds, spread by chance so that replicas do not come back in step."""

    def __init__(self, first: float, limit: float) -> None:
        self._first = first
        self._limit = limit
        self._next = first

    def reset(self) -> None:
        """The next wait is the first again."""
        self._next = self._first

    def delay(self) -> float:
        """Seconds to wait now."""
        delay, self._next = self._next, min(self._next * 2, self._limit)
        return delay * random.uniform(0.5, 1.0)


async def pause(stop: asyncio.Event, seconds: float) -> None:
    """Sleeps, or less when a stop is asked for."""
    await unless_stopped(stop, asyncio.sleep(seconds))


async def unless_stopped(stop: asyncio.Event, work: Coroutine[Any, Any, T]) -> T | None:
    """The result of `work`, or None when a stop came first; `work` is then cancelled and has ended."""
    working = asyncio.ensure_future(work)
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        return None
    finally:
        await ended(stopping)
        await ended(working)


async def guarded(work: Awaitable[None]) -> None:
    """Awaits a caller's code. A cancellation from within it is its error, and must not end the loop that called it."""
    try:
        await work
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise StrayCancellation("something the handler waited for was cancelled") from error


async def ended(task: asyncio.Future[Any]) -> None:
    """Cancels a task until it has ended. Once is not enough: `wait_for` of Python 3.11 now and then swallows it."""
    while not task.done():
        task.cancel()
        await asyncio.wait((task,), timeout=_CANCEL_AGAIN)
    if not task.cancelled():
        task.exception()  # looked at, so that it is not reported as forgotten


@cache
def _process_name(pid: int) -> str:
    return f"{socket.gethostname()}-{pid}-{secrets.token_hex(3)}"


def process_name() -> str:
    """Names this process among all that read the bus; the same for as long as it lives, another after a fork."""
    return _process_name(os.getpid())


class Runner(ABC):
    """Something that runs until it is stopped.

    Either `await run()` in a task and `await stop()` from another, or `async with` it.
    """

    def __init__(self, grace: float) -> None:
        self._grace = grace
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def _main(self) -> None:
        """Works until `self._stop` is set, then tidies up."""

    @abstractmethod
    async def ready(self) -> None:
        """Returns once everything published from now on will be seen."""

    def start(self) -> asyncio.Task[None]:
        """Begins in a task of its own; the task ends after `stop`, or with an error that is a bug."""
        if self._task is None:
            self._task = asyncio.create_task(self._main())
        return self._task

    async def run(self) -> None:
        """Runs until `stop`. Cancelling it is a crash: what was in hand is handed out again later."""
        task = self.start()
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled() and self._stop.is_set():
                return
            self._stop.set()
            await ended(task)
            raise

    async def stop(self) -> None:
        """Finishes the message in hand and leaves the group tidy; cuts off what lasts longer than the grace."""
        self._stop.set()
        if self._task is None:
            return
        _, late = await asyncio.wait((self._task,), timeout=self._grace)
        for task in late:
            await ended(task)

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
        if self._task is not None and not self._task.cancelled():
            self._task.result()
