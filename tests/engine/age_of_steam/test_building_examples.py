"""The worked examples of building, AOS-EX-09 to AOS-EX-28, number by number."""

import pytest

from footplate.engine.age_of_steam.supply import kinds_left
from footplate.engine.age_of_steam.tiles import KIND_INDEX, mask_of, spurs_of
from footplate.engine.age_of_steam.track import Draft
from footplate.engine.hexes import parse_hex
from tests.support.building import Yard
from tests.support.rules import rule


def after_09() -> Yard:
    yard = Yard()
    assert yard.turn(1, "place S10 1-4", "place R11 1-4", "place R13 3-5") == [2, 2, 3]
    return yard


def after_10() -> Yard:
    yard = after_09()
    assert yard.turn(2, "place R9 1-3", "place Q10 1,4", "place P11 2-4") == [2, 3, 2]
    return yard


def after_11() -> Yard:
    yard = after_10()
    assert yard.turn(3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5") == [3, 3, 3]
    return yard


def after_12() -> Yard:
    """P4 is in the build turn, the New City on the map."""
    yard = after_11()
    yard.begin(4, "urbanization")
    assert yard.step("urbanize Q10 A") == 0
    return yard


def after_13() -> Yard:
    yard = after_11()
    steps = ("urbanize Q10 A", "place P9 2-5", "replace S10 0-3,1-4", "place U10 0-5")
    assert yard.turn(4, *steps, role="urbanization") == [0, 2, 3, 3]
    return yard


def after_15() -> Yard:
    yard = after_13()
    yard.turn(1)
    return yard


@rule("AOS-EX-09")
def test_example_09_first_turn_of_p1() -> None:
    assert after_09().track() == {"P1 link T9-Q12 of 2", "P1 open Q12 to R13:3 of 1"}


@rule("AOS-EX-10")
def test_example_10_a_town_divides_the_line() -> None:
    track = after_10().track()
    assert {"P2 link T9-Q10 of 2", "P2 link Q10-Q12 of 2"} <= track
    assert len(track) == 4


@rule("AOS-EX-11")
def test_example_11_replacing_land_and_town() -> None:
    track = after_11().track()
    assert {"P3 link Q10-Q12 of 3", "P3 open Q10 to Q10:5 of 1", "P1 link T9-Q12 of 2"} <= track


@rule("AOS-EX-12")
def test_example_12_new_city_on_indianapolis() -> None:
    before = after_11()
    yard = after_12()
    assert yard.track() == {
        "P1 link T9-Q12 of 2",
        "P1 open Q12 to R13:3 of 1",
        "P2 link T9-Q10 of 1",
        "P2 link Q10-Q12 of 1",
        "P3 link Q10-Q12 of 2",
    }
    assert yard.markers(3) == before.markers(3) - 1
    kind = KIND_INDEX["cross_straight_straight"]
    assert kinds_left(yard.state.track)[kind] == kinds_left(before.state.track)[kind] + 1


@rule("AOS-EX-13")
def test_example_13_p4_builds_on() -> None:
    track = after_13().track()
    assert {"P4 link T9-Q10 of 2", "P4 open Q10 to P9:5 of 1"} <= track


@rule("AOS-EX-14")
def test_example_14_pieces_that_score() -> None:
    assert after_13().points()[:4] == (2, 2, 2, 2)
    assert after_11().points()[:3] == (2, 4, 3)


@rule("AOS-EX-15", "AOS-EXP-01", "AOS-EXP-06")
def test_example_15_idle_track_expires_links_do_not() -> None:
    track = after_15().track()
    assert {"- open Q12 to R13:3 of 1", "P1 link T9-Q12 of 2"} <= track


@rule("AOS-EX-16", "AOS-URB-14")
def test_example_16_new_city_takes_unowned_track_pointing_at_it() -> None:
    yard = after_15()
    yard.turn(5, "urbanize T13 B", role="urbanization")
    assert "P5 link Q12-T13 of 1" in yard.track()


@rule("AOS-EX-17", "AOS-URB-13")
def test_example_17_new_city_completes_the_owner_s_track() -> None:
    yard = after_13()
    yard.turn(5, "urbanize T13 B", role="urbanization")
    assert "P1 link Q12-T13 of 1" in yard.track()


@rule("AOS-EX-18")
def test_example_18_redirect_is_no_extension() -> None:
    yard = after_13()
    assert yard.turn(1, "redirect R13 2-5") == [2]
    assert "- open Q12 to R13:2 of 1" in yard.track()
    yard = after_13()
    assert yard.turn(1, "redirect R13 2-5", "place S14 3-5") == [2, 2]
    assert "P1 open Q12 to S14:3 of 2" in yard.track()


@rule("AOS-EX-19", "AOS-REDIR-11")
def test_example_19_redirected_unowned_track_stays_unowned() -> None:
    yard = after_15()
    assert yard.turn(2, "redirect R13 2-5") == [2]
    assert "- open Q12 to R13:2 of 1" in yard.track()


@rule("AOS-EX-20", "AOS-TERM-13", "AOS-TOWN-05")
def test_example_20_a_town_tile_takes_up_unowned_track() -> None:
    yard = after_15()
    yard.begin(2)
    assert yard.step("place T13 0,1") == 3
    assert {"P2 link Q12-T13 of 2", "P2 open T13 to T13:1 of 1"} <= yard.track()


@rule("AOS-EX-21")
@pytest.mark.parametrize(("exits", "price", "spurs"), [("0", 2, 0), ("0,1", 3, 1), ("0,1,2", 4, 2), ("0,1,2,4", 5, 3)])
def test_example_21_towns_by_exits(exits: str, price: int, spurs: int) -> None:
    yard = after_13()
    yard.begin(1)
    markers = yard.markers(1)
    assert yard.step(f"place T13 {exits}") == price
    assert "P1 link Q12-T13 of 2" in yard.track()
    assert sum(text.startswith("P1 open T13") for text in yard.track()) == spurs
    assert yard.markers(1) == markers + spurs


@rule("AOS-EX-21", "AOS-GEO-06")
def test_example_21_exit_off_the_map() -> None:
    yard = after_13()
    yard.begin(1)
    assert yard.broken("place T13 0,3") == "AOS-BUILD-13"


@rule("AOS-EX-22", "AOS-BUILD-16", "AOS-BUILD-23")
def test_example_22_blocking() -> None:
    yard = after_13()
    yard.begin(5)
    assert [yard.step("place M8 3-5"), yard.step("place O8 0-3")] == [2, 2]
    yard = after_13()
    yard.begin(5)
    yard.step("place M8 3-5")
    assert yard.broken("place O8 0-2") == "AOS-BUILD-16"
    yard.turn(5, "place O8 0-3")
    yard.begin(4)
    assert yard.step("replace O8 0-3,2-5") == 3


@rule("AOS-EX-23", "AOS-BUILD-19")
def test_example_23_loop() -> None:
    yard = Yard()
    yard.begin(1)
    assert yard.step("place S10 3-4") == 2
    assert yard.broken("place U10 0-5") == "AOS-BUILD-19"


@rule("AOS-EX-24", "AOS-PLACE-02", "AOS-BUILD-09")
def test_example_24_direct_complex_tile() -> None:
    yard = Yard(opened=True)
    yard.begin(1, "urbanization")
    yard.step("urbanize T13 B")
    assert yard.step("place R13 0-3,2-5") == 5
    assert yard.track() == {"P1 open Q12 to R13:2 of 1", "P1 open T13 to R13:0 of 1"}
    first = Yard()
    first.begin(1, "urbanization")
    first.step("urbanize T13 B")
    assert first.broken("place R13 0-3,2-5") == "AOS-BUILD-09"


@rule("AOS-EX-25", "AOS-URB-16", "AOS-URB-17")
def test_example_25_dead_section() -> None:
    yard = after_13()
    yard.begin(1)
    assert yard.step("place T13 0,1") == 3
    assert [yard.step("place S14 3-4"), yard.step("place U14 0-5")] == [2, 4]
    assert yard.broken("replace T13 0,1,2") == "AOS-BUILD-03"
    yard.begin(1)
    assert yard.broken("replace T13 0,1,2") == "AOS-BUILD-19"
    yard.begin(5, "urbanization")
    yard.step("urbanize T13 B")
    assert {"P1 dead T13 of 2", "P1 link Q12-T13 of 1"} <= yard.track()
    assert not any(text.startswith(("redirect U14", "redirect S14")) for text in yard.legal())


@rule("AOS-EX-26", "AOS-TILE-11", "AOS-COMP-06", "AOS-REDIR-18")
def test_example_26_the_old_tile_is_back_first() -> None:
    yard = Yard(opened=True)
    candidates: list[str] = []
    for _ in range(7):
        yard.begin(1)
        candidates = [text for text in yard.legal() if text.startswith("place") and _is_sharp(text)]
        yard.step(candidates[0])
    assert kinds_left(yard.state.track)[KIND_INDEX["sharp"]] == 0
    yard.begin(1)
    turns = [text for text in yard.legal() if text.startswith("redirect") and _is_sharp(text)]
    yard.step(turns[0])
    assert not any(text.startswith("place") and _is_sharp(text) for text in yard.legal())
    assert yard.broken(candidates[-1]) == "AOS-COMP-06"


def _is_sharp(text: str) -> bool:
    pieces = text.split()[2]
    return len(pieces) == 3 and (int(pieces[2]) - int(pieces[0])) % 6 in (1, 5)


@rule("AOS-EX-27", "AOS-TILE-13", "AOS-TILE-12")
@pytest.mark.parametrize(("on_land", "most"), [(0, 4), (1, 3)])
def test_example_27_pooled_supply_under_discs(on_land: int, most: int) -> None:
    rotated = [mask_of((0, 1, 2, 3)), mask_of((1, 2, 3, 4)), mask_of((0, 3, 4, 5)), mask_of((0, 1, 2, 5))]
    for standing in range(5):
        yard = Yard(opened=True)
        draft = Draft(yard.state.rules.board, yard.state.track)
        for town, exits in zip(("N5", "G4", "Q6", "N11"), rotated[:standing], strict=False):
            draft.set_tile(parse_hex(town), spurs_of(exits), KIND_INDEX["cross_gentle_gentle"])
            for spur in spurs_of(exits):
                draft.lay(parse_hex(town), spur, 1)
        draft.land_used[KIND_INDEX["coexist_straight_sharp"]] += on_land
        yard.state = yard.state._replace(track=draft.freeze())
        yard.begin(1)
        yard.step("place R9 1-3")
        assert yard.allows("place Q10 2,3,4,5") == (standing < most)
        assert yard.allows("place Q10 1,4")


@rule("AOS-EX-28", "AOS-REDIR-16", "AOS-REDIR-17")
@pytest.mark.parametrize(("option", "price"), [("per_tile", 2), ("per_track", 4)])
def test_example_28_both_pieces_turned_in_one_exchange(option: str, price: int) -> None:
    yard = Yard(opened=True, double_redirect=option)
    yard.turn(2, "place R11 1-3")
    yard.turn(2)
    yard.turn(1, "place S10 1-4", "replace R11 0-4,1-3")
    assert yard.track() == {"- open Q12 to R11:3 of 1", "P1 open T9 to R11:0 of 2"}
    yard.begin(1)
    assert yard.step("redirect R11 1-5,2-4") == price
    assert yard.track() == {"- open Q12 to R11:5 of 1", "P1 open T9 to R11:2 of 2"}
    assert yard.state.build is not None
    assert yard.state.build.left == 2
