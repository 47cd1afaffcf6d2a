"""Standing orders over gRPC: decode, call, encode."""

from typing import Any

from typing_extensions import override

from footplate.api.orders.v1 import request_response_pb2 as pb
from footplate.api.orders.v1.standing_order_service_pb2_grpc import StandingOrderServiceServicer
from footplate.rules.orders import Asked, Orders
from footplate.rules.requested import optional
from footplate.runtime.identity import current_caller
from footplate.runtime.rpc import Context
from footplate.wire.orders import decode_wish, encode_notice, encode_order


class OrderServicer(StandingOrderServiceServicer):
    """One method per call of `StandingOrderService`."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders

    @override
    async def SetStandingOrder(
        self, request: pb.SetStandingOrderRequest, context: Context
    ) -> pb.SetStandingOrderResponse:
        order = await self._orders.give(_asked(request), optional(request, "seat"), decode_wish("wish", request.wish))
        return pb.SetStandingOrderResponse(order=encode_order(order))

    @override
    async def ListStandingOrders(
        self, request: pb.ListStandingOrdersRequest, context: Context
    ) -> pb.ListStandingOrdersResponse:
        account = current_caller().account_id
        book = await self._orders.book(account, request.match_id, optional(request, "seat"))
        return pb.ListStandingOrdersResponse(
            orders=map(encode_order, book.orders), notices=map(encode_notice, book.notices)
        )

    @override
    async def CancelStandingOrder(
        self, request: pb.CancelStandingOrderRequest, context: Context
    ) -> pb.CancelStandingOrderResponse:
        order = await self._orders.cancel(_asked(request), request.order_id)
        return pb.CancelStandingOrderResponse(order=encode_order(order))

    @override
    async def AcknowledgeNotices(
        self, request: pb.AcknowledgeNoticesRequest, context: Context
    ) -> pb.AcknowledgeNoticesResponse:
        await self._orders.acknowledge(_asked(request), request.notice_ids)
        return pb.AcknowledgeNoticesResponse()


def _asked(request: Any) -> Asked:
    return Asked(current_caller().account_id, request.match_id, request.request_id)
