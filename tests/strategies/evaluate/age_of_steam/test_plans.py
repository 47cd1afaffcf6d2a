"""Projects that can be built as they say, and what they are worth."""

import pytest

from footplate.engine.age_of_steam import build_track
from footplate.engine.age_of_steam.state import BUILD_TRACK, BuildTurn, State
from footplate.engine.age_of_steam.track import sections
from footplate.engine.hexes import parse_hex
from footplate.strategies.evaluate.age_of_steam.network import Pair, pair_of
from footplate.strategies.evaluate.age_of_steam.plans import Plans
from footplate.strategies.evaluate.age_of_steam.position import Position
from footplate.strategies.evaluate.age_of_steam.search import Project, projects
from tests.support.positions import all_holding, blank, dealt, holding, opening, rich, walk, with_track

EVANSVILLE, CINCINNATI, TERRE_HAUTE = (parse_hex(name) for name in ("T9", "Q12", "Q8"))


def building(state: State, seat: int = 0, builds: int = 4) -> State:
    return state._replace(phase=BUILD_TRACK, queue=(seat,), build=BuildTurn(builds))


def owned_links(state: State, seat: int) -> set[Pair]:
    return {(s.stop, s.far) for s in sections(state.track) if s.is_link and s.owner == seat}


def build(state: State, seat: int, project: Project) -> None:
    """Builds a project with the engine: every step legal, at its price, and the links finished when it says so."""
    before = owned_links(state, seat)
    for step in project.steps:
        state = building(state, seat)
        assert build_track.price_of(state, step.build) == step.price
        state = build_track.apply(state, step.build)
        assert owned_links(state, seat) - before <= set(step.links)
        assert set(step.links) <= owned_links(state, seat)
    assert set(project.links) <= owned_links(state, seat)


def test_on_an_empty_map_every_project_can_be_built() -> None:
    state = rich(blank(4))
    found = projects(state, 0, 3)
    assert len(found) > 30
    for project in found:
        build(state, 0, project)
    assert pair_of(EVANSVILLE, CINCINNATI) in {pair for project in found for pair in project.links}
    assert {len(project.steps) for project in found} == {2, 3}
    assert {len(project.links) for project in found} >= {1, 2}


@pytest.mark.parametrize(("seed", "options"), [(1, {}), (2, {}), (3, {"same_hex_twice": "forbidden"})])
def test_in_random_games_every_project_can_be_built(seed: int, options: dict[str, str]) -> None:
    tried = 0
    for number, step in enumerate(walk(rich(opening(4, options=options)), seed)):
        if step.before.phase == BUILD_TRACK and number % 7 == 0:
            state, seat = rich(step.before), step.actor
            for project in projects(state, seat, 3)[::5]:
                build(state, seat, project)
                tried += 1
    assert tried > 30


def test_of_equal_links_only_the_cheapest_track_is_kept() -> None:
    found = projects(rich(blank(3)), 0, 3)
    keys = [tuple(sorted(project.links)) for project in found]
    assert len(set(keys)) == len(keys)
    direct = next(project for project in found if project.links == (pair_of(EVANSVILLE, CINCINNATI),))
    assert direct.price == 4
    assert direct.pieces == 2


def test_an_open_end_is_carried_on() -> None:
    state = holding(with_track(rich(blank(3)), 0, ("S10", (1, 4))), 0, opened=True)
    one = next(p for p in projects(state, 0, 1) if p.links == (pair_of(EVANSVILLE, CINCINNATI),))
    assert (len(one.steps), one.price, one.pieces) == (1, 2, 2)
    assert all(pair_of(EVANSVILLE, CINCINNATI) not in project.links for project in projects(state, 1, 1))


def test_plans_know_what_is_worth_its_price() -> None:
    state = building(all_holding(dealt(4), cash=[20] * 4))
    plans = Plans(Position(state, 0), 3)
    best = plans.all[0]
    assert best.gain > best.price
    assert best.gain == pytest.approx(plans.gain_of(best.project.links, best.project.pieces))
    assert plans.gain_of((), 5) == 0


def test_money_buys_plans_and_more_of_it_never_hurts() -> None:
    state = building(all_holding(dealt(4), cash=[20] * 4))
    plans = Plans(Position(state, 0), 3)
    worths = [plans.best(cash) for cash in range(30)]
    assert worths == sorted(worths)
    assert plans.best(20, builds=4) >= plans.best(20)


def test_in_the_last_turn_nothing_is_begun_that_cannot_be_finished() -> None:
    state = building(all_holding(dealt(4), cash=[20] * 4))._replace(turn=8)
    plans = Plans(Position(state, 0), 1)
    assert all(plan.here == 0 for plan in plans.all if len(plan.project.steps) > 1)
