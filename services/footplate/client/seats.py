"""Seats: leaving a match, coming back to it, and going back in it."""

from typing import TYPE_CHECKING

from footplate.api.seats.v1 import request_response_pb2 as pb
from footplate.api.seats.v1.seat_service_pb2_grpc import SeatServiceStub
from footplate.client.calls import Calls, new_request_id

if TYPE_CHECKING:
    import grpc


class Seats:
    """The SeatService. `seat`: which one, if the account has several. All raise NotFound, NotYourSeat, MatchOver."""

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = SeatServiceStub(channel)

    def resign(self, match_id: str, *, seat: int | None = None) -> pb.ResignResponse:
        """Give the seat up for good. Raises SeatRefused."""
        request = pb.ResignRequest(match_id=match_id, request_id=new_request_id(), seat=seat)
        return self._calls.call(self._stub.Resign, request)

    def reclaim(self, match_id: str, *, seat: int | None = None) -> pb.ReclaimSeatResponse:
        """Take the seat back from the stand-in, from the next turn on. Raises SeatRefused."""
        request = pb.ReclaimSeatRequest(match_id=match_id, request_id=new_request_id(), seat=seat)
        return self._calls.call(self._stub.ReclaimSeat, request)

    def take_back(
        self, match_id: str, to_ply: int, *, expected_ply: int, seat: int | None = None
    ) -> pb.TakeBackResponse:
        """Take back own steps of the running turn. Raises StalePly, NotYourTurn, SeatRefused, UndoRefused."""
        request = pb.TakeBackRequest(
            match_id=match_id, request_id=new_request_id(), seat=seat, expected_ply=expected_ply, to_ply=to_ply
        )
        return self._calls.call(self._stub.TakeBack, request)

    def ask_undo(self, match_id: str, to_ply: int, *, seat: int | None = None) -> pb.AskUndoResponse:
        """Ask all others to go back to a ply. Raises SeatRefused, UndoRefused."""
        request = pb.AskUndoRequest(match_id=match_id, request_id=new_request_id(), seat=seat, to_ply=to_ply)
        return self._calls.call(self._stub.AskUndo, request)

    def answer_undo(self, match_id: str, to_ply: int, *, agree: bool, seat: int | None = None) -> pb.AnswerUndoResponse:
        """Answer whoever asks; with the last yes the match goes back. Raises SeatRefused, UndoRefused."""
        request = pb.AnswerUndoRequest(
            match_id=match_id, request_id=new_request_id(), seat=seat, to_ply=to_ply, agree=agree
        )
        return self._calls.call(self._stub.AnswerUndo, request)
