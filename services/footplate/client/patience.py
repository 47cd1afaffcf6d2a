"""How long and how often to try again while a service is away."""

import random
import threading
import time
from typing import Final

_FIRST_SECONDS: Final = 0.05
_LONGEST_SECONDS: Final = 2.0


class Patience:
    """Pauses between tries: longer each time, with some chance in them so that many clients do not come all at once.

    `seconds`: how long to go on after the last success. `closed`: set when nobody waits for an answer any more.
    """

    def __init__(self, seconds: float, closed: threading.Event) -> None:
        self._seconds = seconds
        self._closed = closed
        self.renew()

    def renew(self) -> None:
        """Begin anew, after a success."""
        self._until = time.monotonic() + self._seconds
        self._pause = _FIRST_SECONDS

    def wait(self, asked: float | None = None) -> bool:
        """Pause before the next try, at least as long as the server `asked` for; False when it is time to give up."""
        pause = max(asked or 0.0, self._pause * random.uniform(0.5, 1.0))
        if time.monotonic() + pause > self._until:
            return False
        self._pause = min(self._pause * 2, _LONGEST_SECONDS)
        return not self._closed.wait(pause)
