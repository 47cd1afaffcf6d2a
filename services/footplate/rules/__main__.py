"""`python -m footplate.rules`: opens the drivers, starts the service. Settings come from the environment."""

from footplate.bus import Bus, TailSettings
from footplate.engine.registry import games
from footplate.rules.bells import Bells
from footplate.rules.build import build
from footplate.rules.redis_store import CLIENT, RedisMatchStore
from footplate.rules.settings import RulesSettings
from footplate.runtime.lifecycle import Process, run
from footplate.runtime.redis_client import open_redis
from footplate.wire.events import encode_event


async def start(process: Process, settings: RulesSettings) -> str:
    """Opens everything; what is opened last is closed first."""
    redis = await open_redis(
        settings,
        max_connections=settings.store_connections,
        socket_timeout=settings.store_timeout_seconds,
        **CLIENT,
    )
    process.on_stop("Redis", redis.aclose)
    bus = Bus.over_redis(settings.redis_url.get_secret_value())
    process.on_stop("bus", bus.close)
    service = build(settings, RedisMatchStore(redis, encode_event, settings.keep_requests_seconds), games())
    tail = await service.feed.tail(bus, TailSettings(linger=settings.watch_linger_seconds))
    process.spawn("feed", tail.run())
    process.on_stop("feed", tail.stop)
    port = await service.server.start()
    process.on_stop("gRPC", service.server.stop)
    process.spawn("end of watches", end_watches(process, service.bells))
    return f"gRPC on {settings.host}:{port}"


async def end_watches(process: Process, bells: Bells) -> None:
    """Tells the watchers when the end begins, so that the server need not wait for them."""
    await process.stopping.wait()
    bells.close()


if __name__ == "__main__":
    run(RulesSettings, start)
