"""Decisions of the greedy bot that a player would understand."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from footplate.engine.chance import Draws, SeededDraws
from footplate.engine.game import AnyGame
from footplate.engine.stephensons_rocket.actions import Bid, MoveStation, PlaceStation
from footplate.engine.stephensons_rocket.board import CITIES, CITY_HEXES, START_MASK, TOKENS
from footplate.engine.stephensons_rocket.state import MAIN, State
from footplate.strategies.evaluate.registry import evaluation_of
from footplate.strategies.evaluate.stephensons_rocket.evaluation import StephensonsRocketEvaluation
from footplate.strategies.greedy import Greedy
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import Played, play, seed_of
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    asked,
    begin,
    setup,
    to_move,
    walk,
    with_figures,
    with_holdings,
    with_line,
    with_stations,
    with_tokens,
)
from tests.support.rules import rule

EVALUATION = StephensonsRocketEvaluation()


class Watched(Greedy):
    """The greedy bot, every action of which must be among the legal ones."""

    def choose(self, game: AnyGame, state: Any, seat: int, draws: Draws) -> Any:
        action = super().choose(game, state, seat, draws)
        assert action in game.legal_actions(state)
        return action


def choice(state: State, dice: int = 0) -> str:
    """What the bot does, as text."""
    seat = GAME.to_act(state)
    return GAME.action_text(Greedy().choose(GAME, GAME.view(state, seat), seat, SeededDraws(bytes(32), dice)))


def worths(state: State) -> dict[str, float]:
    """How the bot judges what it looks at, by text."""
    seat = GAME.to_act(state)
    options = EVALUATION.options(GAME.view(state, seat), seat)
    return {GAME.action_text(option.action): option.worth for option in options}


def best_of(state: State, start: str) -> str:
    """The action judged best among those whose text starts like this."""
    found = {text: worth for text, worth in worths(state).items() if text.startswith(start)}
    return max(found, key=lambda text: found[text])


def near_reading() -> State:
    """LSWR stands one step from Reading, which 0513 and 0614 touch and 0414 does not."""
    return with_line(begin(), "LSWR", "0514")


def near_salisbury(owner: int, *holdings: int) -> State:
    """LSWR, of value 8, stands one step from Salisbury, a railway town; both stations on its line are the owner's."""
    state = with_line(begin(), "LSWR", "0615 0614 0513 0414")
    reading = CITY_HEXES[CITIES.index("Reading")]
    state = with_figures(state, "LSWR", linked=START_MASK | 1 << reading)
    return with_holdings(with_stations(state, owner, "0513 0414"), "LSWR", *holdings)


def play_own(seats: int) -> Played:
    """A game of bots of this kind among themselves."""
    return play(GAME, setup(seats), [Watched()] * seats, seed_of(f"own {seats}"))


own_game = cache(play_own)


def test_the_registry_has_it() -> None:
    assert isinstance(evaluation_of(GAME), StephensonsRocketEvaluation)


# --- Main actions ----------------------------------------------------------


@rule("SR-PAY-03")
def test_tokens_of_a_city_about_to_be_linked_are_worth_more() -> None:
    before, after = worths(begin()), worths(near_reading())
    assert after["token Reading brewery"] > before["token Reading brewery"]
    assert after["token Nottingham leather"] == before["token Nottingham leather"]


@rule("SR-PAY-03", "SR-PRZ-02")
def test_a_line_is_led_to_the_city_that_pays() -> None:
    state = with_tokens(near_reading(), A, "Reading brewery", "Reading brewery")
    assert best_of(state, "extend LSWR") in ("extend LSWR 0513", "extend LSWR 0614")


@rule("SR-PAY-03")
def test_and_away_from_the_one_that_pays_a_rival() -> None:
    state = with_tokens(near_reading(), B, "Reading brewery", "Reading brewery")
    assert best_of(state, "extend LSWR") == "extend LSWR 0414"


@rule("SR-PAY-06")
def test_a_railway_town_is_linked_at_once_for_the_only_stations() -> None:
    assert choice(near_salisbury(A, 2, 0, 0)) == "extend LSWR 0313"


@rule("SR-PAY-06", "SR-INF-02")
def test_but_not_for_those_of_a_rival_though_his_money_is_hidden() -> None:
    state = near_salisbury(B, 2, 0, 0)
    assert worths(state)["extend LSWR 0313"] < min(
        [worth for text, worth in worths(state).items() if text.startswith("extend LSWR") and not text.endswith("0313")]
    )


@rule("SR-MRG-05", "SR-MRG-09")
@pytest.mark.parametrize(("holdings", "gains"), [((4, 1, 0), True), ((1, 4, 0), False)])
def test_a_merger_is_for_who_leads_in_shares(holdings: tuple[int, ...], gains: bool) -> None:
    state = with_line(with_line(begin(), "L&Y", "0101 0202"), "LNWR", "0303")
    judged = worths(with_holdings(state, "L&Y", *holdings))
    others = [worth for text, worth in judged.items() if text.startswith("extend SER")]
    merger = judged["extend L&Y 0203"]
    assert merger > max(others) if gains else merger < min(others)


@rule("SR-STN-01")
def test_stations_go_where_a_line_may_come() -> None:
    places = [text for text in worths(near_reading()) if text.startswith("station")]
    assert 0 < len(places) <= 10
    state = GAME.apply(near_reading(), GAME.parse_action(places[0]))
    assert EVALUATION.worth(state, A) > EVALUATION.worth(near_reading()._replace(second=True), A)


@rule("SR-STN-13")
def test_only_a_stranded_station_is_moved_and_only_when_none_is_left() -> None:
    six = with_stations(begin(), A, "0200 0601 0404 0412 0612 1210")
    assert not [text for text in worths(with_stations(six, A, "0008")) if "move" in text and "0008" not in text]
    assert [text for text in worths(with_stations(six, A, "0008")) if text.startswith("move 0008")]
    assert not [text for text in worths(with_stations(six, A, "")) if text.startswith("move")]


def test_where_only_aimless_actions_are_left_the_default_is_taken() -> None:
    *_, last = walk(begin(2), seed=5)
    stuck = [company._replace(isolated=True, at=-1, absorber=0, line=0) for company in last.after.companies]
    taken = (TOKENS, (0,) * len(TOKENS))
    state = to_move(last.after._replace(companies=tuple(stuck), tokens=taken, end="", stations=(1 << 271, 0)), A)
    options = EVALUATION.options(state, A)
    assert options
    assert GAME.action_text(options[0].action) in [GAME.action_text(action) for action in GAME.legal_actions(state)]


# --- Veto ------------------------------------------------------------------


@rule("SR-VETO-07")
def test_where_nothing_is_at_stake_nobody_bids() -> None:
    state = asked(with_holdings(near_reading(), "LSWR", 3, 0, 0), B, "extend LSWR 0614")
    assert choice(state) == "pass"


@rule("SR-VETO-08", "SR-VETO-24")
def test_a_rivals_prize_is_worth_some_spare_shares() -> None:
    state = asked(near_salisbury(B, 6, 0, 0), B, "extend LSWR 0313")
    action = GAME.parse_action(choice(state))
    assert isinstance(action, Bid)
    assert action.amount <= 2
    assert GAME.action_text(action).split()[2] != "0313"


@rule("SR-VETO-07")
def test_an_own_prize_is_left_alone() -> None:
    assert choice(asked(near_salisbury(A, 6, 0, 0), B, "extend LSWR 0313")) == "pass"


@rule("SR-VETO-24", "SR-VETO-27")
def test_a_prize_is_defended_with_what_was_bid() -> None:
    state = asked(near_salisbury(A, 3, 6, 0), A, "extend LSWR 0313", "bid 1 0415")
    assert choice(state) == "defend 1 0313"


@rule("SR-VETO-23")
def test_shares_are_not_spent_on_the_way_to_nothing() -> None:
    state = asked(with_holdings(near_reading(), "LSWR", 5, 4, 0), A, "extend LSWR 0513", "bid 4 0414")
    assert choice(state) == "decline"


@rule("SR-VETO-26")
def test_without_redirection_only_the_first_hex_is_defended() -> None:
    state = near_salisbury(A, 3, 6, 0)
    rules = state.rules._replace(active_may_redirect="off")
    open_ = asked(state._replace(rules=rules), A, "extend LSWR 0313", "bid 1 0415")
    assert set(worths(open_)) == {"decline", "defend 1 0313"}


def test_the_hexes_of_a_defence_are_compared() -> None:
    open_ = asked(near_salisbury(A, 3, 6, 0), A, "extend LSWR 0314", "bid 1 0415")
    assert choice(open_) == "defend 1 0313"


# --- Worth -----------------------------------------------------------------


@rule("SR-INF-02")
def test_hidden_money_does_not_count_and_known_money_does() -> None:
    state = begin()._replace(money=(5000, 7000, 0))
    plain = EVALUATION.worth(begin(), A)
    assert EVALUATION.worth(GAME.view(state, A), A) == plain + 5.0
    assert EVALUATION.worth(state, A) == plain + 1.5


@rule("SR-FIN-08")
def test_the_end_is_worth_its_money_alone() -> None:
    *_, last = walk(begin(3), seed=11)
    first, second, third = last.after.money
    assert EVALUATION.worth(last.after, B) == pytest.approx(second / 1000 - (first + third) / 2000)


def test_an_open_question_is_taken_to_be_answered_by_default() -> None:
    open_ = asked(near_salisbury(A, 3, 6, 0), A, "extend LSWR 0313")
    passed = GAME.apply(open_, GAME.default_action(open_))
    assert EVALUATION.worth(open_, C) == EVALUATION.worth(passed, C)


# --- Whole games -----------------------------------------------------------


def positions() -> Iterator[State]:
    for seats in (2, 3, 4):
        for step in list(walk(begin(seats), seed=seats))[::25]:
            yield GAME.view(step.before, step.actor)


def test_all_it_looks_at_is_legal_and_few_of_it_are_stations() -> None:
    for state in positions():
        legal = set(GAME.legal_actions(state))
        options = EVALUATION.options(state, GAME.to_act(state))
        looked_at = [option.action for option in options]
        assert len(looked_at) == len(set(looked_at))
        assert set(looked_at) <= legal
        if state.phase == MAIN:
            stations = [action for action in looked_at if isinstance(action, PlaceStation | MoveStation)]
            assert len(stations) <= 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_its_own_end_soon(seats: int) -> None:
    assert own_game(seats).plies < 300


def test_its_games_come_out_the_same_again_and_vetoes_are_no_dead_letter() -> None:
    game = own_game(3)
    assert game == play_own(3)
    assert [entry.text for entry in game.entries if entry.text.startswith("bid")]


def test_it_beats_bots_that_play_anything() -> None:
    game = play(GAME, setup(2), [strategy("uniform"), strategy("greedy")], seed_of("uniform"))
    assert [standing.seat for standing in game.outcome.standings if standing.rank == 1] == [1]
