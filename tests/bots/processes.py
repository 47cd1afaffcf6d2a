"""Bot processes as tests start them."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.request import urlopen

from tests.bots.house import SECRET

SERVICES = Path(__file__).resolve().parents[2] / "services"


@dataclass
class Running:
    """A process of ours, its output in a file."""

    process: subprocess.Popen[bytes]
    output: IO[bytes] = field(repr=False)

    @property
    def log(self) -> str:
        self.output.seek(0)
        return self.output.read().decode()

    def wait_for(self, words: str, seconds: float = 20.0) -> str:
        """The line of the log that has these words."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.process.poll() is None:
            for line in self.log.splitlines():
                if words in line:
                    return line
            time.sleep(0.02)
        raise AssertionError(f"no {words!r} in:\n{self.log}")

    def wait_until(self, holds: Callable[[], bool], seconds: float = 10.0) -> None:
        """Returns as soon as something holds that this process brings about."""
        until = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until, f"it never came true:\n{self.log}"
            time.sleep(0.02)

    def children(self) -> list[int]:
        """The processes of its pool."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in listed]

    def metrics(self) -> str:
        """Its metrics page."""
        port = self.wait_for("metrics on").rpartition("metrics on 127.0.0.1:")[2].split()[0].rstrip('",')
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            return str(answer.read().decode())

    def stop(self, signum: signal.Signals = signal.SIGTERM, seconds: float = 20.0) -> int:
        """Ends it; its exit code."""
        self.process.send_signal(signum)
        return self.process.wait(seconds)


@contextmanager
def started(role: str, redis_url: str, port: int, **settings: object) -> Iterator[Running]:
    """A waker or a worker, gone at the end whatever happened."""
    given = {
        "redis_url": redis_url,
        "rules_address": f"127.0.0.1:{port}",
        "lobby_address": f"127.0.0.1:{port}",
        "service_secret": SECRET,
        "metrics_port": 0,
        "log_format": "json",
        "parent_pid": os.getpid(),
        **settings,
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FOOTPLATE_")}
    environment |= {f"FOOTPLATE_{role.upper()}_{name.upper()}": str(value) for name, value in given.items()}
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "footplate.bots", role],
            env=environment | {"PYTHONPATH": str(SERVICES)},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        running = Running(process, output)
        try:
            yield running
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10)
