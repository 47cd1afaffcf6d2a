"""Standing orders: what the account has its seats do while it is not there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from footplate.api.orders.v1 import message_pb2
from footplate.api.orders.v1 import request_response_pb2 as pb
from footplate.api.orders.v1.standing_order_service_pb2_grpc import StandingOrderServiceStub
from footplate.client.calls import Calls, new_request_id

if TYPE_CHECKING:
    import grpc

Expected = tuple[int, str]
"""A move that is expected: a seat, from 0, and the text of its action."""


class Orders:
    """The StandingOrderService. `seat`: which one, if the account has several. All raise NotFound, NotYourSeat."""

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = StandingOrderServiceStub(channel)

    def bid_up_to(
        self,
        match_id: str,
        most: int,
        *,
        company: str = "",
        hex: str = "",  # noqa: A002 - the name the contract gives it
        last_turn: int = 0,
        seat: int | None = None,
    ) -> message_pb2.StandingOrder:
        """Bid the least there is while it is `most` or less. Raises BadRequest, MatchOver, SeatRefused."""
        bid = message_pb2.BidUpTo(most=most, last_turn=last_turn, company=company, hex=hex)
        return self.give(match_id, message_pb2.Wish(bid_up_to=bid), seat=seat)

    def no_shares(self, match_id: str, *, turn: int = 0, seat: int | None = None) -> message_pb2.StandingOrder:
        """Issue no shares in the running turn or a later one. Raises BadRequest, MatchOver, SeatRefused."""
        return self.give(match_id, message_pb2.Wish(no_shares=message_pb2.NoShares(turn=turn)), seat=seat)

    def no_veto(
        self, match_id: str, *, unless: Sequence[str] = (), seat: int | None = None
    ) -> message_pb2.StandingOrder:
        """Object to nothing, unless it is about one of these companies. Raises BadRequest, MatchOver, SeatRefused."""
        veto = message_pb2.NoVeto(unless_companies=unless)
        return self.give(match_id, message_pb2.Wish(no_veto=veto), seat=seat)

    def if_then(
        self, match_id: str, *steps: tuple[Sequence[Expected], str], seat: int | None = None
    ) -> message_pb2.StandingOrder:
        """A line of up to three steps, each the moves expected of others and the action to play then.

        Raises BadRequest, BadNotation, MatchOver, SeatRefused.
        """
        line = message_pb2.IfThen(steps=[_step(expected, play) for expected, play in steps])
        return self.give(match_id, message_pb2.Wish(if_then=line), seat=seat)

    def give(self, match_id: str, wish: message_pb2.Wish, *, seat: int | None = None) -> message_pb2.StandingOrder:
        """Give an order, in place of the one of its kind. Raises BadRequest, BadNotation, MatchOver, SeatRefused."""
        request = pb.SetStandingOrderRequest(match_id=match_id, request_id=new_request_id(), seat=seat, wish=wish)
        return self._calls.call(self._stub.SetStandingOrder, request).order

    def list(self, match_id: str, *, seat: int | None = None) -> pb.ListStandingOrdersResponse:
        """The orders that stand and the notices not yet acknowledged, of all seats of the account."""
        request = pb.ListStandingOrdersRequest(match_id=match_id, seat=seat)
        return self._calls.call(self._stub.ListStandingOrders, request)

    def cancel(self, match_id: str, order_id: str) -> message_pb2.StandingOrder:
        """Cancel an order: it plays nothing more. Raises NotFound when it is done or has ended."""
        request = pb.CancelStandingOrderRequest(match_id=match_id, request_id=new_request_id(), order_id=order_id)
        return self._calls.call(self._stub.CancelStandingOrder, request).order

    def acknowledge(self, match_id: str, notice_ids: Sequence[str]) -> None:
        """Take up to 100 notices off the list. Raises BadRequest."""
        request = pb.AcknowledgeNoticesRequest(match_id=match_id, request_id=new_request_id(), notice_ids=notice_ids)
        self._calls.call(self._stub.AcknowledgeNotices, request)


def _step(expected: Sequence[Expected], play: str) -> message_pb2.Step:
    moves = [message_pb2.ExpectedMove(seat=seat, action=action) for seat, action in expected]
    return message_pb2.Step(expected=moves, play=play)
