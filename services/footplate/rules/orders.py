"""Standing orders as their people see them: given, shown, cancelled. They are nobody else's business."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from footplate.domain.errors import BadRequest, DomainError, NotYourSeat, RequestReused, StalePly, UnknownOrder
from footplate.domain.events import TurnStarted
from footplate.domain.match import Match
from footplate.domain.orders import Order, Wish, given, own_seat
from footplate.engine.errors import NotationError
from footplate.engine.game import OVER
from footplate.rules.matches import Matches
from footplate.rules.order_ports import Answered, Book, Change, OrderStore
from footplate.rules.ports import Clock, Request
from footplate.rules.requests import request_of
from footplate.runtime import metrics

_TRIES: Final = 20
"""Others may write again and again between our look and our write; so often in a row means that something is wrong."""
_DIGITS: Final = 16
_MOST_READ: Final = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """Who wants something of the orders in a match, by which request."""

    account: str
    match_id: str
    request_id: str


class Orders:
    """One method per call. All raise UnknownMatch, RulesVersion, NotYourSeat, RequestReused, StoreUnavailable."""

    def __init__(self, store: OrderStore, matches: Matches, now_ms: Clock) -> None:
        self._store = store
        self._matches = matches
        self._now_ms = now_ms

    async def give(self, asked: Asked, seat: int | None, wish: Wish) -> Order:
        """Gives an order in place of the one of its kind; the open turn is told again, so that it is carried out.

        Raises BadRequest, NotationError, MatchOver, SeatTakenOver, SeatResigned.
        """
        request = _request(asked, "give", seat, wish)
        faster: StalePly | None = None
        for _ in range(_TRIES):
            match = await self._matches.head(asked.match_id)
            try:
                order = self._order(match, request, asked.account, seat, wish)
            except (DomainError, NotationError) as refusal:
                return await self._done_before(match.id, request, refusal)
            change = Change(request, order, match.ply, gives=order, turn=_open_turn(match, order))
            try:
                before = await self._store.change(match.id, change)
            except StalePly as stale:
                faster = stale
                continue
            if before is None:
                _count(match, order, "given")
            return order if before is None else _again(request, before)
        assert faster  # noqa: S101 - or it would have returned
        raise faster

    async def book(self, account: str, match_id: str, seat: int | None) -> Book:
        """Orders and notices of the seats of an account, or of one of them. No order stands when a match is over."""
        match = await self._matches.head(match_id)
        own = _own_seats(match, account, seat)
        book = await self._store.book(match_id)
        orders = () if match.to_act == OVER else book.orders
        return Book(
            tuple(order for order in orders if order.seat in own),
            tuple(notice for notice in book.notices if notice.order.seat in own),
        )

    async def cancel(self, asked: Asked, order_id: str) -> Order:
        """Cancels an order: it plays nothing more. Raises UnknownOrder, BadRequest."""
        request = _request(asked, "cancel", order_id)
        match = await self._matches.head(asked.match_id)
        book = await self.book(asked.account, asked.match_id, None)
        order = next((order for order in book.orders if order.id == order_id), None)
        if order is None:
            return await self._done_before(match.id, request, UnknownOrder(match.id, order_id))
        try:
            before = await self._store.change(match.id, Change(request, order, held=order, ends=True))
        except UnknownOrder as gone:
            return await self._done_before(match.id, request, gone)
        if before is None:
            _count(match, order, "cancelled")
        return order if before is None else _again(request, before)

    async def acknowledge(self, asked: Asked, notice_ids: Sequence[str]) -> None:
        """Takes notices off the list of the account; what is not there is passed over. Raises BadRequest."""
        if not 1 <= len(notice_ids) <= _MOST_READ:
            raise BadRequest("notice_ids", len(notice_ids), f"1 to {_MOST_READ} ids are expected")
        request = _request(asked, "acknowledge", *notice_ids)
        book = await self.book(asked.account, asked.match_id, None)
        read = tuple(notice for notice in book.notices if notice.id in notice_ids)
        if read:
            before = await self._store.change(asked.match_id, Change(request, forgets=read))
            _expect_same(request, before)

    def _order(self, match: Match, request: Request, account: str, seat: int | None, wish: Wish) -> Order:
        number = own_seat(match, account, seat)
        digest = hashlib.sha256(f"{match.id}/{request.id}".encode()).hexdigest()
        order = Order(f"o_{digest[:_DIGITS]}", number, account, wish, match.ply, self._now_ms())
        return given(match, order)

    async def _done_before(self, match_id: str, request: Request, refusal: DomainError | NotationError) -> Order:
        """The order that a refused request was about before. Raises the refusal when there was none."""
        before = await self._store.remembered(match_id, request.id)
        if before is None:
            raise refusal
        return _again(request, before)


def _request(asked: Asked, *what: object) -> Request:
    return request_of(asked.account, asked.request_id, *what)


def _again(request: Request, before: Answered) -> Order:
    _expect_same(request, before)
    assert before.order  # noqa: S101 - a print is of one kind of request
    return before.order


def _expect_same(request: Request, before: Answered | None) -> None:
    if before and before.print != request.print:
        raise RequestReused(request.id.partition("/")[2])


def _open_turn(match: Match, order: Order) -> TurnStarted | None:
    """The turn that is open if the account of an order is to decide."""
    turn = match.open_turn
    return turn if turn and (turn.seat, turn.account) == (order.seat, order.account) else None


def _own_seats(match: Match, account: str, seat: int | None) -> tuple[int, ...]:
    """The seats of an account itself, without those it stands in for. Raises NotYourSeat."""
    own = tuple(number for number, taken in enumerate(match.seats) if account and taken.account == account)
    if not own or seat not in (None, *own):
        raise NotYourSeat(match.id, seat)
    return own if seat is None else (seat,)


def _count(match: Match, order: Order, result: metrics.OrderResult) -> None:
    metrics.ORDERS.labels(match.header.setup.game, order.wish.kind, result).inc()
