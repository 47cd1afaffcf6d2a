"""Components and limits (section 3)."""

from collections import Counter

import pytest

from footplate.engine.errors import SetupError
from footplate.engine.stephensons_rocket import board
from footplate.engine.stephensons_rocket.board import CODES, INDUSTRIES, hex_text
from footplate.engine.stephensons_rocket.state import (
    State,
    grey_left,
    grey_shares,
    passengers_left,
    stations_left,
    tiles_left,
    tokens_left,
)
from tests.support.rocket import (
    GAME,
    A,
    B,
    act,
    allows,
    begin,
    company,
    edges,
    extended,
    is_straight,
    refusal,
    setup,
    to_move,
    walk,
    with_figures,
    with_holdings,
    with_line,
    with_stations,
    with_tokens,
)
from tests.support.rocket_board import CITY_TOKENS, START_OF, around, rules_table
from tests.support.rules import rule

PRINTED_NOTES = 26 * 1000 + 24 * 2000 + 26 * 5000 + 24 * 10000


@rule("SR-CMP-01")
@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 6])
def test_others_than_two_to_four_players_cannot_play(seats: int) -> None:
    with pytest.raises(SetupError, match="SR-CMP-01") as caught:
        GAME.start(setup(seats))
    assert caught.value.field == "seats"


@rule("SR-CMP-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_depends_on_the_number_of_players(seats: int) -> None:
    start = begin(seats)
    assert [(one.stack, one.value) for one in start.companies] == [(16, 1)] * 7
    assert (tiles_left(start), passengers_left(start), grey_left(start)) == (60, 9, 16)
    assert [stations_left(start, seat) for seat in range(seats)] == [7] * seats
    assert len(GAME.legal_actions(start)) == 224
    played = extended(with_tokens(start, A, "Reading steel"), "LSWR", "0514 A 0614 B")
    assert played.paid == [("Reading", (2000,) + (0,) * (seats - 1))]


@rule("SR-CMP-02")
def test_the_companies_are_those_of_table_t1() -> None:
    rows = rules_table("T1, ")
    assert [row[0] for row in rows] == list(CODES)
    assert [row[1] for row in rows] == list(board.COMPANY_NAMES)
    assert [row[2] for row in rows] == list(board.COMPANY_COLORS)
    assert [row[3] for row in rows] == [board.TOWN_NAMES[start] for start in board.STARTS]
    assert [row[4] for row in rows] == [hex_text(start) for start in board.STARTS]
    legal = {GAME.action_text(action) for action in GAME.legal_actions(begin())}
    for code, *_, start, exits in rows:
        assert set(exits.split(", ")) == around(start)
        assert {text.split()[2] for text in legal if text.startswith(f"extend {code} ")} == around(start)


@rule("SR-CMP-03")
def test_each_company_has_sixteen_real_shares() -> None:
    state = extended(begin(), "LNWR", "0205 A").state
    assert (company(state, "LNWR").stack, company(state, "LNWR").real) == (15, 1)
    assert {one.stack + one.real for one in state.companies} == {16}


@rule("SR-CMP-04")
def test_there_are_sixteen_grey_shares_of_no_company() -> None:
    start = begin()
    assert grey_left(start) == 16
    assert [grey_shares(one) for one in start.companies] == [0] * 7
    given = with_holdings(with_holdings(start, "GWR", 3, 2, grey=4), "SER", 2, 0, grey=2)
    assert grey_left(given) == 10


@rule("SR-CMP-05")
def test_the_tile_supply_starts_with_sixty() -> None:
    start = begin()
    assert tiles_left(start) == 60
    assert tiles_left(extended(start, "GWR", "0112 A 0212 B 0311 A").state) == 58


@rule("SR-CMP-06")
@pytest.mark.parametrize("laid", [0b001001, 0b000101], ids=["all straight", "all curved"])
def test_a_face_is_never_missing(laid: int) -> None:
    start = begin()._replace(tiles={10_000 + number: laid for number in range(56)})
    after = extended(start, "GWR", "0112 A 0212 B 0311 A").state
    assert is_straight(after, "0112") is False
    assert edges(after, "0212") == "14"


@rule("SR-CMP-07")
def test_each_player_has_seven_stations() -> None:
    state = with_stations(begin(), A, "0801 0705 0710 0911 1104 1308")
    assert stations_left(state, A) == 1
    state = act(state, A, "station 0108").state
    assert (stations_left(state, A), stations_left(state, B)) == (0, 7)
    assert refusal(to_move(state, A), "station 0105") == "SR-STN-13"
    assert allows(to_move(state, B), "station 0105")


@rule("SR-CMP-08")
def test_the_tokens_are_nine_of_each_industry_in_the_cities_of_table_t3() -> None:
    found = Counter[str]()
    lying: dict[str, set[str]] = {}
    for kind, count in enumerate(tokens_left(begin())):
        city, industry = board.kind_text(kind).rsplit(" ", 1)
        found[industry] += count
        lying.setdefault(city, set()).add(f"{count} {industry}")
    assert found == dict.fromkeys(INDUSTRIES, 9)
    assert set(INDUSTRIES) == {"leather", "steel", "textile", "brewery"}
    assert lying == {city: set(tokens.split(", ")) for city, tokens in CITY_TOKENS.items()}


@rule("SR-CMP-09")
def test_there_are_nine_passenger_tokens() -> None:
    assert passengers_left(begin()) == 9


@rule("SR-CMP-10")
def test_the_bank_never_runs_out() -> None:
    start = with_tokens(begin()._replace(money=(PRINTED_NOTES, 0, 0)), A, "Manchester brewery")
    after = extended(start, "L&Y", "0101 B 0201 B")
    assert after.state.money == (PRINTED_NOTES + 2000, 0, 0)


@rule("SR-CMP-11")
def test_grey_shares_do_not_run_out() -> None:
    start = with_holdings(begin(), "NER", 9, 7, 0, grey=16)
    start = with_figures(start, "LNWR", stack=0, real=16, holdings=(0, 0, 16))
    assert grey_left(start) == 0
    after = extended(start, "L&Y", "0101 A 0202 A 0203 A").state
    assert company(after, "LNWR").holdings == (1, 0, 16)
    assert grey_shares(company(after, "LNWR")) == 1
    assert grey_left(after) == -1


def assert_shares_are_kept(state: State) -> None:
    for one in state.companies:
        assert 0 <= one.real <= sum(one.holdings)
        if one.live and not one.isolated:
            assert one.stack + one.real == 16


@rule("SR-CMP-12", "SR-CMP-03")
@pytest.mark.parametrize("isolation_test", ["mover-only", "with-reverse-search"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_real_shares_of_a_company_are_always_sixteen(seats: int, isolation_test: str) -> None:
    for done in walk(begin(seats, isolation_test=isolation_test), seed=seats):
        assert_shares_are_kept(done.after)


@rule("SR-CMP-12")
def test_an_isolated_company_has_no_stack_left_to_count() -> None:
    dead_end = extended(begin(), "GER", "1406 A 1405 B").state
    assert (company(dead_end, "GER").stack, company(dead_end, "GER").real) == (0, 2)
    absorbed = extended(with_line(begin(), "L&Y", "0101 0202"), "L&Y", "0203 A").state
    assert (company(absorbed, "L&Y").stack, company(absorbed, "L&Y").real) == (0, 0)


@rule("SR-CMP-02")
def test_the_start_towns_stand_where_table_t1_says() -> None:
    assert {code: hex_text(start) for code, start in zip(CODES, board.STARTS, strict=True)} == START_OF
