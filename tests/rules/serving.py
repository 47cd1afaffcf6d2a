"""The rules service on a real socket, and a client that shows real tokens."""

import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_status import rpc_status

from footplate.api.common.v1 import setup_pb2
from footplate.api.match.v1 import action_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.bus import Bus, ConsumerSettings, TailSettings
from footplate.engine.game import AnyGame
from footplate.rules.build import RulesService, build, clock
from footplate.rules.ports import Clock, MatchStore
from footplate.rules.settings import RulesSettings
from footplate.runtime.identity import Caller, Role
from footplate.runtime.tokens import TokenSigner, generate_keys, read_private_key
from footplate.wire.errors import Refusal, read_status
from tests.rules.fakes import orders_beside
from tests.support.toy_game import GAMES

KEYS = generate_keys()
SIGNER = TokenSigner(read_private_key(KEYS.private_pem))
LOBBY = "a_lobby"
Metadata = tuple[tuple[str, str], ...]


def signed(account: str, role: Role = Role.PLAYER, seconds: float = 600) -> Metadata:
    """The metadata of a caller."""
    token = SIGNER.sign(Caller(account, account, role), lifetime_seconds=seconds)
    return (("authorization", f"Bearer {token.text}"),)


SERVICE = signed(LOBBY, Role.SERVICE)


def rules_settings(**given: Any) -> RulesSettings:
    """Settings for a test: any port, our keys."""
    quick: dict[str, Any] = {
        "port": 0,
        "metrics_port": 0,
        "grace_seconds": 1.0,
        "token_public_keys": {KEYS.kid: KEYS.public_pem},
    }
    return RulesSettings(**quick | given)


def setup(seats: int = 3, game: str = "pebbles", **given: Any) -> setup_pb2.Setup:
    """A set-up in which seat n belongs to account `a_n`."""
    sitting = [setup_pb2.Seat(seat=n, account_id=f"a_{n}", display_name=f"Player {n}") for n in range(seats)]
    return setup_pb2.Setup(game=game, seats=sitting, **given)


@dataclass
class Running:
    """A service that is up, and a stub to call it."""

    service: RulesService
    stub: Any
    port: int

    async def create(self, request_id: str = "table", **given: Any) -> pb.CreateMatchResponse:
        """A new match."""
        request = pb.CreateMatchRequest(request_id=request_id, setup=setup(**given))
        made: pb.CreateMatchResponse = await self.stub.CreateMatch(request, metadata=SERVICE)
        return made

    async def act(self, match_id: str, player: int, ply: int, text: str, **given: Any) -> pb.SubmitActionResponse:
        """Submits a text for the account of a seat."""
        request = pb.SubmitActionRequest(
            match_id=match_id,
            request_id=f"{player}.{ply}",
            expected_ply=ply,
            action=action_pb2.Action(text=text),
            **given,
        )
        played: pb.SubmitActionResponse = await self.stub.SubmitAction(request, metadata=signed(f"a_{player}"))
        return played

    async def play(self, match_id: str, seed: int = 1) -> int:
        """Plays a match to its end at random, through the service alone; its last ply."""
        rng, wanted = random.Random(seed), pb.ListLegalActionsRequest(match_id=match_id)
        while True:
            legal = await self.stub.ListLegalActions(wanted, metadata=signed("a_0"))
            if legal.to_act < 0:
                return int(legal.ply)
            await self.act(match_id, legal.to_act, legal.ply, rng.choice(legal.actions).text)


@asynccontextmanager
async def serving(
    store: MatchStore, bus: Bus, games: Mapping[str, AnyGame] = GAMES, *, now_ms: Clock = clock, **given: Any
) -> AsyncIterator[Running]:
    """The service on a free port for the length of a block."""
    service = build(rules_settings(**given), store, orders_beside(store), games, now_ms=now_ms)
    orders = service.orders.consumer(bus, ConsumerSettings(block=0.05, handler_timeout=1.0, claim_idle=1.5))
    async with await service.feed.tail(bus, TailSettings(block=0.05, linger=0.001)), orders:
        port = await service.server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            try:
                yield Running(service, RulesServiceStub(channel), port)
            finally:
                service.bells.close()
                await service.server.stop(0)


async def refused(call: Any) -> Refusal:
    """What a call that must fail was answered."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    answer: Any = _Answer(raised.value)
    status = rpc_status.from_call(answer)
    assert status is not None, raised.value
    return read_status(status)


class _Answer:
    """What `from_call` reads of a call, in the types it expects."""

    def __init__(self, error: grpc.aio.AioRpcError) -> None:
        self.code, self.details = error.code, error.details
        self._trailing = tuple(error.trailing_metadata())

    def trailing_metadata(self) -> Any:
        return self._trailing
