"""Opening Redis at a start: patient for a moment, because it may be starting too, and clear when it is not there."""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any, Final, cast

from redis import exceptions
from redis.asyncio import Redis

from footplate.runtime.settings import ProcessSettings, variable_name
from footplate.runtime.startup import StartupError, one_line

_PAUSE_SECONDS: Final = 0.1


async def open_redis(settings: ProcessSettings, **options: Any) -> Redis:
    """Return a client whose server has answered; raises `StartupError` when none does in `redis_wait_seconds`.

    `options` go to the client. The caller closes it with `aclose()`.
    """
    client: Redis = Redis.from_url(settings.redis_url.get_secret_value(), **options)
    try:
        await _wait(client, settings)
    except BaseException:
        await client.aclose()
        raise
    return client


async def _wait(client: Redis, settings: ProcessSettings) -> None:
    until = time.monotonic() + settings.redis_wait_seconds
    while True:
        try:
            await cast(Awaitable[object], client.ping())
        except (exceptions.RedisError, OSError) as error:
            if _refuses(error) or time.monotonic() >= until:
                raise _no_redis(settings, error) from None
        else:
            return
        await asyncio.sleep(_PAUSE_SECONDS)


def _refuses(error: Exception) -> bool:
    """Tell a server that does not let us in from one that is not there yet: waiting will not change its mind."""
    refusals = (exceptions.AuthenticationError, exceptions.AuthorizationError, exceptions.NoPermissionError)
    return isinstance(error, refusals) or isinstance(error.__cause__, refusals)


def _no_redis(settings: ProcessSettings, error: Exception) -> StartupError:
    fault = "refuses us" if _refuses(error) else "is unreachable"
    name = variable_name(type(settings), "redis_url")
    return StartupError(f"Redis at {settings.redis_address} {fault}: {one_line(error)} (set {name})")
