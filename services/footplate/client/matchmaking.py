"""Matchmaking: being brought together with others who want to play the same."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from footplate.api.matchmaking.v1 import message_pb2
from footplate.api.matchmaking.v1 import request_response_pb2 as pb
from footplate.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from footplate.client.calls import Calls, new_request_id

if TYPE_CHECKING:
    import grpc


class Matchmaking:
    """The MatchmakingService."""

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = MatchmakingServiceStub(channel)

    def open(self, wish: message_pb2.Wish) -> message_pb2.Ticket:
        """Look for a match. The ticket ends by itself unless it is watched within ten seconds."""
        request = pb.OpenTicketRequest(request_id=new_request_id(), wish=wish)
        return self._calls.call(self._stub.OpenTicket, request).ticket

    def watch(self, ticket_id: str) -> Iterator[pb.WatchTicketResponse]:
        """Hold a ticket, or join the party of another, until it ends; the last message but one is its outcome."""
        return self._calls.watch(self._stub.WatchTicket, lambda: pb.WatchTicketRequest(ticket_id=ticket_id))

    def find(self, wish: message_pb2.Wish) -> message_pb2.TicketOutcome:
        """Look for a match and wait for it, or for whatever else ends the search."""
        ticket = self.open(wish)
        for message in self.watch(ticket.ticket_id):
            if message.HasField("outcome"):
                return message.outcome
        return message_pb2.TicketOutcome()

    def cancel(self, ticket_id: str) -> pb.CancelTicketResponse:
        """End a ticket for all of its party; the answer says how it ended, nothing if its match is being made."""
        request = pb.CancelTicketRequest(request_id=new_request_id(), ticket_id=ticket_id)
        return self._calls.call(self._stub.CancelTicket, request)
