"""The client of third parties: everything a player, a bot or an onlooker does, over gRPC.

    from footplate import client

    with client.connect("127.0.0.1:7701", "127.0.0.1:7702") as house:
        house.accounts.register("Ann")
        table = house.tables.open(game, seats=4)
        ...

Messages are those of `footplate.api`; what goes wrong is a `ClientError`. A client may be shared by threads. It must be
made after a fork, not before.
"""

from footplate.client.connection import Client, connect
from footplate.client.errors import (
    BadNotation,
    BadRecord,
    BadRequest,
    BadSecret,
    BadToken,
    CallFailed,
    ChainBroken,
    ClientClosed,
    ClientError,
    Forbidden,
    IllegalAction,
    MatchOver,
    NameTaken,
    NotFound,
    NotYourSeat,
    NotYourTurn,
    RateLimited,
    SeatRefused,
    ServerBug,
    StalePly,
    TableRefused,
    TimedOut,
    Unavailable,
    UndoRefused,
)
from footplate.client.turns import Turn
from footplate.client.watch import Update

__all__ = [
    "BadNotation",
    "BadRecord",
    "BadRequest",
    "BadSecret",
    "BadToken",
    "CallFailed",
    "ChainBroken",
    "Client",
    "ClientClosed",
    "ClientError",
    "Forbidden",
    "IllegalAction",
    "MatchOver",
    "NameTaken",
    "NotFound",
    "NotYourSeat",
    "NotYourTurn",
    "RateLimited",
    "SeatRefused",
    "ServerBug",
    "StalePly",
    "TableRefused",
    "TimedOut",
    "Turn",
    "Unavailable",
    "UndoRefused",
    "Update",
    "connect",
]
