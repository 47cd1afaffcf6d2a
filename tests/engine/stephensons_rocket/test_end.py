"""End of the game (section 17) and worked examples 32 and 33."""

import pytest

from footplate.engine.game import OVER
from footplate.engine.stephensons_rocket.board import OPEN, PASSENGERS, TOKENS, hex_of, hexes_in, mask_of
from footplate.engine.stephensons_rocket.scoring import end_of
from footplate.engine.stephensons_rocket.state import (
    GAME_OVER,
    MAIN,
    State,
    grey_left,
    lines,
    passengers_left,
    stations_left,
    tiles_left,
    tokens_left,
)
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    act,
    asked,
    begin,
    company,
    mask,
    place,
    play,
    refusal,
    with_figures,
    with_holdings,
    with_line,
    with_stations,
    with_tiles,
)
from tests.support.rocket_positions import absorber, isolated, with_absorbed, with_isolated
from tests.support.rules import rule


def two_left() -> State:
    """NER has five shares in its stack and GWR none; the others are absorbed or isolated."""
    state = with_absorbed(begin(), "NER", "L&Y", "GER", "LSWR", "SER")
    state = with_holdings(with_isolated(state, "LNWR"), "GWR", 8, 8, 0)
    return with_holdings(state, "NER", 6, 5, 0)


@rule("SR-EX-32", "SR-END-01", "SR-END-08")
def test_one_company_with_shares_is_not_enough() -> None:
    state = act(two_left(), A, "extend GWR 0112").state
    assert (state.phase, state.end, GAME.to_act(state)) == (GAME_OVER, "companies", OVER)
    assert (company(state, "NER").stack, company(state, "GWR").stack) == (5, 0)


@rule("SR-EX-32", "SR-END-04")
def test_a_share_paid_in_the_veto_keeps_the_game_going() -> None:
    done = act(two_left(), A, "extend GWR 0112", "bid 1 0112")
    assert (done.state.phase, company(done.state, "GWR").stack) == (MAIN, 1)


@rule("SR-END-01")
@pytest.mark.parametrize(("stacks", "end"), [((0, 0), "companies"), ((3, 0), "companies"), ((3, 1), "")])
def test_at_most_one_available_company_ends_the_game(stacks: tuple[int, int], end: str) -> None:
    state = with_figures(with_figures(two_left(), "NER", stack=stacks[0]), "GWR", stack=stacks[1])
    assert end_of(state) == end


@rule("SR-END-02")
def test_grey_shares_make_no_company_available() -> None:
    state = act(two_left(), A, "extend GWR 0112").state
    assert grey_left(state) == 16
    assert not company(state, "GWR").available


@rule("SR-END-03")
def test_a_company_that_never_moved_is_available() -> None:
    state = with_isolated(begin(), "L&Y", "LNWR", "GER", "GWR", "LSWR")
    assert company(state, "NER").available
    assert end_of(state) == ""
    assert act(state, A, "extend SER 1415").state.phase == MAIN
    assert end_of(with_isolated(state, "SER")) == "companies"


# --- tiles -----------------------------------------------------------------------------------------------------------


def northern(tiles: int, *hexes: str) -> State:
    """NER has so many tiles: on these hexes, and the rest in the north-east. Its locomotive stands on 0700.

    GWR stands on 0112.
    """
    state = with_line(begin(), "GWR", "0112")
    extra = [hex_of(hex_) for hex_ in hexes]
    corner = [hex_ for hex_ in hexes_in(OPEN) if hex_ > hex_of("0815")][: tiles - len(extra)]
    track = mask_of([*corner, *extra])
    assert track.bit_count() == tiles
    state = with_figures(state, "NER", at=hex_of("0700"), heading=5, line=track | mask("0700"))
    return state._replace(tiles=dict.fromkeys(hexes_in(track), 0b001001))


@rule("SR-EX-33", "SR-EXT-18")
def test_a_step_out_of_a_start_town_lays_no_tile() -> None:
    state = act(northern(59), A, "extend LSWR 0415").state
    assert (state.phase, tiles_left(state)) == (MAIN, 1)


@rule("SR-EX-33", "SR-END-05", "SR-END-07", "SR-MRG-15")
def test_the_takeover_lays_the_last_tile() -> None:
    state = act(northern(59, "0314"), A, "extend LSWR 0415").state
    assert absorber(state, "LSWR") == "NER"
    assert (state.phase, state.end, len(state.tiles), tiles_left(state)) == (GAME_OVER, "tiles", 60, 0)


@rule("SR-EX-33", "SR-END-05", "SR-END-07")
def test_the_last_tile_behind_the_locomotive() -> None:
    done = act(with_stations(northern(59), A, "0213"), A, "extend GWR 0213")
    assert place(done.state, "GWR") == "0213 heading 2"
    assert done.paid[0] == ("Salisbury", (2000, 0, 0))
    assert (done.state.phase, done.state.end, tiles_left(done.state)) == (GAME_OVER, "tiles", 0)
    assert isolated(done.state) == []


@rule("SR-EX-33", "SR-END-06", "SR-END-07")
def test_a_takeover_without_a_tile() -> None:
    state = with_holdings(northern(59, "0214"), "GWR", 2, 4, 0)
    done = act(state, A, "extend GWR 0213", "pass")
    assert absorber(done.state, "GWR") == "NER"
    assert ("GWR", (1000, 2000, 0)) in done.paid
    assert company(done.state, "NER").holdings == (1, 2, 0)
    assert lines(done.state) & mask("0112 0213") == mask("0112 0213")
    assert (done.state.phase, done.state.end, tiles_left(done.state)) == (GAME_OVER, "tiles", 0)


@rule("SR-END-05")
@pytest.mark.parametrize(("tiles", "end"), [(59, ""), (60, "tiles"), (61, "tiles")])
def test_the_game_ends_when_the_tiles_are_used_up(tiles: int, end: str) -> None:
    assert end_of(with_tiles(begin(), tiles)) == end


# --- behind the end --------------------------------------------------------------------------------------------------


@rule("SR-END-08")
def test_no_second_action_and_no_further_turn() -> None:
    state = act(two_left(), A, "extend GWR 0112").state
    assert (state.active, state.second, state.turn) == (A, False, 1)
    assert list(GAME.legal_actions(state)) == []
    for text in ("token Reading steel", "station 0614", "extend NER 0700", "pass"):
        assert refusal(state, text) == "SR-END-08"


@rule("SR-END-07")
def test_the_questions_of_an_extension_come_before_the_end() -> None:
    state = asked(two_left(), A, "extend GWR 0112")
    assert GAME.to_act(state) == B
    assert play(state, "pass").phase == GAME_OVER


@rule("SR-END-09")
def test_the_last_token_ends_nothing() -> None:
    taken = (*TOKENS[:-1], TOKENS[-1] - 1)
    state = begin()._replace(tokens=(taken, *begin().tokens[1:]))
    state = act(state, B, "token Sheffield steel").state
    assert (sum(tokens_left(state)), state.phase) == (0, MAIN)


@rule("SR-END-09")
def test_the_last_station_ends_nothing() -> None:
    eastern = hexes_in(OPEN)[-60::3]
    own = (mask_of(eastern[:7]), mask_of(eastern[7:14]), mask_of(eastern[14:20]))
    state = act(begin()._replace(stations=own), C, "station 0414").state
    assert ([stations_left(state, seat) for seat in (A, B, C)], state.phase) == ([0, 0, 0], MAIN)


@rule("SR-END-09")
def test_the_last_passenger_ends_nothing() -> None:
    state = with_stations(begin()._replace(passengers=(PASSENGERS - 1, 0, 0)), A, "0514")
    state = act(state, B, "extend LSWR 0514").state
    assert (passengers_left(state), state.phase) == (0, MAIN)


@rule("SR-END-09")
def test_the_last_grey_share_ends_nothing() -> None:
    state = with_figures(begin(), "NER", holdings=(16, 0, 0))
    assert (grey_left(state), act(state, B, "extend LSWR 0514").state.phase) == (0, MAIN)
