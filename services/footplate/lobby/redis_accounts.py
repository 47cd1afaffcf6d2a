"""Accounts in Redis, what is revoked of their tokens, and the counts of tries beside them."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from footplate.bus import LOBBY_STREAM
from footplate.domain.errors import TooManyBots
from footplate.domain.events import AccessRevoked
from footplate.lobby.account import Account
from footplate.lobby.keys import account_key, account_request_key, bots_key, name_key, tries_key
from footplate.lobby.ports import MOST_BOTS, Kept, Request, Revoking, Written
from footplate.lobby.rate import Limit, RateLimited
from footplate.lobby.stored import account_fields, parse_account
from footplate.runtime.redis_revocations import REVOKED, RedisRevocations, member_of
from footplate.runtime.redis_scripts import Commands, Script, translated
from footplate.wire.events import encode_event

_ADD: Final = Script(__package__, "add_account.lua")
_COUNT: Final = Script(__package__, "count_try.lua")
_REVOKE: Final = Script(__package__, "revoke.lua")
_KEEP_SECONDS: Final = 24 * 3600.0


class RedisAccountStore:
    """See `ports.AccountStore`. `keep_requests`: for how many seconds a request is answered the same way again."""

    def __init__(self, client: Commands, keep_requests: float = _KEEP_SECONDS) -> None:
        self._client = client
        self._keep_ms = int(keep_requests * 1000)
        self._revocations = RedisRevocations(client)

    async def add(self, kept: Kept, name_key_: str, most_bots: int = MOST_BOTS) -> str | None:
        account = kept.account
        fields = [word for field in account_fields(kept).items() for word in field]
        keys = [account_key(account.id), name_key(name_key_), *([bots_key(account.owner)] if account.owner else [])]
        arguments: list[str | bytes | int] = [account.id, account.created_ms, most_bots, *fields]
        answer, *holder = await _ADD.run(self._client, keys, arguments)
        if answer == b"full":
            raise TooManyBots(account.owner, most_bots)
        known = holder[0].decode() if holder else account.id
        return None if known == account.id else known  # its own name: the command was sent twice

    async def by_id(self, account_id: str) -> Kept | None:
        with translated():
            reply = await self._client.execute_command("HGETALL", account_key(account_id))
        fields = _pairs(reply)
        return parse_account(account_id, fields) if fields else None

    async def by_name(self, name_key_: str) -> Kept | None:
        with translated():
            holder = await self._client.execute_command("GET", name_key(name_key_))
        return await self.by_id(holder.decode()) if holder else None

    async def bots_of(self, owner: str) -> Sequence[Account]:
        with translated():
            found = await self._client.execute_command("ZRANGE", bots_key(owner), 0, -1)
        kept = await asyncio.gather(*[self.by_id(account_id.decode()) for account_id in found])
        return [one.account for one in kept if one]

    async def revoke(self, revoking: Revoking) -> Written:
        event, request = revoking.event, revoking.request
        keys = [account_key(event.account), REVOKED, LOBBY_STREAM, account_request_key(request.id)]
        arguments = [
            event.epoch - 1 if event.epoch else "",
            event.epoch,
            revoking.secret_hash,
            member_of(event),
            event.until_ms,
            event.time_ms,
            encode_event(event),
            request.print,
            self._keep_ms,
        ]
        return Written((await _REVOKE.run(self._client, keys, arguments)).decode())

    async def did(self, request: Request) -> bool:
        with translated():
            remembered = await self._client.execute_command("GET", account_request_key(request.id))
        return bool(remembered == request.print.encode())

    async def is_revoked(self, account_id: str, session: str) -> bool:
        member = member_of(AccessRevoked(account_id, session, 0, 0, 0))
        with translated():
            return await self._client.execute_command("ZSCORE", REVOKED, member) is not None

    async def revoked(self) -> Sequence[AccessRevoked]:
        return await self._revocations.load()


class RedisTries:
    """See `ports.Tries`."""

    def __init__(self, client: Commands) -> None:
        self._client = client

    async def spend(self, what: str, limit: Limit) -> None:
        times, left_ms = await _COUNT.run(self._client, [tries_key(what)], [int(limit.seconds * 1000)])
        if times > limit.count:
            raise RateLimited(limit, max(0.0, left_ms / 1000))

    async def forget(self, what: str) -> None:
        with translated():
            await self._client.execute_command("DEL", tries_key(what))


def _pairs(reply: Any) -> dict[bytes, bytes]:
    """The fields of a hash, which the client gives as a mapping or as a row of names and values."""
    return dict(reply) if isinstance(reply, dict) else dict(zip(reply[::2], reply[1::2], strict=True))
