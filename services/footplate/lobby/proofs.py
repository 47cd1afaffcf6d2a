"""Whether a secret is that of an account. Each try counts before it is looked at."""

import hashlib

from footplate.lobby.ports import Kept, Tries
from footplate.lobby.rate import Limit
from footplate.lobby.secrecy import Hasher


class Proofs:
    """Compares secrets with what is kept of them, at most `limit` times for one account."""

    def __init__(self, tries: Tries, hasher: Hasher, limit: Limit) -> None:
        self._tries = tries
        self._hasher = hasher
        self._limit = limit

    async def spend(self, what: str) -> None:
        """Counts a try of something else under the same limit. Raises RateLimited, StoreUnavailable."""
        await self._tries.spend(what, self._limit)

    async def hash(self, secret: str) -> str:
        """What is kept of a secret. Raises RateLimited."""
        return await self._hasher.hash(secret)

    async def given(self, kept: Kept | None, what: str, secret: str) -> bool:
        """Whether it is the secret; `what` names whom it was tried for. Raises RateLimited, StoreUnavailable.

        For nobody it takes as long as for an account.
        """
        counter = f"secret:{hashlib.sha256(what.encode()).hexdigest()[:32]}"
        await self._tries.spend(counter, self._limit)
        if not await self._hasher.verify(kept.secret_hash if kept else "", secret):
            return False
        await self._tries.forget(counter)
        return kept is not None
