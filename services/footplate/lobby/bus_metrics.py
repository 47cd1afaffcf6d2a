"""What the metrics page says about the bus: lag, what is pending, dead letters, over all streams of a kind."""

from collections import defaultdict
from typing import Final

from footplate.bus import LOBBY_STREAM, BusError, Envelope, Gap, GroupState, Outcome
from footplate.runtime import metrics

_RESULTS: Final = {Outcome.DONE: "handled", Outcome.RETRY: "retried", Outcome.DEAD: "dead"}


class BusMetrics:
    """See `bus.Observer`. Streams are told apart by kind only: match or lobby."""

    def __init__(self) -> None:
        self._states: dict[tuple[str, str], dict[str, GroupState]] = defaultdict(dict)

    def group_state(self, group: str, state: GroupState) -> None:
        """Adds a stream up with the others of its kind."""
        labels = _kind(state.stream), group
        states = self._states[labels]
        states[state.stream] = state
        metrics.BUS_LAG.labels(*labels).set(sum(one.lag for one in states.values()))
        metrics.BUS_LAG_SECONDS.labels(*labels).set(max(one.oldest_ms for one in states.values()) / 1000)
        metrics.BUS_PENDING.labels(*labels).set(sum(one.pending for one in states.values()))
        metrics.BUS_DEAD_LETTERS.labels(*labels).set(sum(one.dead for one in states.values()))

    def handled(self, group: str, envelope: Envelope, outcome: Outcome, seconds: float) -> None:  # noqa: ARG002 - the protocol's
        """Counts it."""
        metrics.BUS_EVENTS.labels(_kind(envelope.stream), group, _RESULTS[outcome]).inc()

    def gap(self, gap: Gap) -> None:
        """Told in the log by the bus."""

    def disconnected(self, group: str, error: BusError) -> None:
        """Told in the log by the bus."""


def _kind(stream: str) -> str:
    return "lobby" if stream == LOBBY_STREAM else "match"
