"""The accounts of the house's bots: a row for each level, made when first needed.

The same few serve all tables, but no one sits twice at a table: each seat of a match has an account of its own.
"""

import hashlib
from collections.abc import Sequence
from itertools import count
from typing import Final

from footplate.domain.errors import BadRequest
from footplate.domain.seat import Seat
from footplate.domain.table import Table
from footplate.lobby.account import Account
from footplate.lobby.names import HOUSE_MARK, name_key
from footplate.lobby.ports import AccountStore, Clock, Kept
from footplate.lobby.requests import id_of

_STAND_IN: Final = 0


class HouseBots:
    """Bots of these levels."""

    def __init__(self, store: AccountStore, levels: Sequence[str], now_ms: Clock) -> None:
        self._store = store
        self._levels = tuple(levels)
        self._now_ms = now_ms

    def expect_level(self, level: str, field: str = "level") -> None:
        """Raises BadRequest for a level the house does not play."""
        if level not in self._levels:
            raise BadRequest(field, level[:32], f"one of these is expected: {', '.join(self._levels)}")

    async def for_table(self, level: str, table: Table) -> Seat:
        """The first bot of a level that does not sit at a table yet; its account is there. Raises StoreUnavailable."""
        number = next(number for number in count(1) if table.seat_of(bot_id(level, number)) is None)
        return await self._seat(level, number)

    async def stand_in(self, level: str) -> Seat:
        """The bot that plays for whoever is away, the strongest for an empty level. It sits at no table by itself.

        Raises BadRequest, StoreUnavailable.
        """
        level = level or self._levels[-1]
        self.expect_level(level, "terms.stand_in.bot_level")
        return await self._seat(level, _STAND_IN)

    async def _seat(self, level: str, number: int) -> Seat:
        account = Account(bot_id(level, number), f"{level} {HOUSE_MARK}{number}", self._now_ms(), bot=True, level=level)
        await self._store.add(Kept(account), name_key(account.name))
        return Seat(account.id, account.name, bot=True, level=level)


def bot_id(level: str, number: int) -> str:
    """The account id of a bot of the house: the same in every replica."""
    return id_of("a", hashlib.sha256(f"house bot {level} {number}".encode()).digest())
