"""Putting the lobby together: the one place where its parts meet. Tests call it with drivers of their own."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from footplate.api.hooks.v1 import web_hook_service_pb2
from footplate.api.hooks.v1.web_hook_service_pb2_grpc import add_WebHookServiceServicer_to_server
from footplate.api.lobby.v1 import account_service_pb2, lobby_service_pb2
from footplate.api.lobby.v1.account_service_pb2_grpc import add_AccountServiceServicer_to_server
from footplate.api.lobby.v1.lobby_service_pb2_grpc import add_LobbyServiceServicer_to_server
from footplate.api.matchmaking.v1 import matchmaking_service_pb2
from footplate.api.matchmaking.v1.matchmaking_service_pb2_grpc import add_MatchmakingServiceServicer_to_server
from footplate.api.ratings.v1 import rating_service_pb2
from footplate.api.ratings.v1.rating_service_pb2_grpc import add_RatingServiceServicer_to_server
from footplate.api.talk.v1 import talk_service_pb2
from footplate.api.talk.v1.talk_service_pb2_grpc import add_TalkServiceServicer_to_server
from footplate.bus import (
    HOOKS_GROUP,
    LOBBY_FINISH_GROUP,
    LOBBY_RATE_GROUP,
    LOBBY_START_GROUP,
    LOBBY_STREAM,
    PARTITION_STREAMS,
    RULES_ORDERS_GROUP,
    WAKER_GROUP,
    Bus,
    Consumer,
    ConsumerSettings,
    Tail,
    TailSettings,
    TrimPolicy,
)
from footplate.engine.game import AnyGame
from footplate.hooks.ports import HookStore
from footplate.hooks.usecases import WebHooks
from footplate.lobby.account_servicer import AccountServicer
from footplate.lobby.accounts import Accounts
from footplate.lobby.bells import Bells
from footplate.lobby.expiry import Expiry
from footplate.lobby.finisher import Finisher
from footplate.lobby.grants import Grants
from footplate.lobby.hooks_servicer import WebHookServicer
from footplate.lobby.house_bots import HouseBots
from footplate.lobby.matchmaker import Matchmaker, Means
from footplate.lobby.matchmaking_servicer import MatchmakingServicer
from footplate.lobby.plackett_luce import PlackettLuce
from footplate.lobby.ports import AccountStore, Clock, RatingStore, Rules, TableStore, Tries
from footplate.lobby.profiles import Profiles
from footplate.lobby.proofs import Proofs
from footplate.lobby.rater import Rater
from footplate.lobby.rating_servicer import RatingServicer
from footplate.lobby.ratings import Ratings
from footplate.lobby.refusals import to_status
from footplate.lobby.secrecy import Hasher
from footplate.lobby.seekers import Seekers
from footplate.lobby.servicer import LobbyServicer
from footplate.lobby.sessions import Sessions
from footplate.lobby.settings import LobbySettings
from footplate.lobby.starter import Starter
from footplate.lobby.talk import Talk
from footplate.lobby.talk_ports import TalkStore
from footplate.lobby.talk_servicer import TalkServicer
from footplate.lobby.talk_watch import TalkWatches
from footplate.lobby.ticket_ports import TicketStore
from footplate.lobby.usecases import Tables
from footplate.lobby.watch import Watches
from footplate.lobby.watch_lists import ListWatches
from footplate.lobby.watch_tickets import TicketWatches
from footplate.runtime.grpc_server import GrpcServer, Service, standard_interceptors
from footplate.runtime.identity import Role
from footplate.runtime.revocation import AccessFeed, Revoked
from footplate.runtime.rpc_auth import AuthInterceptor
from footplate.runtime.tokens import TokenVerifier
from footplate.wire.events import decode_event

LOBBY: Final = lobby_service_pb2.DESCRIPTOR.services_by_name["LobbyService"].full_name
ACCOUNTS: Final = account_service_pb2.DESCRIPTOR.services_by_name["AccountService"].full_name
MATCHMAKING: Final = matchmaking_service_pb2.DESCRIPTOR.services_by_name["MatchmakingService"].full_name
RATINGS: Final = rating_service_pb2.DESCRIPTOR.services_by_name["RatingService"].full_name
HOOKS: Final = web_hook_service_pb2.DESCRIPTOR.services_by_name["WebHookService"].full_name
TALK: Final = talk_service_pb2.DESCRIPTOR.services_by_name["TalkService"].full_name

_OPEN: Final = ("Register", "IssueToken", "IssueBotToken", "ChangeSecret")
_PUBLIC: Final = tuple(f"/{ACCOUNTS}/{method}" for method in _OPEN)
_WRITES: Final = ("OpenTable", "JoinTable", "AddBot", "LeaveTable", "StartTable", "InviteToTable", "Rematch")
_HOOK_CALLS: Final = tuple(
    method.name for method in web_hook_service_pb2.DESCRIPTOR.services_by_name["WebHookService"].methods
)
_TALK_WRITES: Final = ("Say", "Silence", "Mute", "Unmute")
_ROLES: Final = {
    f"/{service}/{method}": (Role.PLAYER, Role.BOT)
    for service, methods in (
        (LOBBY, _WRITES),
        (TALK, _TALK_WRITES),
        (MATCHMAKING, ("OpenTicket",)),
        (HOOKS, _HOOK_CALLS),
    )
    for method in methods
}

# A start that a crash cut off is taken up by another replica after `claim_idle`, so that is short; one call of the
# rules service, its retries included, must fit into `handler_timeout` twice.
_CONSUMERS: Final = ConsumerSettings(handler_timeout=10.0, claim_idle=12.0)
_SPARE_TRIES: Final = 5  # a table is opened again well before its event would be given up


@dataclass(frozen=True, slots=True)
class Drivers:
    """What the lobby stands on."""

    accounts: AccountStore
    tries: Tries
    tables: TableStore
    ratings: RatingStore
    hooks: HookStore
    talk: TalkStore
    tickets: TicketStore
    rules: Rules
    bus: Bus


@dataclass(frozen=True, slots=True)
class LobbyService:
    """The service put together: what serves calls, what ends watches, five that follow the bus, what holds threads.

    `starter` and `rater` take up what a crash left behind; `access` is loaded once `revoking` is ready.
    """

    server: GrpcServer
    bells: Bells
    tail: Tail
    starting: Consumer
    finishing: Consumer
    rating: Consumer
    starter: Starter
    rater: Rater
    expiry: Expiry
    matchmaker: Matchmaker
    hasher: Hasher
    access: AccessFeed
    revoking: Tail


def clock() -> int:
    """The time now in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def build(
    settings: LobbySettings,
    drivers: Drivers,
    games: Mapping[str, AnyGame],
    *,
    now_ms: Clock = clock,
    consumers: ConsumerSettings = _CONSUMERS,
    tails: TailSettings | None = None,
) -> LobbyService:
    """The service over its drivers. Nothing is started yet."""
    bus, bells = drivers.bus, Bells()
    hasher = Hasher(settings.hash_passes, settings.hash_kibibytes, settings.hash_threads)
    finisher = Finisher(drivers.tables, drivers.rules, now_ms)
    starter = Starter(drivers.tables, drivers.rules, finisher, bus, now_ms, settings.start_tries)
    bots = HouseBots(drivers.accounts, settings.bot_levels, now_ms)
    tables = Tables(drivers.tables, games, bots, settings.house(), now_ms)
    watches = Watches(drivers.tables, bells, now_ms, settings.heartbeat_seconds)
    lists = ListWatches(drivers.tables, bells, now_ms, settings.heartbeat_seconds, settings.list_linger_seconds)
    revoked = Revoked()
    access = AccessFeed(revoked, drivers.accounts.revoked, decode_event)
    accounts, sessions = _accounts(settings, drivers, hasher, now_ms)
    ratings = Ratings(drivers.ratings, accounts, tuple(games))
    rater = Rater(drivers.tables, drivers.ratings, PlackettLuce(), bus)
    seekers = Seekers(drivers.tickets, drivers.ratings, accounts, games, bots, now_ms)
    means = Means(drivers.tickets, drivers.tables, bots, settings.house(), now_ms)
    return LobbyService(
        server=_server(
            settings,
            revoked,
            LobbyServicer(tables, watches, lists, games),
            AccountServicer(accounts, sessions, Profiles(accounts, ratings, drivers.ratings)),
            RatingServicer(ratings),
            _talk(settings, drivers, bells, now_ms),
            MatchmakingServicer(seekers, TicketWatches(seekers, bells, now_ms)),
            WebHookServicer(WebHooks(drivers.hooks, settings.hook_rules(), now_ms), drivers.tries),
        ),
        bells=bells,
        tail=bus.tail([LOBBY_STREAM], bells.hear, on_gap=bells.gap, settings=tails, name="lobby-watch"),
        starting=bus.consumer(
            [LOBBY_STREAM],
            LOBBY_START_GROUP,
            starter.handle,
            on_gap=starter.gap,
            settings=replace(
                consumers,
                max_deliveries=settings.start_tries + _SPARE_TRIES,
                trim=TrimPolicy((LOBBY_START_GROUP, LOBBY_RATE_GROUP, HOOKS_GROUP)),
            ),
        ),
        finishing=bus.consumer(
            PARTITION_STREAMS,
            LOBBY_FINISH_GROUP,
            finisher.handle,
            on_gap=finisher.gap,
            settings=replace(
                consumers, trim=TrimPolicy((LOBBY_FINISH_GROUP, RULES_ORDERS_GROUP, WAKER_GROUP, HOOKS_GROUP))
            ),
        ),
        rating=bus.consumer([LOBBY_STREAM], LOBBY_RATE_GROUP, rater.handle, on_gap=rater.gap, settings=consumers),
        starter=starter,
        rater=rater,
        expiry=Expiry(drivers.tables, now_ms, settings.expiry_tick_seconds),
        matchmaker=Matchmaker(means, games, settings.matchmaking_tick_seconds),
        hasher=hasher,
        access=access,
        revoking=bus.tail([LOBBY_STREAM], access.hear, on_gap=access.gap, settings=tails, name="lobby-access"),
    )


def _accounts(settings: LobbySettings, drivers: Drivers, hasher: Hasher, now_ms: Clock) -> tuple[Accounts, Sessions]:
    proofs = Proofs(drivers.tries, hasher, settings.secret_limit())
    signer = settings.signer(lambda: now_ms() / 1000)
    grants = Grants(signer, settings.token_seconds, settings.session_seconds, now_ms)
    accounts = Accounts(
        drivers.accounts,
        drivers.tries,
        proofs,
        grants,
        settings.account_limits(),
        service_secret=settings.service_secret.get_secret_value(),
        now_ms=now_ms,
    )
    return accounts, Sessions(drivers.accounts, proofs, grants, now_ms)


def _talk(settings: LobbySettings, drivers: Drivers, bells: Bells, now_ms: Clock) -> TalkServicer:
    span_ms = int(settings.talk_seconds * 1000)
    talk = Talk(drivers.talk, drivers.tables, drivers.tries, settings.talk_limit(), span_ms, now_ms)
    return TalkServicer(talk, TalkWatches(talk, bells, now_ms, settings.heartbeat_seconds))


def _server(
    settings: LobbySettings,
    revoked: Revoked,
    lobby: LobbyServicer,
    accounts: AccountServicer,
    ratings: RatingServicer,
    talk: TalkServicer,
    matchmaking: MatchmakingServicer,
    hooks: WebHookServicer,
) -> GrpcServer:
    auth = AuthInterceptor(TokenVerifier(settings.token_public_keys), public=_PUBLIC, roles=_ROLES, revoked=revoked)
    services = (
        Service(LOBBY, lambda server: add_LobbyServiceServicer_to_server(lobby, server)),
        Service(ACCOUNTS, lambda server: add_AccountServiceServicer_to_server(accounts, server)),
        Service(RATINGS, lambda server: add_RatingServiceServicer_to_server(ratings, server)),
        Service(HOOKS, lambda server: add_WebHookServiceServicer_to_server(hooks, server)),
        Service(TALK, lambda server: add_TalkServiceServicer_to_server(talk, server)),
        Service(MATCHMAKING, lambda server: add_MatchmakingServiceServicer_to_server(matchmaking, server)),
    )
    return GrpcServer(settings, services, standard_interceptors(settings, to_status=to_status, auth=auth))
