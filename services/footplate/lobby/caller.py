"""Who calls, in the words of the lobby."""

from footplate.domain.seat import Seat
from footplate.lobby.watch import Watcher
from footplate.runtime.identity import Role, current_caller


def account() -> str:
    """The id of the caller's account."""
    return current_caller().account_id


def watcher() -> Watcher:
    """The caller as somebody who watches."""
    caller = current_caller()
    return Watcher(caller.account_id, caller.expires_at)


def player() -> Seat:
    """The caller as somebody who sits down, or speaks."""
    caller = current_caller()
    return Seat(caller.account_id, caller.name, bot=caller.role is Role.BOT)
