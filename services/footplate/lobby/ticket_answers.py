"""Answers to those who look for a match, in protobuf."""

from footplate.api.matchmaking.v1 import message_pb2
from footplate.api.matchmaking.v1 import request_response_pb2 as pb
from footplate.lobby.answers import beat, ended
from footplate.lobby.ticket_ports import Ending, KeptTicket, Seen
from footplate.lobby.watch import Beat
from footplate.lobby.watch_tickets import EndingTold, Message, TicketTold
from footplate.wire.common import encode_time


def ticket(kept: KeptTicket, seen: Seen) -> message_pb2.Ticket:
    """A ticket that is alive."""
    missing = set(kept.ticket.accounts) - set(seen.present)
    state = (
        message_pb2.TICKET_STATE_STARTING
        if seen.claimed
        else message_pb2.TICKET_STATE_GATHERING
        if missing
        else message_pb2.TICKET_STATE_WAITING
    )
    return message_pb2.Ticket(
        ticket_id=kept.ticket.id,
        state=state,
        since=encode_time(kept.ticket.since_ms),
        present_account_ids=seen.present,
        waiting=seen.waiting,
    )


def opened(ticket_id: str, seen: Seen) -> message_pb2.Ticket:
    """A ticket that was opened; no more than its id when it has ended since."""
    return ticket(seen.kept, seen) if seen.kept else message_pb2.Ticket(ticket_id=ticket_id)


def outcome(ending: Ending, account: str) -> message_pb2.TicketOutcome:
    """How a ticket ended, for one of its party."""
    if ending.match:
        seat = dict(ending.seats)[account]
        matched = message_pb2.Matched(table_id=ending.table, match_id=ending.match, seat=seat)
        return message_pb2.TicketOutcome(matched=matched)
    if ending.cancelled_by:
        return message_pb2.TicketOutcome(cancelled_by_account_id=ending.cancelled_by)
    return message_pb2.TicketOutcome(lost_account_id=ending.lost)


def told(message: Message) -> pb.WatchTicketResponse:
    """A message of a watch."""
    match message:
        case TicketTold():
            return pb.WatchTicketResponse(ticket=ticket(message.kept, message.seen))
        case EndingTold():
            return pb.WatchTicketResponse(outcome=outcome(message.ending, message.account))
        case Beat():
            return pb.WatchTicketResponse(heartbeat=beat(message))
    return pb.WatchTicketResponse(ended=ended(message))
