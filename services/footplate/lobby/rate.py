"""What may be done only so often."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be done in how many seconds."""

    count: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.count} in {self.seconds:g} seconds"


class RateLimited(Exception):
    """Too many calls. `limit`: how many there may be, in words. `retry_seconds`: when it is worth another try."""

    def __init__(self, limit: object, retry_seconds: float) -> None:
        self.limit = str(limit)
        self.retry_seconds = retry_seconds
        super().__init__(f"too many calls, there may be {limit}")
