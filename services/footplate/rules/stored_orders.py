"""How standing orders are written in Redis, in one hash for each match: fields and their texts, JSON without blanks.

o:<seat>:<kind>          the order of a seat of this kind
n:<seat>:<notice id>     a notice to the seat
r:<account>/<request>    what the request did
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from footplate.domain.orders import BidUpTo, IfThen, Kind, Move, NoShares, Notice, NoVeto, Order, Reason, Step, Wish
from footplate.rules.order_ports import Answered, Book, Change
from footplate.rules.ports import Guard, Request

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_ORDER, _NOTICE, _REQUEST = "o:", "n:", "r:"


def order_field(order: Order) -> str:
    """Where an order stands: a seat has one of each kind."""
    return f"{_ORDER}{order.seat}:{order.wish.kind}"


def notice_field(notice: Notice) -> str:
    """Where a notice stands."""
    return f"{_NOTICE}{notice.order.seat}:{notice.id}"


def request_field(request_id: str) -> str:
    """Where it is remembered what a request did."""
    return f"{_REQUEST}{request_id}"


def guard(order: Order, *, ends: bool) -> Guard:
    """The order as it must be found when what it decided is stored."""
    return Guard(order.id, order_field(order), order_text(order), ends)


def fields_of(change: Change) -> tuple[list[str], list[str]]:
    """The fields a change writes, each before its text, and those it drops."""
    writes: list[str] = []
    if change.gives:
        writes += [order_field(change.gives), order_text(change.gives)]
    if change.notice:
        writes += [notice_field(change.notice), notice_text(change.notice)]
    drops = [notice_field(notice) for notice in change.forgets]
    return writes, [*drops, order_field(change.held)] if change.held and change.ends else drops


def order_text(order: Order) -> str:
    """An order."""
    return _ENCODER.encode(_order_fields(order))


def notice_text(notice: Notice) -> str:
    """A notice, with its order."""
    fields = {"reason": notice.reason, "ply": notice.ply, "time_ms": notice.time_ms}
    return _ENCODER.encode(fields | {"order": _order_fields(notice.order)})


def memory_text(request: Request, answer: Order | None) -> str:
    """What is remembered of a request."""
    return _ENCODER.encode({"print": request.print, "order": _order_fields(answer) if answer else None})


def parse_memory(text: bytes) -> Answered:
    """What is remembered of a request."""
    read = json.loads(text)
    return Answered(read["print"], _order(read["order"]) if read["order"] else None)


def parse_book(fields: Mapping[bytes, bytes]) -> Book:
    """All orders and notices of a match, by seat and time, and by ply."""
    texts = {name.decode(): json.loads(text) for name, text in fields.items() if not name.startswith(_REQUEST.encode())}
    orders = [_order(read) for name, read in texts.items() if name.startswith(_ORDER)]
    notices = [_notice(read) for name, read in texts.items() if name.startswith(_NOTICE)]
    return Book(
        tuple(sorted(orders, key=lambda order: (order.seat, order.ply, order.id))),
        tuple(sorted(notices, key=lambda notice: (notice.ply, notice.id))),
    )


def _notice(read: dict[str, Any]) -> Notice:
    return Notice(_order(read["order"]), Reason(read["reason"]), read["ply"], read["time_ms"])


def _order_fields(order: Order) -> dict[str, Any]:
    return {
        "id": order.id,
        "seat": order.seat,
        "account": order.account,
        "ply": order.ply,
        "time_ms": order.time_ms,
        "kind": order.wish.kind,
        "wish": _wish_fields(order.wish),
    }


def _order(read: dict[str, Any]) -> Order:
    wish = _WISHES[Kind(read["kind"])](read["wish"])
    return Order(read["id"], read["seat"], read["account"], wish, read["ply"], read["time_ms"])


def _wish_fields(wish: Wish) -> dict[str, Any]:
    match wish:
        case BidUpTo(most, last_turn, about, place):
            return {"most": most, "last_turn": last_turn, "about": about, "place": place}
        case NoShares(turn):
            return {"turn": turn}
        case NoVeto(unless):
            return {"unless": unless}
        case IfThen(steps):
            return {"steps": [_step_fields(step) for step in steps]}


def _step_fields(step: Step) -> dict[str, Any]:
    return {"play": step.play, "behind": [[move.seat, move.text] for move in step.behind]}


def _line(read: dict[str, Any]) -> IfThen:
    steps = [Step(step["play"], tuple(Move(seat, text) for seat, text in step["behind"])) for step in read["steps"]]
    return IfThen(tuple(steps))


_WISHES: Final[dict[Kind, Callable[[dict[str, Any]], Wish]]] = {
    Kind.BID_UP_TO: lambda read: BidUpTo(read["most"], read["last_turn"], read["about"], read["place"]),
    Kind.NO_SHARES: lambda read: NoShares(read["turn"]),
    Kind.NO_VETO: lambda read: NoVeto(tuple(read["unless"])),
    Kind.IF_THEN: _line,
}
