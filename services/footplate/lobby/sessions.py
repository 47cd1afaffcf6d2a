"""What the lobby does with sessions and secrets once they are there. Knows neither gRPC nor Redis.

A session or all sessions of an account are ended in one write, together with the secret where that changes; every
service hears of it on the bus. No secret, hash or token stands in an error or a log line.
"""

from dataclasses import dataclass, field
from typing import Final

from footplate.domain.errors import BadSecret, NotYourBot, RequestReused, StoreUnavailable, UnknownAccount
from footplate.domain.events import AccessRevoked
from footplate.lobby.account import Account
from footplate.lobby.grants import Grants
from footplate.lobby.names import name_key
from footplate.lobby.ports import AccountStore, Clock, Kept, Request, Revoking, Written
from footplate.lobby.proofs import Proofs
from footplate.lobby.requests import request_of
from footplate.lobby.secrecy import SHORTEST, expect_secret, new_secret
from footplate.runtime.identity import BadToken, Caller, TokenFault
from footplate.runtime.revocation import revoked_token
from footplate.runtime.tokens import Token

_TRIES: Final = 10


@dataclass(frozen=True, slots=True)
class SecretChange:
    """A secret that is to take the place of another. The account is named by its id, or else by its name."""

    request_id: str
    account_id: str
    name: str
    old: str = field(repr=False)
    new: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Replaced:
    """A bot with a new secret. `secret`: the one that was made, empty when the owner chose it or asked once more."""

    account: Account
    secret: str = field(repr=False)


class Sessions:
    """One method per call. All raise StoreUnavailable."""

    def __init__(self, store: AccountStore, proofs: Proofs, grants: Grants, now_ms: Clock) -> None:
        self._store = store
        self._proofs = proofs
        self._grants = grants
        self._now_ms = now_ms

    async def renew(self, caller: Caller) -> tuple[Token, Account]:
        """The next token of the caller's session. Raises BadToken, UnknownAccount.

        The store is asked: no replica that has not yet heard of it lengthens a session that was ended.
        """
        kept, session = await self._kept(caller.account_id), caller.session
        if session.epoch < kept.epoch or await self._store.is_revoked(caller.account_id, session.id):
            raise revoked_token()
        return self._grants.renew(kept, session), kept.account

    async def end_session(self, caller: Caller, request_id: str) -> None:
        """Ends the session of the caller. Raises BadToken when the token belongs to none, BadRequest, RequestReused."""
        account, session = caller.account_id, caller.session.id
        if not session:
            raise BadToken(TokenFault.SESSION_OVER, "the token belongs to no session")
        request = request_of(account, request_id, "end_session", session)
        written = await self._store.revoke(Revoking(self._event(account, session, 0), request))
        _expect_same(written, request_id)

    async def end_all(self, caller: Caller, request_id: str, account_id: str) -> None:
        """Ends all sessions of the caller or of a bot of its.

        Raises UnknownAccount, NotYourBot, BadRequest, RequestReused, RateLimited.
        """
        request = request_of(caller.account_id, request_id, "end_all", account_id)
        await self._proofs.spend(f"revoke:{caller.account_id}")
        await self._own(caller, account_id)
        await self._new_epoch(account_id, request, request_id)

    async def change_secret(self, change: SecretChange) -> tuple[Token, Account]:
        """Gives an account another secret for its old one, and ends all its sessions; a token of a new one.

        Repeated it does nothing, and the new secret gets another token. Raises BadRequest, BadSecret, RateLimited,
        RequestReused; it is not told whether there is such an account.
        """
        expect_secret(change.old, 1, "old_secret")
        expect_secret(change.new, SHORTEST, "new_secret")
        key = name_key(change.name)
        kept = await (self._store.by_id(change.account_id) if change.account_id else self._store.by_name(key))
        asked = kept.account.id if kept else change.account_id or f"name {key}"
        request = request_of(asked, change.request_id, "change_secret")
        if await self._store.did(request) and await self._proofs.given(kept, asked, change.new) and kept:
            return self._grants.begin(kept), kept.account
        if not await self._proofs.given(kept, asked, change.old) or kept is None:
            raise BadSecret
        secret_hash = await self._proofs.hash(change.new)
        await self._new_epoch(asked, request, change.request_id, secret_hash, kept)
        return self._grants.begin(await self._kept(asked)), kept.account

    async def replace_bot_secret(self, caller: Caller, request_id: str, account_id: str, secret: str) -> Replaced:
        """Gives a bot of the caller another secret, made here when none is given, and ends all its sessions.

        Repeated it does nothing, and shows no secret. Raises UnknownAccount, NotYourBot, BadRequest, RequestReused,
        RateLimited.
        """
        request = request_of(caller.account_id, request_id, "replace_bot_secret", account_id, bool(secret))
        if secret:
            expect_secret(secret, SHORTEST)
        await self._proofs.spend(f"replace:{caller.account_id}")
        bot = (await self._own(caller, account_id)).account
        if bot.id == caller.account_id:
            raise NotYourBot(account_id)
        made = "" if secret else new_secret()
        secret_hash = await self._proofs.hash(secret or made)
        written = await self._new_epoch(account_id, request, request_id, secret_hash)
        return Replaced(bot, made if written == Written.DONE else "")

    async def _new_epoch(
        self, account: str, request: Request, request_id: str, secret_hash: str = "", first: Kept | None = None
    ) -> Written:
        """Ends all sessions of an account, and stores its secret where there is a new one.

        `first`: the account as it was proved to be. If it has changed since, the proof is not worth anything any more.
        """
        for _ in range(_TRIES):
            kept = first or await self._kept(account)
            event = self._event(account, "", kept.epoch + 1)
            written = await self._store.revoke(Revoking(event, request, secret_hash))
            if written != Written.MOVED:
                return _expect_same(written, request_id)
            if first:
                raise BadSecret
        raise StoreUnavailable("too many changes of one account at once")

    async def _own(self, caller: Caller, account_id: str) -> Kept:
        """An account that the caller may decide about. Raises UnknownAccount, NotYourBot."""
        kept = await self._kept(account_id)
        if caller.account_id not in (account_id, kept.account.owner):
            raise NotYourBot(account_id)
        return kept

    async def _kept(self, account_id: str) -> Kept:
        kept = await self._store.by_id(account_id)
        if kept is None:
            raise UnknownAccount(account_id)
        return kept

    def _event(self, account: str, session: str, epoch: int) -> AccessRevoked:
        return AccessRevoked(account, session, epoch, self._grants.all_run_out_ms(), self._now_ms())


def _expect_same(written: Written, request_id: str) -> Written:
    """Raises RequestReused."""
    if written == Written.REUSED:
        raise RequestReused(request_id)
    return written
