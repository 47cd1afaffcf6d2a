"""What the metrics page says about the bus: lag, what is pending, dead letters, over all streams of a kind.

It fits `bus.Observer` by shape, since the bus and the process plumbing do not know each other.
"""

from collections import defaultdict
from enum import Enum
from typing import Final, Protocol

from footplate.runtime import metrics

_LOBBY: Final = "{lobby}"
_RESULTS: Final = {"DONE": "handled", "RETRY": "retried", "DEAD": "dead"}


class State(Protocol):
    """How a group stands on one stream."""

    @property
    def stream(self) -> str: ...
    @property
    def lag(self) -> int: ...
    @property
    def oldest_ms(self) -> int: ...
    @property
    def pending(self) -> int: ...
    @property
    def dead(self) -> int: ...


class Message(Protocol):
    """What was handled."""

    @property
    def stream(self) -> str: ...


class BusMetrics:
    """An observer of the bus. Streams are told apart by kind only: match or lobby."""

    def __init__(self) -> None:
        self._states: dict[tuple[str, str], dict[str, State]] = defaultdict(dict)

    def group_state(self, group: str, state: State) -> None:
        """Adds a stream up with the others of its kind."""
        labels = _kind(state.stream), group
        states = self._states[labels]
        states[state.stream] = state
        metrics.BUS_LAG.labels(*labels).set(sum(one.lag for one in states.values()))
        metrics.BUS_LAG_SECONDS.labels(*labels).set(max(one.oldest_ms for one in states.values()) / 1000)
        metrics.BUS_PENDING.labels(*labels).set(sum(one.pending for one in states.values()))
        metrics.BUS_DEAD_LETTERS.labels(*labels).set(sum(one.dead for one in states.values()))

    def handled(self, group: str, envelope: Message, outcome: Enum, seconds: float) -> None:  # noqa: ARG002 - the protocol's
        """Counts it."""
        metrics.BUS_EVENTS.labels(_kind(envelope.stream), group, _RESULTS[outcome.name]).inc()

    def gap(self, gap: object) -> None:
        """Told in the log by the bus."""

    def disconnected(self, group: str, error: Exception) -> None:
        """Told in the log by the bus."""


def _kind(stream: str) -> str:
    return "lobby" if stream.startswith(_LOBBY) else "match"
