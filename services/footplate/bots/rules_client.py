"""The services as a bot calls them: blocking channels, a deadline on each call, tokens that are kept while they last.

A channel must not cross a fork (gRPC has threads of its own), so a worker opens one in each of its processes.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

import grpc
from grpc_status import rpc_status

from footplate.api.lobby.v1 import request_response_pb2 as lobby_pb
from footplate.api.lobby.v1.account_service_pb2_grpc import AccountServiceStub
from footplate.api.match.v1.action_pb2 import Action
from footplate.api.match.v1.match_view_pb2 import MatchView
from footplate.api.rules.v1 import request_response_pb2 as rules_pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.wire.errors import Refusal, read_status

_OPTIONS: Final = (
    ("grpc.service_config", json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})),
    # Without these a channel waits for up to two minutes before it tries a server that is back again.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2000),
    # A call that waits on a dead connection should hear of it; an idle channel has nothing to ask.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
)
_WORTH_A_RETRY: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.CANCELLED,  # the server stopped in the middle of it
    }
)
_RENEW_SECONDS: Final = 60.0  # a token is renewed so long before it runs out
_TOKENS: Final = 1024

A = TypeVar("A")


class Refused(Exception):
    """A service said no. `reason`: one of the contract's, such as STALE_PLY, or the name of the gRPC code."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(f"{reason}: {message}")


class Unavailable(Exception):
    """A service cannot be reached, or has no time: try again, after `retry_seconds` if it says so."""

    def __init__(self, message: str, retry_seconds: float | None = None) -> None:
        self.retry_seconds = retry_seconds
        super().__init__(message)


class Rules(Protocol):
    """What a bot asks of the rules service. Raises Refused, Unavailable."""

    def view(self, match_id: str, seat: int, account: str) -> MatchView:
        """The match as the seat sees it."""
        ...

    def submit(self, match_id: str, ply: int, seat: int, account: str, text: str) -> None:
        """Plays an action. May be repeated: the request id is that of the turn."""
        ...


class GrpcRules:
    """See `Rules`. `deadline`: seconds for one call."""

    def __init__(self, channel: grpc.Channel, tokens: "Tokens", deadline: float) -> None:
        self._stub = RulesServiceStub(channel)
        self._tokens = tokens
        self._deadline = deadline

    def view(self, match_id: str, seat: int, account: str) -> MatchView:
        """See `Rules.view`."""
        request = rules_pb.GetMatchRequest(match_id=match_id, seat=seat)
        return self._call(self._stub.GetMatch, request, account).match

    def submit(self, match_id: str, ply: int, seat: int, account: str, text: str) -> None:
        """See `Rules.submit`."""
        request = rules_pb.SubmitActionRequest(
            match_id=match_id,
            request_id=request_id(match_id, ply),
            expected_ply=ply,
            seat=seat,
            action=Action(text=text),
        )
        self._call(self._stub.SubmitAction, request, account)

    def _call(self, method: Callable[..., A], request: Any, account: str) -> A:
        try:
            return self._try(method, request, account)
        except Refused as error:
            if error.reason != "BAD_TOKEN":
                raise
        self._tokens.forget(account)  # its key was changed, or clocks differ
        return self._try(method, request, account)

    def _try(self, method: Callable[..., A], request: Any, account: str) -> A:
        metadata = (("authorization", f"Bearer {self._tokens.of(account)}"),)
        return called(lambda: method(request, timeout=self._deadline, metadata=metadata))


@dataclass(frozen=True, slots=True)
class _Token:
    jwt: str
    until: float


class Tokens:
    """The tokens of bot accounts, bought from the account service with the secret of the house."""

    def __init__(self, channel: grpc.Channel, secret: str, deadline: float) -> None:
        self._stub = AccountServiceStub(channel)
        self._secret = secret
        self._deadline = deadline
        self._kept: dict[str, _Token] = {}

    def of(self, account: str) -> str:
        """A token that is good for a while yet. Raises Refused, Unavailable."""
        token = self._kept.get(account)
        if token is None or token.until <= time.time():
            token = self._bought(account)
            while len(self._kept) >= _TOKENS:
                del self._kept[next(iter(self._kept))]
            self._kept[account] = token
        return token.jwt

    def forget(self, account: str) -> None:
        """The token of this account is no good any more."""
        self._kept.pop(account, None)

    def _bought(self, account: str) -> _Token:
        request = lobby_pb.IssueBotTokenRequest(service_secret=self._secret, account_id=account)
        token = called(lambda: self._stub.IssueBotToken(request, timeout=self._deadline)).token
        return _Token(token.jwt, token.expires.ToMilliseconds() / 1000 - _RENEW_SECONDS)


def open_channel(address: str) -> grpc.Channel:
    """A blocking channel; it connects when used. Never before a fork."""
    return grpc.insecure_channel(address, options=_OPTIONS)


def request_id(match_id: str, ply: int) -> str:
    """The request id of a turn: the same whoever plays it, so that it is played once."""
    return f"bot:{match_id}:{ply}"


def called(call: Callable[[], A]) -> A:
    """The answer of a call; its failures as Refused or Unavailable."""
    try:
        return call()
    except grpc.RpcError as error:
        raise _failure(error) from error


def _failure(error: Any) -> Exception:
    """`error` is a call as well, which the types do not say."""
    code: grpc.StatusCode = error.code()
    refusal = _refusal(error)
    if code in _WORTH_A_RETRY:
        return Unavailable(f"{code.name}: {error.details()}", refusal.retry_seconds if refusal else None)
    return Refused((refusal.reason if refusal else "") or code.name, error.details() or "")


def _refusal(error: Any) -> Refusal | None:
    try:
        status = rpc_status.from_call(error)
    except ValueError:  # somebody between us and the service mixed two answers
        return None
    return read_status(status) if status else None
