"""What a seat does beside playing, over gRPC: decode, call, encode."""

from typing_extensions import override

from footplate.api.seats.v1 import request_response_pb2 as pb
from footplate.api.seats.v1.seat_service_pb2_grpc import SeatServiceServicer
from footplate.rules.answers import noted
from footplate.rules.requested import wish
from footplate.rules.seats import Seats
from footplate.runtime.identity import current_caller
from footplate.runtime.rpc import Context


class SeatServicer(SeatServiceServicer):
    """One method per call of `SeatService`."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats

    @override
    async def Resign(self, request: pb.ResignRequest, context: Context) -> pb.ResignResponse:
        return noted(pb.ResignResponse, await self._seats.resign(wish(_account(), request)))

    @override
    async def ReclaimSeat(self, request: pb.ReclaimSeatRequest, context: Context) -> pb.ReclaimSeatResponse:
        return noted(pb.ReclaimSeatResponse, await self._seats.reclaim(wish(_account(), request)))

    @override
    async def TakeBack(self, request: pb.TakeBackRequest, context: Context) -> pb.TakeBackResponse:
        done = await self._seats.take_back(wish(_account(), request), request.expected_ply, request.to_ply)
        return noted(pb.TakeBackResponse, done)

    @override
    async def AskUndo(self, request: pb.AskUndoRequest, context: Context) -> pb.AskUndoResponse:
        return noted(pb.AskUndoResponse, await self._seats.ask_undo(wish(_account(), request), request.to_ply))

    @override
    async def AnswerUndo(self, request: pb.AnswerUndoRequest, context: Context) -> pb.AnswerUndoResponse:
        done = await self._seats.answer_undo(wish(_account(), request), request.to_ply, agrees=request.agree)
        return noted(pb.AnswerUndoResponse, done)


def _account() -> str:
    return current_caller().account_id
