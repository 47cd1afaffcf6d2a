"""The worker: a parent that takes turns from the queue, and processes of its own that think about them.

Imported only once metrics over forks are prepared (`runtime.multiprocess`), because importing it declares metrics.
"""

import logging
import signal
import socket
import warnings
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from celery import Celery, signals
from celery.apps.worker import Worker
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from celery.worker import state

from footplate.bots.celery_app import build_app
from footplate.bots.settings import WorkerSettings
from footplate.bots.tasks import register
from footplate.runtime.metrics_page import MetricsPage
from footplate.runtime.settings import variable_name

logger = logging.getLogger(__name__)

_CHATTY: Final = ("celery", "kombu", "amqp", "billiard")


def work(settings: WorkerSettings) -> int:
    """Works until SIGTERM or SIGINT, finishes the turns in hand, and gives the exit code. Raises StartupError."""
    quiet_celery()
    app = build_app(settings)
    register(app, settings)
    health = Health()
    variable = variable_name(type(settings), "metrics_port")
    page = MetricsPage(settings.metrics_host, settings.metrics_port, ailing=health.ailing, variable=variable)
    port = page.start()
    health.follow(f"{settings.concurrency} processes, metrics on {settings.metrics_host}:{port}")
    try:
        return _run(app, settings, health.stopping)
    finally:
        page.close()


def _run(app: Celery, settings: WorkerSettings, stopping: Callable[[], None]) -> int:
    worker: Any = _Parent(
        app=app,
        stopping=stopping,
        hostname=f"worker@{socket.gethostname()}",
        pool="prefork",
        concurrency=settings.concurrency,
        optimization="fair",
        loglevel=logging.getLogger().level,
        quiet=True,
        # One worker does not need to know of the others.
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    logger.info("worker stopped")
    return int(worker.exitcode or 0)


class _Parent(Worker):
    """Celery's worker with signals of our own: without its words on stderr, its restart on SIGHUP, its debugger."""

    def __init__(self, stopping: Callable[[], None], **given: Any) -> None:
        self._stopping = stopping
        self._asked: list[int] = []
        super().__init__(**given)

    def install_platform_tweaks(self, worker: object) -> None:  # noqa: ARG002 - Celery's hook
        """Called once, before the pool forks."""
        for signum in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signum, self._stop)

    def _stop(self, signum: int, _frame: FrameType | None) -> None:
        """Lets the turns in hand end; a second Ctrl-C does not."""
        now: Any = state  # its types know no other value than None
        if self._asked.count(signum) and signum == signal.SIGINT:
            now.should_terminate = 1
        now.should_stop = 0
        self._asked.append(signum)
        self._stopping()


class Health:
    """Whether the worker takes turns."""

    def __init__(self) -> None:
        self._state = "starting"

    def ailing(self) -> str:
        """Why it should get no more work, or an empty text."""
        return self._state

    def follow(self, where: str) -> None:
        """Listens to Celery."""

        def ready(**_: object) -> None:
            self._state = ""
            logger.info("worker started: %s", where)

        signals.worker_ready.connect(ready, weak=False)

    def stopping(self) -> None:
        """The end has begun."""
        self._state = "stopping"


def quiet_celery() -> None:
    """Leaves logging as it is set up, and takes from Celery what is said for every turn."""
    signals.setup_logging.connect(_as_it_is, weak=False)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    # A lost connection leaves turns running on purpose (`celery_app`); Celery would have us decide that each time.
    warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)
    # Being root, as in a container, is a danger with pickled tasks. Ours are JSON and name five values.
    warnings.filterwarnings("ignore", category=SecurityWarning)


def _as_it_is(**_: object) -> None:
    """Being connected is all it takes."""
