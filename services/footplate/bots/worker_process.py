"""The worker as a process: settings, logs, metrics over forks, and only then Celery."""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from footplate.bots.settings import WorkerSettings
from footplate.runtime import multiprocess
from footplate.runtime.logs import configure_logging
from footplate.runtime.parent import bind_to_parent
from footplate.runtime.redis_client import open_redis
from footplate.runtime.settings import load_settings
from footplate.runtime.startup import told_in_one_line


def run_worker() -> NoReturn:
    """Lives as a worker and ends the process: 0 when told to stop, 1 when it cannot start, 2 for a bad setting."""
    with told_in_one_line(WorkerSettings.process):
        settings = load_settings(WorkerSettings)
    configure_logging(settings.process, settings.log_level, settings.log_format)
    if settings.parent_pid is not None:
        bind_to_parent(settings.parent_pid)
    with told_in_one_line(settings.process), _counting(settings.metrics_dir):
        asyncio.run(_find_redis(settings))
        from footplate.bots.worker import work

        code = work(settings)
    sys.exit(code)


async def _find_redis(settings: WorkerSettings) -> None:
    """Celery would wait for Redis without a word; a person should hear that it is not there."""
    client = await open_redis(settings)
    await client.aclose()


@contextmanager
def _counting(given: Path | None) -> Iterator[None]:
    """Prepares metrics over forks, in a directory that goes when the process does unless it was given."""
    folder = given or Path(tempfile.mkdtemp(prefix="footplate-worker-"))
    multiprocess.prepare(folder)
    try:
        yield
    finally:
        if given is None:
            shutil.rmtree(folder, ignore_errors=True)
