"""What the metrics page says about the bus: how the waker's group stands, over all partitions."""

from typing import Final

from footplate.bus import BusError, Envelope, Gap, GroupState, Outcome
from footplate.runtime import metrics

_STREAM: Final = "match"
_RESULTS: Final = {Outcome.DONE: "handled", Outcome.RETRY: "retried", Outcome.DEAD: "dead"}


class BusMetrics:
    """See `bus.Observer`."""

    def __init__(self) -> None:
        self._states: dict[str, GroupState] = {}

    def group_state(self, group: str, state: GroupState) -> None:
        """Adds a partition up with the others."""
        self._states[state.stream] = state
        states = self._states.values()
        metrics.BUS_LAG.labels(_STREAM, group).set(sum(one.lag for one in states))
        metrics.BUS_LAG_SECONDS.labels(_STREAM, group).set(max(one.oldest_ms for one in states) / 1000)
        metrics.BUS_PENDING.labels(_STREAM, group).set(sum(one.pending for one in states))
        metrics.BUS_DEAD_LETTERS.labels(_STREAM, group).set(sum(one.dead for one in states))

    def handled(self, group: str, envelope: Envelope, outcome: Outcome, seconds: float) -> None:  # noqa: ARG002 - the protocol's
        """Counts it."""
        metrics.BUS_EVENTS.labels(_STREAM, group, _RESULTS[outcome]).inc()

    def gap(self, gap: Gap) -> None:
        """Told in the log by the bus."""

    def disconnected(self, group: str, error: BusError) -> None:
        """Told in the log by the bus."""
