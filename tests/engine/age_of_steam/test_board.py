"""The board: AOS-GEO-01 to AOS-GEO-12 and tables 2a to 2d."""

from collections import Counter

import pytest

from footplate.engine.age_of_steam.board import CITY, LAKE, TOWN, board
from footplate.engine.errors import NotationError
from footplate.engine.hexes import column_of, hex_text, make_hex, neighbour, opposite, parse_hex, row_of
from tests.support.building import Yard
from tests.support.rules import rule

BOARD = board("rust_belt", False)
REDRAWN = board("rust_belt", True)

USABLE_CITIES = {
    "L7": "02345", "T5": "01245", "U0": "01", "O2": "012345", "F1": "012345", "A2": "34",
    "T9": "01245", "Q12": "012345", "H13": "145", "Q16": "012345", "L17": "0345", "C16": "01345",
}  # fmt: skip
USABLE_TOWNS = {
    "F17": "35", "J15": "1234", "N11": "012345", "G10": "0123", "D7": "0345", "Q10": "012345", "G4": "012345",
    "T13": "01245", "L9": "1234", "H7": "0345", "N5": "012345", "Q6": "012345", "Q8": "012345", "K12": "02345",
}  # fmt: skip
TERRAIN = {
    "river": "G2 H3 I4 K4 M4 O4 Q4 R5 S6 U6 U10 T11 S12 R13 Q14 P15 E16 M16 O16",
    "mountain": "U14 T15 S16 U16 J17 N17 P17 R17 T17",
    "lake": "B3 A4 C8 E8 G8 I8 K8 B9 D9 F9 H9 J9 A10 B11 A12 C12 E12 B13 D13 F13 J13 A14 I14 H15 G16 D17",
}


def usable(name: str) -> str:
    return "".join(str(edge) for edge in range(6) if BOARD.usable[parse_hex(name)] >> edge & 1)


@rule("AOS-GEO-01")
def test_columns_and_rows() -> None:
    rows = Counter(column_of(hex_) for hex_ in BOARD.kind)
    assert [rows[column] for column in range(18)] == [11, 10] * 9
    assert neighbour(parse_hex("A0"), 2) == parse_hex("B1")


@rule("AOS-GEO-02")
def test_names_of_positions() -> None:
    assert hex_text(make_hex(9, 9)) == "T9"
    assert all(parse_hex(hex_text(hex_)) == hex_ for hex_ in BOARD.kind)
    assert (column_of(parse_hex("T9")), row_of(parse_hex("T9"))) == (9, 9)
    with pytest.raises(NotationError):
        parse_hex("T8")


@rule("AOS-GEO-03")
def test_edges_run_clockwise_from_the_north() -> None:
    around = [hex_text(neighbour(parse_hex("Q12"), edge)) for edge in range(6)]
    assert around == ["O12", "P13", "R13", "S12", "R11", "P11"]
    for hex_ in BOARD.kind:
        for edge in range(6):
            beyond = neighbour(hex_, edge)
            assert beyond < 0 or neighbour(beyond, opposite(edge)) == hex_


@rule("AOS-GEO-04")
def test_counts_of_positions() -> None:
    counts = Counter(BOARD.kind.values())
    assert len(BOARD.kind) == 189
    assert counts == {"plain": 109, "river": 19, "mountain": 9, "town": 14, "city": 12, "lake": 26}
    for kind, names in TERRAIN.items():
        assert {hex_text(hex_) for hex_, what in BOARD.kind.items() if what == kind} == set(names.split())


@rule("AOS-GEO-05")
def test_nothing_is_laid_on_a_lake() -> None:
    yard = Yard(opened=True)
    yard.begin(1)
    assert yard.broken("place B3 0-3") == "AOS-GEO-05"
    assert yard.broken("place Z25 0-3") == "AOS-GEO-05"
    assert all(BOARD.kind[hex_] not in (LAKE, CITY) for hex_ in BOARD.land)


@rule("AOS-GEO-06")
def test_usable_edges_of_tables_2a_and_2b() -> None:
    for name, edges in (USABLE_CITIES | USABLE_TOWNS).items():
        assert usable(name) == edges, name
    assert set(USABLE_TOWNS) == {hex_text(town) for town in BOARD.towns}
    assert {hex_text(hex_) for hex_, kind in BOARD.kind.items() if kind == CITY} == set(USABLE_CITIES)


@rule("AOS-GEO-07")
def test_a8_is_plain_unless_the_option_floods_it() -> None:
    assert BOARD.kind[parse_hex("A8")] == "plain"
    differing = {hex_ for hex_ in BOARD.usable if BOARD.usable[hex_] != REDRAWN.usable[hex_]}
    assert {hex_text(hex_) for hex_ in differing} == {"A8", "B7"}
    assert BOARD.usable[parse_hex("B7")] - REDRAWN.usable[parse_hex("B7")] == 1 << 1


@rule("AOS-GEO-08")
def test_river_edges_are_as_good_as_others() -> None:
    prices = {edges: _price(edges) for edges in ("0-5", "4-5", "3-5", "1-5", "2-5")}
    assert set(prices.values()) == {3}


def _price(edges: str) -> int:
    yard = Yard()
    yard.begin(1)
    return yard.step(f"place R13 {edges}")


@rule("AOS-GEO-09")
def test_towns_are_never_charged_for_terrain() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3")
    yard.begin(1)
    assert yard.step("place Q10 1,4") == 3
    assert all(BOARD.kind[hex_] == TOWN for hex_ in BOARD.towns)


@rule("AOS-GEO-10")
def test_a_city_joins_all_its_edges() -> None:
    yard = Yard()
    yard.turn(1, "place S10 1-4", "place R11 1-4")
    yard.turn(1, "place P13 1-4")
    assert {"P1 link T9-Q12 of 2", "P1 open Q12 to P13:1 of 1"} == yard.track()


@rule("AOS-GEO-11", "AOS-GEO-12")
def test_no_stops_are_neighbours() -> None:
    stops = [hex_ for hex_, kind in BOARD.kind.items() if kind in (CITY, TOWN)]
    assert not any(neighbour(hex_, edge) in stops for hex_ in stops for edge in range(6))


def test_names_of_towns_and_cities() -> None:
    assert BOARD.names[parse_hex("Q10")] == "Indianapolis"
    assert len(BOARD.names) == 26
