"""The queue of turns as the waker uses it: Celery's sender in threads, so that the event loop never waits for it."""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from celery import Celery
from kombu.exceptions import KombuError
from redis.asyncio import Redis

from footplate.bots.celery_app import queue_key, send
from footplate.domain.events import TurnStarted


class QueueUnavailable(Exception):
    """The turn was perhaps not queued: the broker is away."""


class TurnQueue(Protocol):
    """Where turns wait for a worker."""

    async def put(self, turn: TurnStarted) -> None:
        """Queues a turn. Raises QueueUnavailable."""
        ...

    async def waiting(self) -> int:
        """Turns that no worker has taken yet."""
        ...


@dataclass(frozen=True, slots=True)
class CeleryQueue:
    """See `TurnQueue`. `client` is the Redis of the broker."""

    app: Celery
    client: Redis

    async def put(self, turn: TurnStarted) -> None:
        """See `TurnQueue.put`."""
        try:
            await asyncio.to_thread(send, self.app, turn)
        except (KombuError, OSError) as error:
            raise QueueUnavailable(f"{turn.match} ply {turn.ply}: {error}") from error

    async def waiting(self) -> int:
        """See `TurnQueue.waiting`."""
        return int(await self.client.llen(queue_key()))
