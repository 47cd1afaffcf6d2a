"""Web hooks in protobuf: what is asked of the lobby, and what it answers."""

from typing import Final

from footplate.api.hooks.v1 import message_pb2 as message_pb
from footplate.api.hooks.v1 import request_response_pb2 as pb
from footplate.domain.hooks import HookEvent, Outcome, WebHook
from footplate.hooks.ports import Report
from footplate.wire.common import encode_time
from footplate.wire.fields import known

_EVENTS: Final = {event: message_pb.WebHookEvent.Value(f"WEB_HOOK_EVENT_{event.name}") for event in HookEvent}
_EVENT_OF: Final[dict[int, HookEvent]] = {value: event for event, value in _EVENTS.items()}
_OUTCOMES: Final = {
    Outcome.WAITING: message_pb.CALL_OUTCOME_WAITING,
    Outcome.DELIVERED: message_pb.CALL_OUTCOME_DELIVERED,
    Outcome.FAILED: message_pb.CALL_OUTCOME_FAILED,
    Outcome.DROPPED: message_pb.CALL_OUTCOME_FAILED,
}


def events(request: pb.CreateWebHookRequest) -> tuple[HookEvent, ...]:
    """What the hook is to be called about. Raises BadRequest."""
    return tuple(known(f"events.{number}", value, _EVENT_OF) for number, value in enumerate(request.events))


def hook(shown: WebHook) -> message_pb.WebHook:
    """A hook, without its secret."""
    return message_pb.WebHook(
        hook_id=shown.id,
        url=shown.url,
        events=[_EVENTS[event] for event in shown.events],
        created=encode_time(shown.created_ms),
        disabled=shown.disabled,
        waiting=shown.waiting,
        last_try=encode_time(shown.last_try_ms) if shown.last_try_ms else None,
        last_delivered=encode_time(shown.last_delivered_ms) if shown.last_delivered_ms else None,
        failing_since=encode_time(shown.failing_since_ms) if shown.failing_since_ms else None,
        last_status=shown.last_status,
        last_problem=shown.last_problem,
    )


def tested(report: Report) -> pb.TestWebHookResponse:
    """What came of a call that was asked for."""
    return pb.TestWebHookResponse(
        call_id=report.call.id,
        outcome=_OUTCOMES[report.outcome],
        status=report.status,
        problem=report.problem,
    )
