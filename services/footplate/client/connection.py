"""Opening a client: two channels, one identity, and the services behind them."""

from typing import Final, Self

import grpc

from footplate.api.match.v1 import match_view_pb2
from footplate.client.accounts import Accounts
from footplate.client.calls import CALL_SECONDS, PATIENCE_SECONDS, SILENCE_SECONDS, Calls
from footplate.client.errors import ClientClosed
from footplate.client.hooks import WebHooks
from footplate.client.identity import Identity
from footplate.client.matches import Matches
from footplate.client.matchmaking import Matchmaking
from footplate.client.orders import Orders
from footplate.client.ratings import Ratings
from footplate.client.seats import Seats
from footplate.client.tables import Tables
from footplate.client.talk import Talk
from footplate.client.turns import OnTurn, Turn, answer, answer_all, open_turns, turns_of

# The server's own limit for what it sends; and signs of life on connections on which a watch waits.
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
)


class Client:
    """One account's way to the services; anonymous until it registers, signs in or is given a token."""

    def __init__(self, calls: Calls, rules: grpc.Channel, lobby: grpc.Channel) -> None:
        self.accounts: Final = Accounts(calls, lobby)
        self.tables: Final = Tables(calls, lobby)
        self.matchmaking: Final = Matchmaking(calls, lobby)
        self.matches: Final = Matches(calls, rules)
        self.seats: Final = Seats(calls, rules)
        self.orders: Final = Orders(calls, rules)
        self.ratings: Final = Ratings(calls, lobby)
        self.talk: Final = Talk(calls, lobby)
        self.hooks: Final = WebHooks(calls, lobby)
        self._calls = calls
        self._channels = (rules, lobby)

    @property
    def token(self) -> str:
        """The token of the moment, for other tools; empty for nobody. It runs out within the hour."""
        return self._calls.identity.token

    def play(self, on_turn: OnTurn, *, game: str = "") -> None:
        """Answer every turn of the account, in all its matches (of one game), until the client is closed.

        Raises what `on_turn` raises, and IllegalAction and BadNotation for a choice that is refused.
        """
        try:
            answer_all(open_turns(self.matches, game), on_turn)
        except ClientClosed:
            return

    def play_match(self, match_id: str, on_turn: OnTurn) -> match_view_pb2.MatchView:
        """Answer the turns of the account in one match; return the position at its end. Raises as `play`."""
        for found in turns_of(self.matches, match_id, self.accounts.own_id()):
            if not isinstance(found, Turn):
                return found
            answer(found, on_turn)
        return self.matches.get(match_id)

    def close(self) -> None:
        """Ends every call and watch. May be called from another thread."""
        self._calls.closed.set()
        for channel in self._channels:
            channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def connect(
    rules_address: str,
    lobby_address: str = "",
    token: str = "",
    *,
    tls: grpc.ChannelCredentials | None = None,
    patience: float = PATIENCE_SECONDS,
    deadline: float = CALL_SECONDS,
    silence: float = SILENCE_SECONDS,
) -> Client:
    """A client of the services at `host:port`; without a `lobby_address` both answer at the same one.

    Opens connections only when they are needed. `tls`: unset for plain text, as on a machine of one's own. `patience`:
    seconds to go on trying while a service is away. `deadline`: seconds for one answer. `silence`: seconds after which
    a watch without a sign of life is opened anew.
    """
    calls = Calls(Identity(token), patience=patience, deadline=deadline, silence=silence)
    return Client(calls, _channel(rules_address, tls), _channel(lobby_address or rules_address, tls))


def _channel(address: str, tls: grpc.ChannelCredentials | None) -> grpc.Channel:
    options = list(_OPTIONS)
    return grpc.secure_channel(address, tls, options) if tls else grpc.insecure_channel(address, options)
