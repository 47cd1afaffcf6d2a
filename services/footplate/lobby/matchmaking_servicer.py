"""Matchmaking over gRPC: decode, call, encode."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from typing_extensions import override

from footplate.api.matchmaking.v1 import request_response_pb2 as pb
from footplate.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceServicer
from footplate.lobby import ticket_answers, ticket_requested
from footplate.lobby.caller import account, player, watcher
from footplate.lobby.seekers import Seekers
from footplate.lobby.watch_tickets import TicketWatches
from footplate.runtime.rpc import Context


class MatchmakingServicer(MatchmakingServiceServicer):
    """One method per call of MatchmakingService."""

    def __init__(self, seekers: Seekers, watches: TicketWatches) -> None:
        self._seekers = seekers
        self._watches = watches

    @override
    async def OpenTicket(self, request: pb.OpenTicketRequest, context: Context) -> pb.OpenTicketResponse:
        wish = ticket_requested.wish(request.wish)
        opened = await self._seekers.open(player(), request.request_id, wish)
        return pb.OpenTicketResponse(ticket=ticket_answers.opened(*opened))

    @override
    async def WatchTicket(
        self, request: pb.WatchTicketRequest, context: Context
    ) -> AsyncIterator[pb.WatchTicketResponse]:
        async with aclosing(self._watches.watch(watcher(), request.ticket_id)) as messages:
            async for message in messages:
                yield ticket_answers.told(message)

    @override
    async def CancelTicket(self, request: pb.CancelTicketRequest, context: Context) -> pb.CancelTicketResponse:
        own = account()
        ending = await self._seekers.cancel(own, request.ticket_id)
        return pb.CancelTicketResponse(outcome=ticket_answers.outcome(ending, own) if ending else None)
