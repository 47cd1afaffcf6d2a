"""Who sits where: at a table that fills up, and in a match."""

from dataclasses import dataclass
from typing import Final

GUEST: Final = "guest"
"""What a record calls the level of a bot that is not the house's."""


@dataclass(frozen=True)
class Seat:
    """A seat that is taken. `account` decides for it; empty where nobody may. `name`: as shown when it sat down.

    `bot`: a program plays. `level`: how well, for a bot of the house; empty for a person and for a third party's bot.
    """

    account: str
    name: str
    bot: bool = False
    level: str = ""

    @property
    def bot_word(self) -> str:
        """How a record names the bot in the seat; empty for a person."""
        return (self.level or GUEST) if self.bot else ""
