"""Half-open streams: the connection looks fine, and nobody is at the other end."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

M = TypeVar("M")


class SilenceGuard:
    """Calls `cut` when a reader has waited `seconds` for the next message. What it does in between takes its time."""

    def __init__(self, seconds: float, cut: Callable[[], object]) -> None:
        self.tripped = False
        self._seconds = seconds
        self._cut = cut
        self._waiting_since: float | None = None
        self._stopped = threading.Event()
        threading.Thread(target=self._watch, name="silence-guard", daemon=True).start()

    def watched(self, messages: Iterable[M]) -> Iterator[M]:
        """The messages as they come."""
        self._waiting_since = time.monotonic()
        for message in messages:
            self._waiting_since = None
            yield message
            self._waiting_since = time.monotonic()

    def stop(self) -> None:
        """Guard no longer."""
        self._stopped.set()

    def _watch(self) -> None:
        while not self._stopped.wait(self._left()):
            if self._left() <= 0:
                self.tripped = True
                self._cut()
                return

    def _left(self) -> float:
        since = self._waiting_since
        return self._seconds if since is None else since + self._seconds - time.monotonic()
