"""`python -m footplate.lobby`: opens the drivers, starts the service. Settings come from the environment."""

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from footplate.bus import Bus
from footplate.engine.registry import games
from footplate.hooks.redis_hooks import RedisHookStore
from footplate.lobby.build import Drivers, LobbyService, build
from footplate.lobby.redis_accounts import RedisAccountStore, RedisTries
from footplate.lobby.redis_ratings import RedisRatingStore
from footplate.lobby.redis_tables import RedisTableStore
from footplate.lobby.redis_talk import RedisTalkStore
from footplate.lobby.redis_tickets import RedisTicketStore
from footplate.lobby.rules_client import GrpcRules, open_channel
from footplate.lobby.settings import LobbySettings
from footplate.lobby.survey import keep_count
from footplate.runtime.bus_metrics import BusMetrics
from footplate.runtime.lifecycle import Process, run
from footplate.runtime.redis_client import open_redis
from footplate.runtime.redis_scripts import Shared
from footplate.wire.events import encode_event


async def start(process: Process, settings: LobbySettings) -> str:
    """Opens everything; what is opened last is closed first."""
    drivers = await _opened(process, settings)
    service = build(settings, drivers, games())
    process.on_stop("hashing", service.hasher.close)
    process.spawn("census", keep_count(drivers.tables, settings.census_seconds))
    process.spawn("expiry of tables", service.expiry.run())
    process.spawn("matchmaking", service.matchmaker.run())
    await _follow(process, service)
    port = await service.server.start()
    process.on_stop("gRPC", service.server.stop)

    async def end_watches() -> None:
        service.bells.close()  # first of all, so that the server need not wait for the watchers

    process.on_stop("watches", end_watches)
    return f"gRPC on {settings.host}:{port}"


async def _opened(process: Process, settings: LobbySettings) -> Drivers:
    redis = await _redis(settings)
    process.on_stop("Redis", redis.aclose)
    bus = Bus.over_redis(settings.redis_url.get_secret_value(), observer=BusMetrics())
    process.on_stop("bus", bus.close)
    channel = open_channel(settings.rules_address)
    process.on_stop("channel to the rules service", channel.close)
    client = Shared(redis, settings.store_connections)
    return Drivers(
        accounts=RedisAccountStore(client, settings.keep_requests_seconds),
        tries=RedisTries(client),
        tables=RedisTableStore(client, encode_event, tuple(games()), settings.keep_requests_seconds),
        ratings=RedisRatingStore(client),
        hooks=RedisHookStore(client, settings.keep_requests_seconds),
        talk=RedisTalkStore(client, settings.keep_requests_seconds, settings.talk_lines, settings.talk_seconds),
        tickets=RedisTicketStore(client, encode_event),
        rules=GrpcRules(channel, settings.signer(), settings.rules_deadline_seconds),
        bus=bus,
    )


async def _redis(settings: LobbySettings) -> Redis:
    return await open_redis(
        settings,
        protocol=2,
        socket_timeout=settings.store_timeout_seconds,
        retry=Retry(NoBackoff(), 1),  # a connection may have died idle; every write of ours may be repeated
    )


async def _follow(process: Process, service: LobbyService) -> None:
    """Follows the bus. What a crash left half started goes on at once, not when somebody claims its event."""
    runners = {
        "watch": service.tail,
        "access": service.revoking,
        "starter": service.starting,
        "finisher": service.finishing,
        "rater": service.rating,
    }
    for what, runner in runners.items():
        process.spawn(what, runner.run())
        process.on_stop(what, runner.stop)
    await service.tail.ready()  # before the first watcher looks, so that none misses a change
    await service.revoking.ready()
    await service.access.load()  # before the first call is judged
    await service.starter.recover()
    await service.rater.recover()


if __name__ == "__main__":
    run(LobbySettings, start)
