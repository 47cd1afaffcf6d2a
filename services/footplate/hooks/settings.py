"""The settings of the process that calls; see `runtime.settings` for how they are read."""

from typing import Annotated, ClassVar, Final

from pydantic import Field

from footplate.runtime.settings import Port, ProcessSettings, Seconds

METRICS_PORT: Final = 7715


class HooksSettings(ProcessSettings):
    """What the process is told."""

    process: ClassVar[str] = "hooks"

    metrics_port: Port = METRICS_PORT
    allow_loopback: bool = False
    """Whether this machine may be called, also without TLS. Never where strangers have accounts."""
    timeout_seconds: Annotated[float, Field(gt=0, le=30)] = 15.0
    """How long a receiver may take to answer."""
    lease_seconds: Seconds = 60.0
    """After this a call whose sender says nothing is made by another."""
    slots: Annotated[int, Field(ge=1, le=1024)] = 32
    """Calls at a time."""
    tick_seconds: Seconds = 0.25
    """How often the process looks for calls that are due."""
    store_connections: Annotated[int, Field(ge=1)] = 64
    """Connections to Redis that are shared."""
