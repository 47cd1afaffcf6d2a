"""Ownership and expiry: AOS-OWN-01 to AOS-OWN-04, AOS-EXP-01 to AOS-EXP-08."""

from footplate.engine.age_of_steam.track import disown
from tests.support.building import Yard
from tests.support.rules import rule


@rule("AOS-OWN-01", "AOS-OWN-02")
def test_one_marker_for_each_section() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place S12 0-5")
    assert yard.markers(1) == 2
    yard.turn(1, "place R11 2-4")
    assert yard.track() == {"P1 link T9-Q12 of 3"}
    assert yard.markers(1) == 1


@rule("AOS-OWN-03", "AOS-INV-12")
def test_links_never_expire() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place R11 1-4")
    for _ in range(3):
        yard.turn(1)
        yard.turn(2)
    assert yard.track() == {"P1 link T9-Q12 of 2"}


@rule("AOS-OWN-04")
def test_anybody_may_lengthen_unowned_track_the_former_owner_included() -> None:
    for player in (1, 2):
        yard = Yard(opened=True)
        yard.turn(1, "place S10 1-4")
        yard.turn(1)
        yard.turn(player, "place R11 2-4")
        assert yard.track() == {f"P{player} open T9 to R11:2 of 2"}


@rule("AOS-EXP-01", "AOS-EXP-03", "AOS-EXP-07")
def test_what_is_not_lengthened_lapses_and_stays_on_the_map() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place R13 3-5")
    yard.turn(1, "place R11 2-4")
    assert yard.track() == {"P1 open T9 to R11:2 of 2", "- open Q12 to R13:3 of 1"}


@rule("AOS-EXP-02")
def test_begun_or_taken_over_is_safe_for_one_turn() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    assert yard.track() == {"P1 open T9 to S10:1 of 1"}
    yard.turn(2)
    assert yard.track() == {"P1 open T9 to S10:1 of 1"}
    yard.turn(1)
    yard.turn(2, "place R11 2-4")
    assert yard.track() == {"P2 open T9 to R11:2 of 2"}
    yard.turn(2)
    assert yard.track() == {"- open T9 to R11:2 of 2"}


@rule("AOS-EXP-04")
def test_redirects_second_pieces_and_others_lengthen_nothing() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.turn(1, "redirect S10 0-4")
    assert yard.track() == {"- open T9 to S10:0 of 1"}
    yard = Yard(opened=True)
    yard.turn(1, "place R11 1-3")
    yard.turn(2, "place S10 1-4", "replace R11 0-4,1-3")
    yard.turn(1)
    assert "- open Q12 to R11:3 of 1" in yard.track()


@rule("AOS-EXP-05")
def test_each_exit_of_a_town_is_judged_by_itself() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3", "place Q10 0,1,4")
    yard.turn(1, "place P11 0-4")
    assert {"P1 open Q10 to P11:0 of 2", "- open Q10 to Q10:0 of 1"} <= yard.track()


@rule("AOS-EXP-06")
def test_building_nothing_is_judged_all_the_same() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.turn(1)
    assert yard.track() == {"- open T9 to S10:1 of 1"}


@rule("AOS-EXP-08", "AOS-OUT-03", "AOS-OUT-04")
def test_elimination_lets_everything_lapse() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place R11 1-4", "place R13 3-5")
    track = disown(yard.state.rules.board, yard.state.track, 0)
    yard.state = yard.state._replace(track=track)
    assert yard.track() == {"- link T9-Q12 of 2", "- open Q12 to R13:3 of 1"}
    assert yard.markers(1) == 0
    assert yard.points()[0] == 0
