"""What everybody may know (section 15.2): in this game, everything that has happened."""

import pytest

from footplate.engine.age_of_steam.actions import DrawCubes, DrawGoods
from footplate.engine.age_of_steam.board import COLOR_TOTALS
from footplate.engine.age_of_steam.state import EMPTY, State
from footplate.engine.chance import SeededDraws
from footplate.engine.errors import SetupError
from footplate.engine.game import CHANCE
from tests.support.positions import GAME, SEED, opening, rich, walk
from tests.support.rules import rule


def bag_by_reckoning(state: State) -> tuple[int, ...]:
    """The bag by colour, computed from what lies open on the table (AOS-INFO-04)."""
    shown = [color for boxes in state.display for color in boxes if color != EMPTY]
    shown += state.growth.drawn if state.growth is not None else ()
    return tuple(
        total - shown.count(color) - sum(city[color] for city in state.cubes)
        for color, total in enumerate(COLOR_TOTALS)
    )


@rule("AOS-INFO-01", "AOS-INFO-02", "AOS-INFO-03")
@pytest.mark.parametrize("seats", [3, 6])
def test_every_seat_and_every_onlooker_sees_the_whole_position(seats: int) -> None:
    for step in walk(rich(opening(seats)), seed=4):
        for viewer in (None, *range(seats)):
            view = GAME.view(step.after, viewer)
            assert view == step.after
            assert GAME.state_text(view) == GAME.state_text(step.after)


@rule("AOS-INFO-01")
@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(SetupError):
        GAME.view(opening(3), seat)


@rule("AOS-INFO-02")
def test_holdings_bids_and_places_are_in_the_view() -> None:
    view = GAME.view(opening(4), None)
    for player in view.players:
        assert (player.cash, player.shares, player.income, player.engine, player.role) == (10, 2, 0, 1, "")
    assert sorted(view.order) == [0, 1, 2, 3]
    auctions = [step.after.auction for step in walk(rich(opening(4)), seed=4) if step.after.auction is not None]
    assert any(any(auction.bids) for auction in auctions)


@rule("AOS-INFO-03")
def test_the_supplies_are_in_the_view() -> None:
    *_, last = walk(rich(opening(6)), seed=8)
    track = GAME.view(last.after, 0).track
    assert sum(track.land_used) + sum(track.town_used) == len(track.layouts) > 0
    assert len(track.markers) == 6


@rule("AOS-INFO-04", "AOS-INV-01")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_bag_can_be_computed_at_any_time(seed: int) -> None:
    state = opening(3 + seed)
    assert state.bag == bag_by_reckoning(state)
    for step in walk(rich(state), seed):
        assert step.after.bag == bag_by_reckoning(step.after)
        assert min(step.after.bag) >= 0


@rule("AOS-INFO-04", "AOS-INV-01")
def test_the_bag_can_be_computed_during_set_up() -> None:
    state, ply = GAME.start(GAME.setup_of(opening(5))), 0
    while GAME.to_act(state) == CHANCE:
        assert state.bag == bag_by_reckoning(state)
        ply += 1
        state = GAME.apply(state, GAME.draw(state, SeededDraws(SEED, ply)))


@rule("AOS-INFO-05")
def test_the_same_position_can_go_on_in_many_ways() -> None:
    step = next(step for step in walk(rich(opening(6)), seed=1) if step.actor == CHANCE)
    rolls = {GAME.draw(step.before, SeededDraws(bytes([seed]) * 32, 1)) for seed in range(40)}
    assert len(rolls) == 40


@rule("AOS-INFO-06", "AOS-GROW-08")
def test_cubes_drawn_by_production_are_shown_to_all_before_they_are_placed() -> None:
    found = 0
    for seed in range(1, 8):
        for step in walk(rich(opening(6)), seed):
            if isinstance(step.action, DrawCubes):
                growth = step.after.growth
                if growth is not None and growth.stage == "store":
                    found += 1
                    assert growth.drawn == step.action.cubes
                    assert all(GAME.view(step.after, viewer).growth == growth for viewer in (None, 0, 5))
            assert not isinstance(step.action, DrawGoods) or step.before.bag == step.after.bag
    assert found
