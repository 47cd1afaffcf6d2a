"""Who finds a table, and who may sit down at it."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from footplate.domain.errors import BadRequest

MOST_INVITED: Final = 64
MOST_REMOVED: Final = 256
"""How many are remembered as sent away; the first of them is forgotten when one more comes."""
LONGEST_ACCOUNT: Final = 64


class Visibility(StrEnum):
    """Who finds a table before it starts: everybody, whoever has its code, or whoever is invited."""

    OPEN = "open"
    UNLISTED = "unlisted"
    INVITED = "invited"


@dataclass(frozen=True)
class Access:
    """How a table is found. `code`: what opens an unlisted one. `removed`: accounts its owner sent away.

    Whoever is invited finds a table of any kind, and is welcome.
    """

    visibility: Visibility = Visibility.OPEN
    code: str = field(default="", repr=False)
    invited: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def expect_good(self) -> None:
        """Raises BadRequest naming the field that cannot be."""
        path = "invited_account_ids"
        if len(self.invited) > MOST_INVITED:
            raise BadRequest(path, len(self.invited), f"at most {MOST_INVITED} are expected")
        for number, account in enumerate(self.invited):
            if not 1 <= len(account) <= LONGEST_ACCOUNT:
                problem = f"the id of an account has 1 to {LONGEST_ACCOUNT} characters"
                raise BadRequest(f"{path}.{number}", account[:LONGEST_ACCOUNT], problem)

    def finds(self, account: str, code: str) -> bool:
        """Whether an account that has nothing to do with the table is shown it."""
        by_code = self.visibility == Visibility.UNLISTED and code != "" and code == self.code
        return self.visibility == Visibility.OPEN or by_code or account in self.invited

    def welcomes(self, account: str) -> bool:
        """Whether an account that finds the table may sit down."""
        return account not in self.removed

    def inviting(self, account: str) -> "Access":
        """The same with an account invited, also one that was sent away before."""
        removed = tuple(other for other in self.removed if other != account)
        return replace(self, invited=tuple(dict.fromkeys((*self.invited, account))), removed=removed)

    def not_inviting(self, account: str) -> "Access":
        """The same with an invitation taken back."""
        return replace(self, invited=tuple(other for other in self.invited if other != account))

    def removing(self, account: str) -> "Access":
        """The same with an account sent away, its invitation with it."""
        removed = (*(other for other in self.removed if other != account), account)
        return replace(self.not_inviting(account), removed=removed[-MOST_REMOVED:])


EVERYBODY: Final = Access()
"""Everybody finds the table and may sit down."""
