"""What every seat and every onlooker may know (section 19)."""

from itertools import islice

import pytest

from footplate.engine.errors import SetupError
from footplate.engine.game import Change
from footplate.engine.stephensons_rocket.state import GAME_OVER, HIDDEN, State
from tests.support.rocket import GAME, A, B, C, act, asked, begin, company, walk, with_stations, with_tokens
from tests.support.rocket_positions import series, with_isolated
from tests.support.rules import rule

VIEWERS = (A, B, C, None)


def mid_game(**options: str) -> State:
    """Money, tokens, stations and shares in several hands."""
    state = begin(3, "pegasus-1999", A, **options)
    state = with_tokens(with_tokens(state, A, "Reading brewery"), B, "Reading steel")
    state = series(with_stations(state, C, "0901"), "LSWR 0514 C 0614 A; NER 0801 A 0901 B")
    assert state.money == (1000, 1000, 2000)
    return state


@rule("SR-INF-01", "SR-INF-06")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_everything_but_money_is_visible(viewer: int | None) -> None:
    for step in islice(walk(mid_game(), seed=3), 150):
        view = GAME.view(step.after, viewer)
        assert view._replace(money=step.after.money) == step.after


@rule("SR-INF-02")
def test_a_seat_sees_its_own_money_and_onlookers_none() -> None:
    state = mid_game()
    assert GAME.view(state, A).money == (1000, HIDDEN, HIDDEN)
    assert GAME.view(state, C).money == (HIDDEN, HIDDEN, 2000)
    assert GAME.view(state, None).money == (HIDDEN, HIDDEN, HIDDEN)
    assert "money=1000,?,? " in GAME.state_text(GAME.view(state, A))


@rule("SR-INF-02")
def test_a_view_tells_no_hidden_money_through_the_standing() -> None:
    view = GAME.view(mid_game(), A)
    scores = {one.seat: one.score for one in GAME.standings(view)}
    assert scores[A] is not None
    assert (scores[B], scores[C]) == (None, None)
    assert all("income" not in dict(one.parts) for one in GAME.standings(view) if one.seat != A)
    assert {one.rank for one in GAME.standings(view)} == {0}


@rule("SR-INF-03", "SR-OPT-05")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_open_money_is_always_visible(viewer: int | None) -> None:
    state = mid_game(open_money="on")
    assert GAME.view(state, viewer) == state


@rule("SR-INF-04")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_payments_are_told_to_all_with_receiver_amount_and_reason(viewer: int | None) -> None:
    state = with_tokens(with_tokens(begin(), A, "Reading brewery"), B, "Reading steel")
    view = GAME.view(series(state, "LSWR 0514 A"), viewer)
    told = GAME.effects(view._replace(active=A, second=False, barred=-1), GAME.parse_action("extend LSWR 0614"))
    assert "Reading (city) pays P1 1000, P2 1000" in told.notes
    assert {Change(A, "money", 1000), Change(B, "money", 1000)} <= set(told.changes)


@rule("SR-INF-04")
def test_hidden_totals_can_be_reckoned() -> None:
    state = begin()
    reckoned = [0, 0, 0]
    for step in islice(walk(state, seed=5), 400):
        view = GAME.view(step.before, None)
        for change in GAME.effects(view, step.action).changes:
            if change.what == "money":
                reckoned[change.seat] += change.amount
        assert tuple(reckoned) == step.after.money
    assert any(reckoned)


@rule("SR-INF-05")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_totals_are_shown_behind_final_scoring(viewer: int | None) -> None:
    state = with_isolated(mid_game(), "L&Y", "LNWR", "GER", "GWR", "NER")
    state = act(with_isolated(state, "SER"), A, "extend LSWR 0714").state
    assert state.phase == GAME_OVER
    assert GAME.view(state, viewer) == state
    assert all(one.score is not None and one.rank for one in GAME.standings(GAME.view(state, viewer)))


@rule("SR-INF-06", "SR-VETO-18")
def test_an_open_question_is_visible_to_all() -> None:
    state = asked(mid_game(), B, "extend LSWR 0714", "bid 1 0713")
    for viewer in VIEWERS:
        view = GAME.view(state, viewer)
        assert (view.veto, view.phase) == (state.veto, state.phase)
        assert GAME.legal_actions(view) == GAME.legal_actions(state)
        assert company(view, "LSWR") == company(state, "LSWR")


@rule("SR-INF-02")
@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(SetupError):
        GAME.view(begin(3), seat)
