"""Building in towns: AOS-TOWN-01 to AOS-TOWN-09."""

from footplate.engine.age_of_steam.supply import discs_used
from tests.support.building import Yard
from tests.support.rules import rule


def at_indianapolis(exits: str, opened: bool = True) -> Yard:
    """P1 comes from Evansville and lays these exits on Indianapolis."""
    yard = Yard(opened=opened)
    yard.turn(1, "place R9 1-3", f"place Q10 {exits}")
    return yard


@rule("AOS-TOWN-01")
def test_each_exit_begins_a_section_of_its_own() -> None:
    yard = at_indianapolis("0,1,4")
    assert yard.track() == {"P1 link T9-Q10 of 2", "P1 open Q10 to Q10:0 of 1", "P1 open Q10 to Q10:1 of 1"}


@rule("AOS-TOWN-02", "AOS-TOWN-03", "AOS-TOWN-04")
def test_one_anchored_exit_is_enough_and_all_spurs_are_the_builder_s() -> None:
    yard = Yard(opened=True)
    yard.begin(2)
    assert yard.broken("place Q10 1,4") == "AOS-TOWN-02"
    yard.turn(1, "place R9 1-3")
    yard.begin(1)
    for exits in ("4", "0,4", "2,4,5", "0,2,3,4"):
        assert yard.allows(f"place Q10 {exits}")
    assert yard.broken("place Q10 0,1") == "AOS-TOWN-02"
    yard.step("place Q10 0,2,3,4")
    assert all(text.startswith("P1") for text in yard.track())


@rule("AOS-TOWN-05")
def test_a_new_spur_joins_unowned_track() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place P11 2-4")
    yard.turn(1)
    yard.turn(2, "place R9 1-3", "place Q10 1,4")
    assert yard.track() == {"P2 link T9-Q10 of 2", "P2 link Q10-Q12 of 2"}


@rule("AOS-TOWN-06", "AOS-BUILD-16")
def test_no_spur_where_another_player_s_track_points_in() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place P11 2-4")
    yard.turn(2, "place R9 1-3")
    yard.begin(2)
    assert yard.broken("place Q10 1,4") == "AOS-TOWN-06"
    assert yard.allows("place Q10 0,4")


@rule("AOS-TOWN-07", "AOS-TOWN-08")
def test_a_replacement_keeps_all_exits_and_their_owners() -> None:
    yard = at_indianapolis("1,4")
    yard.turn(1)
    yard.turn(2, "place S10 0-4")
    yard.begin(2)
    assert yard.broken("replace Q10 0,1,3") == "AOS-TOWN-07"
    assert yard.broken("replace Q10 1,4") == "AOS-TOWN-07"
    yard.step("replace Q10 1,3,4")
    assert yard.track() == {"P1 link T9-Q10 of 2", "- open Q10 to Q10:1 of 1", "P2 link T9-Q10 of 2"}
    assert discs_used(yard.state.track) == 0


@rule("AOS-TOWN-09")
def test_who_may_replace_a_town_tile() -> None:
    yard = at_indianapolis("1,4")
    yard.begin(1)
    assert yard.allows("replace Q10 0,1,4")  # an own spur there
    yard.begin(2)
    assert yard.broken("replace Q10 0,1,4") == "AOS-TOWN-09"
    yard.turn(2, "place S10 0-4")
    yard.begin(2)
    assert yard.allows("replace Q10 1,3,4")  # a new exit at an anchor
    assert yard.broken("replace Q10 0,1,4") == "AOS-TOWN-09"
