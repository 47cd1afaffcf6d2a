"""A lobby put together for tests: over memory or over Redis, served on a free port of the loopback."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, cast

import grpc
import grpc.aio
from grpc_status import rpc_status
from redis.asyncio import Redis

from footplate.api.hooks.v1.web_hook_service_pb2_grpc import WebHookServiceStub
from footplate.api.lobby.v1.account_service_pb2_grpc import AccountServiceStub
from footplate.api.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub
from footplate.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from footplate.api.ratings.v1.rating_service_pb2_grpc import RatingServiceStub
from footplate.api.talk.v1.talk_service_pb2_grpc import TalkServiceStub
from footplate.bus import Bus, ConsumerSettings, TailSettings
from footplate.hooks.redis_hooks import RedisHookStore
from footplate.lobby.build import Drivers, LobbyService, build, clock
from footplate.lobby.ports import Rules
from footplate.lobby.redis_accounts import RedisAccountStore, RedisTries
from footplate.lobby.redis_ratings import RedisRatingStore
from footplate.lobby.redis_tables import RedisTableStore
from footplate.lobby.redis_talk import RedisTalkStore
from footplate.lobby.redis_tickets import RedisTicketStore
from footplate.lobby.settings import LobbySettings
from footplate.runtime.identity import Caller, Role
from footplate.runtime.redis_scripts import Shared
from footplate.runtime.settings import load_settings
from footplate.runtime.tokens import generate_keys
from footplate.wire.errors import Refusal, read_status
from footplate.wire.events import encode_event
from tests.hooks.memory import MemoryHooks
from tests.lobby.memory import FakeRules, MemoryAccounts, MemoryRatings, MemoryTables, MemoryTries
from tests.lobby.memory_talk import MemoryTalk
from tests.lobby.memory_tickets import MemoryTickets
from tests.support.toy_game import GAMES

KEYS = generate_keys()
_requests = count(1)
SERVICE_SECRET = "house-services-only-0123456789"
CONSUMERS = ConsumerSettings(
    block=0.05,
    handler_timeout=1.5,
    claim_idle=2.0,
    claim_every=0.02,
    check_every=0.2,
    retry_delay=0.01,
    backoff=0.01,
    backoff_limit=0.05,
    grace=2.0,
)
TAILS = TailSettings(block=0.05, check_every=0.2, backoff=0.01, backoff_limit=0.05, grace=2.0)


def settings(**given: Any) -> LobbySettings:
    """Settings of a lobby that hashes quickly and listens on a free port."""
    defaults: dict[str, Any] = {
        "port": 0,
        "token_public_keys": {KEYS.kid: KEYS.public_pem},
        "token_private_key": KEYS.private_pem,
        "service_secret": SERVICE_SECRET,
        "hash_passes": 1,
        "hash_kibibytes": 8,
        "grace_seconds": 0.5,
    }
    return load_settings(LobbySettings, **(defaults | given))


@dataclass
class Rig:
    """A lobby, and what it stands on."""

    drivers: Drivers
    settings: LobbySettings = field(default_factory=settings)

    @property
    def rules(self) -> FakeRules:
        """The rules service where it is a fake."""
        return cast(FakeRules, self.drivers.rules)

    def build(self, now_ms: Callable[[], int] = clock) -> LobbyService:
        """A replica of the lobby, not yet started."""
        return build(self.settings, self.drivers, GAMES, now_ms=now_ms, consumers=CONSUMERS, tails=TAILS)

    def token(self, name: str, *, role: Role = Role.PLAYER, seconds: float | None = None) -> str:
        """A token for an account with this name, without asking anybody."""
        caller = Caller(f"a_{name.lower()}", name, role)
        return self.settings.signer().sign(caller, lifetime_seconds=seconds).text


def memory_rig(rules: Rules | None = None, bus: Bus | None = None, **given: Any) -> Rig:
    """A lobby in memory."""
    bus = bus or Bus.in_memory()
    tables = MemoryTables(bus)
    ratings, made = MemoryRatings(tables), settings(**given)
    talk, tickets = MemoryTalk(tables, bus, made.talk_lines), MemoryTickets(bus)
    people, hooks, rules = (MemoryAccounts(bus), MemoryTries()), MemoryHooks(), rules or FakeRules()
    return Rig(Drivers(*people, tables, ratings, hooks, talk, tickets, rules, bus), made)


def redis_rig(redis: Redis, url: str, rules: Rules | None = None, **given: Any) -> Rig:
    """A lobby over Redis."""
    made = settings(**given)
    client = Shared(redis, 16)
    tables = RedisTableStore(client, encode_event, tuple(GAMES), made.keep_requests_seconds)
    accounts, tries, ratings = RedisAccountStore(client), RedisTries(client), RedisRatingStore(client)
    talk = RedisTalkStore(client, made.keep_requests_seconds, made.talk_lines, made.talk_seconds)
    hooks, rules = RedisHookStore(client, made.keep_requests_seconds), rules or FakeRules()
    tickets, bus = RedisTicketStore(client, encode_event), Bus.over_redis(url)
    return Rig(Drivers(accounts, tries, tables, ratings, hooks, talk, tickets, rules, bus), made)


@asynccontextmanager
async def running(
    service: LobbyService, *, start: bool = True, finish: bool = True, rate: bool = True
) -> AsyncIterator[int]:
    """Follows the bus and serves calls for the length of the block; the port. Consumers may be left out."""
    async with AsyncExitStack() as stack:
        stack.push_async_callback(service.hasher.close)
        await stack.enter_async_context(service.tail)
        await service.tail.ready()
        await stack.enter_async_context(service.revoking)
        await service.revoking.ready()
        await service.access.load()
        consumers = ((start, service.starting), (finish, service.finishing), (rate, service.rating))
        for wanted, consumer in consumers:
            if wanted:
                await stack.enter_async_context(consumer)
                await consumer.ready()
        yield await service.server.start()
        service.bells.close()
        await service.server.stop()


class Client:
    """Calls a lobby for one account, or for nobody without a token."""

    def __init__(self, channel: grpc.aio.Channel, token: str = "") -> None:
        self.channel = channel
        self.metadata = [("authorization", f"Bearer {token}")] if token else []
        self._lobby = LobbyServiceStub(channel)
        self._accounts = AccountServiceStub(channel)
        self._ratings = RatingServiceStub(channel)
        self._talk = TalkServiceStub(channel)
        self._matchmaking = MatchmakingServiceStub(channel)
        self._hooks = WebHookServiceStub(channel)

    def next_request(self) -> str:
        """A request id that was not used before."""
        return f"r-{next(_requests)}"

    def lobby(self, method: str, request: Any, **options: Any) -> Any:
        """A call of LobbyService."""
        return getattr(self._lobby, method)(request, metadata=self.metadata, **options)

    def accounts(self, method: str, request: Any, **options: Any) -> Any:
        """A call of AccountService."""
        return getattr(self._accounts, method)(request, metadata=self.metadata, **options)

    def matchmaking(self, method: str, request: Any, **options: Any) -> Any:
        """A call of MatchmakingService."""
        return getattr(self._matchmaking, method)(request, metadata=self.metadata, **options)

    def ratings(self, method: str, request: Any, **options: Any) -> Any:
        """A call of RatingService."""
        return getattr(self._ratings, method)(request, metadata=self.metadata, **options)

    def talk(self, method: str, request: Any, **options: Any) -> Any:
        """A call of TalkService."""
        return getattr(self._talk, method)(request, metadata=self.metadata, **options)

    def hooks(self, method: str, request: Any, **options: Any) -> Any:
        """A call of WebHookService."""
        return getattr(self._hooks, method)(request, metadata=self.metadata, **options)


@dataclass
class Lobby:
    """A running lobby with its channel."""

    rig: Rig
    service: LobbyService
    channel: grpc.aio.Channel

    def client(self, name: str = "", **options: Any) -> Client:
        """A client with a token for this name."""
        return Client(self.channel, self.rig.token(name, **options) if name else "")


@asynccontextmanager
async def lobby(rig: Rig, **options: Any) -> AsyncIterator[Lobby]:
    """Runs a lobby for the length of the block."""
    service = rig.build()
    async with running(service, **options) as port, grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield Lobby(rig, service, channel)


async def refused(call: Awaitable[Any]) -> Refusal:
    """What the call is refused with."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError(f"answered {answer!r}")


def refusal_of(error: grpc.aio.AioRpcError) -> Refusal:
    """What an error says; it must be one of ours."""
    status = rpc_status.from_call(cast(Any, _Answer(error)))
    assert status is not None, error
    return read_status(status)


class _Answer:
    """What `from_call` reads of a call, in the type it expects."""

    def __init__(self, error: grpc.aio.AioRpcError) -> None:
        self.code, self.details = error.code, error.details
        self._trailing = tuple(error.trailing_metadata())

    def trailing_metadata(self) -> Any:
        return self._trailing
