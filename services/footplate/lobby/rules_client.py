"""The rules service as the lobby calls it, with a token the lobby signs for itself."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import grpc
import grpc.aio

from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.domain.table import Table
from footplate.lobby.ports import Ending, MatchRefused, RulesUnavailable
from footplate.runtime.identity import Caller, Role
from footplate.runtime.tokens import TokenSigner
from footplate.wire.common import decode_conduct, decode_outcome, encode_setup
from footplate.wire.terms import encode_terms

LOBBY: Final = Caller("lobby", "lobby", Role.SERVICE)
"""Who calls. Never changes: request ids are kept by account."""

_TOKEN_SECONDS: Final = 60.0
# Short of these the call was understood, and will be answered the same way ever after.
_FOR_GOOD: Final = frozenset(
    {
        grpc.StatusCode.ALREADY_EXISTS,
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.NOT_FOUND,
        grpc.StatusCode.OUT_OF_RANGE,
    }
)
_RETRIES: Final = {
    "methodConfig": [
        {
            "name": [{"service": "footplate.api.rules.v1.RulesService"}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}
_OPTIONS: Final = (
    ("grpc.service_config", json.dumps(_RETRIES)),
    # Without these a channel waits for up to two minutes before it tries a server that is back again.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
)

A = TypeVar("A")


def open_channel(address: str) -> grpc.aio.Channel:
    """A channel to the rules service; it connects when used, and again when need be. The caller closes it."""
    return grpc.aio.insecure_channel(address, options=_OPTIONS)


class GrpcRules:
    """See `ports.Rules`. `deadline`: seconds for one call, its retries included."""

    def __init__(self, channel: grpc.aio.Channel, signer: TokenSigner, deadline: float) -> None:
        self._stub = RulesServiceStub(channel)
        self._signer = signer
        self._deadline = deadline

    async def create_match(self, table: Table) -> str:
        setup, terms = encode_setup(table.setup, table.seats), encode_terms(table.terms)
        request = pb.CreateMatchRequest(request_id=table.id, setup=setup, terms=terms)
        return (await self._call(self._stub.CreateMatch, request)).match_id

    async def ending(self, match_id: str) -> Ending | None:
        try:
            match = (await self._call(self._stub.GetMatch, pb.GetMatchRequest(match_id=match_id))).match
        except MatchRefused:  # there is no such match, or its rules are not known any more
            return None
        if not match.HasField("outcome"):
            return None
        return Ending(decode_outcome(match.outcome), decode_conduct(match.conduct))

    async def _call(self, method: Callable[..., Awaitable[A]], request: Any) -> A:
        token = self._signer.sign(LOBBY, lifetime_seconds=_TOKEN_SECONDS)
        try:
            return await method(request, timeout=self._deadline, metadata=(("authorization", f"Bearer {token.text}"),))
        except grpc.aio.AioRpcError as error:
            kind = MatchRefused if error.code() in _FOR_GOOD else RulesUnavailable
            raise kind(f"{error.code().name}: {error.details()}") from error
