"""What an account is, as everybody may see it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who may sit at tables. `bot`: a program plays under it. `level`: of a bot of the house, else empty.

    `owner`: the person's account that answers for a third party's bot; empty for all others, and for a bot that was
    registered by nobody.
    """

    id: str
    name: str
    created_ms: int
    bot: bool = False
    level: str = ""
    owner: str = ""
