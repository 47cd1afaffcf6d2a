"""Web hooks over gRPC: decode, call, encode. What is raised on the way becomes a status in an interceptor."""

from typing import Final

from typing_extensions import override

from footplate.api.hooks.v1 import request_response_pb2 as pb
from footplate.api.hooks.v1.web_hook_service_pb2_grpc import WebHookServiceServicer
from footplate.hooks.usecases import WebHooks
from footplate.lobby import hooks_messages
from footplate.lobby.caller import account
from footplate.lobby.ports import Request, Tries
from footplate.lobby.rate import Limit
from footplate.lobby.requests import request_of
from footplate.runtime.rpc import Context

_TESTS: Final = Limit(20, 60.0)
"""How often an account may ask for a test call, retries included."""


class WebHookServicer(WebHookServiceServicer):
    """One method per call of WebHookService."""

    def __init__(self, hooks: WebHooks, tries: Tries) -> None:
        self._hooks = hooks
        self._tries = tries

    @override
    async def CreateWebHook(self, request: pb.CreateWebHookRequest, context: Context) -> pb.CreateWebHookResponse:
        events = hooks_messages.events(request)
        asked = request_of(account(), request.request_id, "create hook", request.url, events)
        hook, secret = await self._hooks.create(account(), asked, request.url, events)
        return pb.CreateWebHookResponse(hook=hooks_messages.hook(hook), secret=secret)

    @override
    async def ListWebHooks(self, request: pb.ListWebHooksRequest, context: Context) -> pb.ListWebHooksResponse:
        hooks = await self._hooks.of(account())
        return pb.ListWebHooksResponse(hooks=[hooks_messages.hook(hook) for hook in hooks])

    @override
    async def DeleteWebHook(self, request: pb.DeleteWebHookRequest, context: Context) -> pb.DeleteWebHookResponse:
        await self._hooks.delete(account(), _asked(request, "delete hook"), request.hook_id)
        return pb.DeleteWebHookResponse()

    @override
    async def RotateSecret(self, request: pb.RotateSecretRequest, context: Context) -> pb.RotateSecretResponse:
        secret = await self._hooks.rotate(account(), _asked(request, "rotate secret"), request.hook_id)
        return pb.RotateSecretResponse(secret=secret)

    @override
    async def EnableWebHook(self, request: pb.EnableWebHookRequest, context: Context) -> pb.EnableWebHookResponse:
        await self._hooks.enable(account(), _asked(request, "enable hook"), request.hook_id)
        return pb.EnableWebHookResponse()

    @override
    async def TestWebHook(self, request: pb.TestWebHookRequest, context: Context) -> pb.TestWebHookResponse:
        asked = _asked(request, "test hook")
        await self._tries.spend(f"test hook:{account()}", _TESTS)
        return hooks_messages.tested(await self._hooks.test(account(), asked, request.hook_id))


def _asked(
    request: pb.DeleteWebHookRequest | pb.RotateSecretRequest | pb.EnableWebHookRequest | pb.TestWebHookRequest,
    what: str,
) -> Request:
    return request_of(account(), request.request_id, what, request.hook_id)
