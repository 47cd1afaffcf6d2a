"""Redirecting: AOS-REDIR-01 to AOS-REDIR-18."""

import pytest

from tests.support.building import Yard
from tests.support.rules import rule


@rule("AOS-REDIR-01", "AOS-REDIR-04", "AOS-REDIR-05", "AOS-REDIR-10")
def test_the_open_end_turns_the_city_end_stays() -> None:
    yard = Yard()
    yard.turn(1, "place R13 3-5")
    yard.begin(1)
    assert yard.broken("redirect R13 2-3") == "AOS-REDIR-04"
    yard.step("redirect R13 2-5")
    assert yard.track() == {"P1 open Q12 to R13:2 of 1"}
    yard.turn(1)
    assert yard.track() == {"- open Q12 to R13:2 of 1"}


@rule("AOS-REDIR-02")
def test_only_own_or_unowned_track() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R13 3-5")
    yard.begin(2)
    assert yard.broken("redirect R13 2-5") == "AOS-REDIR-02"


@rule("AOS-REDIR-03")
def test_only_the_last_piece() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place S10 1-4", "place R11 2-4")
    yard.begin(1)
    assert yard.broken("redirect S10 0-4") == "AOS-REDIR-03"
    yard.step("place S12 0-5")
    assert yard.broken("redirect R11 0-4") == "AOS-REDIR-03"


@rule("AOS-REDIR-06")
def test_the_new_edge_differs() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R13 3-5")
    yard.begin(1)
    assert yard.broken("redirect R13 3-5") == "AOS-REDIR-06"


@rule("AOS-REDIR-07")
def test_the_new_edge_obeys_the_rules_of_new_pieces() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place U10 1-5")
    yard.begin(1)
    assert yard.broken("redirect U10 3-5") == "AOS-REDIR-07"  # off the map
    yard = Yard(opened=True)
    yard.turn(1, "place R11 1-3")
    yard.turn(2, "place S10 1-4")
    yard.begin(1)
    assert yard.broken("redirect R11 1-4") == "AOS-REDIR-07"  # another player's track
    yard = Yard(opened=True)
    yard.turn(1, "place S12 0-5", "place R11 2-4")
    yard.begin(1)
    assert yard.broken("redirect R11 1-2") == "AOS-REDIR-07"  # back to Cincinnati


@rule("AOS-REDIR-08")
def test_a_redirect_may_complete_a_section() -> None:
    to_city = Yard(opened=True)
    to_city.turn(1, "place S10 1-4", "place R11 2-4")
    to_city.turn(1, "redirect R11 1-4")
    assert to_city.track() == {"P1 link T9-Q12 of 2"}
    to_own = Yard(opened=True)
    to_own.turn(1, "place R11 1-2", "place S10 1-4")
    to_own.turn(1, "redirect R11 1-4")
    assert to_own.track() == {"P1 link T9-Q12 of 2"}
    assert to_own.markers(1) == 1
    to_spur = Yard(opened=True)
    to_spur.turn(1, "place R9 1-3", "place Q10 1,4", "place P11 2-3")
    to_spur.turn(1, "redirect P11 2-4")
    assert "P1 link Q10-Q12 of 2" in to_spur.track()


@rule("AOS-REDIR-09")
def test_no_connection_to_own_track_is_needed() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R13 3-5")
    yard.turn(1)
    yard.turn(3, "redirect R13 2-5")
    assert yard.track() == {"- open Q12 to R13:2 of 1"}


@rule("AOS-REDIR-11")
def test_unfinished_unowned_track_stays_unowned() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R13 3-5")
    yard.turn(1)
    yard.turn(2, "redirect R13 2-5")
    assert yard.markers(2) == 0


@rule("AOS-REDIR-12", "AOS-REDIR-08")
@pytest.mark.parametrize(("option", "owner"), [("on_completion", "P2"), ("never", "-")])
def test_completed_unowned_track_is_claimed(option: str, owner: str) -> None:
    yard = Yard(opened=True, redirect_claims=option)
    yard.turn(1, "place S10 1-4", "place R11 2-4")
    yard.turn(1)
    yard.turn(1)
    yard.turn(2, "redirect R11 1-4")
    assert yard.track() == {f"{owner} link T9-Q12 of 2"}


@rule("AOS-REDIR-13")
@pytest.mark.parametrize("option", ["on_completion", "never"])
def test_unowned_track_that_meets_own_track_is_own(option: str) -> None:
    yard = Yard(opened=True, redirect_claims=option)
    yard.turn(1, "place R11 1-2")
    yard.turn(1)
    yard.turn(2, "place S10 1-4")
    yard.turn(2, "redirect R11 1-4")
    assert yard.track() == {"P2 link T9-Q12 of 2"}
    assert yard.markers(2) == 1


@rule("AOS-REDIR-14")
@pytest.mark.parametrize(("option", "legal"), [("illegal", False), ("stays_unowned", True)])
def test_a_link_between_strange_towns_is_not_claimed(option: str, legal: bool) -> None:
    yard = Yard(opened=True, unanchored_claim=option)
    yard.turn(1, "place R9 1-3", "place Q10 0,4", "place O10 2-3")
    yard.turn(1, "place O12 3-5", "place N11 2,4")
    yard.turn(1)
    assert {"- open Q10 to O10:2 of 2", "- open N11 to N11:4 of 1"} <= yard.track()
    yard.begin(2)
    if not legal:
        assert yard.broken("redirect O10 1-3") == "AOS-REDIR-14"
    else:
        yard.step("redirect O10 1-3")
        assert "- link N11-Q10 of 3" in yard.track() or "- link Q10-N11 of 3" in yard.track()
    yard.begin(1)
    if legal:
        return
    yard.step("redirect O10 1-3")  # P1 owns spurs in both towns
    assert "P1 link Q10-N11 of 3" in yard.track()


@rule("AOS-REDIR-15")
def test_spurs_are_never_redirected() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R9 1-3", "place Q10 1,4")
    yard.begin(1)
    assert yard.broken("redirect Q10 2,4") == "AOS-REDIR-15"


@rule("AOS-REDIR-16", "AOS-REDIR-17")
def test_the_other_piece_of_a_complex_tile_stays() -> None:
    yard = Yard(opened=True)
    yard.turn(2, "place R11 1-3")
    yard.turn(1, "place S10 1-4", "replace R11 0-4,1-3")
    yard.begin(1)
    assert yard.allows("redirect R11 1-3,2-4")
    assert yard.broken("redirect R11 1-5,2-4") == "AOS-REDIR-02"  # P2's piece would turn as well


@rule("AOS-REDIR-17")
def test_both_pieces_in_one_exchange_are_one_build() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R11 1-3", "place S10 1-4", "replace R11 0-4,1-3")
    yard.begin(1)
    assert yard.step("redirect R11 1-5,2-4") == 2
    assert yard.state.build is not None
    assert yard.state.build.left == 2
    assert yard.track() == {"P1 open Q12 to R11:5 of 1", "P1 open T9 to R11:2 of 2"}


@rule("AOS-REDIR-18")
def test_the_tile_must_exist_and_be_in_supply() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R11 1-3", "place S10 1-4", "replace R11 0-4,1-3")
    yard.begin(1)
    assert yard.broken("redirect R11 0-1,3-4") == "AOS-REDIR-18"  # two sharp curves exist on no tile
