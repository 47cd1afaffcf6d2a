"""Watching the open turns of one account, over all its matches."""

from collections.abc import AsyncGenerator, Iterator, Mapping

from footplate.domain.events import TurnStarted
from footplate.rules.bells import Bells
from footplate.rules.pace import Pace, Span
from footplate.rules.turns import OpenTurns
from footplate.rules.watch_messages import Ended, TurnClosed, TurnOpened, TurnsMessage, Watcher
from footplate.runtime import metrics


class TurnWatches:
    """Watches of open turns. Each compares what is open with what it has told; a slow one skips what came and went."""

    def __init__(self, turns: OpenTurns, bells: Bells, pace: Pace) -> None:
        self._turns = turns
        self._bells = bells
        self._pace = pace

    async def watch(self, watcher: Watcher, game: str) -> AsyncGenerator[TurnsMessage, None]:
        """The open turns of the account (`game` empty: of all games), a beat, then each as it opens and closes."""
        told: Mapping[str, TurnStarted] = {}
        span, following = Span(self._bells, self._pace, watcher), False
        with self._bells.listening(watcher.account) as bell, metrics.WATCHERS_OPEN.labels("turns").track_inprogress():
            while not (reason := span.over()):
                rings = bell.rings
                now = {key: turn for key, turn in self._turns.of(watcher.account).items() if game in ("", turn.game)}
                for message in self._news(told, now):
                    yield message
                if following:
                    self._measure(told, now)
                told = now
                if not following or not await span.rest(bell, rings):
                    yield span.beat(0)
                following = True
            yield Ended(reason, 0)

    def _news(self, told: Mapping[str, TurnStarted], now: Mapping[str, TurnStarted]) -> Iterator[TurnsMessage]:
        for match_id, turn in told.items():
            if now.get(match_id) != turn:
                yield TurnClosed(match_id, turn.ply, self._turns.finished(match_id))
        for match_id, turn in now.items():
            if told.get(match_id) != turn:
                yield TurnOpened(turn)

    def _measure(self, told: Mapping[str, TurnStarted], now: Mapping[str, TurnStarted]) -> None:
        now_ms = self._pace.now_ms()
        for match_id, turn in now.items():
            if told.get(match_id) != turn:
                metrics.WATCH_DELAY_SECONDS.labels("turns").observe(max(0, now_ms - turn.began_ms) / 1000)
