"""Routes over small networks, and what they promise."""

import pytest

from footplate.engine.age_of_steam.board import BLUE, RED, YELLOW
from footplate.engine.age_of_steam.routes import deliveries
from footplate.engine.age_of_steam.state import GOODS_GROWTH, MOVE_GOODS, MoveRound, State
from footplate.engine.hexes import parse_hex
from footplate.strategies.evaluate.age_of_steam.network import (
    Links,
    colors_of,
    links_of,
    pair_of,
    routes,
    with_links,
)
from footplate.strategies.evaluate.age_of_steam.prospects import Time, cubes_of, outlook, time_left
from tests.support.positions import blank, boxes, dealt, opening, rich, with_new_city, with_track
from tests.support.positions import walk as random_walk

EVANSVILLE, CINCINNATI, ST_LOUIS, CHICAGO = (parse_hex(name) for name in ("T9", "Q12", "T5", "L7"))
TOWN = parse_hex("Q10")
COLORS = {EVANSVILLE: BLUE, CINCINNATI: BLUE, ST_LOUIS: RED, CHICAGO: RED}


def links(*pairs: tuple[int, int, bool]) -> Links:
    return {pair_of(one, other): own for one, other, own in pairs}


def test_a_cube_uses_as_many_own_links_as_it_can() -> None:
    net = links((EVANSVILLE, TOWN, True), (TOWN, CINCINNATI, True), (EVANSVILLE, CINCINNATI, False))
    table = routes(net, COLORS, 6)
    assert [table.best(EVANSVILLE, BLUE, engine) for engine in (1, 2, 3, 6)] == [0, 2, 2, 2]
    assert table.best(EVANSVILLE, RED, 6) == 0
    assert table.best(CHICAGO, BLUE, 6) == 0


def test_a_cube_ends_in_the_first_city_of_its_colour() -> None:
    net = links((CHICAGO, EVANSVILLE, True), (EVANSVILLE, CINCINNATI, True), (CINCINNATI, ST_LOUIS, True))
    table = routes(net, COLORS, 6)
    assert table.best(CHICAGO, BLUE, 6) == 1
    assert table.best(CHICAGO, RED, 6) == 3
    assert table.top[1:] == [1, 2, 3, 3, 3, 3]


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_the_engine_on_whole_games(seed: int) -> None:
    """For every delivery of a random game: no better one than the table says, and the table's is there."""
    checked = 0
    for step in random_walk(rich(opening(4)), seed):
        if step.before.phase == MOVE_GOODS and not checked % 7:
            compare(step.before, step.actor)
        checked += step.before.phase == MOVE_GOODS
    assert checked > 20


def compare(state: State, seat: int) -> None:
    engine = state.players[seat].engine
    table = routes(links_of(state, seat), colors_of(state), engine)
    best: dict[tuple[int, int], int] = {}
    for action in deliveries(state, seat):
        own = sum(owner == seat for _, owner in action.steps)  # type: ignore[union-attr] # deliveries all
        key = action.origin, action.color  # type: ignore[union-attr] # deliveries all
        best[key] = max(best.get(key, 0), own)
    for (origin, color), own in best.items():
        assert table.best(origin, color, engine) == own


def test_links_are_seen_by_seat() -> None:
    state = with_track(blank(3), 1, ("S10", (1, 4)), ("R11", (1, 4)))
    assert links_of(state, 1) == {pair_of(EVANSVILLE, CINCINNATI): True}
    assert links_of(state, 0) == {pair_of(EVANSVILLE, CINCINNATI): False}
    assert with_links(links_of(state, 0), [pair_of(CHICAGO, TOWN)]) == {
        pair_of(EVANSVILLE, CINCINNATI): False,
        pair_of(CHICAGO, TOWN): True,
    }


def test_a_new_city_is_a_city() -> None:
    state = with_new_city(blank(3), "E", "Q10")
    assert colors_of(state)[TOWN] == YELLOW
    assert TOWN not in colors_of(blank(3))


def test_cubes_of_the_display_count_the_less_the_deeper_they_lie() -> None:
    state = boxes(boxes(blank(3), "dark-1", RED, BLUE, RED), "E", YELLOW)
    weights = [(cube.origin, cube.color, cube.weight) for cube in cubes_of(state) if cube.weight < 1]
    assert weights == [(EVANSVILLE, RED, 0.5), (EVANSVILLE, BLUE, 0.25), (EVANSVILLE, RED, 0.1)]
    last = state._replace(turn=state.rules.turns)
    assert [cube for cube in cubes_of(last) if cube.weight < 1] == []


def test_time_runs_out() -> None:
    state = blank(4)._replace(turn=7, phase=MOVE_GOODS, queue=(2, 3), moves=MoveRound(1))
    assert time_left(state, 2) == Time(turns=2, moves=4, now=2)
    assert time_left(state, 0) == Time(turns=2, moves=3, now=1)
    assert time_left(state._replace(moves=MoveRound(2)), 0) == Time(turns=2, moves=2, now=0)
    assert time_left(state._replace(phase=GOODS_GROWTH, moves=None), 0) == Time(turns=1, moves=2, now=0)


def test_longer_routes_promise_more_and_so_does_more_time() -> None:
    state = boxes(dealt(4), "dark-1")
    cubes = cubes_of(state)
    one = routes(links((EVANSVILLE, CINCINNATI, True)), colors_of(state), 4)
    two = routes(links((EVANSVILLE, TOWN, True), (TOWN, CINCINNATI, True)), colors_of(state), 4)
    late, early = Time(1, 2, 2), Time(4, 8, 2)
    assert outlook(one, cubes, 2, early).points > outlook(one, cubes, 2, late).points > 0
    assert outlook(two, cubes, 2, early).points > outlook(one, cubes, 2, early).points
    assert outlook(one, cubes, 2, Time(0, 0, 0)) == (0, 0)
