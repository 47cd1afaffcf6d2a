"""Talk over gRPC: decode, call, encode. What is raised on the way becomes a status in an interceptor."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from typing_extensions import override

from footplate.api.talk.v1 import request_response_pb2 as pb
from footplate.api.talk.v1.talk_service_pb2_grpc import TalkServiceServicer
from footplate.lobby import talk_messages
from footplate.lobby.caller import account, player, watcher
from footplate.lobby.talk import Talk
from footplate.lobby.talk_watch import TalkWatches
from footplate.runtime.rpc import Context
from footplate.wire.talk import encode_line


class TalkServicer(TalkServiceServicer):
    """One method per call of TalkService."""

    def __init__(self, talk: Talk, watches: TalkWatches) -> None:
        self._talk = talk
        self._watches = watches

    @override
    async def Say(self, request: pb.SayRequest, context: Context) -> pb.SayResponse:
        place = talk_messages.place(request)
        return pb.SayResponse(line=encode_line(await self._talk.say(player(), request.request_id, place, request.text)))

    @override
    async def ListTalk(self, request: pb.ListTalkRequest, context: Context) -> pb.ListTalkResponse:
        place, page = talk_messages.place(request), talk_messages.page(request)
        heard = await self._talk.listed(account(), place, page.start, page.size)
        return talk_messages.listed(heard, page)

    @override
    async def WatchTalk(self, request: pb.WatchTalkRequest, context: Context) -> AsyncIterator[pb.WatchTalkResponse]:
        watch = self._watches.watch(watcher(), talk_messages.place(request), request.from_line)
        async with aclosing(watch) as messages:
            async for message in messages:
                yield talk_messages.told(message)

    @override
    async def Silence(self, request: pb.SilenceRequest, context: Context) -> pb.SilenceResponse:
        table_id, other = request.table_id, request.account_id
        await self._talk.silence(account(), request.request_id, table_id, other, lift=request.lift)
        return pb.SilenceResponse()

    @override
    async def Mute(self, request: pb.MuteRequest, context: Context) -> pb.MuteResponse:
        await self._talk.mute(account(), request.request_id, request.account_id, muted=True)
        return pb.MuteResponse()

    @override
    async def Unmute(self, request: pb.UnmuteRequest, context: Context) -> pb.UnmuteResponse:
        await self._talk.mute(account(), request.request_id, request.account_id, muted=False)
        return pb.UnmuteResponse()

    @override
    async def ListMuted(self, request: pb.ListMutedRequest, context: Context) -> pb.ListMutedResponse:
        return pb.ListMutedResponse(account_ids=await self._talk.muted(account()))
