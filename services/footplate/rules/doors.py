"""Who may look at a match at all: those who have to do with it, and those its people agreed to let watch."""

from footplate.domain.errors import WatchingRefused
from footplate.domain.log import Header
from footplate.rules.matches import Matches
from footplate.runtime.identity import Caller, Role


class Doors:
    """Lets callers in, or not."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def expect(self, caller: Caller, match_id: str) -> None:
        """Raises WatchingRefused, or UnknownMatch. Services of the house may look at every match."""
        if caller.role == Role.SERVICE:
            return
        if not _may_look(await self._matches.header(match_id), caller.account_id):
            raise WatchingRefused(match_id)


def _may_look(header: Header, account: str) -> bool:
    terms = header.terms
    people = [*header.seats, *([terms.stand_in] if terms.stand_in else [])]
    return terms.may_watch(account) or account in [seat.account for seat in people]
