"""One process of the platform: started, watched, and ended with everything it started itself."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

_LAST_LINES: Final = 8
_LONGEST_LINE: Final = 300


class Child:
    """A process that writes to a log file. `ended` is called, from another thread, when it ends by itself.

    Start it from a thread that lives as long as it should: on Linux the kernel ends it together with that thread.
    """

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.name: Final = name
        self.log: Final = log
        self._command = list(command)
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()

    @property
    def pid(self) -> int | None:
        """Its process id, once it was started."""
        return self._process.pid if self._process else None

    @property
    def alive(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def start(self, ended: Callable[["Child"], None]) -> None:
        """Start it in a session of its own, so that Ctrl-C at the terminal reaches it only through us."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as output:
            process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self._process = process
        threading.Thread(target=self._attend, args=(process, ended), name=f"{self.name}-watch", daemon=True).start()

    def stop(self, patience: float) -> None:
        """Ask it to end, wait, and make sure that nothing of it is left."""
        self._stopping.set()
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        self.kill()
        self._process.wait()

    def kill(self) -> None:
        """End it and what it started, at once. Safe in a signal handler."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def how_it_ended(self) -> str:
        """In words: with which exit code, or by which signal."""
        code = self._process.poll() if self._process else None
        if code is None:
            return "is running"
        return f"died by {signal.Signals(-code).name}" if code < 0 else f"died with exit code {code}"

    def last_words(self) -> list[str]:
        """The last lines of its log, without stack traces."""
        try:
            lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []
        told = [line for line in lines if line.strip() and not line.startswith((" ", "\t", "Traceback"))]
        return [line[:_LONGEST_LINE] for line in told[-_LAST_LINES:]]

    def _attend(self, process: subprocess.Popen[bytes], ended: Callable[["Child"], None]) -> None:
        process.wait()
        if not self._stopping.is_set():
            ended(self)
