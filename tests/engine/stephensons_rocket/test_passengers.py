"""Passengers (section 12)."""

import pytest

from footplate.engine.stephensons_rocket.state import State, passengers_left
from tests.support.rocket import A, B, C, act, begin, extended, place, walk, with_figures, with_line, with_stations
from tests.support.rules import rule


def contested(**figures: object) -> State:
    """The seed's example: GWR on 0412 with targets 0511, 0512, 0413, holdings 1, 2, 1; A has a station on 0512."""
    state = with_line(begin(), "GWR", "0112 0212 0311 0412")
    state = with_figures(state, "GWR", holdings=(1, 2, 1), real=4, stack=12)
    return with_stations(state, A, "0512")._replace(**figures)  # type: ignore[arg-type]  # by name


@rule("SR-PAX-01")
def test_the_station_of_another_gives_a_passenger() -> None:
    done = act(contested(), C, "extend GWR 0512")
    assert done.state.passengers == (0, 0, 1)
    assert passengers_left(done.state) == 8


@rule("SR-PAX-01", "SR-PAX-02")
def test_of_a_hex_without_station_nobody_takes_one() -> None:
    assert act(contested(), C, "extend GWR 0511").state.passengers == (0, 0, 0)
    state = with_stations(contested(), B, "0612")
    assert act(state, C, "extend GWR 0511").state.passengers == (0, 0, 0)


@rule("SR-PAX-01", "SR-PAX-02")
def test_a_defender_takes_one_and_the_owner_none() -> None:
    done = act(contested(), C, "extend GWR 0512", "pass", "bid 2 0413", "defend 2 0512")
    assert place(done.state, "GWR") == "0512 heading 2"
    assert done.state.passengers == (0, 0, 1)


@rule("SR-PAX-03")
@pytest.mark.parametrize(
    ("answers", "end"),
    [
        (("bid 1 0512", "pass", "decline"), "0512 heading 2"),
        (("pass", "bid 1 0512", "decline"), "0512 heading 2"),
        (("pass", "bid 1 0413", "decline"), "0413 heading 3"),
    ],
)
def test_an_overruled_player_takes_none_even_on_the_hex_he_chose(answers: tuple[str, ...], end: str) -> None:
    done = act(contested(), C, "extend GWR 0512", *answers)
    assert place(done.state, "GWR") == end
    assert done.state.passengers == (0, 0, 0)


@rule("SR-PAX-03")
def test_a_bidder_who_leads_to_a_station_gains_no_passenger_for_anybody() -> None:
    done = act(contested(), C, "extend GWR 0511", "pass", "bid 2 0512", "decline")
    assert place(done.state, "GWR") == "0512 heading 2"
    assert done.state.passengers == (0, 0, 0)


@rule("SR-PAX-04")
def test_a_defender_may_redirect_onto_a_station() -> None:
    done = act(contested(), C, "extend GWR 0413", "pass", "bid 1 0511", "defend 1 0512")
    assert place(done.state, "GWR") == "0512 heading 2"
    assert done.state.passengers == (0, 0, 1)


@rule("SR-PAX-04")
def test_a_defender_who_redirects_away_from_it_takes_none() -> None:
    done = act(contested(), C, "extend GWR 0512", "pass", "bid 1 0413", "defend 1 0511")
    assert place(done.state, "GWR") == "0511 heading 1"
    assert done.state.passengers == (0, 0, 0)


@rule("SR-PAX-05")
def test_the_own_station_gives_none() -> None:
    done = act(contested(), A, "extend GWR 0512")
    assert place(done.state, "GWR") == "0512 heading 2"
    assert done.state.passengers == (0, 0, 0)


@rule("SR-PAX-06", "SR-CMP-09")
@pytest.mark.parametrize(("taken", "after"), [((3, 5, 0), (3, 5, 1)), ((4, 5, 0), (4, 5, 0))])
def test_after_the_ninth_no_more_are_given(taken: tuple[int, ...], after: tuple[int, ...]) -> None:
    done = act(contested(passengers=taken), C, "extend GWR 0512")
    assert place(done.state, "GWR") == "0512 heading 2"
    assert done.state.passengers == after
    assert passengers_left(done.state) == 0


@rule("SR-PAX-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_takes_one_in_the_turn_of_another(seats: int) -> None:
    taken = 0
    for step in walk(begin(seats), seed=seats + 10):
        more = [now - old for old, now in zip(step.before.passengers, step.after.passengers, strict=True)]
        assert sum(more) in (0, 1)
        assert not any(more) or more[step.before.active] == 1
        taken += sum(more)
    assert taken


@rule("SR-PAX-01")
def test_a_station_passed_later_on_the_line_gives_nothing_more() -> None:
    done = extended(with_stations(begin(), B, "0200"), "L&Y", "0100 A 0200 A 0300 A")
    assert done.state.passengers == (1, 0, 0)
