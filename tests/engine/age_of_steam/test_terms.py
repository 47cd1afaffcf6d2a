"""The words of section 2.2: AOS-TERM-01 to AOS-TERM-14."""

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.behind import is_anchor
from footplate.engine.age_of_steam.tiles import edges_of
from footplate.engine.age_of_steam.track import sections
from footplate.engine.hexes import parse_hex
from tests.support.building import Yard
from tests.support.rules import rule


def through_indianapolis() -> Yard:
    """P1: Evansville - Indianapolis - Cincinnati, straight through the town."""
    yard = Yard()
    yard.turn(1, "place R9 1-3", "place Q10 1,4", "place P11 2-4")
    return yard


@rule("AOS-TERM-01", "AOS-TERM-02", "AOS-TERM-03", "AOS-TOWN-01")
def test_every_exit_of_a_town_is_a_spur_of_its_own() -> None:
    yard = through_indianapolis()
    layout = yard.state.track.layouts[parse_hex("Q10")]
    assert [edges_of(piece) for piece in layout] == [(1,), (4,)]
    yard.begin(1)
    assert yard.broken("replace Q10 1-4,2-5") == "AOS-TERM-03"


@rule("AOS-TERM-04", "AOS-TERM-08", "AOS-TERM-10", "AOS-TERM-12")
def test_a_section_runs_from_stop_to_stop() -> None:
    yard = through_indianapolis()
    assert yard.track() == {"P1 link T9-Q10 of 2", "P1 link Q10-Q12 of 2"}
    assert all(section.owner == 0 for section in sections(yard.state.track))


@rule("AOS-TERM-05", "AOS-TERM-09", "AOS-TERM-11")
def test_a_bare_town_is_no_stop() -> None:
    yard = Yard()
    yard.turn(1, "place R9 1-3")
    assert yard.track() == {"P1 open T9 to R9:1 of 1"}


@rule("AOS-TERM-06", "AOS-TERM-14")
def test_pieces_that_end_on_one_edge_are_one_section() -> None:
    yard = Yard()
    yard.turn(1, "place S10 1-4", "place R11 2-4")
    assert yard.track() == {"P1 open T9 to R11:2 of 2"}


@rule("AOS-TERM-07")
def test_crossing_pieces_are_not_joined_but_spurs_meet_at_the_stop() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place R11 1-4")
    yard.turn(2, "place S12 0-5", "replace R11 1-4,2-5")
    track = yard.state.track
    hex_ = parse_hex("R11")
    assert track.at[hex_ * 6 + 1] != track.at[hex_ * 6 + 2]
    assert {"P1 link T9-Q12 of 2", "P2 open Q12 to R11:5 of 2"} == yard.track()


@rule("AOS-TERM-13", "AOS-BUILD-18")
def test_anchors_are_cities_own_track_and_unowned_track_that_may_be_taken_up() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    state = yard.state
    assert is_anchor(state, 2, parse_hex("R9"), 3)  # (a) Evansville
    assert is_anchor(state, 0, parse_hex("R11"), 4)  # (b) own track
    assert not is_anchor(state, 1, parse_hex("R11"), 4)
    yard.turn(1)
    assert is_anchor(yard.state, 1, parse_hex("R11"), 4)  # (c) unowned, from a city


@rule("AOS-TERM-13", "AOS-PLACE-06")
def test_unowned_track_from_a_town_is_an_anchor_only_with_an_own_spur_there() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3", "place Q10 1,4", "place P11 0-4")
    yard.turn(1)
    yard.turn(1)
    assert "- open Q10 to P11:0 of 2" in yard.track()
    behind = parse_hex("N11")
    assert is_anchor(yard.state, 0, behind, 3)
    assert not is_anchor(yard.state, 1, behind, 3)
    yard.begin(2)
    assert yard.broken("place N11 0,3") == "AOS-TOWN-02"
    section = yard.state.track.at[parse_hex("P11") * 6]
    assert section.owner == NOBODY
