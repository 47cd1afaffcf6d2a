"""The tiles: AOS-TILE-01 to AOS-TILE-13 and tables 3a and 3b."""

from itertools import combinations

from footplate.engine.age_of_steam.supply import has_tile
from footplate.engine.age_of_steam.tiles import (
    COMPLEX,
    COUNTS,
    DISCS,
    EXIT_SETS,
    KIND_CLASS,
    KIND_INDEX,
    KINDS,
    LAND_KIND,
    PAIRS,
    ROTATION,
    ROWS,
    TOWN_KINDS,
    edges_of,
    exits_of,
    layout_of,
    mask_of,
    needs_disc,
    rotate,
    spurs_of,
)
from tests.support.building import Yard
from tests.support.positions import rules_for
from tests.support.rules import rule


@rule("AOS-TILE-01")
def test_rotation_adds_to_every_edge() -> None:
    assert edges_of(rotate(mask_of((0, 2)), 5)) == (1, 5)
    for (kind, layout), turn in ROTATION.items():
        pieces = [rotate(mask_of(piece), turn) for piece in KINDS[kind][2]]
        assert exits_of(tuple(pieces)) == exits_of(layout)


@rule("AOS-TILE-02")
def test_tiles_are_not_mirrored() -> None:
    left = LAND_KIND[layout_of([mask_of((0, 2)), mask_of((4, 5))])]
    right = LAND_KIND[layout_of([mask_of((0, 2)), mask_of((3, 4))])]
    assert (KINDS[left][0], KINDS[right][0]) == ("coexist_gentle_sharp_left", "coexist_gentle_sharp_right")
    mirrored = {layout_of([mask_of(tuple(-e % 6 for e in edges_of(p))) for p in layout]) for layout in _layouts(left)}
    assert mirrored == _layouts(right)


@rule("AOS-TILE-03")
def test_crossing_ends_alternate_and_coexisting_ends_do_not() -> None:
    for layout in COMPLEX:
        (a, b), (c, d) = edges_of(layout[0]), edges_of(layout[1])
        alternate = (a < c < b) != (a < d < b)
        assert KIND_CLASS[LAND_KIND[layout]] == ("crossing" if alternate else "coexisting")


@rule("AOS-TILE-04")
def test_36_of_45_ways_to_cross_exist() -> None:
    ways = [layout_of(pair) for pair in combinations(PAIRS, 2) if not pair[0] & pair[1]]
    missing = [layout for layout in ways if layout not in LAND_KIND]
    assert (len(ways), len(COMPLEX), len(missing)) == (45, 36, 9)
    assert all((b - a) % 6 in (1, 5) for layout in missing for a, b in map(edges_of, layout))


@rule("AOS-TILE-05")
def test_no_tile_has_three_runs_of_track() -> None:
    assert max(len(layout) for layout in LAND_KIND) == 2
    yard = Yard(opened=True)
    yard.begin(1)
    assert yard.broken("place R13 0-3,1-4,2-5") == "AOS-TILE-05"


@rule("AOS-TILE-06", "AOS-TERM-02")
def test_town_tiles_lie_only_on_towns() -> None:
    yard = Yard(opened=True)
    yard.begin(1)
    assert yard.broken("place S10 4") == "AOS-TERM-02"
    assert yard.broken("place S10 0,2,4") == "AOS-TERM-02"


@rule("AOS-TILE-07", "AOS-TILE-08", "AOS-COMP-04")
def test_tiles_and_discs_by_number_of_exits() -> None:
    for exits, kinds in TOWN_KINDS.items():
        count = len(edges_of(exits))
        assert all(needs_disc(kind) == (count in (2, 4)) for kind in kinds)
        assert {KIND_CLASS[kind] for kind in kinds} <= {
            1: {"town"}, 2: {"simple"}, 3: {"town"}, 4: {"crossing", "coexisting"}
        }[count]  # fmt: skip
    assert DISCS == 8


@rule("AOS-TILE-09", "AOS-TILE-10")
def test_every_set_of_one_to_four_exits_and_no_more() -> None:
    by_size = [sum(len(edges_of(exits)) == size for exits in EXIT_SETS) for size in range(7)]
    assert by_size == [0, 6, 15, 20, 15, 0, 0]
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3")
    yard.begin(1)
    assert yard.broken("place Q10 0,1,2,3,4") == "AOS-TILE-10"


@rule("AOS-TILE-11", "AOS-COMP-06")
def test_the_old_tile_and_disc_are_back_before_the_new_ones_are_taken() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3", "place Q10 1,4")
    track = yard.state.track
    all_discs = track._replace(town_used=tuple(8 if kind == KIND_INDEX["straight"] else 0 for kind in range(15)))
    four = KIND_INDEX["cross_straight_straight"]
    assert has_tile(yard.state.rules, all_discs, four, True, KIND_INDEX["straight"])
    assert not has_tile(yard.state.rules, all_discs, four, True, KIND_INDEX["town_1"])
    assert not has_tile(yard.state.rules, all_discs, four, True)


@rule("AOS-TILE-12", "AOS-TILE-13")
def test_pooled_and_strict_supply_under_a_disc() -> None:
    crossing, coexisting = KIND_INDEX["cross_gentle_gentle"], KIND_INDEX["coexist_straight_sharp"]
    used = Yard().state.track._replace(town_used=tuple(3 if kind == crossing else 0 for kind in range(15)))
    assert has_tile(rules_for(), used, crossing, True)
    strict = rules_for(town_tile_pool="strict")
    assert not has_tile(strict, used, crossing, True)
    assert has_tile(strict, used, coexisting, True)
    assert not has_tile(rules_for(), used._replace(town_used=_with(used.town_used, coexisting, 1)), crossing, True)
    on_land = used._replace(land_used=_with(used.land_used, coexisting, 1))
    assert not has_tile(rules_for(), on_land, coexisting, False)
    assert not has_tile(rules_for(), on_land, crossing, True)


@rule("AOS-TILE-12")
def test_strict_names_the_kind_of_a_four_exit_town() -> None:
    yard = Yard(opened=True, town_tile_pool="strict")
    yard.turn(1, "place R9 1-3")
    yard.begin(1)
    assert yard.broken("place Q10 2,3,4,5") == "AOS-TILE-12"
    assert yard.allows("place Q10 2,3,4,5 as coexist_straight_sharp")
    yard.step("place Q10 2,3,4,5 as cross_gentle_gentle")
    pooled = Yard(opened=True)
    pooled.turn(1, "place R9 1-3")
    pooled.begin(1)
    assert pooled.broken("place Q10 2,3,4,5 as cross_gentle_gentle") == "AOS-TILE-12"


def test_table_3b_rows_and_supplies() -> None:
    rows = {tuple(KINDS[kind][0] for kind in row): sum(COUNTS[kind] for kind in row) for row in ROWS}
    assert rows == {
        ("sharp",): 7,
        ("gentle",): 55,
        ("straight",): 48,
        ("cross_gentle_gentle", "coexist_straight_sharp"): 4,
        ("cross_gentle_straight", "coexist_gentle_sharp_left", "coexist_gentle_sharp_right"): 6,
        ("cross_straight_straight", "coexist_gentle_gentle"): 5,
    }
    for exits, kinds in TOWN_KINDS.items():
        assert all((kind, spurs_of(exits)) in ROTATION for kind in kinds)


def _with(counts: tuple[int, ...], kind: int, count: int) -> tuple[int, ...]:
    return tuple(count if index == kind else old for index, old in enumerate(counts))


def _layouts(kind: int) -> set[tuple[int, ...]]:
    return {layout for layout, known in LAND_KIND.items() if known == kind}
