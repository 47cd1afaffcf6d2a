"""All processes of the platform together: up in one go, watched, down in order."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Final, NoReturn

from footplate.cli.failures import INTERRUPTED, CliError
from footplate.cli.places import DataDir
from footplate.cli.up.child import Child
from footplate.cli.up.health import is_ready
from footplate.cli.up.plan import PROCESSES, Plan

READY_SECONDS: Final = 60.0
GRACE_SECONDS: Final = 15.0
"""What each process is given to end by itself; they cancel what runs after ten seconds."""
_PROBE_SECONDS: Final = 0.05
# The kernel may hand a signal to a thread of gRPC; the main thread then learns of it only when its wait ends.
_SIGNAL_SECONDS: Final = 0.5
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(CliError):
    """Somebody asked us to end: Ctrl-C, a signal, or the terminal went away."""

    def __init__(self) -> None:
        super().__init__("interrupted", INTERRUPTED)


class Dead(CliError):
    """A process ended by itself."""

    def __init__(self, child: Child) -> None:
        said = "".join(f"\n    {line}" for line in child.last_words())
        words = f"; its last words:{said}" if said else ", without a word"
        super().__init__(f"the {child.name} process {child.how_it_ended()}{words}\n  its log: {child.log}")


class Platform:
    """The processes of a plan. Everything that happens to them arrives in one inbox, which one thread reads."""

    def __init__(self, plan: Plan, data: DataDir) -> None:
        self._plan = plan
        self._children = [
            Child(name, plan.command(name), plan.environment(name), data.logs / f"{name}.log") for name in PROCESSES
        ]
        # Unlike a lock or an event, this queue may be written from a signal handler.
        self._inbox: SimpleQueue[Child | None] = SimpleQueue()
        self._signals = 0

    @contextmanager
    def running(self, stopping: Callable[[], None]) -> Iterator[None]:
        """Start all, wait until they are ready, and end them in reverse order, whatever happens in between.

        `stopping` is called when that end begins. Raises Dead, Interrupted, and CliError when one does not get ready.
        """
        before = {signum: signal.signal(signum, self._signalled) for signum in _SIGNALS if _is_heard(signum)}
        try:
            for child in self._children:
                child.start(self._inbox.put)
            self._await_ready()
            yield
        finally:
            stopping()
            self._stop()
            for signum, handler in before.items():
                signal.signal(signum, handler)

    def check(self, seconds: float) -> None:
        """Let so much time pass. Raises Dead when a process ended, Interrupted when somebody asked us to end."""
        try:
            child = self._inbox.get(timeout=seconds)
        except Empty:
            return
        if child is None:
            raise Interrupted
        raise Dead(child)

    def wait(self) -> NoReturn:
        """Let time pass until one of these is raised."""
        while True:
            self.check(_SIGNAL_SECONDS)

    def _await_ready(self) -> None:
        until = time.monotonic() + READY_SECONDS
        for child in self._children:
            while not is_ready(self._plan.ports, child.name):
                self.check(_PROBE_SECONDS)
                if time.monotonic() > until:
                    raise CliError(
                        f"the {child.name} process was not ready within {READY_SECONDS:g} seconds; its log: {child.log}"
                    )
        self.check(0)

    def _stop(self) -> None:
        for child in reversed(self._children):
            child.stop(GRACE_SECONDS)

    def _signalled(self, _signum: int, _frame: FrameType | None) -> None:
        """The first signal asks for an orderly end, the second one ends what is still there."""
        self._signals += 1
        self._inbox.put(None)
        if self._signals > 1:
            for child in self._children:
                child.kill()


def _is_heard(signum: signal.Signals) -> bool:
    """Not the loss of a terminal that we were told not to mind, as by nohup."""
    return signum is not signal.SIGHUP or signal.getsignal(signum) is not signal.SIG_IGN
