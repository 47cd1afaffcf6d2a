"""Celery as the bots use it: one queue over Redis, turns acknowledged when they are done, no results, no chatter.

The waker only sends; a worker registers the task (`tasks.register`) and consumes.
"""

from typing import Any, Final

from celery import Celery

from footplate.bots.marks import SLOT
from footplate.bots.settings import BotSettings
from footplate.domain.events import TurnStarted

QUEUE: Final = "bots"
TASK: Final = "footplate.bots.play_turn"

_SOCKET_SECONDS: Final = 5.0


def build_app(settings: BotSettings) -> Celery:
    """An app that can send turns. Nothing is connected yet."""
    app = Celery("footplate", broker=settings.broker_url, set_as_current=False, fixups=[])
    app.conf.update(
        # One durable queue, JSON only, no result backend: the match is the result.
        task_default_queue=QUEUE,
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        result_backend=None,
        # Late acknowledgement: what a dead worker had in hand comes back, and the ply makes a repeat harmless.
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        # Prefetch: a process takes one turn when it is free, and nothing waits anywhere but in the queue. It has to be
        # said this way. A multiplier of 1 counts what is not acknowledged; acknowledgements that fail while Redis is
        # away would count for ever, and the worker would live on without taking anything.
        worker_disable_prefetch=True,
        worker_prefetch_multiplier=0,
        worker_enable_prefetch_count_reduction=False,
        # The broker may go away at any time, also before the first connection, and for as long as it likes.
        broker_connection_retry_on_startup=True,
        broker_connection_retry=True,
        broker_connection_max_retries=None,
        broker_channel_error_retry=True,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_transport_options=_transport(settings),
        # A sender gives up soon: the bus hands it the event again.
        task_publish_retry=True,
        task_publish_retry_policy={"max_retries": 2, "interval_start": 0.05, "interval_step": 0.1, "interval_max": 0.2},
        # No remote control, no events; logs and outputs are ours.
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        task_send_sent_event=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
    )
    return app


def send(app: Celery, turn: TurnStarted) -> None:
    """Queues a turn. Raises kombu's OperationalError when the broker is away."""
    app.send_task(TASK, args=task_arguments(turn), task_id=task_id(turn), queue=QUEUE, ignore_result=True)


def task_arguments(turn: TurnStarted) -> list[Any]:
    """What `play_turn` is called with."""
    return [turn.match, turn.ply, turn.seat, turn.account, turn.level]


def task_id(turn: TurnStarted) -> str:
    """The id of the task: the same however often the turn is woken."""
    return f"play:{turn.match}:{turn.ply}"


def queue_key() -> str:
    """The Redis list in which turns wait."""
    return SLOT + QUEUE


def _transport(settings: BotSettings) -> dict[str, Any]:
    return {
        "global_keyprefix": SLOT,
        "visibility_timeout": settings.visibility_seconds,
        "socket_timeout": _SOCKET_SECONDS,
        "socket_connect_timeout": _SOCKET_SECONDS,
        "socket_keepalive": not settings.broker_url.startswith("redis+socket"),
        "health_check_interval": 10,
    }
