"""Standing orders in protobuf."""

from typing import Final

from footplate.api.orders.v1 import message_pb2 as pb
from footplate.domain.orders import BidUpTo, IfThen, Move, NoShares, Notice, NoVeto, Order, Reason, Step, Wish
from footplate.wire.common import encode_time
from footplate.wire.fields import refused

_REASONS: Final = {reason: pb.NoticeReason.Value(f"NOTICE_REASON_{reason.name}") for reason in Reason}


def decode_wish(path: str, message: pb.Wish) -> Wish:
    """What is ordered, as it stands there: `domain.orders.given` judges it. Raises BadRequest when nothing is."""
    match message.WhichOneof("kind"):
        case "bid_up_to":
            bid = message.bid_up_to
            return BidUpTo(bid.most, bid.last_turn, bid.company, bid.hex)
        case "no_shares":
            return NoShares(message.no_shares.turn)
        case "no_veto":
            return NoVeto(tuple(message.no_veto.unless_companies))
        case "if_then":
            return IfThen(tuple(_decode_step(step) for step in message.if_then.steps))
    raise refused(path, "", "one kind of order is to be set")


def _decode_step(message: pb.Step) -> Step:
    return Step(message.play, tuple(Move(move.seat, move.action) for move in message.expected))


def encode_wish(wish: Wish) -> pb.Wish:
    """What is ordered."""
    match wish:
        case BidUpTo(most, last_turn, about, place):
            return pb.Wish(bid_up_to=pb.BidUpTo(most=most, last_turn=last_turn, company=about, hex=place))
        case NoShares(turn):
            return pb.Wish(no_shares=pb.NoShares(turn=turn))
        case NoVeto(unless):
            return pb.Wish(no_veto=pb.NoVeto(unless_companies=unless))
        case IfThen(steps):
            return pb.Wish(if_then=pb.IfThen(steps=map(_encode_step, steps)))


def _encode_step(step: Step) -> pb.Step:
    expected = [pb.ExpectedMove(seat=move.seat, action=move.text) for move in step.behind]
    return pb.Step(play=step.play, expected=expected)


def encode_order(order: Order) -> pb.StandingOrder:
    """An order, for the account of its seat."""
    return pb.StandingOrder(
        order_id=order.id,
        seat=order.seat,
        wish=encode_wish(order.wish),
        ply=order.ply,
        time=encode_time(order.time_ms),
    )


def encode_notice(notice: Notice) -> pb.Notice:
    """A notice, for the account of its seat."""
    return pb.Notice(
        notice_id=notice.id,
        order=encode_order(notice.order),
        reason=_REASONS[notice.reason],
        ply=notice.ply,
        time=encode_time(notice.time_ms),
    )
