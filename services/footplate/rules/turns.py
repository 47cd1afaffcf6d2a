"""Every open turn there is, by match and by account: a copy of what the store holds, kept up by the events of the bus.

A match that runs has exactly one open turn: it closes when the next one opens, or when the match ends. Events may be
repeated, and may be older than the copy; the ply tells.
"""

from collections.abc import Container, Iterable, Mapping
from typing import Final

from footplate.bus import partition_of
from footplate.domain.events import MatchFinished, TurnStarted
from footplate.rules.bells import Bells
from footplate.rules.caches import Lru
from footplate.runtime import metrics

_REMEMBERED: Final = 4096
_NONE: Final[Mapping[str, TurnStarted]] = {}


class OpenTurns:
    """The open turns. `bells` are rung by account whenever one of its turns opens or closes."""

    def __init__(self, bells: Bells) -> None:
        self._bells = bells
        self._turns: dict[str, TurnStarted] = {}
        self._by_account: dict[str, dict[str, TurnStarted]] = {}
        self._finished: Lru[str, bool] = Lru(_REMEMBERED)
        self._running: dict[str, int] = {}

    def of(self, account: str) -> Mapping[str, TurnStarted]:
        """The open turns of an account, by match."""
        return self._by_account.get(account, _NONE)

    def finished(self, match_id: str) -> bool:
        """Whether the match is known to be over; only those that ended lately are."""
        return bool(self._finished.get(match_id))

    def started(self, event: TurnStarted) -> None:
        """A turn opens in place of the one before it, unless it is old news."""
        known = self._turns.get(event.match)
        if known is None:
            self._open(event)
        elif known.ply < event.ply:
            self._forget(known)
            self._remember(event)

    def ended(self, event: MatchFinished) -> None:
        """The match has no turns any more."""
        self._finished.put(event.match, True)
        self._close(self._turns.get(event.match))

    def replace(self, partitions: Container[int], turns: Iterable[TurnStarted]) -> tuple[str, ...]:
        """Takes what the store holds of some partitions in place of what was known; matches that lost their turn."""
        stored = {turn.match: turn for turn in turns}
        before = [known for match, known in self._turns.items() if partition_of(match) in partitions]
        for known in before:
            if stored.get(known.match) != known:
                self._close(known)
        for turn in stored.values():
            if turn.match not in self._turns:
                self._open(turn)
        return tuple(known.match for known in before if known.match not in stored)

    def _open(self, turn: TurnStarted) -> None:
        self._remember(turn)
        self._count(turn.game, 1)

    def _close(self, turn: TurnStarted | None) -> None:
        if turn:
            self._forget(turn)
            self._count(turn.game, -1)

    def _remember(self, turn: TurnStarted) -> None:
        self._turns[turn.match] = turn
        self._by_account.setdefault(turn.account, {})[turn.match] = turn
        self._wake(turn.account)

    def _forget(self, turn: TurnStarted) -> None:
        del self._turns[turn.match]
        own = self._by_account[turn.account]
        del own[turn.match]
        if not own:
            del self._by_account[turn.account]
        self._wake(turn.account)

    def _wake(self, account: str) -> None:
        bell = self._bells.get(account)
        if bell:
            bell.wake()

    def _count(self, game: str, change: int) -> None:
        """Counting open turns counts the matches that run."""
        self._running[game] = self._running.get(game, 0) + change
        metrics.MATCHES_RUNNING.labels(game).set(self._running[game])
