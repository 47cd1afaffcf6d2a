"""Phase 5: the rounds, the deliveries and what they pay (section 10), and the examples AOS-EX-29 to AOS-EX-31."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import bag, income, move_goods, notation, select_action
from footplate.engine.age_of_steam.actions import NOBODY, Deliver, MoveNothing, SelectAction, UpgradeEngine
from footplate.engine.age_of_steam.board import COLOR_LETTERS
from footplate.engine.age_of_steam.notation import COLOR_OF_LETTER
from footplate.engine.age_of_steam.routes import can_deliver, city_at, color_at
from footplate.engine.age_of_steam.state import NOWHERE, MoveRound, Section, State
from footplate.engine.hexes import parse_hex
from tests.support import positions
from tests.support.building import Yard
from tests.support.positions import accepts, blank, cubes_at, holding, with_new_city
from tests.support.rules import rule

FIVE = (0, 1, 2, 3, 4)
Steps = tuple[tuple[int, int], ...]


def example_10() -> Yard:
    """The map of AOS-EX-10: P1 links Evansville (T9) and Cincinnati (Q12), P2 both with Indianapolis (Q10)."""
    yard = Yard()
    yard.turn(1, "place S10 1-4", "place R11 1-4", "place R13 3-5")
    yard.turn(2, "place R9 1-3", "place Q10 1,4", "place P11 2-4")
    return yard


def example_13(letter: str = "A") -> Yard:
    """The map of AOS-EX-13, with this New City on Q10 in place of Indianapolis."""
    yard = example_10()
    yard.turn(3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5")
    steps = (f"urbanize Q10 {letter}", "place P9 2-5", "replace S10 0-3,1-4", "place U10 0-5")
    yard.turn(4, *steps, role="urbanization")
    return yard


def moving(state: State, order: tuple[int, ...] = FIVE, first: int = NOBODY, engine: int = 1, **cubes: str) -> State:
    """The first move of phase 5. `engine`: everybody's level. `cubes`: letters of the cubes by hex of a city."""
    for seat in order:
        role = "first_move" if seat == first else ""
        state = holding(state, seat, role=role, engine=engine, income=0)
    return move_goods.enter(with_cubes(state._replace(order=order), **cubes))


def with_cubes(state: State, **cubes: str) -> State:
    """The state with cubes taken out of the bag and put on the cities on these hexes."""
    for name, letters in cubes.items():
        city = city_at(state, parse_hex(name))
        taken = tuple(COLOR_OF_LETTER[letter] for letter in letters)
        counts = list(state.cubes)
        counts[city] = bag.put_back(counts[city], taken)
        state = state._replace(cubes=tuple(counts), bag=bag.take(state.bag, taken))
    return state


def legal(state: State) -> list[str]:
    return [notation.action_text(action) for action in move_goods.legal(state)]


def deliveries(state: State) -> list[str]:
    return [text for text in legal(state) if text.startswith("deliver")]


def take(state: State, *texts: str) -> State:
    """The state after these actions, each of them listed and checked."""
    for text in texts:
        assert text in legal(state)
        state = positions.play(move_goods, state, notation.parse_action(text))
    return state


def refusal(state: State, text: str) -> str:
    """The rule by which an action is refused; it must not be listed either."""
    assert text not in legal(state)
    return positions.refusal(move_goods, state, notation.parse_action(text))


def incomes(state: State) -> list[int]:
    return [player.income for player in state.players]


def actors(state: State) -> Iterator[int]:
    """Who acts, one after another, when nobody does anything."""
    while not move_goods.done(state):
        yield move_goods.actor(state)
        state = move_goods.apply(state, MoveNothing())


# --- order and choices -----------------------------------------------------------------------------------------------


@rule("AOS-MOVE-01", "AOS-TURN-05", "AOS-TURN-07")
def test_two_rounds_in_which_every_living_player_acts_once() -> None:
    assert list(actors(moving(blank(4), order=(2, 0, 3)))) == [2, 0, 3, 2, 0, 3]


@rule("AOS-MOVE-02", "AOS-ACT-06")
def test_first_move_goes_first_in_both_rounds() -> None:
    assert list(actors(moving(blank(3), order=(2, 0, 1), first=1))) == [1, 2, 0, 1, 2, 0]
    assert list(actors(moving(blank(3), order=(2, 0, 1), first=2))) == [2, 0, 1, 2, 0, 1]


@rule("AOS-MOVE-03", "AOS-DEC-16")
def test_a_delivery_a_step_or_nothing() -> None:
    state = moving(example_10().state, T9="B")
    assert legal(state) == ["deliver blue T9 Q12/P1", "engine", "none"]
    assert move_goods.forced(state) is None
    assert move_goods.default(state) == MoveNothing()
    for text in legal(state):
        assert move_goods.actor(take(state, text)) == 1


@rule("AOS-MOVE-04")
def test_one_step_a_turn_in_either_round() -> None:
    state = take(moving(blank(3), order=(0, 1, 2)), "engine", "none", "none")
    assert refusal(state, "engine") == "AOS-MOVE-04"
    assert move_goods.forced(state) == MoveNothing()
    state = take(state, "none")
    assert legal(state) == ["engine", "none"]
    state = take(state, "engine")
    assert state.moves == MoveRound(2, (0, 1))
    again = move_goods.enter(take(state, "none"))
    assert legal(again) == ["engine", "none"]


@rule("AOS-MOVE-05", "AOS-COMP-12")
def test_no_step_beyond_level_6() -> None:
    state = moving(blank(3), order=(0, 1, 2), engine=6)
    assert refusal(state, "engine") == "AOS-MOVE-05"
    assert take(moving(blank(3), order=(0, 1, 2), engine=5), "engine").players[0].engine == 6


@rule("AOS-MOVE-06")
def test_a_step_counts_in_the_second_round() -> None:
    state = moving(example_10().state, order=(0, 1, 2), Q12="B")
    assert refusal(state, "deliver blue Q12 Q10/P2 T9/P2") == "AOS-MOVE-11"
    state = take(state, "engine", "none", "none")
    assert deliveries(state) == ["deliver blue Q12 T9/P1", "deliver blue Q12 Q10/P2 T9/P2"]


@rule("AOS-MOVE-07", "AOS-ACT-09")
def test_the_step_of_locomotive_leaves_the_step_of_the_phase() -> None:
    state = select_action.enter(blank(3))
    state = select_action.apply(state, SelectAction("locomotive"))
    state = take(move_goods.enter(state), "engine")
    assert state.players[0].engine == 3


@rule("AOS-DEC-16", "AOS-DEC-02")
def test_nothing_is_forced_only_when_nothing_else_is_legal() -> None:
    stuck = moving(example_10().state, engine=6, T9="R", Q12="R")
    assert legal(stuck) == ["none"]
    assert move_goods.forced(stuck) == MoveNothing()
    assert move_goods.forced(moving(example_10().state, engine=6, T9="RB")) is None
    assert move_goods.forced(moving(example_10().state, engine=1, T9="R")) is None


@rule("AOS-DEC-16")
@pytest.mark.parametrize("text", ["issue 1", "pass", "stop", "select engineer", "decline", "roll 1", "place S10 1-4"])
def test_other_actions_do_not_belong_here(text: str) -> None:
    assert refusal(moving(blank(3), order=(0, 1, 2)), text) == "AOS-DEC-16"


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


# --- result ----------------------------------------------------------------------------------------------------------


@rule("AOS-MOVE-25")
def test_each_link_pays_its_owner_at_once() -> None:
    yard = example_10()
    yard.turn(3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5")
    state = take(moving(yard.state, engine=2, T9="BB"), "deliver blue T9 Q10/P2 Q12/P3")
    assert incomes(state) == [0, 1, 1, 0, 0]
    state = take(state, "deliver blue T9 Q10/P2 Q12/P2")
    assert incomes(state) == [0, 3, 1, 0, 0]


@rule("AOS-MOVE-26", "AOS-OUT-04")
def test_an_unowned_link_pays_nobody_but_counts() -> None:
    state = with_links(blank(3), ("T9", "O8", NOBODY), ("O8", "L7", 1))
    state = moving(state, order=(0, 1, 2), engine=1, T9="R")
    assert refusal(state, "deliver red T9 O8/- L7/P2") == "AOS-MOVE-11"
    state = take(holding(state, 0, engine=2), "deliver red T9 O8/- L7/P2")
    assert incomes(state) == [0, 1, 0]


@rule("AOS-MOVE-27")
def test_the_cube_goes_back_to_the_bag() -> None:
    state = moving(example_10().state, T9="BR")
    after = take(state, "deliver blue T9 Q12/P1")
    assert after.bag == bag.put_back(state.bag, (COLOR_OF_LETTER["B"],))
    assert cubes_at(after, "T9") == (1, 0, 0, 0, 0)
    assert cubes_at(after, "Q12") == (0, 0, 0, 0, 0)
    assert after.track == state.track


@rule("AOS-MOVE-27", "AOS-URB-18")
def test_a_cube_leaves_a_new_city() -> None:
    state = moving(example_13("A").state, Q10="B")
    after = take(state, "deliver blue Q10 T9/P4")
    assert cubes_at(after, "A") == (0, 0, 0, 0, 0)
    assert incomes(after) == [0, 0, 0, 1, 0]


@rule("AOS-MOVE-28")
def test_routes_that_pay_different_owners_are_different_moves() -> None:
    state = moving(example_13("A").state, order=(4,), engine=2, T9="B")
    assert len(deliveries(state)) == 5
    results = [tuple(incomes(take(state, text))) for text in deliveries(state)]
    assert len(set(results)) == 5
    assert {result[4] for result in results} == {0}


@rule("AOS-MOVE-29")
def test_cubes_of_one_colour_in_one_city_are_one_move() -> None:
    assert deliveries(moving(example_10().state, T9="BBB")) == ["deliver blue T9 Q12/P1"]


# --- worked examples -------------------------------------------------------------------------------------------------


@rule("AOS-EX-29")
def test_example_29_two_rounds() -> None:
    state = moving(example_10().state, first=1, T9="B", Q12="B")
    state = take(state, "engine", "deliver blue T9 Q12/P1")
    assert (state.players[1].engine, state.players[0].income) == (2, 1)
    state = take(state, "none", "none", "none", "deliver blue Q12 Q10/P2 T9/P2")
    assert (move_goods.actor(state), state.players[1].income) == (0, 2)
    assert incomes(take(state, "none", "none", "none", "none")) == [1, 2, 0, 0, 0]


@rule("AOS-EX-30")
def test_example_30_five_different_moves() -> None:
    state = moving(example_13("A").state, engine=2, T9="B")
    gains = {text: tuple(incomes(take(state, text))[:4]) for text in deliveries(state)}
    assert gains == {
        "deliver blue T9 Q12/P1": (1, 0, 0, 0),
        "deliver blue T9 Q10/P2 Q12/P2": (0, 2, 0, 0),
        "deliver blue T9 Q10/P2 Q12/P3": (0, 1, 1, 0),
        "deliver blue T9 Q10/P4 Q12/P2": (0, 1, 0, 1),
        "deliver blue T9 Q10/P4 Q12/P3": (0, 0, 1, 1),
    }
    assert deliveries(holding(state, 0, engine=1)) == ["deliver blue T9 Q12/P1"]


@rule("AOS-EX-31")
def test_example_31_a_blue_city_on_the_way() -> None:
    state = moving(example_13("B").state, engine=1, T9="B")
    three = ["deliver blue T9 Q10/P2", "deliver blue T9 Q10/P4", "deliver blue T9 Q12/P1"]
    assert deliveries(state) == three
    assert deliveries(holding(state, 0, engine=2)) == three


@rule("AOS-EX-33")
def test_example_33_income_made_by_another_player() -> None:
    state = holding(moving(example_10().state, order=(4, 0), T9="B"), 0, income=20, cash=0)
    state = take(state, "deliver blue T9 Q12/P1")
    state = income.enter_reduction(income.enter_collect(state))
    assert (state.players[0].cash, state.players[0].income) == (21, 17)


# --- any graph of links ----------------------------------------------------------------------------------------------

STOPS = ("T9", "Q12", "L7", "T5", "Q16", "Q10", "N11", "Q8", "N5")
"""Five printed cities, blue, blue, red, red and yellow, two New Cities and two towns."""


def with_links(state: State, *links: tuple[str, str, int]) -> State:
    """The state with links (stop, stop, owner) of one piece each; where the pieces lie is not asked."""
    track = state.track._replace(at=dict(state.track.at))
    for index, (one, other, owner) in enumerate(links):
        stop, far = sorted((parse_hex(one), parse_hex(other)))
        hex_ = state.rules.board.land[index]
        section = Section(owner, (hex_ * 64 + 9,), stop, far, NOWHERE)
        track.at.update({hex_ * 6: section, hex_ * 6 + 3: section})
    return state._replace(track=track)


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
