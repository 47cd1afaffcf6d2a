"""Accounts in Redis, and the counts of tries beside them."""

from typing import Any, Final

from footplate.lobby.keys import account_key, name_key, tries_key
from footplate.lobby.ports import Kept
from footplate.lobby.rate import Limit, RateLimited
from footplate.lobby.stored import account_fields, parse_account
from footplate.runtime.redis_scripts import Commands, Script, translated

_ADD: Final = Script(__package__, "add_account.lua")
_COUNT: Final = Script(__package__, "count_try.lua")


class RedisAccountStore:
    """See `ports.AccountStore`."""

    def __init__(self, client: Commands) -> None:
        self._client = client

    async def add(self, kept: Kept, name_key_: str) -> str | None:
        account_id = kept.account.id
        fields = [word for field in account_fields(kept).items() for word in field]
        keys = (account_key(account_id), name_key(name_key_))
        holder = await _ADD.run(self._client, keys, [account_id, *fields])
        known = holder.decode() if holder else account_id
        return None if known == account_id else known  # its own name: the command was sent twice

    async def by_id(self, account_id: str) -> Kept | None:
        with translated():
            reply = await self._client.execute_command("HGETALL", account_key(account_id))
        fields = _pairs(reply)
        return parse_account(account_id, fields) if fields else None

    async def by_name(self, name_key_: str) -> Kept | None:
        with translated():
            holder = await self._client.execute_command("GET", name_key(name_key_))
        return await self.by_id(holder.decode()) if holder else None


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
