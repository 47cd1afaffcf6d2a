"""Standing orders in Redis: one hash beside each match, changed by one script. It goes when the match is forgotten."""

from collections.abc import Callable
from typing import Any, Final

from footplate.domain.errors import StalePly, UnknownMatch, UnknownOrder
from footplate.domain.events import MatchEvent
from footplate.rules import stored_orders as stored
from footplate.rules.keys import match_keys
from footplate.rules.order_ports import Answered, Book, Change
from footplate.rules.redis_store import pairs
from footplate.runtime.redis_scripts import Commands, Script, translated

_CHANGE: Final = Script(__package__, "write_orders.lua")


class RedisOrderStore:
    """See `order_ports.OrderStore`. `encode` writes an event for the bus."""

    def __init__(self, client: Commands, encode: Callable[[MatchEvent], bytes]) -> None:
        self._client = client
        self._encode = encode

    async def book(self, match_id: str) -> Book:
        with translated():
            reply = await self._client.execute_command("HGETALL", match_keys(match_id).orders)
        return stored.parse_book(dict(pairs(reply)))

    async def change(self, match_id: str, change: Change) -> Answered | None:
        keys = match_keys(match_id)
        answer = await _CHANGE.run(self._client, (keys.orders, keys.head, keys.events), self._arguments(change))
        if answer[0] == b"before":
            return stored.parse_memory(answer[1])
        if answer[0] == b"stands":
            assert change.ply is not None  # noqa: S101 - only then the script says so
            raise StalePly(match_id, change.ply, int(answer[1]))
        if answer[0] == b"missing":
            raise UnknownMatch(match_id)
        if answer[0] == b"changed":
            raise UnknownOrder(match_id, change.held.id if change.held else "")
        return None

    async def remembered(self, match_id: str, request_id: str) -> Answered | None:
        with translated():
            field = stored.request_field(request_id)
            found = await self._client.execute_command("HGET", match_keys(match_id).orders, field)
        return stored.parse_memory(found) if found else None

    def _arguments(self, change: Change) -> tuple[Any, ...]:
        request, held = change.request, change.held
        lists = (*stored.fields_of(change), [self._encode(change.turn)] if change.turn else [])
        return (
            stored.request_field(request.id) if request else "",
            stored.memory_text(request, change.answer) if request else "",
            "" if change.ply is None else str(change.ply),
            stored.order_field(held) if held else "",
            stored.order_text(held) if held else "",
            *(word for words in lists for word in (len(words), *words)),
        )
