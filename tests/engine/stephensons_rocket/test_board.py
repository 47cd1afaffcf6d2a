"""Board and geometry (section 4): the engine's numbers and bits against the tables of the rules."""

import pytest

from footplate.engine.errors import NotationError
from footplate.engine.stephensons_rocket import board
from footplate.engine.stephensons_rocket.board import NO_HEADING, STEPS, beside, heading_to, hex_of, hex_text, hexes_in
from tests.support.rocket import GAME, A, act, begin, company, extended, ids, mask, place, with_line
from tests.support.rocket_board import CITIES, LAND, OPEN, RAILWAY_TOWNS, STARTS, TOWNS, around, rules_table, step
from tests.support.rules import rule


def touching(name: str) -> list[str]:
    """The names of the towns that a hex touches, sorted."""
    return sorted(TOWNS[near] for near in around(name) if near in TOWNS)


@rule("SR-BRD-01")
def test_the_land_hexes_are_those_of_table_t2() -> None:
    assert len(LAND) == 228
    assert {hex_text(hex_) for hex_ in board.LAND_HEXES} == LAND
    assert {name[:2] for name in LAND} == {f"{column:02}" for column in range(17)}
    assert {name[2:] for name in LAND} == {f"{row:02}" for row in range(17)}
    assert hexes_in(board.LAND) == list(board.LAND_HEXES)


@rule("SR-BRD-02")
def test_an_id_is_column_and_row() -> None:
    assert hex_text(board.make_hex(5, 14)) == "0514"
    for name in LAND:
        hex_ = hex_of(name)
        assert (board.column_of(hex_), board.row_of(hex_)) == (int(name[:2]), int(name[2:]))
        assert hex_text(hex_) == name
    assert [hex_text(hex_) for hex_ in sorted(board.LAND_HEXES)] == sorted(LAND)


@rule("SR-BRD-01", "SR-BRD-03")
@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("0515", ["0514", "0615", "", "", "", "0415"]),  # odd columns lie half a hex lower
        ("0204", ["0203", "0303", "0304", "0205", "0104", "0103"]),
    ],
)
def test_directions_run_clockwise_from_the_north(name: str, neighbours: list[str]) -> None:
    found = [board.LAND & 1 << hex_of(name) + change for change in STEPS]
    assert [ids(one) for one in found[: len(neighbours)]] == [near if near in LAND else "" for near in neighbours]


@rule("SR-BRD-03")
def test_adjacency_is_that_of_table_t2b() -> None:
    for name in LAND:
        hex_ = hex_of(name)
        for direction in range(6):
            near = step(name, direction)
            if near in LAND:
                assert hex_of(near) == hex_ + STEPS[direction]
                assert heading_to(hex_, hex_of(near)) == direction
                assert step(near, (direction + 3) % 6) == name
        assert set(ids(beside(1 << hex_) & board.LAND).split()) == around(name)


@rule("SR-BRD-04")
@pytest.mark.parametrize("name", ["0000", "0010", "1600", "1312", "0017", "1700", "9999"])
def test_sea_and_edge_are_no_hexes(name: str) -> None:
    assert name not in LAND
    with pytest.raises(NotationError):
        GAME.parse_action(f"station {name}")


@rule("SR-BRD-04")
def test_no_step_leads_over_the_edge_of_the_numbers_to_land() -> None:
    for name in LAND:
        for direction in range(6):
            if step(name, direction) not in LAND:
                assert hex_of(name) + STEPS[direction] not in board.LAND_HEXES


@rule("SR-BRD-05")
def test_towns_are_seven_start_towns_twelve_cities_and_nine_railway_towns() -> None:
    assert (len(STARTS), len(CITIES), len(RAILWAY_TOWNS), len(TOWNS)) == (7, 12, 9, 28)
    assert set(ids(board.START_MASK).split()) == set(STARTS)
    assert set(ids(board.CITY_MASK).split()) == set(CITIES)
    assert set(ids(board.RAILWAY_MASK).split()) == set(RAILWAY_TOWNS)
    assert {hex_text(hex_): name for hex_, name in board.TOWN_NAMES.items()} == TOWNS
    assert set(ids(board.OPEN).split()) == OPEN


@rule("SR-BRD-06")
def test_no_two_towns_are_adjacent() -> None:
    assert not beside(board.TOWNS) & board.TOWNS
    assert not around(*TOWNS) & set(TOWNS)


@rule("SR-BRD-07")
def test_how_many_towns_the_open_hexes_touch() -> None:
    counts = [sum(beside(1 << town) >> hex_ & 1 for town in hexes_in(board.TOWNS)) for hex_ in hexes_in(board.OPEN)]
    assert [counts.count(number) for number in range(4)] == [64, 127, 9, 0]
    assert len(counts) == 200


@rule("SR-BRD-07")
def test_table_t4_lists_the_hexes_between_two_towns() -> None:
    rows = {row[0]: (row[1].split(", "), row[2]) for row in [*_halves(0), *_halves(3)]}
    assert {name for name in OPEN if len(touching(name)) == 2} == set(rows)
    for name, (towns, way_in) in rows.items():
        assert touching(name) == sorted(towns)
        fresh = [near for near in around(name) & OPEN if not set(touching(near)) & set(towns)]
        assert fresh == ([] if way_in == "none" else [way_in])


def _halves(column: int) -> list[list[str]]:
    """One half of table T4, which is printed in two."""
    return [row[column : column + 3] for row in rules_table("T4, ") if len(row) > column]


@rule("SR-BRD-08")
def test_no_hex_touches_two_railway_towns() -> None:
    for name in OPEN:
        assert len(around(name) & set(RAILWAY_TOWNS)) <= 1
        assert (beside(1 << hex_of(name)) & board.RAILWAY_MASK).bit_count() <= 1


@rule("SR-BRD-09")
def test_no_hex_touches_a_start_town_and_another_town() -> None:
    beside_starts = beside(board.START_MASK) & board.OPEN
    assert beside_starts
    for hex_ in hexes_in(beside_starts):
        assert (beside(1 << hex_) & board.TOWNS).bit_count() == 1


@rule("SR-BRD-10")
def test_a_locomotive_has_no_heading_before_it_moves() -> None:
    assert {one.heading for one in begin().companies} == {NO_HEADING}
    moved = act(begin(), A, "extend LSWR 0514").state
    assert [one.heading for one in moved.companies].count(NO_HEADING) == 6


@rule("SR-BRD-11")
@pytest.mark.parametrize("direction", range(6))
def test_the_heading_is_the_direction_of_the_last_step(direction: int) -> None:
    after = act(begin(), A, f"extend LNWR {step('0204', direction)}").state
    assert company(after, "LNWR").heading == direction


@rule("SR-BRD-11")
def test_the_heading_follows_every_step() -> None:
    assert place(extended(begin(), "GWR", "0112 A 0212 B 0311 C 0412 A").state, "GWR") == "0412 heading 2"
    assert place(with_line(begin(), "GWR", "0112 0212 0311 0412"), "GWR") == "0412 heading 2"


def test_sets_of_hexes_keep_their_hexes() -> None:
    assert ids(mask("0514 0001 1016")) == "0001 0514 1016"
    for heading in range(6):
        assert board.stepped(mask("0708"), heading) == mask(step("0708", heading))
