"""The task of a worker, and what each of its processes opens for itself after the fork."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from billiard.exceptions import SoftTimeLimitExceeded
from celery import Celery, signals
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from footplate.bots.celery_app import TASK
from footplate.bots.lease import RedisLeases
from footplate.bots.rules_client import GrpcRules, Tokens, open_channel
from footplate.bots.settings import WorkerSettings
from footplate.bots.turn_player import Turn, TurnPlayer
from footplate.runtime.parent import bind_to_parent

_MARK_SECONDS: Final = 2.0  # how long a turn waits for the Redis that keeps its mark


def register(app: Celery, settings: WorkerSettings) -> None:
    """Teaches an app to play turns."""
    hands = Hands(lambda stack: open_player(settings, stack))
    # Each process of the pool opens its own; nothing that crosses a fork may have threads or sockets.
    signals.worker_process_init.connect(lambda **_: hands.begin(), weak=False)
    signals.worker_process_shutdown.connect(lambda **_: hands.end(), weak=False)

    def play_turn(match_id: str, ply: int, seat: int, account_id: str, level: str) -> None:
        """Plays a turn unless it has passed: late, doubled or half done, the ply decides."""
        hands.player.play(Turn(match_id, ply, seat, account_id, level))

    app.task(name=TASK)(play_turn)
    app.conf.update(task_soft_time_limit=settings.soft_limit_seconds, task_time_limit=settings.hard_limit_seconds)


def open_player(settings: WorkerSettings, stack: ExitStack) -> TurnPlayer:
    """Opens what a process needs to play turns; `stack` closes it."""
    rules, lobby = open_channel(settings.rules_address), open_channel(settings.lobby_address)
    stack.callback(rules.close)
    stack.callback(lobby.close)
    redis: Any = Redis.from_url(
        settings.redis_url.get_secret_value(),
        socket_timeout=_MARK_SECONDS,
        socket_connect_timeout=_MARK_SECONDS,
        retry=Retry(NoBackoff(), 1),  # a connection may have died idle
        protocol=2,
    )
    stack.callback(redis.close)
    tokens = Tokens(lobby, settings.service_secret.get_secret_value(), settings.deadline_seconds)
    return TurnPlayer(
        GrpcRules(rules, tokens, settings.deadline_seconds),
        RedisLeases(redis, settings.lease_seconds),
        patience=settings.patience_seconds,
        out_of_time=SoftTimeLimitExceeded,
    )


class Hands:
    """What one process of the pool plays with."""

    def __init__(self, open_: Callable[[ExitStack], TurnPlayer]) -> None:
        self._open = open_
        self._stack = ExitStack()
        self._player: TurnPlayer | None = None

    @property
    def player(self) -> TurnPlayer:
        """The player of this process."""
        if self._player is None:
            raise RuntimeError("a turn came before its process had opened anything")
        return self._player

    def begin(self) -> None:
        """After the fork: opens everything, and ends with the worker should that be killed."""
        bind_to_parent(os.getppid())
        self._player = self._open(self._stack)

    def end(self) -> None:
        """Before the process ends."""
        self._player = None
        self._stack.close()
