"""A program that forks like the Celery worker and prints what its metrics page says, step by step, as JSON."""

import json
import os
import signal
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

from footplate.runtime import multiprocess

FOLDER = Path(sys.argv[1])
WANTED = (
    "footplate_bot_turns_total",
    "footplate_bot_thinking_seconds_count",
    "footplate_bot_thinking_seconds_sum",
    'le="0.25"',
    "footplate_watchers_open",
)


def main() -> None:
    multiprocess.prepare(FOLDER)
    from footplate.runtime import metrics
    from footplate.runtime.metrics_page import MetricsPage

    page = MetricsPage("127.0.0.1", 0)
    url = f"http://127.0.0.1:{page.start()}/metrics"
    steps: dict[str, object] = {}

    def look(step: str) -> None:
        with urllib.request.urlopen(url, timeout=5) as answer:
            lines = [line for line in answer.read().decode().splitlines() if not line.startswith("#")]
        numbers = {key: value for key, _, value in (line.rpartition(" ") for line in lines)}
        shown = {want: sum(float(value) for key, value in numbers.items() if want in key) for want in WANTED}
        files = len(list(FOLDER.glob("*.db")))
        steps[step] = {"shown": shown, "files": files}

    def work(turns: int) -> None:
        for _ in range(turns):
            metrics.BOT_TURNS.labels("any", "greedy", "played").inc()
            metrics.BOT_THINKING_SECONDS.labels("any", "greedy").observe(0.2)
        metrics.WATCHERS_OPEN.labels("match").inc()

    children = [_child(work, turns) for turns in (1, 2, 3)]
    look("three children")
    _kill(children.pop())
    look("one was killed")
    children.append(_child(work, 10))
    look("one took its place")
    for child in children:
        _kill(child)
    look("all are dead")
    look("again")
    page.close()
    json.dump(steps, sys.stdout)


def _child(work: Callable[[int], None], turns: int) -> int:
    """Fork a child that works and then lives until it is killed; return once its work is done."""
    done, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        work(turns)
        os.write(tell, b"x")
        signal.pause()
    os.read(done, 1)
    os.close(done)
    os.close(tell)
    return pid


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
