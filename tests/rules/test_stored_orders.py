"""Standing orders as they lie in Redis: every one comes back as it was, and its text is always the same."""

from hypothesis import given
from hypothesis import strategies as st

from footplate.domain.orders import BidUpTo, IfThen, Move, NoShares, Notice, NoVeto, Order, Reason, Step
from footplate.rules import stored_orders as stored
from footplate.rules.order_ports import Answered, Book
from footplate.rules.ports import Request

TEXTS = st.text(max_size=20)
NUMBERS = st.integers(0, 10**6)
MOVES = st.lists(st.builds(Move, st.integers(0, 5), TEXTS), max_size=3).map(tuple)
WISHES = st.one_of(
    st.builds(BidUpTo, NUMBERS, NUMBERS, TEXTS, TEXTS),
    st.builds(NoShares, NUMBERS),
    st.builds(NoVeto, st.lists(TEXTS, max_size=3).map(tuple)),
    st.builds(IfThen, st.lists(st.builds(Step, TEXTS, MOVES), max_size=3).map(tuple)),
)
ORDERS = st.builds(Order, TEXTS, st.integers(0, 5), TEXTS, WISHES, NUMBERS, NUMBERS)


@given(ORDERS, st.sampled_from(Reason), NUMBERS)
def test_it_comes_back_as_it_was(order: Order, reason: Reason, ply: int) -> None:
    notice = Notice(order, reason, ply, 1000)
    request = Request("a/r", "asked")
    fields = {
        stored.order_field(order): stored.order_text(order),
        stored.notice_field(notice): stored.notice_text(notice),
        stored.request_field(request.id): stored.memory_text(request, order),
    }
    book = stored.parse_book({field.encode(): text.encode() for field, text in fields.items()})
    assert book == Book((order,), (notice,))
    assert stored.order_text(book.orders[0]) == fields[stored.order_field(order)]  # what is compared in the store
    memory = fields[stored.request_field(request.id)].encode()
    assert stored.parse_memory(memory) == Answered("asked", order)
    assert stored.parse_memory(stored.memory_text(request, None).encode()) == Answered("asked", None)
