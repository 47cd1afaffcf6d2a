"""Components and limits (section 1)."""

import pytest

from footplate.engine.age_of_steam.board import COLOR_TOTALS, COLORS, LETTERS, NEW_CITY_COLORS
from footplate.engine.age_of_steam.options import GAME_ID, TURNS
from footplate.engine.age_of_steam.tiles import COUNTS, DISCS, KINDS
from footplate.engine.errors import SetupError
from footplate.engine.game import Setup
from tests.support.building import Yard
from tests.support.positions import GAME, dealt, opening, rich, walk
from tests.support.rules import rule


@rule("AOS-COMP-01")
@pytest.mark.parametrize("seats", [0, 1, 2, 7, 8])
def test_a_game_has_three_to_six_players(seats: int) -> None:
    with pytest.raises(SetupError, match="AOS-COMP-01") as caught:
        GAME.start(Setup(GAME_ID, "rust_belt", "warfrog-2002", seats))
    assert caught.value.field == "seats"


@rule("AOS-COMP-01")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_players_can_play(seats: int) -> None:
    assert len(GAME.start(Setup(GAME_ID, "rust_belt", "warfrog-2002", seats)).players) == seats
    assert seats in TURNS


@rule("AOS-COMP-02")
def test_the_cubes_number_96() -> None:
    assert dict(zip(COLORS, COLOR_TOTALS, strict=True)) == {
        "red": 20,
        "blue": 20,
        "purple": 20,
        "yellow": 20,
        "black": 16,
    }


@rule("AOS-COMP-03")
def test_the_tiles_number_136_in_15_kinds() -> None:
    assert len(KINDS) == 15
    assert sum(COUNTS) == 136
    assert COUNTS == (48, 55, 7, 4, 4, 3, 1, 1, 1, 1, 3, 2, 2, 2, 2)


@rule("AOS-COMP-04")
def test_the_town_discs_number_eight() -> None:
    assert DISCS == 8


@rule("AOS-COMP-05")
def test_the_new_cities_number_eight() -> None:
    assert LETTERS == "ABCDEFGH"
    assert len(NEW_CITY_COLORS) == 8


def supplies(yard: Yard, **used: tuple[int, ...]) -> None:
    """Pretends that so many tiles lie elsewhere, by kind from `straight` on."""
    padded = {name: counts + (0,) * (len(KINDS) - len(counts)) for name, counts in used.items()}
    track = yard.state.track
    land, town = padded.get("land", track.land_used), padded.get("town", track.town_used)
    yard.state = yard.state._replace(track=track._replace(land_used=land, town_used=town))


@rule("AOS-COMP-06", "AOS-COMP-03")
def test_a_49th_straight_does_not_exist() -> None:
    yard = Yard()
    yard.begin(1)
    supplies(yard, land=(47,))
    assert yard.allows("place S10 1-4")
    supplies(yard, land=(48,))
    assert yard.broken("place S10 1-4") == "AOS-COMP-06"
    assert yard.allows("place S10 2-4")


@rule("AOS-COMP-06", "AOS-COMP-04")
def test_a_ninth_town_disc_does_not_exist() -> None:
    yard = Yard()
    yard.begin(1)
    yard.step("place R9 1-3")
    supplies(yard, town=(7,))
    assert yard.allows("place Q10 1,4")
    supplies(yard, town=(8,))
    assert yard.broken("place Q10 1,4") == "AOS-COMP-06"
    assert yard.allows("place Q10 4")


@rule("AOS-COMP-06", "AOS-COMP-05")
def test_no_new_city_is_placed_twice() -> None:
    yard = Yard()
    yard.turn(1, "urbanize Q10 C", role="urbanization")
    yard.begin(2, role="urbanization")
    assert yard.broken("urbanize N11 C") == "AOS-URB-06"
    assert yard.allows("urbanize N11 D")


@rule("AOS-COMP-07", "AOS-COMP-08")
def test_a_21st_marker_is_illegal() -> None:
    yard = Yard(opened=True)
    yard.begin(1)
    assert yard.allows("place S10 1-4")
    for used, legal in ((19, True), (20, False)):
        yard.state = yard.state._replace(track=yard.state.track._replace(markers=(used, 0, 0, 0, 0)))
        if legal:
            assert yard.allows("place S10 1-4")
        else:
            assert yard.broken("place S10 1-4") == "AOS-COMP-08"


@rule("AOS-COMP-08", "AOS-OPT-04")
def test_markers_are_unlimited_under_none() -> None:
    yard = Yard(opened=True, marker_limit="none")
    yard.begin(1)
    yard.state = yard.state._replace(track=yard.state.track._replace(markers=(25, 0, 0, 0, 0)))
    assert yard.allows("place S10 1-4")


@rule("AOS-COMP-09", "AOS-COMP-10", "AOS-COMP-11", "AOS-COMP-12", "AOS-COMP-13", "AOS-INV-07")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_money_engines_and_shares_stay_within_bounds(seats: int) -> None:
    for step in walk(rich(opening(seats)), seed=seats):
        for seat, player in enumerate(step.after.players):
            if player.alive:
                assert player.cash >= 0
                assert player.income >= 0
                assert 1 <= player.engine <= 6
                assert 2 <= player.shares <= 15
            assert 0 <= step.after.track.markers[seat] <= 20


@rule("AOS-COMP-12")
def test_the_first_level_is_one() -> None:
    assert {player.engine for player in dealt(6).players} == {1}
