"""How long a watch lasts, and how it waits."""

from dataclasses import dataclass

from footplate.rules.bells import Bell, Bells
from footplate.rules.ports import Clock
from footplate.rules.watch_messages import Beat, EndReason, Watcher


@dataclass(frozen=True, slots=True)
class Pace:
    """The dials of watches. `heartbeat`: seconds of silence before a sign of life.

    `behind`: a watcher that had caught up once and then falls back by more entries than this is too slow.
    """

    now_ms: Clock
    heartbeat: float
    behind: int


class Span:
    """The time a watch may last, and its waiting."""

    def __init__(self, bells: Bells, pace: Pace, watcher: Watcher) -> None:
        self._bells = bells
        self._pace = pace
        self._expires_at = watcher.expires_at

    def over(self) -> EndReason | None:
        """What ends it now, if anything does."""
        if self._bells.closing:
            return EndReason.SHUTTING_DOWN
        return EndReason.TOKEN_EXPIRED if self._left() <= 0 else None

    async def rest(self, bell: Bell, rings: int) -> bool:
        """Waits for the bell; false when a sign of life is due."""
        return await bell.wait(rings, max(0.0, min(self._pace.heartbeat, self._left())))

    def beat(self, position: int) -> Beat:
        """A sign of life."""
        return Beat(self._pace.now_ms(), position)

    def _left(self) -> float:
        return self._expires_at - self._pace.now_ms() / 1000
