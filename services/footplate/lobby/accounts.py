"""What the lobby does with accounts, in its own words. Knows neither gRPC nor Redis.

No secret, hash or token stands in an error or a log line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from footplate.domain.errors import BadRequest, BadSecret, NameTaken, RequestReused, UnknownAccount
from footplate.lobby.account import Account
from footplate.lobby.grants import Grants
from footplate.lobby.names import display_name, name_key
from footplate.lobby.ports import AccountStore, Clock, Kept, Tries
from footplate.lobby.proofs import Proofs
from footplate.lobby.rate import Limit
from footplate.lobby.requests import expect_request_id, new_id
from footplate.lobby.secrecy import SHORTEST, expect_secret, new_secret, same_secret
from footplate.runtime.identity import Caller, Role
from footplate.runtime.tokens import Token


@dataclass(frozen=True, slots=True)
class Registration:
    """An account that is wanted. `secret` empty: one is to be made. `by`: who asks, None for a stranger."""

    request_id: str
    name: str
    secret: str = field(repr=False)
    bot: bool
    by: Caller | None = None

    @property
    def owner(self) -> str:
        """Who will answer for it: the person that registers a bot."""
        return self.by.account_id if self.bot and self.by else ""


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
    """How often accounts may be made and the service secret be tried, and how many bots one may own.

    `bots_need_owner`: nobody but a person may register a bot.
    """

    secrets: Limit
    registrations: Limit
    bots: int
    bots_need_owner: bool = False


class Accounts:
    """One method per call. All raise StoreUnavailable. `service_secret`: what the house's services know."""

    def __init__(
        self,
        store: AccountStore,
        tries: Tries,
        proofs: Proofs,
        grants: Grants,
        limits: Limits,
        *,
        service_secret: str,
        now_ms: Clock,
    ) -> None:
        self._store = store
        self._tries = tries
        self._proofs = proofs
        self._grants = grants
        self._limits = limits
        self._service_secret = service_secret
        self._now_ms = now_ms

    async def register(self, wanted: Registration) -> Registered:
        """Makes an account; the same one for the same request with the same secret.

        A bot belongs to the person that asks for it. Raises BadRequest, NameTaken, RequestReused, RateLimited,
        TooManyBots.
        """
        name, request = display_name(wanted.name), expect_request_id(wanted.request_id)
        if wanted.secret:
            expect_secret(wanted.secret, SHORTEST)
        if wanted.bot:
            self._expect_owner(wanted.by)
        await self._tries.spend("register", self._limits.registrations)
        holder = await self._store.by_name(name_key(name))
        if holder:
            return await self._again(holder, name, wanted)
        made = "" if wanted.secret else new_secret()
        account = Account(new_id("a"), name, self._now_ms(), wanted.bot, owner=wanted.owner)
        kept = Kept(account, await self._proofs.hash(wanted.secret or made), request)
        if await self._store.add(kept, name_key(name), self._limits.bots) is None:
            return Registered(account, made, self._grants.begin(kept))
        return await self.register(wanted)  # somebody was faster, perhaps the same request

    def _expect_owner(self, by: Caller | None) -> None:
        if by is None and self._limits.bots_need_owner:
            raise BadRequest("bot", "true", "a bot has an owner here: register it with the token of a person")
        if by is not None and by.role is not Role.PLAYER:
            raise BadRequest("bot", "true", "a bot is owned by a person: show the token of one, or none")

    async def _again(self, holder: Kept, name: str, wanted: Registration) -> Registered:
        """The answer that was given before, for whoever gives the secret that came with the request.

        Request ids may be easy to guess, so they alone open nothing.
        """
        if (holder.request, holder.account.name) != (wanted.request_id, name):
            raise NameTaken(name)
        if wanted.secret and not await self._proofs.given(holder, holder.account.id, wanted.secret):
            raise NameTaken(name)
        if (holder.account.bot, holder.account.owner) != (wanted.bot, wanted.owner):
            raise RequestReused(wanted.request_id)
        token = self._grants.begin(holder) if wanted.secret else None
        return Registered(holder.account, "", token)

    async def issue_token(self, account_id: str, name: str, secret: str) -> tuple[Token, Account]:
        """A token for the secret of an account, named by its id or else by its name. It begins a session.

        Raises BadRequest, BadSecret, RateLimited; it is not told whether there is such an account.
        """
        expect_secret(secret, 1)
        kept = await (self._store.by_id(account_id) if account_id else self._store.by_name(name_key(name)))
        asked = account_id or f"name {name_key(name)}"
        if not await self._proofs.given(kept, kept.account.id if kept else asked, secret) or kept is None:
            raise BadSecret
        return self._grants.begin(kept), kept.account

    async def issue_bot_token(self, service_secret: str, account_id: str) -> Token:
        """A token for a bot of the house. Raises BadSecret, UnknownAccount, RateLimited."""
        if not same_secret(service_secret, self._service_secret):
            await self._tries.spend("service", self._limits.secrets)  # after the look: the right one is never held up
            raise BadSecret
        kept = await self._store.by_id(account_id)
        if kept is None or not kept.account.level:
            raise UnknownAccount(account_id)
        return self._grants.house(kept)

    async def get(self, account_id: str) -> Account:
        """The account of an id. Raises UnknownAccount."""
        kept = await self._store.by_id(account_id)
        if kept is None:
            raise UnknownAccount(account_id)
        return kept.account

    async def bots_of(self, owner: str) -> Sequence[Account]:
        """The bots of an account, the oldest first."""
        return await self._store.bots_of(owner)
