"""The settings of the waker and of the workers; see `runtime.settings` for how they are read."""

from pathlib import Path
from typing import Annotated, ClassVar, Final, Self

from pydantic import AfterValidator, Field, SecretStr, model_validator

from footplate.runtime.redis_source import RedisServer
from footplate.runtime.settings import Port, ProcessSettings, Seconds

WAKER_METRICS_PORT: Final = 7713
WORKER_METRICS_PORT: Final = 7714


def _not_empty(secret: SecretStr) -> SecretStr:
    if not secret.get_secret_value():
        raise ValueError("should not be empty")
    return secret


class BotSettings(ProcessSettings):
    """What the waker and the workers must agree on."""

    process: ClassVar[str] = "bots"

    hard_limit_seconds: Seconds = 30.0
    """A turn that takes longer is cut off, its process with it, and woken again."""
    visibility_seconds: Seconds = 600.0
    """After this the broker gives a turn that nobody finished to another worker: far above the hard limit."""

    @property
    def broker_url(self) -> str:
        """The Redis that the services use, as Celery spells it."""
        return RedisServer(self.redis_url.get_secret_value(), "").broker_url

    @model_validator(mode="after")
    def _no_second_run(self) -> Self:
        if self.visibility_seconds < 2 * self.hard_limit_seconds:
            raise ValueError("visibility_seconds should be at least twice hard_limit_seconds, or turns run twice")
        return self


class WakerSettings(BotSettings):
    """What the waker is told."""

    process: ClassVar[str] = "waker"

    metrics_port: Port = WAKER_METRICS_PORT
    sweep_seconds: Seconds = 5.0
    """Between two looks for turns that nobody works on."""
    lost_seconds: Seconds = 15.0
    """A turn younger than this is left to the event that told of it."""


class WorkerSettings(BotSettings):
    """What a worker is told."""

    process: ClassVar[str] = "worker"

    metrics_port: Port = WORKER_METRICS_PORT
    metrics_dir: Path | None = None
    """Where the processes of this worker count, emptied at the start; by default a place of its own for each run."""
    rules_address: str = "127.0.0.1:7701"
    """Where the rules service answers, `host:port`."""
    lobby_address: str = "127.0.0.1:7702"
    """Where the account service answers, `host:port`."""
    service_secret: Annotated[SecretStr, AfterValidator(_not_empty)]
    """What the house's services know and nobody else; buys the tokens of the bots."""
    concurrency: Annotated[int, Field(ge=1, le=256)] = 2
    """Turns thought about at a time, each in a process of its own."""
    soft_limit_seconds: Seconds = 20.0
    """A bot that thinks longer than this plays the safe default instead."""
    deadline_seconds: Seconds = 5.0
    """Time limit of one call of a service."""
    patience_seconds: Annotated[float, Field(ge=0, le=3600)] = 8.0
    """How long a service that is away is tried again before the turn is left to the sweep of the waker."""
    lease_seconds: Seconds = 10.0
    """How long after its last sign of life a turn being played counts as lost."""

    @model_validator(mode="after")
    def _soft_before_hard(self) -> Self:
        if self.soft_limit_seconds >= self.hard_limit_seconds:
            raise ValueError("soft_limit_seconds should be below hard_limit_seconds")
        return self
