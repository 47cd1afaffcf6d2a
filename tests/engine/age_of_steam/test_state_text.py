"""Positions as text: one text for each position, and back."""

from itertools import combinations

import pytest
from hypothesis import given

from footplate.engine.age_of_steam.state import (
    BUILD_TRACK,
    GOODS_GROWTH,
    ISSUE_SHARES,
    MOVE_GOODS,
    Auction,
    BuildTurn,
    Growth,
    MoveRound,
    State,
)
from footplate.engine.age_of_steam.state_text import parse_state, state_text
from footplate.engine.age_of_steam.track import sections
from tests.support.building import Yard
from tests.support.positions import blank, dealt, holding, with_new_city
from tests.support.rules import rule
from tests.support.state_texts import part, put
from tests.support.steam_texts import at_rest, example_11, game, positions

FRESH_GAME = (
    "aos1 map=rust_belt preset=warfrog-2002 seats=3 options=- turn=1 phase=setup order=P1,P2,P3 "
    "players=10.2.0.1.-.-/10.2.0.1.-.-/10.2.0.1.-.- queue=- bag=R20,B20,P20,Y20,K16 "
    "cubes=-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- "
    "display=.../.../.../.../.../.../.../.../.../.../.../.../../../../../../../../.. "
    "new=- track=- kinds=- ties=- auction=- build=- moves=- growth=-"
)


def test_a_fresh_game() -> None:
    assert state_text(blank(3)) == FRESH_GAME
    assert parse_state(FRESH_GAME) == blank(3)
    assert parse_state(f" {FRESH_GAME}\n") == blank(3)


@pytest.mark.parametrize("seed", range(1, 9))
def test_every_position_of_a_game_round_trips(seed: int) -> None:
    phases = {state.phase for state in game(seed)}
    assert {BUILD_TRACK, MOVE_GOODS, GOODS_GROWTH} <= phases
    for state in game(seed):
        again = parse_state(state_text(state))
        assert again == state
        assert state_text(again) == state_text(state)
        assert hash(state_text(again)) == hash(state_text(state))


@given(positions, positions)
def test_texts_are_equal_exactly_when_positions_are(one: State, other: State) -> None:
    assert (state_text(one) == state_text(other)) == (one == other)


def _changes() -> list[State]:
    base = dealt(4)
    bag, cubes, display = base.bag, base.cubes, base.display
    return [
        base,
        base._replace(rules=dealt(4, "eagle-2009").rules),
        base._replace(rules=dealt(4, marker_limit="none").rules),
        base._replace(turn=2),
        base._replace(phase=ISSUE_SHARES),
        base._replace(order=(1, 0, 2, 3)),
        base._replace(queue=(1,)),
        base._replace(bag=(bag[0] + 1, *bag[1:])),
        base._replace(cubes=(cubes[1], cubes[0], *cubes[2:])),
        base._replace(display=(display[1], display[0], *display[2:])),
        base._replace(ties=((0, 1, 2, 3),)),
        base._replace(ties=((0, 1), (2, 3))),
        base._replace(auction=Auction((0, 1), (0, 0, 0, 0))),
        base._replace(auction=Auction((0, 1), (0, 0, 0, 0), passed=True)),
        base._replace(auction=Auction((0, 1), (0, 0, 0, 0), out=(2,))),
        base._replace(auction=Auction((0, 1), (0, 2, 0, 0))),
        base._replace(build=BuildTurn(3)),
        base._replace(build=BuildTurn(2)),
        base._replace(build=BuildTurn(3, urban=True)),
        base._replace(build=BuildTurn(3, built_on=(20,))),
        base._replace(build=BuildTurn(3, begun=True)),
        base._replace(moves=MoveRound(1)),
        base._replace(moves=MoveRound(2)),
        base._replace(moves=MoveRound(1, (2,))),
        base._replace(growth=Growth("light")),
        base._replace(growth=Growth("dark")),
        base._replace(growth=Growth("store", (0, 4))),
        base._replace(growth=Growth("store", (4, 0))),
        with_new_city(base, "A", "Q10"),
        with_new_city(base, "B", "Q10"),
        with_new_city(base, "A", "Q8"),
        *[
            holding(base, 1, **change)
            for change in (
                {"cash": 11},
                {"shares": 3},
                {"income": 1},
                {"engine": 2},
                {"role": "engineer"},
                {"opened": True},
                {"alive": False},
            )
        ],
    ]


def test_every_field_shows_in_the_text() -> None:
    texts = [state_text(state) for state in _changes()]
    for one, other in combinations(texts, 2):
        assert one != other


@rule("AOS-TERM-12", "AOS-TERM-08")
def test_the_track_of_an_example() -> None:
    text = state_text(at_rest(example_11()))
    assert part(text, "track") == (
        "P2:R9.1-3+Q10.4,P2:Q10.1+P11.2-4,P3:Q10.2+R11.2-5+S12.0-5,P3:Q10.5,P1:S10.1-4+R11.1-4,P1:R13.3-5"
    )
    assert parse_state(text) == at_rest(example_11())


def test_track_of_the_running_build_turn_is_marked() -> None:
    assert "*" not in state_text(at_rest(example_11()))
    yard = example_11()
    yard.begin(3)
    yard.step("place P9 2-5")
    state = yard.state._replace(order=(0, 1, 2, 3, 4))
    assert part(state_text(state), "track").startswith("P3*:P9.2-5+Q10.5,")
    assert parse_state(state_text(state)) == state


@rule("AOS-TILE-12")
def test_kinds_are_named_only_where_pieces_do_not_tell_them() -> None:
    pooled, strict = at_rest(example_11()), at_rest(example_11(town_tile_pool="strict"))
    assert part(state_text(pooled), "kinds") == "-"
    assert part(state_text(strict), "kinds") == "Q10:cross_straight_straight"
    text = put(state_text(strict), kinds="Q10:coexist_gentle_gentle")
    other = parse_state(text)
    assert other != strict
    assert state_text(other) == text


@rule("AOS-URB-16")
def test_dead_track_of_a_new_city() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R13 3-5", "place T13 0,1", "place S14 3-4")
    yard.turn(1, "place U14 0-5")
    yard.turn(5, "urbanize T13 B", role="urbanization")
    text = state_text(at_rest(yard))
    assert "S14.3-4+U14.0-5" in part(text, "track")
    assert parse_state(text) == at_rest(yard)
    assert any(section.stop == section.far for section in sections(parse_state(text).track))
