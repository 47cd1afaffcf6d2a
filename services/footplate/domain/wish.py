"""What is wanted of a table beside its set-up."""

from dataclasses import dataclass
from typing import Final

from footplate.domain.access import EVERYBODY, Access
from footplate.domain.errors import BadRequest
from footplate.domain.terms import FREE, Terms

EXPIRY_MS: Final = (60_000, 28 * 24 * 3_600_000)
"""How long a table may wait for its players, at least and at most."""


@dataclass(frozen=True)
class Wish:
    """What is wanted of a new table beside its set-up. `lasts_ms`: how long it waits for players, 0 for ever."""

    terms: Terms = FREE
    access: Access = EVERYBODY
    auto_start: bool = False
    lasts_ms: int = 0

    def expect_good(self) -> None:
        """Raises BadRequest naming the field that cannot be."""
        self.terms.expect_good()
        self.access.expect_good()
        low, high = EXPIRY_MS
        if self.lasts_ms and not low <= self.lasts_ms <= high:
            raise BadRequest("expires_after", self.lasts_ms, f"{low} to {high} milliseconds are expected")


PLAIN: Final = Wish()
