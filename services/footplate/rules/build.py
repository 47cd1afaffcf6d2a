"""Putting the rules service together: the one place where its parts meet. Tests call it with drivers of their own."""

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from footplate.api.orders.v1 import standing_order_service_pb2
from footplate.api.orders.v1.standing_order_service_pb2_grpc import add_StandingOrderServiceServicer_to_server
from footplate.api.rules.v1 import rules_service_pb2
from footplate.api.rules.v1.rules_service_pb2_grpc import add_RulesServiceServicer_to_server
from footplate.api.seats.v1 import seat_service_pb2
from footplate.api.seats.v1.seat_service_pb2_grpc import add_SeatServiceServicer_to_server
from footplate.domain.seed import Seed
from footplate.engine.chance import SEED_BYTES
from footplate.engine.game import AnyGame
from footplate.rules.bells import Bells
from footplate.rules.clock import MatchClock
from footplate.rules.doors import Doors
from footplate.rules.feed import Feed
from footplate.rules.hearing import read_event
from footplate.rules.matches import Matches
from footplate.rules.order_ports import OrderStore
from footplate.rules.order_runner import OrderRunner
from footplate.rules.order_servicer import OrderServicer
from footplate.rules.orders import Orders
from footplate.rules.pace import Pace
from footplate.rules.ports import Clock, MatchStore, NewSeed
from footplate.rules.seat_servicer import SeatServicer
from footplate.rules.seats import Seats
from footplate.rules.servicer import RulesServicer
from footplate.rules.settings import RulesSettings
from footplate.rules.turns import OpenTurns
from footplate.rules.usecases import UseCases
from footplate.rules.watch import MatchWatches
from footplate.rules.watch_turns import TurnWatches
from footplate.rules.writes import Writes
from footplate.runtime.grpc_server import GrpcServer, Service, standard_interceptors
from footplate.runtime.identity import Role
from footplate.runtime.revocation import Revoked
from footplate.runtime.rpc_auth import AuthInterceptor
from footplate.runtime.tokens import TokenVerifier
from footplate.wire.errors import to_status
from footplate.wire.events import decode_event

SERVICE: Final = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"].full_name
SEATS: Final = seat_service_pb2.DESCRIPTOR.services_by_name["SeatService"].full_name
ORDERS: Final = standing_order_service_pb2.DESCRIPTOR.services_by_name["StandingOrderService"].full_name
_ROLES: Final = {f"/{SERVICE}/CreateMatch": (Role.SERVICE,)}


@dataclass(frozen=True, slots=True)
class RulesService:
    """The service put together: what serves calls, follows the bus, ends the watches, fires deadlines.

    `orders` carries out standing orders.

    `revoked`: the tokens that are no longer taken, for the caller to keep up.
    """

    server: GrpcServer
    feed: Feed
    bells: Bells
    clock: MatchClock
    orders: OrderRunner
    revoked: Revoked


def clock() -> int:
    """The time now in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def fresh_seed() -> Seed:
    """A new secret seed, from the randomness of the system."""
    return Seed(secrets.token_bytes(SEED_BYTES))


def build(
    settings: RulesSettings,
    store: MatchStore,
    orders: OrderStore,
    games: Mapping[str, AnyGame],
    *,
    now_ms: Clock = clock,
    new_seed: NewSeed = fresh_seed,
) -> RulesService:
    """The service over a store. Nothing is started yet."""
    bells = Bells()
    turns = OpenTurns(bells)
    matches = Matches(store, games, settings.cache_matches)
    pace = Pace(now_ms, settings.heartbeat_seconds, settings.watch_behind)
    feed = Feed(store, matches, turns, bells, decode_event)
    writes = Writes(store, matches, feed.tell, settings.snapshot_every)
    use = UseCases(
        store,
        matches,
        games,
        writes,
        now_ms=now_ms,
        new_seed=new_seed,
        tell=feed.tell,
        snapshot_every=settings.snapshot_every,
    )
    watches = MatchWatches(store, matches, bells, pace)
    servicer = RulesServicer(use, Doors(matches), watches, TurnWatches(turns, bells, pace))
    seats = SeatServicer(Seats(store, matches, writes, now_ms))
    given = OrderServicer(Orders(orders, matches, now_ms))
    revoked = Revoked()
    auth = AuthInterceptor(TokenVerifier(settings.token_public_keys), roles=_ROLES, revoked=revoked)
    server = GrpcServer(
        settings,
        [
            Service(SERVICE, lambda grpc_server: add_RulesServiceServicer_to_server(servicer, grpc_server)),
            Service(SEATS, lambda grpc_server: add_SeatServiceServicer_to_server(seats, grpc_server)),
            Service(ORDERS, lambda grpc_server: add_StandingOrderServiceServicer_to_server(given, grpc_server)),
        ],
        standard_interceptors(settings, to_status=to_status, auth=auth),
    )
    match_clock = MatchClock(store, matches, writes, now_ms, settings.clock_tick_seconds)
    runner = OrderRunner(orders, store, matches, writes, now_ms, read_event)
    return RulesService(server, feed, bells, match_clock, runner, revoked)
