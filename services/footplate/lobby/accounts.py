"""What the lobby does with accounts, in its own words. Knows neither gRPC nor Redis.

No secret, hash or token stands in an error or a log line.
"""

import hashlib
from dataclasses import dataclass, field

from footplate.domain.errors import BadSecret, NameTaken, RequestReused, UnknownAccount
from footplate.lobby.account import Account
from footplate.lobby.names import display_name, name_key
from footplate.lobby.ports import AccountStore, Clock, Kept, Tries
from footplate.lobby.rate import Limit
from footplate.lobby.requests import expect_request_id, new_id
from footplate.lobby.secrecy import SHORTEST, Hasher, expect_secret, new_secret, same_secret
from footplate.runtime.identity import Caller, Role
from footplate.runtime.tokens import Token, TokenSigner


@dataclass(frozen=True, slots=True)
class Registration:
    """An account that is wanted. `secret` empty: one is to be made."""

    request_id: str
    name: str
    secret: str = field(repr=False)
    bot: bool


@dataclass(frozen=True, slots=True)
class Registered:
    """A new account. `secret`: the one that was made, empty when the caller chose it.

    `token` None: a request repeated without a secret, which proves nothing about who asks.
    """

    account: Account
    secret: str = field(repr=False)
    token: Token | None


@dataclass(frozen=True, slots=True)
class Limits:
    """How often secrets may be tried for one account, and how often accounts made."""

    secrets: Limit
    registrations: Limit


class Accounts:
    """One method per call. All raise StoreUnavailable. `service_secret`: what the house's services know."""

    def __init__(
        self,
        store: AccountStore,
        tries: Tries,
        hasher: Hasher,
        signer: TokenSigner,
        limits: Limits,
        *,
        service_secret: str,
        now_ms: Clock,
    ) -> None:
        self._store = store
        self._tries = tries
        self._hasher = hasher
        self._signer = signer
        self._limits = limits
        self._service_secret = service_secret
        self._now_ms = now_ms

    async def register(self, wanted: Registration) -> Registered:
        """Makes an account; the same one for the same request with the same secret.

        Raises BadRequest, NameTaken, RequestReused, RateLimited.
        """
        name, request = display_name(wanted.name), expect_request_id(wanted.request_id)
        if wanted.secret:
            expect_secret(wanted.secret, SHORTEST)
        await self._tries.spend("register", self._limits.registrations)
        holder = await self._store.by_name(name_key(name))
        if holder:
            return await self._again(holder, name, wanted)
        made = "" if wanted.secret else new_secret()
        account = Account(new_id("a"), name, self._now_ms(), wanted.bot)
        kept = Kept(account, await self._hasher.hash(wanted.secret or made), request)
        if await self._store.add(kept, name_key(name)) is None:
            return Registered(account, made, self._token(account))
        return await self.register(wanted)  # somebody was faster, perhaps the same request

    async def _again(self, holder: Kept, name: str, wanted: Registration) -> Registered:
        """The answer that was given before, for whoever gives the secret that came with the request.

        Request ids may be easy to guess, so they alone open nothing.
        """
        if (holder.request, holder.account.name) != (wanted.request_id, name):
            raise NameTaken(name)
        if wanted.secret and not await self._proved(holder, holder.account.id, wanted.secret):
            raise NameTaken(name)
        if holder.account.bot != wanted.bot:
            raise RequestReused(wanted.request_id)
        token = self._token(holder.account) if wanted.secret else None
        return Registered(holder.account, "", token)

    async def issue_token(self, account_id: str, name: str, secret: str) -> tuple[Token, Account]:
        """A token for the secret of an account, named by its id or else by its name.

        Raises BadRequest, BadSecret, RateLimited; it is not told whether there is such an account.
        """
        expect_secret(secret, 1)
        kept = await (self._store.by_id(account_id) if account_id else self._store.by_name(name_key(name)))
        asked = account_id or f"name {name_key(name)}"
        if not await self._proved(kept, kept.account.id if kept else asked, secret) or kept is None:
            raise BadSecret
        return self._token(kept.account), kept.account

    async def issue_bot_token(self, service_secret: str, account_id: str) -> Token:
        """A token for a bot of the house. Raises BadSecret, UnknownAccount, RateLimited."""
        if not same_secret(service_secret, self._service_secret):
            await self._tries.spend("service", self._limits.secrets)  # after the look: the right one is never held up
            raise BadSecret
        kept = await self._store.by_id(account_id)
        if kept is None or not kept.account.level:
            raise UnknownAccount(account_id)
        return self._token(kept.account)

    async def get(self, account_id: str) -> Account:
        """The account of an id. Raises UnknownAccount."""
        kept = await self._store.by_id(account_id)
        if kept is None:
            raise UnknownAccount(account_id)
        return kept.account

    async def _proved(self, kept: Kept | None, what: str, secret: str) -> bool:
        """Whether a secret is that of an account. It counts as a try before it is looked at. Raises RateLimited."""
        counter = f"secret:{hashlib.sha256(what.encode()).hexdigest()[:32]}"
        await self._tries.spend(counter, self._limits.secrets)
        if not await self._hasher.verify(kept.secret_hash if kept else "", secret):
            return False
        await self._tries.forget(counter)
        return True

    def _token(self, account: Account) -> Token:
        role = Role.BOT if account.bot else Role.PLAYER
        return self._signer.sign(Caller(account.id, account.name, role))
