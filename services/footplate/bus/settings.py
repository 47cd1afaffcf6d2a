"""The dials of consumers and tails, with defaults for production. All times are in seconds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrimPolicy:
    """Who must have acknowledged an entry before it may go, and how long it stays anyway for tails to come back to."""

    groups: tuple[str, ...]
    keep: float = 60.0


@dataclass(frozen=True, slots=True)
class ConsumerSettings:
    """How a consumer reads, retries and keeps house. ValueError when the times contradict each other."""

    batch: int = 8
    """Entries per stream and read."""
    block: float = 1.0
    """Longest wait of one blocking read."""
    handler_timeout: float = 20.0
    """A handler is cut off after this; the delivery counts as failed."""
    claim_idle: float = 30.0
    """An entry not acknowledged for this long is given to another consumer. Longer than `handler_timeout`."""
    claim_every: float = 1.0
    check_every: float = 10.0
    """Between looks at the state of the groups: gaps, measurements, stale consumers, trimming."""
    max_deliveries: int = 5
    retry_delay: float = 0.5
    """Wait after the first failure; doubles with each, up to `claim_idle`."""
    reap_idle: float = 300.0
    trim: TrimPolicy | None = None
    backoff: float = 0.05
    """First wait when the store is away; doubles up to `backoff_limit`."""
    backoff_limit: float = 2.0
    grace: float = 10.0
    """How long `stop` waits for the message in hand before it is cut off."""

    def __post_init__(self) -> None:
        if self.handler_timeout >= self.claim_idle:
            raise ValueError("handler_timeout must be shorter than claim_idle, or others repeat work still going on")
        if self.batch < 1 or self.max_deliveries < 1:
            raise ValueError("batch and max_deliveries must be at least 1")


@dataclass(frozen=True, slots=True)
class TailSettings:
    """How a tail reads and comes back."""

    batch: int = 64
    block: float = 1.0
    linger: float = 0.0
    """Wait after each read that brought something, so that the next brings more at once; events may be this late."""
    check_every: float = 10.0
    backoff: float = 0.05
    backoff_limit: float = 2.0
    grace: float = 5.0
