"""How watchers learn that there is something new: a bell for each thing that is watched.

A bell only says that it is time to look; what there is to see is read from the log or from the open turns. So a watcher
that was busy while it rang misses nothing, however slow it is.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Bell:
    """Rings for everybody who listens to one thing. `position`: how far that thing has come, as far as was heard."""

    def __init__(self) -> None:
        self.rings = 0
        self.position = 0
        self.last = False
        """Whether it has come to its end: what can be read now is all there will ever be."""
        self._event = asyncio.Event()

    def ring(self, position: int, *, last: bool = False) -> None:
        """Something has come to a position, and perhaps to its end: wakes all who wait, unless that is old news."""
        if position > self.position or last > self.last:
            self.position = max(position, self.position)
            self.last = self.last or last
            self.wake()

    def wake(self) -> None:
        """Has all who wait look."""
        self.rings += 1
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, rings: int, seconds: float) -> bool:
        """True as soon as it has rung more than `rings` times, false when `seconds` are over before."""
        if self.rings != rings:
            return True
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return False
        return True


class Bells:
    """Bells by key. A bell is there while somebody listens."""

    def __init__(self) -> None:
        self._bells: dict[str, tuple[Bell, int]] = {}
        self.closing = False
        """Set for good when the process is about to stop."""

    def __len__(self) -> int:
        return len(self._bells)

    @contextmanager
    def listening(self, key: str) -> Iterator[Bell]:
        """The bell of a key, for the length of a `with`."""
        bell, listeners = self._bells.get(key) or (Bell(), 0)
        self._bells[key] = bell, listeners + 1
        try:
            yield bell
        finally:
            bell, listeners = self._bells.pop(key)
            if listeners > 1:
                self._bells[key] = bell, listeners - 1

    def get(self, key: str) -> Bell | None:
        """The bell of a key, None while nobody listens."""
        found = self._bells.get(key)
        return found[0] if found else None

    def wake_all(self) -> None:
        """Has everybody look."""
        for bell, _ in self._bells.values():
            bell.wake()

    def close(self) -> None:
        """Tells all watchers, also those still to come, that the process is about to stop."""
        self.closing = True
        self.wake_all()
