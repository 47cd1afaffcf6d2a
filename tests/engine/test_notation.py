"""The reading tools: one spelling each, and errors that quote the piece at fault within the whole input."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.errors import NotationError
from footplate.engine.hexes import hex_text, parse_hex
from footplate.engine.notation import (
    MAX_NUMBER,
    Source,
    index_of,
    owner_text,
    seat_text,
    seats_text,
)


def failure(read: Callable[[], object]) -> NotationError:
    with pytest.raises(NotationError) as caught:
        read()
    return caught.value


@pytest.mark.parametrize(
    ("text", "words"), [("pass", ["pass"]), ("bid 3", ["bid", "3"]), (" \tbid 3\r\n", ["bid", "3"])]
)
def test_words_have_one_blank_between_them(text: str, words: list[str]) -> None:
    assert Source(text).words() == words


@pytest.mark.parametrize("text", ["", "   ", "bid  3", "\n"])
def test_doubled_blanks_and_empty_texts_are_refused(text: str) -> None:
    assert failure(Source(text).words).text == text


@given(st.integers(0, MAX_NUMBER))
def test_numbers_are_plain_digits(value: int) -> None:
    assert Source("").number(str(value)) == value


@pytest.mark.parametrize("part", ["", "-1", "+1", "01", "00", "1_0", "1.0", "٣", "²", "1 ", "9999999", "x", "0x1"])
def test_other_spellings_of_numbers_are_refused(part: str) -> None:
    source = Source(f"bid {part}")
    error = failure(lambda: source.number(part))
    assert (error.text, error.part) == (f"bid {part}", part)


@pytest.mark.parametrize(("part", "low", "high"), [("0", 1, 6), ("7", 1, 6), ("1000000", 0, MAX_NUMBER)])
def test_numbers_out_of_bounds_are_refused(part: str, low: int, high: int) -> None:
    assert f"{low} to {high}" in failure(lambda: Source(part).number(part, low, high)).reason


def test_seats_count_from_one_in_texts_and_from_zero_inside() -> None:
    assert [Source("").seat(f"P{number}") for number in range(1, 7)] == [0, 1, 2, 3, 4, 5]
    assert [seat_text(seat) for seat in range(2)] == ["P1", "P2"]
    assert Source("").seats("P2,P1") == (1, 0)
    assert Source("").seats("-") == ()
    assert (seats_text((1, 0)), seats_text(())) == ("P2,P1", "-")


@pytest.mark.parametrize("part", ["P0", "P7", "P", "p1", "P11", "1", "", "-", "P１"])
def test_what_is_no_seat(part: str) -> None:
    assert failure(lambda: Source("order").seat(part)).part == part


def test_seats_end_with_the_table() -> None:
    assert Source("").seat("P3", 3) == 2
    assert "P1 to P3" in failure(lambda: Source("P4").seat("P4", 3)).reason
    assert failure(lambda: Source("").seats("P1,P1")).part == "P1,P1"


def test_owners_are_seats_or_nobody() -> None:
    assert [Source("").owner(part) for part in ("-", "P1")] == [-1, 0]
    assert [owner_text(owner) for owner in (-1, 0)] == ["-", "P1"]


@given(st.text(max_size=6))
def test_a_hex_is_read_or_refused_and_quoted(part: str) -> None:
    source = Source(f"place {part}")
    try:
        known = hex_text(parse_hex(part)) == part
    except NotationError:
        error = failure(lambda: source.hex(part))
        assert (error.text, error.part) == (f"place {part}", part)
    else:
        assert known
        assert source.hex(part) == parse_hex(part)


def test_an_endless_hex_is_refused_like_any_other() -> None:
    assert "capital letter" in failure(lambda: Source("").hex("T" + "9" * 5000)).reason


def test_lists() -> None:
    source = Source("x")
    assert source.listed("-") == []
    assert source.listed("a,b") == ["a", "b"]
    assert source.split("a/b", "/", 2) == ["a", "b"]
    for part in ("a,,b", ",a", "a,", "", ","):
        assert failure(lambda part=part: source.listed(part)).part == part  # type: ignore[misc]  # bound in the loop
    assert "2 pieces" in failure(lambda: source.split("a/b/c", "/", 2)).reason


def test_choices_name_all_values() -> None:
    table = index_of(("red", "blue"))
    assert Source("").choice("blue", table, "a colour") == 1
    assert failure(lambda: Source("").choice("green", table, "a colour")).reason == "a colour is one of: red, blue"


def test_fields_stand_in_order() -> None:
    assert Source("v1 a=1 b=x=y").fields("v1", ("a", "b")) == {"a": "1", "b": "x=y"}


@pytest.mark.parametrize(
    ("text", "part", "reason"),
    [
        ("v2 a=1 b=2", "v2", "the first word is v1"),
        ("v1 b=2 a=1", "b=2", "a=... is expected here"),
        ("v1 a= b=2", "a=", "a=... is expected here"),
        ("v1 a=1", "a=1", "b=... is expected behind this"),
        ("v1", "v1", "a=... is expected behind this"),
        ("v1 a=1 b=2 c=3", "c=3", "nothing is expected behind the last part"),
    ],
)
def test_fields_at_fault_are_quoted(text: str, part: str, reason: str) -> None:
    error = failure(lambda: Source(text).fields("v1", ("a", "b")))
    assert (error.text, error.part, error.reason) == (text, part, reason)


def test_a_named_source_says_which_part_is_at_fault() -> None:
    error = failure(lambda: Source("v1 turn=x").named("turn").number("x", 1, 9))
    assert error.reason.startswith("turn: ")
    assert str(error).endswith("'x' in 'v1 turn=x'")
