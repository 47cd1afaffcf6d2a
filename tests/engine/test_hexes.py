"""The hex grid: names, neighbours and edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.errors import NotationError
from footplate.engine.hexes import (
    EDGES,
    OFF_BOARD,
    column_of,
    hex_text,
    make_hex,
    neighbour,
    opposite,
    parse_hex,
    port,
    port_text,
    row_of,
)
from tests.support.rules import rule

HEXES = st.builds(make_hex, st.integers(0, 31), st.integers(0, 12))
INNER = st.builds(make_hex, st.integers(1, 30), st.integers(1, 11))


@rule("AOS-GEO-02")
def test_a_name_is_a_letter_for_the_row_and_the_column() -> None:
    assert hex_text(make_hex(9, 9)) == "T9"
    assert hex_text(make_hex(0, 0)) == "A0"
    assert parse_hex("B7") == make_hex(7, 0)


@rule("AOS-GEO-02")
@given(HEXES)
def test_names_round_trip(hex_: int) -> None:
    assert parse_hex(hex_text(hex_)) == hex_
    assert make_hex(column_of(hex_), row_of(hex_)) == hex_


@rule("AOS-GEO-02")
@given(st.text(max_size=4) | st.from_regex(r"[A-Za-z][0-9]{1,3}", fullmatch=True))
def test_any_text_is_a_hex_or_refused(text: str) -> None:
    try:
        again = hex_text(parse_hex(text))
    except NotationError as refused:
        again = refused.text
    assert again == text


@rule("AOS-GEO-01", "AOS-GEO-03")
@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("M8", ["K8", "L9", "N9", "O8", "N7", "L7"]),  # even column, clockwise from the north
        ("N9", ["L9", "M10", "O10", "P9", "O8", "M8"]),  # odd column, half a hex further south
    ],
)
def test_edges_are_numbered_clockwise_from_the_north(name: str, neighbours: list[str]) -> None:
    assert [hex_text(neighbour(parse_hex(name), edge)) for edge in EDGES] == neighbours


@rule("AOS-GEO-03")
@given(INNER, st.sampled_from(EDGES))
def test_each_edge_faces_its_opposite(hex_: int, edge: int) -> None:
    assert opposite(edge) == (edge + 3) % 6
    assert neighbour(neighbour(hex_, edge), opposite(edge)) == hex_


@given(INNER)
def test_neighbours_are_six_different_hexes(hex_: int) -> None:
    assert len({neighbour(hex_, edge) for edge in EDGES} | {hex_}) == 7


def test_nothing_lies_beyond_the_grid() -> None:
    assert [neighbour(make_hex(0, 0), edge) for edge in EDGES] == [
        OFF_BOARD,
        OFF_BOARD,
        make_hex(1, 0),
        make_hex(0, 1),
        OFF_BOARD,
        OFF_BOARD,
    ]
    assert neighbour(make_hex(31, 12), 3) == OFF_BOARD


def test_a_port_is_an_edge_of_a_hex() -> None:
    assert port_text(port(parse_hex("T9"), 2)) == "T9:2"
    assert len({port(hex_, edge) for hex_ in range(32 * 16) for edge in EDGES}) == 32 * 16 * 6
