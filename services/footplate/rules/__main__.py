"""`python -m footplate.rules`: opens the drivers, starts the service. Settings come from the environment."""

import gc

from footplate.bus import Bus, TailSettings
from footplate.engine.registry import games
from footplate.rules.bells import Bells
from footplate.rules.build import build
from footplate.rules.redis_pipe import RedisPipe
from footplate.rules.redis_store import CLIENT, RedisMatchStore
from footplate.rules.settings import RulesSettings
from footplate.runtime.lifecycle import Process, run
from footplate.runtime.redis_client import open_redis
from footplate.wire.events import encode_event


async def start(process: Process, settings: RulesSettings) -> str:
    """Opens everything; what is opened last is closed first."""
    redis = await open_redis(settings, **CLIENT)
    process.on_stop("Redis", redis.aclose)
    pipe = RedisPipe(redis.connection_pool, settings.store_timeout_seconds)
    process.on_stop("pipe", pipe.aclose)
    bus = Bus.over_redis(settings.redis_url.get_secret_value())
    process.on_stop("bus", bus.close)
    service = build(settings, RedisMatchStore(pipe, encode_event, settings.keep_requests_seconds), games())
    tail = await service.feed.tail(bus, TailSettings(linger=settings.watch_linger_seconds))
    process.spawn("feed", tail.run())
    process.on_stop("feed", tail.stop)
    port = await service.server.start()
    process.on_stop("gRPC", service.server.stop)
    process.spawn("clock", service.clock.run())
    process.spawn("end of watches", end_watches(process, service.bells))
    calm_collector()
    return f"gRPC on {settings.host}:{port}"


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
