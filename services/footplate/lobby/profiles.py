"""What there is to tell of an account: who it is, how strong, and how well it keeps to its matches."""

from collections.abc import Mapping
from dataclasses import dataclass

from footplate.domain.conduct import Reliability
from footplate.domain.rating import Board, Rating
from footplate.lobby.account import Account
from footplate.lobby.accounts import Accounts
from footplate.lobby.ports import RatingStore
from footplate.lobby.ratings import Ratings


@dataclass(frozen=True, slots=True)
class Profile:
    """An account as everybody may see it. `owner` None: it has none."""

    account: Account
    owner: Account | None
    ratings: Mapping[Board, Rating]
    reliability: Reliability


class Profiles:
    """Puts profiles together."""

    def __init__(self, accounts: Accounts, ratings: Ratings, store: RatingStore) -> None:
        self._accounts = accounts
        self._ratings = ratings
        self._store = store

    async def of(self, account_id: str) -> Profile:
        """The profile of an account. Raises UnknownAccount, StoreUnavailable."""
        account = await self._accounts.get(account_id)
        owner = await self._accounts.get(account.owner) if account.owner else None
        ratings = await self._ratings.of_account(account_id)
        return Profile(account, owner, ratings, await self._store.reliability(account_id))
