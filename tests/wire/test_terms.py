"""Terms in protobuf and in JSON."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.api.common.v1 import terms_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.domain.seat import Seat
from footplate.domain.terms import FREE, Abandoned, AtZero, ClockRule, Spectators, Terms
from footplate.wire.terms import decode_stand_in, decode_terms, encode_terms
from footplate.wire.terms_text import parse_terms, terms_fields

CLOCKS = st.one_of(
    st.none(),
    st.builds(ClockRule, turn_ms=st.integers(15_000, 14 * 24 * 3600_000)),
    st.builds(ClockRule, budget_ms=st.integers(60_000, 28 * 24 * 3600_000), increment_ms=st.integers(0, 24 * 3600_000)),
)
TERMS = st.builds(
    Terms,
    clock=CLOCKS,
    at_zero=st.sampled_from(AtZero),
    abandoned=st.sampled_from(Abandoned),
    stand_in=st.sampled_from([None, Seat("a_bot", "greedy", bot=True, level="greedy")]),
    spectators=st.sampled_from(Spectators),
    invited=st.lists(st.sampled_from(["a_1", "a_2", "a_3"]), unique=True).map(tuple),
)


@given(TERMS)
def test_terms_come_through_protobuf(terms: Terms) -> None:
    message = pb.Terms.FromString(encode_terms(terms).SerializeToString())
    assert replace(decode_terms(message), stand_in=decode_stand_in(message)) == terms


@given(TERMS)
def test_terms_come_through_json(terms: Terms) -> None:
    assert parse_terms(json.loads(json.dumps(terms_fields(terms)))) == terms


def test_what_was_stored_without_terms_has_free_ones() -> None:
    assert parse_terms(None) == FREE


def test_what_is_unset_in_a_request_is_the_usual() -> None:
    assert decode_terms(pb.Terms()) == FREE


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (pb.Terms(clock=pb.Clock()), "setup.terms.clock"),
        (pb.Terms.FromString(b"\x10\x4d"), "setup.terms.at_zero"),
        (pb.Terms.FromString(b"\x18\x4d"), "setup.terms.abandoned"),
        (pb.Terms.FromString(b"\x20\x4d"), "setup.terms.spectators"),
    ],
)
def test_what_cannot_be_read_names_its_field(message: pb.Terms, field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        decode_terms(message, "setup.terms")
    assert refused.value.data["field"] == field
