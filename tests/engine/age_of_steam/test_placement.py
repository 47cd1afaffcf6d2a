"""Placing and replacing tiles: AOS-PLACE-01 to AOS-PLACE-06, AOS-REPL-01 to AOS-REPL-06."""

import pytest

from footplate.engine.age_of_steam.supply import kinds_left
from footplate.engine.age_of_steam.tiles import KIND_INDEX
from tests.support.building import Yard
from tests.support.rules import rule


def left(yard: Yard, kind: str) -> int:
    return kinds_left(yard.state.track)[KIND_INDEX[kind]]


@rule("AOS-PLACE-01")
def test_a_placement_needs_an_empty_hex() -> None:
    yard = Yard()
    yard.turn(1, "place S10 1-4")
    yard.begin(1)
    assert yard.broken("place S10 0-3") == "AOS-PLACE-01"
    assert yard.broken("replace R11 1-4") == "AOS-REPL-01"


@rule("AOS-PLACE-02")
def test_complex_tiles_directly_where_the_option_allows() -> None:
    for option, legal in (("allowed", True), ("forbidden", False)):
        yard = Yard(opened=True, direct_complex=option)
        yard.turn(1, "place S10 1-4")
        yard.begin(1)
        assert yard.allows("place R11 0-4,1-3") == legal
        if not legal:
            assert yard.broken("place R11 0-4,1-3") == "AOS-PLACE-02"


@rule("AOS-PLACE-02")
def test_forbidden_complex_tiles_reach_towns_only_over_simple_ones() -> None:
    yard = Yard(opened=True, direct_complex="forbidden")
    yard.turn(1, "place R9 1-3")
    yard.begin(1)
    assert yard.broken("place Q10 0,1,3,4") == "AOS-PLACE-02"
    yard.step("place Q10 4")
    assert yard.broken("replace Q10 0,1,3,4") == "AOS-PLACE-02"
    yard.step("replace Q10 1,4")
    yard.begin(1)
    assert yard.step("replace Q10 0,1,3,4") == 3


@rule("AOS-PLACE-03")
def test_each_piece_of_a_direct_complex_tile_stands_by_itself() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.begin(1)
    assert yard.broken("place R11 0-3,2-4") == "AOS-BUILD-18"
    assert yard.allows("place R11 0-4,1-3")
    assert not yard.allows("place R11 1-4,2-5")


@rule("AOS-PLACE-04", "AOS-OWN-01", "AOS-OWN-04")
def test_unowned_track_becomes_the_builder_s() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.turn(1)
    assert yard.track() == {"- open T9 to S10:1 of 1"}
    yard.turn(2, "place R11 2-4")
    assert yard.track() == {"P2 open T9 to R11:2 of 2"}
    assert (yard.markers(1), yard.markers(2)) == (0, 1)


@rule("AOS-PLACE-05")
def test_a_piece_may_meet_own_and_unowned_or_unowned_and_unowned_track() -> None:
    for first in (1, 2):
        yard = Yard(opened=True)
        yard.turn(1, "place S10 1-4")
        yard.turn(1)
        yard.turn(first, "place S12 0-5")
        if first == 2:
            yard.turn(2)
            yard.turn(2)
        yard.turn(1, "place R11 2-4")
        assert yard.track() == {"P1 link T9-Q12 of 3"}
        assert yard.markers(1) == 1


@rule("AOS-PLACE-06")
def test_meeting_unowned_track_that_is_no_anchor_is_fine_with_another_anchor() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3", "place Q10 1,4", "place P11 3-4")
    yard.turn(1)
    yard.turn(1)
    assert "- open Q10 to P11:3 of 2" in yard.track()
    yard.begin(2)
    assert yard.broken("place R11 0-3") == "AOS-BUILD-18"
    yard.step("place R11 0-1")
    assert "P2 link Q10-Q12 of 3" in yard.track()


@rule("AOS-REPL-01", "AOS-REPL-02", "AOS-REPL-03", "AOS-REPL-04")
def test_a_replacement_keeps_the_old_piece_and_its_owner() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place R11 1-4")
    straight = left(yard, "straight")
    yard.turn(2, "place S12 0-5", "replace R11 1-4,2-5")
    assert {"P1 link T9-Q12 of 2", "P2 open Q12 to R11:5 of 2"} == yard.track()
    assert left(yard, "straight") == straight + 1
    assert left(yard, "cross_straight_straight") == 3


@rule("AOS-REPL-02", "AOS-REPL-03")
def test_unowned_track_stays_unowned_when_replaced() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R11 1-3")
    yard.turn(1)
    yard.turn(2, "place S10 1-4", "replace R11 0-4,1-3")
    assert yard.track() == {"- open Q12 to R11:3 of 1", "P2 open T9 to R11:0 of 2"}


@rule("AOS-REPL-01")
def test_only_simple_tiles_are_replaced_on_land() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place R11 0-4,1-3")
    yard.begin(1)
    assert yard.broken("replace R11 0-4,1-3") == "AOS-REPL-01"


@rule("AOS-REPL-05")
def test_a_replacement_adds_a_piece() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.begin(1)
    assert yard.broken("replace S10 1-4") == "AOS-REPL-05"


@rule("AOS-REPL-06")
@pytest.mark.parametrize("option", ["forbidden", "allowed"])
def test_adding_and_turning_in_one_exchange(option: str) -> None:
    yard = Yard(opened=True, combined_replace=option)
    yard.turn(1, "place R11 1-3")
    yard.begin(1)
    yard.step("place S12 0-5")  # its open end looks at edge 2 of R11
    if option == "forbidden":
        assert yard.broken("replace R11 0-2,1-5") == "AOS-REPL-06"
    else:
        assert yard.allows("replace R11 0-2,1-5")
        assert yard.step("replace R11 0-2,1-5") in (4, 5)
        assert {"P1 open Q12 to R11:5 of 1", "P1 open Q12 to R11:0 of 2"} <= yard.track()


@rule("AOS-COMP-08")
def test_the_21st_marker_is_refused_unless_the_option_lifts_the_limit() -> None:
    for option, legal in (("20", False), ("none", True)):
        yard = Yard(opened=True, marker_limit=option)
        yard.turn(1, "place S10 1-4")
        markers = (20, *yard.state.track.markers[1:])
        yard.state = yard.state._replace(track=yard.state.track._replace(markers=markers))
        yard.begin(1)
        assert yard.allows("place M8 3-5") == legal
        assert yard.allows("place R11 2-4")
        if not legal:
            assert yard.broken("place M8 3-5") == "AOS-COMP-08"
