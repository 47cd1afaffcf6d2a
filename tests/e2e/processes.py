"""The platform as a person starts it: `footplate up` as a process, what it says, and what it leaves behind."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-m", "footplate.cli")
ANY_PORTS = ("--rules-port", "0", "--lobby-port", "0", "--metrics-port", "0")
MARK = "FOOTPLATE_DATA_DIR"
"""Set to a directory of the test's own: every process of the platform inherits it, and is known by it."""


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a run; Redis is the embedded one, whatever other tests use."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith("FOOTPLATE_") and name != "REDIS_URL"
    }
    return {**kept, MARK: str(data), "NO_COLOR": "1", **more}


def footplate(*arguments: str, data: Path, typed: str = "", seconds: float = 80) -> subprocess.CompletedProcess[str]:
    """A call of the command that ends by itself."""
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environment(data),
        input=typed,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


class Up:
    """`footplate up --json`, running. Its events are read as they come."""

    def __init__(self, data: Path, arguments: Sequence[str], **more: str) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [*COMMAND, "up", "--json", *ANY_PORTS, *arguments],
            env=environment(data, **more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._events: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def event(self, name: str, seconds: float = 60) -> dict[str, Any]:
        """The next event of this name; fails with what was said when it does not come."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            event = self._events.get(timeout=max(0.1, until - time.monotonic()))
            if event is None:
                break
            if event["event"] == name:
                return event
        raise AssertionError(f"no event {name!r}: {self.end(signal.SIGKILL)}")

    def end(self, signum: signal.Signals | None = None, seconds: float = 40) -> tuple[int, str]:
        """Signals it if asked to, waits for its end; exit code and what it said on stderr."""
        if signum is not None and self.process.poll() is None:
            self.process.send_signal(signum)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()  # its children follow it
            raise
        assert self.process.stderr is not None
        return code, self.process.stderr.read()

    def pid_of(self, *words: str) -> int:
        """The process of the platform with these words on its command line."""
        found = [pid for pid in running(self.data) if all(word in command_line(pid) for word in words)]
        return min(found)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._events.put(json.loads(line))
        self._events.put(None)


@contextmanager
def up(data: Path, *arguments: str, **more: str) -> Iterator[Up]:
    """`footplate up`, ended one way or another."""
    started = Up(data, arguments, **more)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.end(signal.SIGINT)
        for stream in (started.process.stdout, started.process.stderr):
            if stream is not None:
                stream.close()


def running(data: Path) -> list[int]:
    """The processes that belong to a run: all that carry its mark."""
    mark = f"{MARK}={data}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:  # gone meanwhile, or somebody else's
                continue
    return sorted(found)


def command_line(pid: int) -> str:
    """How a process was called; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def left_running(data: Path, seconds: float = 0) -> list[str]:
    """What still runs of a run after so many seconds at most."""
    until = time.monotonic() + seconds
    while (left := running(data)) and time.monotonic() < until:
        time.sleep(0.1)
    return [command_line(pid) for pid in left]
