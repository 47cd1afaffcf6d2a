"""New Cities: AOS-URB-01 to AOS-URB-21, AOS-DEC-14."""

import pytest

from footplate.engine.age_of_steam import build_track
from footplate.engine.age_of_steam.actions import StopBuilding
from footplate.engine.age_of_steam.board import LETTERS
from footplate.engine.age_of_steam.supply import discs_used, kinds_left
from footplate.engine.age_of_steam.tiles import KIND_INDEX
from tests.support.building import Yard
from tests.support.rules import rule


def founder(yard: Yard) -> Yard:
    """P4 holds Urbanization and is in the build turn."""
    yard.begin(4, "urbanization")
    return yard


@rule("AOS-URB-01", "AOS-DEC-14", "AOS-ACT-11")
def test_one_new_city_before_the_first_build() -> None:
    yard = founder(Yard(opened=True))
    yard.step("urbanize T13 B")
    assert yard.broken("urbanize Q10 A") == "AOS-URB-01"
    yard = founder(Yard(opened=True))
    yard.step("place S10 1-4")
    assert yard.broken("urbanize T13 B") == "AOS-URB-01"
    yard.begin(1)
    assert yard.broken("urbanize T13 B") == "AOS-URB-01"


@rule("AOS-URB-02", "AOS-ACT-15", "AOS-DEC-14")
def test_it_is_voluntary_and_the_time_out_places_none() -> None:
    yard = founder(Yard(opened=True))
    assert yard.legal()[-1] == "stop"
    assert build_track.default(yard.state) == StopBuilding()


@rule("AOS-URB-03", "AOS-URB-04")
def test_it_is_free_and_no_build() -> None:
    yard = founder(Yard(opened=True))
    assert yard.step("urbanize T13 B") == 0
    assert yard.state.build is not None
    assert yard.state.build.left == 3


@rule("AOS-URB-05", "AOS-URB-06", "AOS-COMP-05")
def test_any_town_and_any_letter_left() -> None:
    yard = founder(Yard(opened=True))
    cities = [text for text in yard.legal() if text.startswith("urbanize")]
    assert len(cities) == 14 * 8
    yard.turn(4, "urbanize T13 B", role="urbanization")
    founder(yard)
    cities = [text for text in yard.legal() if text.startswith("urbanize")]
    assert len(cities) == 13 * 7
    assert yard.broken("urbanize Q10 B") == "AOS-URB-06"
    assert yard.broken("urbanize S10 A") == "AOS-URB-05"
    assert yard.broken("urbanize Q12 A") == "AOS-URB-05"


@rule("AOS-URB-07", "AOS-URB-08", "AOS-URB-09", "AOS-OWN-02")
def test_tile_disc_and_spurs_go() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3", "place Q10 0,1,3,4")
    assert yard.markers(1) == 4
    assert discs_used(yard.state.track) == 1
    founder(yard).step("urbanize Q10 A")
    assert yard.track() == {"P1 link T9-Q10 of 1"}
    assert yard.markers(1) == 1
    assert discs_used(yard.state.track) == 0
    assert kinds_left(yard.state.track)[KIND_INDEX["cross_straight_straight"]] == 4


@rule("AOS-URB-10")
def test_links_end_in_the_new_city_one_piece_shorter() -> None:
    for idle, owner in ((False, "P1"), (True, "P1")):
        yard = Yard(opened=True)
        yard.turn(1, "place R9 1-3", "place Q10 1,4", "place P11 2-4")
        if idle:
            yard.turn(1)
        founder(yard).step("urbanize Q10 A")
        assert yard.track() == {f"{owner} link T9-Q10 of 1", f"{owner} link Q10-Q12 of 1"}


@rule("AOS-URB-11", "AOS-URB-12")
@pytest.mark.parametrize(("option", "owner"), [("no", "-"), ("yes", "P4")])
def test_outgoing_track_starts_at_the_new_city_and_may_lapse(option: str, owner: str) -> None:
    yard = Yard(opened=True, new_city_saves_outgoing=option)
    yard.turn(4, "place R9 1-3", "place Q10 1,4", "place P11 0-4")
    founder(yard).step("urbanize Q10 A")
    assert "P4 open Q10 to P11:0 of 1" in yard.track()
    yard.state = build_track.apply(yard.state, StopBuilding())
    assert f"{owner} open Q10 to P11:0 of 1" in yard.track()


@rule("AOS-URB-13")
def test_a_player_s_track_pointing_at_the_hex_becomes_a_link() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place P11 2-4")
    founder(yard).step("urbanize Q10 A")
    assert yard.track() == {"P1 link Q10-Q12 of 1"}


@rule("AOS-URB-14", "AOS-COMP-08")
def test_unowned_track_pointing_at_the_hex_becomes_the_founder_s() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place P11 2-4")
    yard.turn(1)
    full = yard.state.track._replace(markers=(0, 0, 0, 20, 0))
    held = yard.state
    yard.state = held._replace(track=full)
    founder(yard)
    assert yard.broken("urbanize Q10 A") == "AOS-COMP-08"
    yard.state = held
    founder(yard).step("urbanize Q10 A")
    assert yard.track() == {"P4 link Q10-Q12 of 1"}
    assert yard.markers(4) == 1


@rule("AOS-URB-15")
def test_unowned_links_stay_unowned() -> None:
    yard = Yard(opened=True, redirect_claims="never")
    yard.turn(1, "place P11 2-3")
    yard.turn(1)
    yard.turn(2, "place R9 1-3", "place Q10 1,4")
    yard.turn(2)
    yard.turn(2)
    yard.turn(3, "redirect P11 2-4")
    assert "- link Q10-Q12 of 2" in yard.track()
    founder(yard).step("urbanize Q10 A")
    assert "- link Q10-Q12 of 1" in yard.track()


@rule("AOS-URB-16", "AOS-URB-17")
@pytest.mark.parametrize(("option", "legal"), [("keep_dead", True), ("forbid", False)])
def test_a_new_city_at_both_ends_of_a_section(option: str, legal: bool) -> None:
    yard = Yard(opened=True, new_city_loop=option)
    yard.turn(1, "place R13 3-5", "place T13 0,1")
    yard.turn(1, "place S14 3-4", "place U14 0-5")
    founder(yard)
    if not legal:
        assert yard.broken("urbanize T13 A") == "AOS-URB-16"
        return
    yard.step("urbanize T13 A")
    assert "P1 dead T13 of 2" in yard.track()
    yard.turn(1)
    yard.turn(1)
    assert "- dead T13 of 2" in yard.track()
    assert yard.points()[0] == 1


@rule("AOS-URB-18", "AOS-URB-19")
def test_a_new_city_is_a_city_for_good() -> None:
    yard = Yard()
    yard.turn(4, "urbanize T13 B", role="urbanization")
    yard.begin(1)
    assert yard.allows("place S14 0-4")
    assert yard.broken("place T13 0,1") == "AOS-BUILD-15"
    founder(yard)
    assert yard.broken("urbanize T13 C") == "AOS-URB-19"


@rule("AOS-URB-20")
def test_no_effect_without_a_new_city_tile() -> None:
    yard = Yard(opened=True)
    towns = [text.split()[1] for text in founder(yard).legal() if text.endswith(" A")]
    for town, letter in zip(towns, LETTERS, strict=False):
        yard.turn(4, f"urbanize {town} {letter}", role="urbanization")
    founder(yard)
    assert not any(text.startswith("urbanize") for text in yard.legal())
    assert yard.broken(f"urbanize {towns[8]} A") == "AOS-URB-06"


@rule("AOS-URB-21")
def test_any_time_means_between_and_after_builds() -> None:
    yard = founder(Yard(opened=True, new_city_moment="any_time"))
    yard.step("place S10 1-4")
    assert yard.allows("urbanize T13 B")
    yard.step("place R11 1-4")
    yard.step("place R13 3-5")
    assert build_track.forced(yard.state) is None
    assert yard.step("urbanize T13 B") == 0
    assert build_track.forced(yard.state) == StopBuilding()
    assert {"P4 link T9-Q12 of 2", "P4 link Q12-T13 of 1"} == yard.track()
