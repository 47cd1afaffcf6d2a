"""A child process that ends when we do, however we end, and from whichever thread it was started."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_STOP_SECONDS: Final = 10.0

# Runs in the child before the program itself takes over: code between fork and exec may hang where there are threads.
_BIND: Final = """
import os, signal, sys
from footplate.runtime.parent import bind_to_parent
bind_to_parent(int(sys.argv[1]), signal.SIGTERM)
os.execv(sys.argv[2], sys.argv[2:])
"""


class BoundProcess:
    """A program started at once, its output in the file `log`; `keep_open` are file descriptors it inherits.

    It is bound to us on Linux; elsewhere call `end`. It has a session of its own: Ctrl-C at the terminal is for us, and
    we end it when we are done with it. OSError when it cannot be started.
    """

    def __init__(self, command: Sequence[str], log: Path, *, keep_open: Sequence[int] = ()) -> None:
        self.ended = threading.Event()
        self._begun = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._error: OSError | None = None
        bound = [sys.executable, "-P", "-c", _BIND, str(os.getpid()), *command]
        # The kernel ends a child with the thread that started it, so that thread stays for as long as the child does.
        threading.Thread(target=self._attend, args=(bound, log, keep_open), name="bound-process", daemon=True).start()
        self._begun.wait()
        if self._error is not None:
            raise self._error

    @property
    def pid(self) -> int | None:
        """Its process id, also after its end."""
        return self._process.pid if self._process else None

    def _attend(self, command: list[str], log: Path, keep_open: Sequence[int]) -> None:
        try:
            with log.open("wb") as output:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=keep_open,
                    start_new_session=True,
                )
        except OSError as error:
            self._error = error
            self.ended.set()
            return
        finally:
            self._begun.set()
        self._process.wait()
        self.ended.set()

    def end(self, signum: signal.Signals) -> None:
        """Signals it and waits until it is gone; kills what does not go by itself."""
        if self._process is None or self.ended.is_set():
            return
        self._process.send_signal(signum)
        if not self.ended.wait(_STOP_SECONDS):
            self._process.kill()
            self.ended.wait()
