"""`python -m footplate.rules`: opens the drivers, starts the service. Settings come from the environment."""

import gc

from footplate.bus import LOBBY_STREAM, Bus, TailSettings
from footplate.engine.registry import games
from footplate.rules.bells import Bells
from footplate.rules.build import build
from footplate.rules.redis_orders import RedisOrderStore
from footplate.rules.redis_pipe import RedisPipe
from footplate.rules.redis_store import CLIENT, RedisMatchStore
from footplate.rules.settings import RulesSettings
from footplate.runtime.bus_metrics import BusMetrics
from footplate.runtime.lifecycle import Process, run
from footplate.runtime.redis_client import open_redis
from footplate.runtime.redis_revocations import RedisRevocations
from footplate.runtime.revocation import AccessFeed
from footplate.wire.events import decode_event, encode_event


async def start(process: Process, settings: RulesSettings) -> str:
    """Opens everything; what is opened last is closed first."""
    redis = await open_redis(settings, **CLIENT)
    process.on_stop("Redis", redis.aclose)
    pipe = RedisPipe(redis.connection_pool, settings.store_timeout_seconds)
    process.on_stop("pipe", pipe.aclose)
    bus = Bus.over_redis(settings.redis_url.get_secret_value(), observer=BusMetrics())
    process.on_stop("bus", bus.close)
    store = RedisMatchStore(pipe, encode_event, settings.keep_requests_seconds)
    service = build(settings, store, RedisOrderStore(pipe, encode_event), games())
    tail = await service.feed.tail(bus, TailSettings(linger=settings.watch_linger_seconds))
    process.spawn("feed", tail.run())
    process.on_stop("feed", tail.stop)
    await follow_revocations(process, bus, AccessFeed(service.revoked, RedisRevocations(pipe).load, decode_event))
    port = await service.server.start()
    process.on_stop("gRPC", service.server.stop)
    orders = service.orders.consumer(bus)
    process.spawn("orders", orders.run())
    process.on_stop("orders", orders.stop)
    process.spawn("clock", service.clock.run())
    process.spawn("end of watches", end_watches(process, service.bells))
    calm_collector()
    return f"gRPC on {settings.host}:{port}"


async def follow_revocations(process: Process, bus: Bus, access: AccessFeed) -> None:
    """Knows of every token that is no longer good before the first call is judged, and hears of those to come."""
    tail = bus.tail([LOBBY_STREAM], access.hear, on_gap=access.gap, name="rules-access")
    process.spawn("access", tail.run())
    process.on_stop("access", tail.stop)
    await tail.ready()
    await access.load()


def calm_collector() -> None:
    """Has Python look for garbage less often: each look at all young objects costs, and positions make no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


async def end_watches(process: Process, bells: Bells) -> None:
    """Tells the watchers when the end begins, so that the server need not wait for them."""
    await process.stopping.wait()
    bells.close()


if __name__ == "__main__":
    run(RulesSettings, start)
