"""Which deliveries are legal (section 10.2), case by case and on any graph of links."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import move_goods, notation
from footplate.engine.age_of_steam.actions import NOBODY, Deliver, MoveNothing, UpgradeEngine
from footplate.engine.age_of_steam.board import COLOR_LETTERS
from footplate.engine.age_of_steam.notation import COLOR_OF_LETTER
from footplate.engine.age_of_steam.routes import can_deliver, city_at, color_at
from footplate.engine.age_of_steam.state import NOWHERE, State
from footplate.engine.hexes import parse_hex
from tests.support import positions
from tests.support.building import Yard
from tests.support.moving import (
    Steps,
    deliveries,
    example_10,
    example_13,
    incomes,
    legal,
    moving,
    refusal,
    take,
    with_cubes,
    with_links,
)
from tests.support.positions import accepts, blank, holding, with_new_city
from tests.support.rules import rule

# --- delivery --------------------------------------------------------------------------------------------------------


@rule("AOS-MOVE-08")
def test_any_cube_on_any_city() -> None:
    state = moving(example_10().state, order=(4,), T9="B", Q12="B")
    assert deliveries(state) == ["deliver blue T9 Q12/P1", "deliver blue Q12 T9/P1"]
    assert refusal(state, "deliver red T9 Q12/P1") == "AOS-MOVE-08"
    assert refusal(state, "deliver blue Q10 Q12/P2") == "AOS-MOVE-08"
    assert refusal(state, "deliver blue A0 Q12/P2") == "AOS-MOVE-08"
    shown = positions.boxes(moving(example_10().state), "dark-1", *[COLOR_OF_LETTER[x] for x in "BBB"])
    assert refusal(shown, "deliver blue T9 Q12/P1") == "AOS-MOVE-08"
    assert positions.refusal(move_goods, state, Deliver(7, parse_hex("T9"), ())) == "AOS-MOVE-08"


@rule("AOS-MOVE-09")
def test_links_follow_one_another() -> None:
    state = moving(example_10().state, engine=3, T9="RB")
    assert refusal(state, "deliver blue T9 L7/P1") == "AOS-MOVE-09"
    assert refusal(state, "deliver red T9 Q12/P1 L7/P1") == "AOS-MOVE-09"
    assert refusal(state, "deliver blue T9 Q12/P2") == "AOS-MOVE-09"
    assert refusal(state, "deliver blue T9 Q12/-") == "AOS-MOVE-09"


@rule("AOS-MOVE-10")
def test_at_least_one_link() -> None:
    assert refusal(moving(example_10().state, T9="B"), "deliver blue T9") == "AOS-MOVE-10"


@rule("AOS-MOVE-11")
def test_at_most_as_many_links_as_the_engine_level() -> None:
    state = moving(example_10().state, engine=1, T9="B")
    assert refusal(state, "deliver blue T9 Q10/P2 Q12/P2") == "AOS-MOVE-11"
    assert "deliver blue T9 Q10/P2 Q12/P2" in legal(holding(state, 0, engine=2))


@rule("AOS-MOVE-12")
def test_no_stop_twice() -> None:
    state = moving(example_10().state, engine=4, T9="YB")
    assert refusal(state, "deliver blue T9 Q10/P2 T9/P2") == "AOS-MOVE-12"
    assert refusal(state, "deliver yellow T9 Q10/P2 Q12/P2 Q10/P2") == "AOS-MOVE-12"


@rule("AOS-MOVE-13")
def test_a_cube_ends_in_a_city_of_its_colour() -> None:
    assert refusal(moving(example_10().state, T9="R"), "deliver red T9 Q12/P1") == "AOS-MOVE-13"


@rule("AOS-MOVE-14")
def test_a_cube_ends_in_the_first_city_of_its_colour() -> None:
    state = moving(example_13("B").state, engine=2, T9="B")
    assert refusal(state, "deliver blue T9 Q10/P2 Q12/P2") == "AOS-MOVE-14"


@rule("AOS-MOVE-15")
def test_the_colour_of_the_starting_city_has_no_effect() -> None:
    state = moving(example_10().state, engine=2, T9="B")
    assert color_at(state, parse_hex("T9")) == COLOR_OF_LETTER["B"]
    assert deliveries(state) == ["deliver blue T9 Q10/P2 Q12/P2", "deliver blue T9 Q12/P1"]


@rule("AOS-MOVE-16")
def test_towns_and_cities_of_other_colours_are_passed_through() -> None:
    through_town = moving(example_10().state, engine=2, T9="B")
    assert "deliver blue T9 Q10/P2 Q12/P2" in legal(through_town)
    through_red_city = moving(example_13("A").state, engine=2, T9="B")
    assert "deliver blue T9 Q10/P2 Q12/P2" in legal(through_red_city)


@rule("AOS-MOVE-17")
def test_any_link_goes_on_from_any_other() -> None:
    yard = example_10()
    yard.turn(3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5")
    state = moving(yard.state, engine=2, T9="B")
    assert "deliver blue T9 Q10/P2 Q12/P3" in legal(state)


@rule("AOS-MOVE-18")
def test_towns_receive_no_cubes() -> None:
    state = moving(example_10().state, engine=6, T9="RBPYK")
    assert not any(text.endswith("Q10/P2") for text in deliveries(state))
    assert refusal(state, "deliver red T9 Q10/P2") == "AOS-MOVE-18"
    assert refusal(state, "deliver black T9 Q10/P2") == "AOS-MOVE-18"


@rule("AOS-MOVE-19")
@pytest.mark.parametrize("letter", "ABCDEFGH")
def test_black_cubes_end_in_black_new_cities(letter: str) -> None:
    state = moving(example_13(letter).state, T9="K")
    if letter in "CDGH":
        assert deliveries(state) == ["deliver black T9 Q10/P2", "deliver black T9 Q10/P4"]
    else:
        assert deliveries(state) == []
        assert refusal(state, "deliver black T9 Q10/P2") == "AOS-MOVE-19"
    assert refusal(state, "deliver black T9 Q12/P1") == "AOS-MOVE-19"


@rule("AOS-MOVE-20")
def test_unfinished_track_cannot_be_used() -> None:
    state = moving(example_13().state, engine=2, Q12="B")
    assert refusal(state, "deliver blue Q12 T13/P1") == "AOS-MOVE-20"
    assert refusal(state, "deliver blue Q12 Q10/P2 O8/P4") == "AOS-MOVE-20"
    assert all(" T13" not in text for text in deliveries(state))


@rule("AOS-MOVE-20", "AOS-URB-16")
def test_dead_track_cannot_be_used() -> None:
    yard = Yard(opened=True)
    yard.turn(1, "place R13 3-5", "place T13 0,1", "place S14 3-4")
    yard.turn(1, "place U14 0-5")
    yard.turn(5, "urbanize T13 B", role="urbanization")
    state = moving(yard.state, engine=6, T13="B")
    assert deliveries(state) == ["deliver blue T13 Q12/P1"]
    assert refusal(state, "deliver blue T13 T13/P1 Q12/P1") == "AOS-MOVE-12"


@rule("AOS-MOVE-21")
def test_links_of_anybody_may_be_used() -> None:
    state = moving(example_10().state, order=(4, 0), T9="B")
    state = take(state, "deliver blue T9 Q12/P1")
    assert incomes(state) == [1, 0, 0, 0, 0]


@rule("AOS-MOVE-22")
def test_the_route_need_not_be_the_shortest() -> None:
    state = moving(example_10().state, engine=2, T9="B")
    state = take(state, "deliver blue T9 Q10/P2 Q12/P2")
    assert incomes(state) == [0, 2, 0, 0, 0]


@rule("AOS-MOVE-23")
def test_the_mover_chooses_among_parallel_links() -> None:
    state = moving(example_13("B").state, T9="B")
    assert {"deliver blue T9 Q10/P2", "deliver blue T9 Q10/P4"} <= set(legal(state))


def test_parallel_links_of_one_owner_are_one_move() -> None:
    state = with_links(blank(3), ("T9", "Q12", 0), ("T9", "Q12", 0), ("T9", "Q12", NOBODY), ("T9", "Q12", NOBODY))
    state = moving(state, order=(0, 1, 2), T9="B")
    assert deliveries(state) == ["deliver blue T9 Q12/-", "deliver blue T9 Q12/P1"]


@rule("AOS-MOVE-24")
def test_a_link_may_be_used_again() -> None:
    state = moving(example_10().state, order=(0, 4), T9="BBBB")
    state = take(state, *["deliver blue T9 Q12/P1"] * 4)
    assert move_goods.done(state)
    assert incomes(state) == [4, 0, 0, 0, 0]


# --- any graph of links ----------------------------------------------------------------------------------------------

STOPS = ("T9", "Q12", "L7", "T5", "Q16", "Q10", "N11", "Q8", "N5")
"""Five printed cities, blue, blue, red, red and yellow, two New Cities and two towns."""


graphs = st.lists(
    st.tuples(st.sampled_from(STOPS), st.sampled_from(STOPS), st.integers(NOBODY, 2)).filter(
        lambda link: link[0] != link[1]
    ),
    min_size=1,
    max_size=10,
)
cargo = st.dictionaries(st.sampled_from(STOPS[:7]), st.text(COLOR_LETTERS, min_size=1, max_size=3), min_size=1)


@st.composite
def crowded(draw: st.DrawFn) -> State:
    """A move in a game of three with any links and any cubes."""
    state = with_new_city(with_new_city(blank(3), "C", "Q10"), "E", "N11")
    state = with_cubes(with_links(state, *draw(graphs)), **draw(cargo))
    return moving(state, order=(0, 1, 2), engine=draw(st.integers(1, 6)))


def every_route(state: State) -> set[Deliver]:
    """All deliveries, found by trying every row of links, wherever it leads."""
    links = {(section.stop, section.far, section.owner) for section in state.track.at.values()}
    links |= {(far, stop, owner) for stop, far, owner in links}
    homes = {hex_: city_at(state, hex_) for hex_ in (*state.rules.board.city_hex, *state.track.new_cities)}
    found: set[Deliver] = set()
    paths: list[tuple[int, Steps]] = [(hex_, ()) for hex_ in homes]
    while paths:
        origin, steps = paths.pop()
        stops = [origin, *[stop for stop, _ in steps]]
        for stop, far, owner in links:
            if stop == stops[-1] and far not in stops and len(steps) < state.players[0].engine:
                paths.append((origin, (*steps, (far, owner))))
                color = color_at(state, far)
                first = color not in [color_at(state, passed) for passed in stops[1:]]
                if color != NOWHERE and first and state.cubes[homes[origin]][color]:
                    found.add(Deliver(color, origin, (*steps, (far, owner))))
    return found


@given(crowded())
@rule("AOS-MOVE-09", "AOS-MOVE-12", "AOS-MOVE-13", "AOS-MOVE-14", "AOS-MOVE-28", "AOS-MOVE-29")
def test_the_search_finds_what_trying_everything_finds(state: State) -> None:
    routes = every_route(state)
    expected = [*sorted(routes, key=notation.sort_key), *([UpgradeEngine()] if state.players[0].engine < 6 else [])]
    assert move_goods.legal(state) == [*expected, MoveNothing()]
    assert can_deliver(state, 0) == bool(routes)
    assert move_goods.forced(state) == (None if expected else MoveNothing())


@given(crowded(), st.data())
def test_check_and_list_agree_on_any_delivery(state: State, data: st.DataObject) -> None:
    routes = every_route(state)
    stops = st.sampled_from(STOPS).map(parse_hex)
    any_steps = st.lists(st.tuples(stops, st.integers(NOBODY, 2)), max_size=4).map(tuple)
    action = data.draw(st.builds(Deliver, st.integers(-1, 5), stops, any_steps))
    assert accepts(move_goods, state, action) == (action in routes)
    for route in sorted(routes, key=notation.sort_key)[:20]:
        assert accepts(move_goods, state, route)
        wrong = data.draw(st.integers(0, len(route.steps) - 1))
        steps = (*route.steps[:wrong], data.draw(st.tuples(stops, st.integers(NOBODY, 2))), *route.steps[wrong + 1 :])
        other = Deliver(route.color, route.origin, steps)
        assert accepts(move_goods, state, other) == (other in routes)


@given(crowded(), st.data())
@rule("AOS-INV-01", "AOS-INV-11", "AOS-MOVE-25", "AOS-MOVE-27")
def test_a_delivery_pays_for_owned_links_and_loses_no_cube(state: State, data: st.DataObject) -> None:
    routes = sorted(every_route(state), key=notation.sort_key)
    if routes:
        route = data.draw(st.sampled_from(routes))
        after = move_goods.apply(state, route)
        assert sum(incomes(after)) - sum(incomes(state)) == sum(owner != NOBODY for _, owner in route.steps)
        assert cubes_in(after) == cubes_in(state)
        assert after.bag[route.color] == state.bag[route.color] + 1


def cubes_in(state: State) -> list[int]:
    """Cubes by colour in the bag and on cities."""
    return [state.bag[color] + sum(counts[color] for counts in state.cubes) for color in range(5)]
