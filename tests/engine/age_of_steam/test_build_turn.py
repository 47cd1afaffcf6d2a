"""Build turns, new pieces and prices: AOS-BUILD-01 to AOS-BUILD-26 and AOS-COST-01 to AOS-COST-05."""

import pytest

from footplate.engine.age_of_steam import build_track, notation
from footplate.engine.age_of_steam.actions import StopBuilding, UpgradeEngine
from footplate.engine.age_of_steam.state import BUILD_TRACK
from tests.support.building import Yard
from tests.support.positions import blank, holding
from tests.support.rules import rule


@rule("AOS-BUILD-01", "AOS-ACT-07")
def test_first_build_goes_first_the_others_in_player_order() -> None:
    state = holding(blank(4), 2, role="first_build")._replace(order=(3, 1, 2, 0))
    assert build_track.enter(state).queue == (2, 3, 1, 0)
    assert build_track.enter(blank(4)._replace(order=(3, 1, 2, 0))).queue == (3, 1, 2, 0)


@rule("AOS-BUILD-02", "AOS-DEC-15")
def test_a_build_turn_is_finished_before_the_next_begins() -> None:
    state = build_track.enter(blank(3))
    state = build_track.apply(state, notation.parse_action("place S10 1-4"))
    assert build_track.actor(state) == 0
    state = build_track.apply(state, StopBuilding())
    assert build_track.actor(state) == 1


@rule("AOS-BUILD-03", "AOS-BUILD-05", "AOS-ACT-08")
@pytest.mark.parametrize(("role", "builds"), [("", 3), ("engineer", 4), ("locomotive", 3)])
def test_three_builds_or_four_for_the_engineer(role: str, builds: int) -> None:
    yard = Yard()
    yard.begin(1, role)
    for text in ("place S10 1-4", "place R9 0-3", "place U10 1-5", "place S8 2-5")[:builds]:
        assert build_track.forced(yard.state) is None
        yard.step(text)
    assert yard.broken("place M8 3-5") == "AOS-BUILD-03"
    assert build_track.forced(yard.state) == StopBuilding()


@rule("AOS-BUILD-04")
def test_placement_replacement_and_redirect_are_one_build_each() -> None:
    yard = Yard()
    yard.turn(1, "place S10 1-4")
    yard.begin(1)
    for left, text in ((2, "redirect S10 0-4"), (1, "place U10 0-5"), (0, "replace S10 0-4,3-5")):
        yard.step(text)
        assert yard.state.build is not None
        assert yard.state.build.left == left


@rule("AOS-BUILD-05", "AOS-DEC-15", "AOS-DEC-04")
def test_stopping_is_always_legal_and_the_default() -> None:
    yard = Yard()
    yard.begin(1)
    assert yard.legal()[-1] == "stop"
    assert build_track.default(yard.state) == StopBuilding()
    with pytest.raises(Exception, match="AOS-DEC-15"):
        build_track.check(yard.state, UpgradeEngine())


@rule("AOS-BUILD-06", "AOS-BUILD-07", "AOS-COMP-10")
def test_every_build_is_judged_and_paid_by_itself() -> None:
    yard = Yard()
    yard.state = holding(yard.state, 0, cash=5)
    yard.begin(1)
    assert yard.broken("place R11 2-4") == "AOS-BUILD-09"
    assert yard.step("place S10 1-4") == 2
    assert yard.step("place R11 2-4") == 2
    assert yard.state.players[0].cash == 1
    assert yard.broken("place S12 0-5") == "AOS-BUILD-07"
    assert build_track.forced(yard.state) == StopBuilding()


@rule("AOS-BUILD-08")
@pytest.mark.parametrize(("option", "legal"), [("allowed", True), ("forbidden", False)])
def test_building_twice_on_a_hex(option: str, legal: bool) -> None:
    yard = Yard(opened=True, same_hex_twice=option)
    yard.begin(1)
    yard.step("place S10 1-4")
    assert yard.allows("redirect S10 0-4") == legal
    assert yard.allows("replace S10 0-3,1-4") is False
    if not legal:
        assert yard.broken("redirect S10 0-4") == "AOS-BUILD-08"
    yard.turn(2)
    yard.begin(1)
    assert yard.allows("redirect S10 0-4")


@rule("AOS-BUILD-09", "AOS-BUILD-22")
def test_the_first_tile_is_a_simple_one_at_a_city() -> None:
    yard = Yard()
    yard.begin(1)
    assert yard.broken("place P9 2-5") == "AOS-BUILD-09"
    yard.step("place S10 1-4")
    assert yard.allows("place M8 3-5")  # a new line at Chicago


@rule("AOS-BUILD-09")
def test_any_tile_at_a_city_where_the_option_says_so() -> None:
    for option, legal in (("simple_at_city", False), ("any_at_city", True)):
        yard = Yard(first_tile=option)
        yard.begin(1, "urbanization")
        yard.step("urbanize T13 B")
        assert yard.allows("place R13 0-3,2-5") == legal


@rule("AOS-BUILD-10")
def test_no_replacement_or_redirect_before_the_first_tile() -> None:
    yard = Yard()
    yard.turn(1, "place S10 1-4")
    yard.turn(1)
    yard.begin(2)
    assert yard.broken("redirect S10 0-4") == "AOS-BUILD-10"
    assert yard.broken("replace S10 0-3,1-4") == "AOS-BUILD-10"


@rule("AOS-BUILD-11", "AOS-BUILD-12", "AOS-URB-18")
def test_a_new_city_serves_a_first_tile_in_the_same_turn() -> None:
    yard = Yard()
    yard.begin(1, "urbanization")
    yard.step("urbanize T13 B")
    assert yard.step("place S14 0-4") == 2


@rule("AOS-BUILD-13")
def test_pieces_end_on_usable_edges() -> None:
    yard = Yard()
    yard.begin(1)
    assert yard.broken("place U10 3-5") == "AOS-BUILD-13"
    assert yard.broken("place I12 1-2") == "AOS-BUILD-13"


@rule("AOS-BUILD-14")
def test_no_two_pieces_of_a_hex_share_an_edge() -> None:
    yard = Yard()
    yard.turn(1, "place S10 1-4")
    yard.begin(1)
    assert yard.broken("redirect S10 1-4") == "AOS-REDIR-06"
    assert all(len(layout) == len(set(layout)) for layout in yard.state.track.layouts.values())
    yard.step("place R11 1-4")
    assert yard.broken("replace R11 0-3,1-4") == "AOS-BUILD-18"


@rule("AOS-BUILD-15")
def test_no_tile_on_a_city() -> None:
    yard = Yard()
    yard.begin(1)
    assert yard.broken("place Q12 0-3") == "AOS-BUILD-15"


@rule("AOS-BUILD-16", "AOS-BUILD-26")
def test_nobody_meets_another_player_s_track() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.begin(2)
    assert yard.broken("place R11 1-4") == "AOS-BUILD-16"
    yard.turn(1, "place R11 1-4")
    yard.begin(2)
    assert not any(text.startswith("redirect") for text in yard.legal())


@rule("AOS-BUILD-17", "AOS-TOWN-06")
def test_several_players_in_one_town_but_not_on_one_spur() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3", "place Q10 1,4")
    yard.turn(2, "place P11 0-2", "place M8 3-5")
    yard.turn(2, "place R11 1-5")
    yard.begin(2)
    yard.step("replace Q10 1,2,4")
    assert {"P1 link T9-Q10 of 2", "P1 open Q10 to Q10:1 of 1", "P2 link Q10-Q12 of 2"} <= yard.track()


@rule("AOS-BUILD-18")
def test_the_anchor_is_judged_before_the_tile() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.begin(1)
    assert yard.broken("place R11 0-3") == "AOS-BUILD-18"
    assert yard.broken("place R11 0-3,2-4") == "AOS-BUILD-18"  # the new neighbour piece on the same tile does not help


@rule("AOS-BUILD-19")
def test_no_section_from_a_stop_to_itself() -> None:
    yard = Yard()
    yard.turn(1, "place S10 2-4", "place T11 4-5")
    yard.begin(1)
    assert "P1 open T9 to T11:4 of 2" in yard.track()
    assert yard.broken("place U10 1-5") == "AOS-BUILD-19"


@rule("AOS-BUILD-20", "AOS-BUILD-21")
def test_rings_of_links_and_parallel_links() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place R11 1-4")
    yard.turn(1, "place R9 1-3", "place Q10 1,4", "place P11 2-4")
    yard.turn(2, "place U10 1-5", "place T11 1-4", "place S12 0-4")
    links = {text for text in yard.track() if "link" in text}
    assert links == {
        "P1 link T9-Q12 of 2", "P1 link T9-Q10 of 2", "P1 link Q10-Q12 of 2", "P2 link T9-Q12 of 3",
    }  # fmt: skip


@rule("AOS-BUILD-23", "AOS-BUILD-24")
def test_open_ends_of_others_may_be_blocked_for_good() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.begin(2)
    assert yard.allows("place R11 1-2")
    yard.step("place R11 1-2")
    assert "P1 open T9 to S10:1 of 1" in yard.track()


@rule("AOS-BUILD-25")
def test_an_open_end_may_point_where_nothing_can_follow() -> None:
    yard = Yard()
    yard.turn(1, "place S10 1-4")
    yard.begin(2)
    assert yard.allows("place U8 0-1")
    yard.turn(2, "place U8 1-5")
    assert "P2 open T9 to U8:5 of 1" in yard.track()


@rule("AOS-COST-01", "AOS-COST-02")
@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("place S10 1-4", 2),
        ("place R13 2-5", 3),
        ("place P17 3-4", 4),
    ],
)
def test_simple_tiles_by_ground(text: str, price: int) -> None:
    yard = Yard(opened=True)
    yard.begin(1)
    assert yard.step(text) == price


@rule("AOS-COST-01")
def test_complex_tiles_by_class_and_ground() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.begin(1)
    assert yard.step("place R11 0-4,1-3") == 3
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4")
    yard.begin(1)
    assert yard.step("place R11 0-4,1-5") == 4
    yard = Yard(opened=True)
    yard.begin(1, "urbanization")
    yard.step("urbanize T13 B")
    assert yard.step("place R13 0-3,2-5") == 5
    yard = Yard(opened=True)
    yard.begin(1, "urbanization")
    yard.step("urbanize T13 B")
    assert yard.step("place R13 1-3,4-5") == 4


@rule("AOS-COST-03", "AOS-COST-04", "AOS-TOWN-07")
def test_towns_by_exits_and_flat_replacements() -> None:
    for exits, price in (("4", 2), ("1,4", 3), ("1,3,4", 4), ("0,1,3,4", 5)):
        yard = Yard()
        yard.begin(1)
        yard.step("place R9 1-3")
        assert yard.step(f"place Q10 {exits}") == price
    yard = Yard()
    yard.turn(1, "place R9 1-3", "place Q10 4")
    yard.begin(1)
    assert yard.step("replace Q10 0,1,3,4") == 3


@rule("AOS-COST-01", "AOS-COST-02", "AOS-COST-05")
def test_replacements_and_redirects_ignore_the_ground() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R13 2-5")
    yard.begin(1)
    assert yard.step("redirect R13 3-5") == 2
    yard = Yard(opened=True)
    yard.turn(1, "place S12 0-3")
    yard.turn(2, "place R11 1-2")
    yard.begin(2)
    assert yard.step("replace S12 0-3,2-5") == 3


def test_the_phase_ends_after_the_last_turn() -> None:
    state = build_track.enter(blank(3))
    for _ in range(3):
        assert state.phase == BUILD_TRACK
        state = build_track.apply(state, StopBuilding())
    assert build_track.done(state)
    assert state.build is None
