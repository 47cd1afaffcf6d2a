"""The life of an asyncio process: start, run until told to stop, stop in order.

    def main() -> NoReturn:
        run(RulesSettings, start)

    async def start(process: Process, settings: RulesSettings) -> str:
        redis = await open_redis(settings)
        process.on_stop("Redis", redis.aclose)
        process.spawn("watch hub", hub.run())
        server = GrpcServer(settings, services, interceptors)
        port = await server.start()
        process.on_stop("gRPC", server.stop)
        return f"gRPC on {settings.host}:{port}"

What was opened last is closed first: the server stops taking calls and lets open ones end before the tasks and
connections under it go away.
"""

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, NoReturn, TypeVar

from footplate.runtime.logs import configure_logging
from footplate.runtime.metrics_page import MetricsPage
from footplate.runtime.parent import bind_to_parent
from footplate.runtime.settings import ProcessSettings, load_settings, variable_name
from footplate.runtime.startup import explain, startup_line, told_in_one_line

logger = logging.getLogger(__name__)

FAILED: Final = 1
_CLOSING_SECONDS: Final = 10.0  # what each step of a stop may take beyond the grace
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

S = TypeVar("S", bound=ProcessSettings)
Start = Callable[["Process", S], Awaitable[str]]
"""Opens everything, says where it listens. Raises `StartupError` for what a person can mend."""


def run(kind: type[S], start: Start[S], **given: Any) -> NoReturn:
    """Read the settings, live, and end the process.

    Exit code 0 when the process stopped itself, 1 when it could not start, when a part of it failed or would not
    close, 2 for a bad setting. A process that was told to stop by a signal stops cleanly and then ends by that signal,
    so that whoever sent it sees what happened (where the system does not let it, as for process 1: code 128 + number).
    """
    with told_in_one_line(kind.process):
        settings = load_settings(kind, **given)
    configure_logging(settings.process, settings.log_level, settings.log_format)
    if settings.parent_pid is not None:
        bind_to_parent(settings.parent_pid)
    process = Process(settings)
    with _signals(process):
        code = asyncio.run(process.live(start))
    _leave(code, process.signal)


class Process:
    """What a starting service is given: where to leave what must be closed, and how to learn of the end."""

    def __init__(self, settings: ProcessSettings) -> None:
        self.name: Final = settings.process
        self.stopping: Final = asyncio.Event()
        """Set when the end begins: streams and loops should come to theirs."""
        self.signal: signal.Signals | None = None
        self._settings = settings
        self._closers: list[tuple[str, Callable[[], Awaitable[object]]]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._fault = ""

    def on_stop(self, what: str, close: Callable[[], Awaitable[object]]) -> None:
        """Have `close` awaited at the end, before everything that was named earlier."""
        self._closers.append((what, close))

    def spawn(self, what: str, work: Coroutine[Any, Any, object]) -> None:
        """Run `work` for the whole life of the process; when it ends or fails by itself, the process fails."""
        task = asyncio.create_task(work, name=what)
        task.add_done_callback(self._task_ended)
        self.on_stop(what, lambda: _cancel(task))

    def stop(self) -> None:
        """Begin the end. May be called from a signal handler or another thread."""
        if self._loop is None:
            self.stopping.set()
        else:
            self._loop.call_soon_threadsafe(self.stopping.set)

    def ailing(self) -> str:
        """Return why the process should get no more work, or an empty text."""
        return self._fault or ("stopping" if self.stopping.is_set() else "")

    async def live(self, start: Start[Any]) -> int:
        """Start, wait for the end, close everything; return the exit code."""
        self._loop = asyncio.get_running_loop()
        failed = await self._run(start)
        begun = time.monotonic()
        closed = await self._close()
        if not failed:
            reason = self._fault or (self.signal.name if self.signal else "done")
            logger.info("%s stopped (%s) in %.1f seconds", self.name, reason, time.monotonic() - begun)
        self._loop = None  # a late signal finds nothing left to stop
        return failed or closed or (FAILED if self._fault else 0)

    async def _run(self, start: Start[Any]) -> int:
        try:
            metrics = self._open_metrics_page()
            where = await self._unless_stopped(start(self, self._settings))
        except Exception as error:  # noqa: BLE001 - whatever it is, what was opened must be closed
            return self._could_not_start(error)
        if where is not None:
            logger.info("%s started: %s, metrics on %s", self.name, where, metrics)
            await self.stopping.wait()
        return 0

    def _open_metrics_page(self) -> str:
        settings = self._settings
        variable = variable_name(type(settings), "metrics_port")
        page = MetricsPage(settings.metrics_host, settings.metrics_port, ailing=self.ailing, variable=variable)
        port = page.start()
        self.on_stop("metrics page", lambda: asyncio.to_thread(page.close))
        return f"{settings.metrics_host}:{port}"

    async def _unless_stopped(self, starting: Awaitable[str]) -> str | None:
        """Return what `starting` returns, or none when the end came first."""
        task = asyncio.ensure_future(starting)
        stopped = asyncio.ensure_future(self.stopping.wait())
        await asyncio.wait({task, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if task.done():
            return task.result()
        await _cancel(task)
        return None

    def _could_not_start(self, error: Exception) -> int:
        known = explain(error)
        if known is None:
            logger.critical("%s cannot start: a bug", self.name, exc_info=error)
            return FAILED
        sys.stderr.write(startup_line(self.name, known))
        return known.exit_code

    def _task_ended(self, task: asyncio.Task[object]) -> None:
        if task.cancelled() or (self.stopping.is_set() and task.exception() is None):
            return
        self._fault = f"{task.get_name()} ended by itself"
        logger.critical("%s", self._fault, exc_info=task.exception())
        self.stopping.set()

    async def _close(self) -> int:
        """Close everything, the last opened first; what fails or hangs does not keep the rest open."""
        self.stopping.set()  # also after a failed start: tasks that end now are at no fault
        code = 0
        limit = self._settings.grace_seconds + _CLOSING_SECONDS
        for what, close in reversed(self._closers):
            try:
                async with asyncio.timeout(limit):
                    await close()
            except Exception:
                logger.exception("%s did not close", what)
                code = FAILED
        return code


async def _cancel(task: asyncio.Future[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@contextmanager
def _signals(process: Process) -> Iterator[None]:
    """Let the first signal begin the end, and a second Ctrl-C be the end, even when the event loop hangs."""

    def handle(number: int, _frame: FrameType | None) -> None:
        signum = signal.Signals(number)
        if signum is signal.SIGINT and process.signal is signal.SIGINT:
            os.write(2, f"footplate {process.name}: forced to stop\n".encode())
            _die_of(signum)
        process.signal = process.signal or signum
        process.stop()

    before = {signum: signal.signal(signum, handle) for signum in _SIGNALS}
    try:
        yield
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


def _leave(code: int, signum: signal.Signals | None) -> NoReturn:
    if code == 0 and signum is not None:
        logging.shutdown()
        _die_of(signum)
    sys.exit(code)


def _die_of(signum: signal.Signals) -> NoReturn:
    signal.signal(signum, signal.SIG_DFL)
    signal.raise_signal(signum)
    os._exit(128 + signum)  # process 1 survives its own signals
