"""The waker as a process: opens the drivers, starts the waker."""

from footplate.bots.build import build
from footplate.bots.celery_app import build_app
from footplate.bots.marks import RedisMarks
from footplate.bots.open_turns import RedisOpenTurns
from footplate.bots.queue import CeleryQueue
from footplate.bots.settings import WakerSettings
from footplate.bus import Bus
from footplate.runtime.bus_metrics import BusMetrics
from footplate.runtime.lifecycle import Process
from footplate.runtime.redis_client import open_redis


async def start(process: Process, settings: WakerSettings) -> str:
    """Opens everything; what is opened last is closed first."""
    redis = await open_redis(settings, protocol=2, socket_timeout=5.0)
    process.on_stop("Redis", redis.aclose)
    bus = Bus.over_redis(settings.redis_url.get_secret_value(), observer=BusMetrics())
    process.on_stop("bus", bus.close)
    queue = CeleryQueue(build_app(settings), redis)
    service = build(settings, bus, RedisOpenTurns(redis), RedisMarks(redis), queue)
    process.spawn("sweep", service.waker.run(settings.sweep_seconds))
    process.spawn("waker", service.consumer.run())
    process.on_stop("waker", service.consumer.stop)
    return f"reading the bus at {settings.redis_address}"
