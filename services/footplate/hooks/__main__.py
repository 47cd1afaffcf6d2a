"""`python -m footplate.hooks`: opens the drivers, starts to call. Settings come from the environment."""

from footplate.bus import Bus
from footplate.hooks.addresses import Guard
from footplate.hooks.build import build
from footplate.hooks.post import HttpReceiver
from footplate.hooks.redis_hooks import RedisHookStore, RedisTurns
from footplate.hooks.settings import HooksSettings
from footplate.runtime.bus_metrics import BusMetrics
from footplate.runtime.lifecycle import Process, run
from footplate.runtime.redis_client import open_redis
from footplate.runtime.redis_scripts import Shared


async def start(process: Process, settings: HooksSettings) -> str:
    """Opens everything; what is opened last is closed first."""
    redis = await open_redis(settings, protocol=2, socket_timeout=5.0)
    process.on_stop("Redis", redis.aclose)
    client = Shared(redis, settings.store_connections)
    bus = Bus.over_redis(settings.redis_url.get_secret_value(), observer=BusMetrics())
    process.on_stop("bus", bus.close)
    receiver = HttpReceiver(Guard(loopback=settings.allow_loopback), settings.timeout_seconds)
    process.on_stop("connections to receivers", receiver.close)
    store = RedisHookStore(client)
    service = build(settings, bus, store, RedisTurns(client), receiver)
    process.spawn("sender", service.sender.run())
    process.on_stop("sender", service.sender.stop)
    process.spawn("teller", service.consumer.run())
    process.on_stop("teller", service.consumer.stop)
    return f"reading the bus at {settings.redis_address}"


if __name__ == "__main__":
    run(HooksSettings, start)
