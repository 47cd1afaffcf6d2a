"""The Redis keys of the lobby. All share one hash tag: one script may write any of them."""

from typing import Final

from footplate.domain.access import Visibility
from footplate.domain.rating import Board
from footplate.domain.table import Status, Table
from footplate.domain.talk import Room

TAG: Final = "{lobby}"
SERIALS: Final = f"{TAG}:tables:opened"
"""How many tables were ever opened; the number of each is its place in every list."""
MATCHES: Final = f"{TAG}:matches"
"""Hash, id of a running match to its table."""
UNRATED: Final = f"{TAG}:matches:unrated"
"""Hash, id of a match to its table, from the moment the table has its result until the match is settled."""

DUE: Final = f"{TAG}:tables:due"
"""Sorted set: tables that wait for players, by the millisecond at which time changes something about them."""
TICKETS: Final = f"{TAG}:tickets"
"""Hash, id to ticket, of all that are alive."""
LEASES: Final = f"{TAG}:tickets:leases"
"""Sorted set: ticket and account of its party, a space between them, by the millisecond until which it is held."""
SEEKERS: Final = f"{TAG}:tickets:of"
"""Hash, account to the one ticket it has."""
CLAIMED: Final = f"{TAG}:tickets:claimed"
"""Hash, ticket to the pairing whose match is being made."""
PAIRINGS: Final = f"{TAG}:pairings"
"""Hash, id to pairing, of those whose matches are being made."""
PUBLIC: Final = "*"
"""Stands in index keys where an account would, for the list of what everybody finds."""


def account_key(account_id: str) -> str:
    """Hash: an account."""
    return f"{TAG}:account:{account_id}"


def name_key(name: str) -> str:
    """Text: the id of the account that holds a name, in the form of `names.name_key`."""
    return f"{TAG}:name:{name}"


def bots_key(owner: str) -> str:
    """Sorted set by the time they were made: the bots of an owner."""
    return f"{TAG}:bots:{owner}"


def account_request_key(request_id: str) -> str:
    """Text: what a request did to an account."""
    return f"{TAG}:account-request:{request_id}"


def tries_key(what: str) -> str:
    """Number: how often something was done lately."""
    return f"{TAG}:tries:{what}"


def request_key(request_id: str) -> str:
    """Text: what a request did, for the same answer to its retries."""
    return f"{TAG}:request:{request_id}"


def table_key(table_id: str) -> str:
    """Text: version, number among all tables, and the table, with a space between them."""
    return f"{TAG}:table:{table_id}"


def guest_of(account: str) -> str:
    """Stands in index keys for what an account is invited to."""
    return f"{account}?"


def index_key(status: Status, game: str, whose: str = "") -> str:
    """Sorted set: tables by number, of a status and a game.

    `whose`: an account that owns them or sits there, `guest_of` one that is invited, PUBLIC, or empty for all.
    """
    return f"{TAG}:tables:{status.value}:{game}:{whose}"


def index_keys(table: Table | None) -> frozenset[str]:
    """Every index a table stands in. The bots of the house keep no lists."""
    if table is None:
        return frozenset()
    whose = {"", table.owner, *(seat.account for seat in table.taken if not seat.level)}
    whose |= {guest_of(account) for account in table.access.invited}
    if table.access.visibility == Visibility.OPEN:
        whose.add(PUBLIC)
    return frozenset(index_key(table.status, table.setup.game, one) for one in whose)


def reliability_key(account_id: str) -> str:
    """Hash: matches of an account that ended, how many of them it left, and turns it missed in them."""
    return f"{TAG}:reliability:{account_id}"


def ratings_key(board: Board) -> str:
    """Hash, account to its rating on a board: matches rated, member of `order_key` and JSON, a space between them."""
    return f"{TAG}:ratings:{board.game}:{board.players.value}"


def order_key(board: Board) -> str:
    """Sorted set, all scores 0, so that its members are sorted as texts: the accounts of a board, the best first."""
    return f"{ratings_key(board)}:order"


def lines_key(table_id: str, room: Room) -> str:
    """Stream: the lines of a room of a table, each under its number; forgotten a while after the last one."""
    return f"{TAG}:talk:{table_id}:{room.value}"


def talk_numbers_key(table_id: str) -> str:
    """Hash, room to the number of the last line ever said there. Outlives the lines: no number comes twice."""
    return f"{TAG}:talk:{table_id}"


def silenced_key(table_id: str) -> str:
    """Set: accounts that may not speak at a table."""
    return f"{TAG}:talk:{table_id}:silenced"


def muted_key(account_id: str) -> str:
    """Set: accounts whose lines an account does not want to see."""
    return f"{TAG}:muted:{account_id}"


def talk_request_key(request_id: str) -> str:
    """Text: what a request said or marked: its print, and for a line its number and JSON, a space between them."""
    return f"{TAG}:talk-request:{request_id}"


def ending_key(ticket_id: str) -> str:
    """Text: how a ticket ended, for an hour."""
    return f"{TAG}:ticket:{ticket_id}:end"
