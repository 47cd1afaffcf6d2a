"""The settings of the rules service; see `runtime.settings` for how they are read."""

from typing import Annotated, ClassVar, Final

from pydantic import Field

from footplate.runtime.settings import Port, Seconds, ServiceSettings

PORT: Final = 7701
METRICS_PORT: Final = 7711


class RulesSettings(ServiceSettings):
    """What the rules service is told."""

    process: ClassVar[str] = "rules"

    port: Port = PORT
    metrics_port: Port = METRICS_PORT
    cache_matches: Annotated[int, Field(ge=1)] = 1024
    """How many matches are kept warm in memory."""
    snapshot_every: Annotated[int, Field(ge=1)] = 64
    """Plies between two snapshots of a match: what a cold load replays at most, but for the draws that follow."""
    keep_requests_seconds: Seconds = 24 * 3600.0
    """For how long after the end of a match its requests are answered the same way again."""
    heartbeat_seconds: Seconds = 15.0
    """Silence on a watch before a sign of life."""
    watch_behind: Annotated[int, Field(ge=1)] = 1000
    """A watcher that falls back by more entries than this, once it had caught up, is ended as too slow."""
    watch_linger_seconds: Annotated[float, Field(ge=0, le=10)] = 0.05
    """How late a watcher may hear of what another replica did; the longer, the fewer reads of the bus."""
    clock_tick_seconds: Annotated[float, Field(gt=0, le=1)] = 0.5
    """How often the clock looks for deadlines that have passed, and so how late it may fire."""
    store_timeout_seconds: Seconds = 5.0
    """A store that does not answer for this long counts as unreachable."""
