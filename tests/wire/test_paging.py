"""Pages of lists: together they are the list, and a token fits no other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.api.common.v1 import paging_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.wire.paging import DEFAULT_SIZE, LARGEST_SIZE, decode_cursor, decode_page


@given(st.integers(0, 60), st.integers(1, 20))
def test_the_pages_of_a_list_are_the_list(length: int, size: int) -> None:
    members, token = list(range(length)), ""
    found: list[int] = []
    while True:
        page = decode_page(pb.PageRequest(page_size=size, page_token=token), "list", 7)
        found += page.of(members)
        info = page.info(length)
        assert info.total_size == length
        assert len(page.of(members)) <= size
        token = info.next_page_token
        if not token:
            break
    assert found == members


def test_sizes_have_a_default_and_an_end() -> None:
    assert decode_page(pb.PageRequest()).size == DEFAULT_SIZE
    assert decode_page(pb.PageRequest(), default=7).size == 7
    assert decode_page(pb.PageRequest(page_size=10**6)).size == LARGEST_SIZE
    with pytest.raises(BadRequest) as refused:
        decode_page(pb.PageRequest(page_size=-1))
    assert refused.value.data["field"] == "page.page_size"


@given(st.text(max_size=20))
def test_a_token_that_does_not_fit_is_refused(text: str) -> None:
    good = decode_page(pb.PageRequest(page_size=2), "a list").info(9).next_page_token
    assert decode_page(pb.PageRequest(page_token=good), "a list").start == 2
    for token, asked in ((good, "another"), (text or "x", "a list"), (good + text, "another")):
        with pytest.raises(BadRequest) as refused:
            decode_page(pb.PageRequest(page_token=token), asked)
        assert refused.value.data["field"] == "page.page_token"


@given(st.text(min_size=1, max_size=20))
def test_a_cursor_brings_back_the_spot_where_a_page_ended(spot: str) -> None:
    first = decode_cursor(pb.PageRequest(page_size=2), "a board")
    assert (first.after, first.size) == ("", 2)
    told = first.info(spot, 9)
    assert told.total_size == 9
    assert decode_cursor(pb.PageRequest(page_token=told.next_page_token), "a board").after == spot
    for token, asked in ((told.next_page_token, "another"), (spot, "a board"), (f"-{first.print}", "a board")):
        with pytest.raises(BadRequest) as refused:
            decode_cursor(pb.PageRequest(page_token=token), asked)
        assert refused.value.data["field"] == "page.page_token"


def test_the_last_page_of_a_cursor_has_no_token() -> None:
    assert decode_cursor(pb.PageRequest(), "a board").info("", 3).next_page_token == ""
