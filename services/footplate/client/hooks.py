"""Web hooks: having the platform call a server of one's own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from footplate.api.hooks.v1 import message_pb2
from footplate.api.hooks.v1 import request_response_pb2 as pb
from footplate.api.hooks.v1.web_hook_service_pb2_grpc import WebHookServiceStub
from footplate.client.calls import Calls, new_request_id

if TYPE_CHECKING:
    import grpc


@dataclass(frozen=True, slots=True)
class NewWebHook:
    """A web hook and the secret its calls are signed with. Keep the secret; nobody can show it again."""

    hook: message_pb2.WebHook
    secret: str = field(repr=False)


class WebHooks:
    """The WebHookService, for the client's own account. Calls about a hook that is not there raise NotFound."""

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = WebHookServiceStub(channel)

    def create(self, url: str, *, events: Sequence[message_pb2.WebHookEvent.ValueType] = ()) -> NewWebHook:
        """Have a URL be called, about everything unless `events` are named. Raises BadRequest, CallFailed."""
        request = pb.CreateWebHookRequest(request_id=new_request_id(), url=url, events=events)
        answer = self._calls.call(self._stub.CreateWebHook, request)
        return NewWebHook(answer.hook, answer.secret)

    def list(self) -> Sequence[message_pb2.WebHook]:
        """The web hooks of the account, the oldest first, with how they are doing."""
        return tuple(self._calls.call(self._stub.ListWebHooks, pb.ListWebHooksRequest()).hooks)

    def delete(self, hook_id: str) -> None:
        """Be called no more."""
        self._calls.call(
            self._stub.DeleteWebHook, pb.DeleteWebHookRequest(request_id=new_request_id(), hook_id=hook_id)
        )

    def rotate_secret(self, hook_id: str) -> str:
        """A new secret; for a day calls are signed with the old one too."""
        request = pb.RotateSecretRequest(request_id=new_request_id(), hook_id=hook_id)
        return self._calls.call(self._stub.RotateSecret, request).secret

    def enable(self, hook_id: str) -> None:
        """Turn on again a hook that was turned off because its calls failed."""
        self._calls.call(
            self._stub.EnableWebHook, pb.EnableWebHookRequest(request_id=new_request_id(), hook_id=hook_id)
        )

    def test(self, hook_id: str) -> pb.TestWebHookResponse:
        """Have a call of type "test" be made now; what came of it. Raises RateLimited."""
        return self._calls.call(
            self._stub.TestWebHook, pb.TestWebHookRequest(request_id=new_request_id(), hook_id=hook_id)
        )
