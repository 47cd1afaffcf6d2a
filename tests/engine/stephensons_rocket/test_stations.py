"""Station action (section 9), worked examples SR-EX-07, SR-EX-09 and SR-EX-10."""

import pytest

from footplate.engine.stephensons_rocket.actions import MoveStation, PlaceStation
from footplate.engine.stephensons_rocket.board import hex_of, hex_text
from footplate.engine.stephensons_rocket.state import MAIN, State, lines, stations_left
from tests.support.rocket import (
    GAME,
    A,
    B,
    accepts,
    act,
    allows,
    begin,
    extended,
    ids,
    mask,
    refusal,
    to_move,
    walk,
    with_line,
    with_stations,
)
from tests.support.rocket_board import LAND, OPEN, START_OF, TOWNS, around
from tests.support.rules import rule


def legal(state: State) -> set[str]:
    """The hexes on which the seat to act may put a station from the supply."""
    return {hex_text(action.hex) for action in GAME.legal_actions(state) if isinstance(action, PlaceStation)}


def moves(state: State) -> dict[str, set[str]]:
    """Where the seat to act may move each of its stations."""
    found: dict[str, set[str]] = {}
    for action in GAME.legal_actions(state):
        if isinstance(action, MoveStation):
            found.setdefault(hex_text(action.origin), set()).add(hex_text(action.hex))
    return found


def on_board(state: State, lifted: str = "") -> set[str]:
    """The hexes of all stations but the one that is lifted."""
    return {name for own in state.stations for name in ids(own).split()} - {lifted}


def expected(state: State, lifted: str = "") -> set[str]:
    """The legal hexes, worked out one by one from the rules SR-STN-02 to SR-STN-05 and SR-STN-08."""
    track, stations = set(ids(lines(state)).split()), on_board(state, lifted)
    locomotives = {hex_text(one.at) for one in state.companies if one.live}
    return {
        name
        for name in OPEN - track - stations - {lifted}
        if not around(name) & locomotives and not around(name) & stations
    }


@rule("SR-STN-01")
def test_a_station_is_placed_or_moved() -> None:
    state = act(begin(), A, "station 0614").state
    assert ids(state.stations[A]) == "0614"
    assert stations_left(state, A) == 6
    state = act(state, A, "move 0614 0109").state
    assert ids(state.stations[A]) == "0109"
    assert stations_left(state, A) == 6


@rule("SR-STN-01")
def test_only_an_own_station_on_the_board_is_moved() -> None:
    state = with_stations(with_stations(begin(), A, "0614"), B, "0109")
    assert refusal(to_move(state, A), "move 0109 0201") == "SR-STN-01"
    assert refusal(to_move(state, A), "move 0411 0201") == "SR-STN-01"
    assert set(moves(to_move(state, A))) == {"0614"}
    assert set(moves(to_move(state, B))) == {"0109"}


@rule("SR-EX-07", "SR-STN-02", "SR-STN-03")
def test_174_hexes_are_legal_at_setup() -> None:
    start = begin()
    assert len(legal(start)) == 174
    assert legal(start) == OPEN - around(*START_OF.values())


@rule("SR-STN-02")
@pytest.mark.parametrize("name", sorted(TOWNS))
def test_no_station_in_a_town(name: str) -> None:
    assert refusal(begin(), f"station {name}") == "SR-STN-02"


@rule("SR-STN-02")
@pytest.mark.parametrize(("name", "what"), [("0101", "tile"), ("0202", "tile"), ("0302", "locomotive")])
def test_no_station_on_track(name: str, what: str) -> None:
    state = with_line(begin(), "L&Y", "0101 0202 0302")
    assert (hex_of(name) in state.tiles) == (what == "tile")
    assert refusal(state, f"station {name}") == "SR-STN-02"


@rule("SR-STN-02")
def test_no_two_stations_on_a_hex() -> None:
    state = with_stations(begin(), B, "0614")
    assert refusal(state, "station 0614") == "SR-STN-02"
    assert refusal(to_move(state, B), "station 0614") == "SR-STN-02"


@rule("SR-STN-03")
def test_no_station_beside_a_locomotive() -> None:
    start = begin()
    for town in START_OF.values():
        assert {refusal(start, f"station {name}") for name in around(town)} == {"SR-STN-03"}
    moved = with_line(start, "LSWR", "0514 0414")
    assert {refusal(moved, f"station {name}") for name in around("0414") & OPEN - {"0514"}} == {"SR-STN-03"}
    assert allows(moved, "station 0615")


@rule("SR-STN-04")
def test_no_station_beside_a_station_of_whatever_owner() -> None:
    for owner in (A, B):
        state = with_stations(begin(), owner, "0705")
        assert {refusal(state, f"station {name}") for name in around("0705") & OPEN} == {"SR-STN-04"}


@rule("SR-STN-04")
def test_a_station_on_track_keeps_others_away_as_well() -> None:
    state = with_stations(with_line(begin(), "GWR", "0112 0212 0311 0411 0511 0611"), B, "0311")
    assert refusal(state, "station 0310") == "SR-STN-04"


@rule("SR-STN-05")
def test_tiles_and_towns_may_be_touched() -> None:
    state = with_line(begin(), "GWR", "0112 0212 0311 0411 0511 0611")
    assert "0311" in around("0310")
    assert {"0210"} == around("0309") & set(TOWNS)
    assert allows(state, "station 0310")
    assert allows(state, "station 0309")


@rule("SR-STN-06")
def test_a_locomotive_may_come_beside_a_station() -> None:
    state = act(begin(), A, "station 0614").state
    assert "0614" in around("0514")
    after = extended(state, "LSWR", "0514 B").state
    assert ids(after.stations[A]) == "0614"


@rule("SR-STN-07", "SR-STN-08", "SR-EX-09")
def test_a_moved_station_may_touch_its_old_hex_but_not_return_to_it() -> None:
    start = begin()
    assert refusal(start, "station 0101") == "SR-STN-03"
    assert "0301" in around("0201") & set(TOWNS)
    state = act(start, A, "station 0201").state
    for seat in (A, B, 2):
        assert refusal(to_move(state, seat), "station 0202") == "SR-STN-04"
        assert len(legal(to_move(state, seat))) == 170
    assert allows(to_move(state, A), "move 0201 0202")
    assert refusal(to_move(state, A), "move 0201 0201") == "SR-STN-08"


@rule("SR-STN-07")
def test_other_stations_still_keep_a_moved_one_away() -> None:
    state = with_stations(with_stations(begin(), A, "0705"), B, "0703")
    assert refusal(to_move(state, A), "move 0705 0704") == "SR-STN-04"
    assert refusal(to_move(state, A), "move 0705 0703") == "SR-STN-02"
    assert allows(to_move(state, A), "move 0705 0706")


def after_three_steps(value: str) -> State:
    """L&Y on 0300, its tile on 0200 under a station of B, who is to act."""
    state = with_stations(begin(move_connected_station=value), B, "0200")
    return to_move(extended(state, "L&Y", "0100 A 0200 B 0300 A").state, B)


@rule("SR-STN-09", "SR-STN-11", "SR-EX-10")
def test_a_station_on_track_moves_and_stops_counting() -> None:
    state = after_three_steps("on")
    assert mask("0200") & lines(state)
    assert stations_paying(state, B) == 3000
    after = act(state, B, "move 0200 0501").state
    assert ids(after.stations[B]) == "0501"
    assert stations_paying(after, B) == 0
    assert (after.tiles, lines(after)) == (state.tiles, lines(state))
    assert hex_of("0200") in after.tiles


def stations_paying(state: State, seat: int) -> int:
    """What the stations of a seat would pay if the game were scored now."""
    return next(dict(one.parts)["stations"] for one in GAME.standings(state) if one.seat == seat)


@rule("SR-STN-09")
def test_a_station_moves_from_under_a_locomotive() -> None:
    state = with_stations(with_line(begin(), "L&Y", "0100 0200"), B, "0200")
    after = act(state, B, "move 0200 0501").state
    assert ids(after.stations[B]) == "0501"


@rule("SR-STN-10", "SR-EX-10")
def test_without_the_option_only_stations_off_track_move() -> None:
    state = after_three_steps("off")
    assert refusal(state, "move 0200 0501") == "SR-STN-10"
    assert moves(state) == {}
    under = with_stations(with_line(begin(move_connected_station="off"), "L&Y", "0100 0200"), B, "0200")
    assert refusal(to_move(under, B), "move 0200 0501") == "SR-STN-10"
    assert allows(with_stations(state, B, "0705"), "move 0705 0501")


@rule("SR-STN-12")
@pytest.mark.parametrize("text", ["station 0501", "move 0705 0501"])
def test_a_station_pays_nothing_and_gives_no_passenger(text: str) -> None:
    state = with_stations(with_line(begin(), "L&Y", "0100 0200 0300"), A, "0705 0200")
    done = act(state, A, text)
    assert done.payouts == ()
    assert (done.state.money, done.state.passengers) == ((0, 0, 0), (0, 0, 0))
    assert done.state.companies == state.companies


@rule("SR-STN-13")
def test_a_player_without_supply_can_only_move() -> None:
    six = "0801 0705 0710 0911 1104 1308"
    assert legal(with_stations(begin(), A, six))
    state = with_stations(begin(), A, f"{six} 0108")
    assert stations_left(state, A) == 0
    assert legal(state) == set()
    assert refusal(state, "station 0501") == "SR-STN-13"
    assert allows(state, "move 0108 0501")


@rule("SR-STN-02", "SR-STN-03", "SR-STN-04", "SR-STN-05", "SR-STN-07", "SR-STN-08", "SR-STN-09", "SR-STN-10")
@pytest.mark.parametrize("connected", ["on", "off"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_legal_hexes_are_those_the_rules_leave(seed: int, connected: str) -> None:
    main = [step.before for step in walk(begin(move_connected_station=connected), seed) if step.before.phase == MAIN]
    assert len(main) > 40
    for state in main[::9]:
        own = ids(state.stations[state.active] & (-1 if connected == "on" else ~lines(state))).split()
        placeable = expected(state) if stations_left(state, state.active) else set()
        assert legal(state) == placeable
        assert moves(state) == {origin: found for origin in own if (found := expected(state, origin))}
        assert {name for name in LAND if accepts(state, f"station {name}")} == placeable
        for origin in own:
            assert {name for name in LAND if accepts(state, f"move {origin} {name}")} == expected(state, origin)
