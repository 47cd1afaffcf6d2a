"""Decisions of the greedy bot that a player would understand."""

import pytest

from footplate.engine.age_of_steam.actions import (
    Bid,
    Deliver,
    DrawGoods,
    DropOut,
    IssueShares,
    Pass,
    StoreGoods,
    Urbanize,
)
from footplate.engine.age_of_steam.board import BLUE, COLUMN_INDEX, RED
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import (
    BUILD_TRACK,
    GOODS_GROWTH,
    ISSUE_SHARES,
    MOVE_GOODS,
    PLAYER_ORDER,
    Auction,
    BuildTurn,
    Growth,
    MoveRound,
    State,
)
from footplate.engine.chance import SeededDraws
from footplate.engine.game import Setup
from footplate.engine.hexes import parse_hex
from footplate.engine.registry import game as game_of
from footplate.strategies.evaluate.age_of_steam.evaluation import AgeOfSteamEvaluation
from footplate.strategies.evaluate.age_of_steam.money import OUT
from footplate.strategies.greedy import Greedy
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import play, seed_of
from tests.support.positions import all_holding, blank, boxes, dealt, holding, with_track

GAME = AgeOfSteam()
SETUP = Setup("age_of_steam", "rust_belt", "warfrog-2002", 4)


def choose(state: State, seat: int) -> object:
    action: object = Greedy().choose(GAME, state, seat, SeededDraws(bytes(32), 0))
    return action


def moving(state: State, *queue: int, round_: int = 2) -> State:
    return state._replace(phase=MOVE_GOODS, queue=queue, moves=MoveRound(round_))


def linked() -> State:
    """P1 has links Evansville - Cincinnati, and there is one blue cube on Evansville and nothing else."""
    state = with_track(blank(4), 0, ("S10", (1, 4)), ("R11", (1, 4)))
    return with_cube(holding(state, 0, cash=12, opened=True), "T9", BLUE)


def with_cube(state: State, city: str, color: int) -> State:
    number = state.rules.board.city_of[parse_hex(city)]
    counts = list(state.cubes[number])
    counts[color] += 1
    return state._replace(cubes=(*state.cubes[:number], tuple(counts), *state.cubes[number + 1 :]))


def test_it_delivers_what_pays() -> None:
    assert choose(moving(linked(), 0), 0) == Deliver(BLUE, parse_hex("T9"), ((parse_hex("Q12"), 0),))


def test_it_does_not_work_for_rivals_alone() -> None:
    assert not isinstance(choose(moving(linked(), 1), 1), Deliver)


def test_it_never_steps_into_insolvency() -> None:
    state = holding(linked(), 1, cash=4, shares=3)
    after = GAME.apply(moving(state, 1), choose(moving(state, 1), 1))  # type: ignore[arg-type] # an action
    assert after.players[1].engine == 1


def test_it_issues_what_it_owes() -> None:
    state = blank(4)._replace(phase=ISSUE_SHARES, queue=(0,), turn=3)
    state = holding(state, 0, cash=0, shares=5, engine=2, income=1)
    issued = choose(state, 0)
    assert isinstance(issued, IssueShares)
    assert issued.count >= 2


def test_it_issues_nothing_it_cannot_use() -> None:
    state = holding(blank(4)._replace(phase=ISSUE_SHARES, queue=(0,), turn=8), 0, cash=60, income=10)
    assert choose(state, 0) == IssueShares(0)


def test_it_drops_out_when_the_bid_is_too_high_and_passes_when_it_may() -> None:
    state = dealt(4)._replace(phase=PLAYER_ORDER, auction=Auction((0, 1, 2, 3), (0, 9, 0, 0)))
    assert choose(state, 0) == DropOut()
    assert choose(holding(state, 0, role="turn_order", cash=30), 0) in (Pass(), Bid(10))
    assert choose(holding(state, 0, role="turn_order"), 0) == Pass()


def test_it_bids_the_least_that_will_do() -> None:
    state = dealt(4)._replace(phase=PLAYER_ORDER, auction=Auction((0, 1, 2, 3), (0, 0, 0, 0)))
    assert choose(holding(state, 0, cash=20), 0) == Bid(1)


def test_it_founds_a_city_where_its_own_links_end() -> None:
    state = with_track(blank(4), 0, ("Q10", (4,)), ("R9", (1, 3)))
    state = holding(with_cube(state, "T9", RED), 0, cash=3, opened=True, role="urbanization")
    state = state._replace(phase=BUILD_TRACK, turn=8, queue=(0,), build=BuildTurn(3, urban=True))
    assert choose(state, 0) == Urbanize(parse_hex("Q10"), 0)


def test_it_uses_production_for_its_own_network() -> None:
    state = boxes(boxes(linked(), "dark-1"), "light-6", RED)
    state = state._replace(phase=GOODS_GROWTH, queue=(), growth=Growth("decide"), bag=(9, 9, 9, 9, 9))
    state = holding(state, 0, role="production")
    assert choose(state, 0) == DrawGoods()
    stored = choose(state._replace(growth=Growth("store", (BLUE, RED))), 0)
    assert isinstance(stored, StoreGoods)
    assert (stored.color, stored.column) in {(BLUE, COLUMN_INDEX["dark-1"]), (BLUE, COLUMN_INDEX["dark-2"])}


def test_an_eliminated_seat_is_worth_nothing_any_more() -> None:
    assert AgeOfSteamEvaluation().worth(holding(blank(4), 0, alive=False), 0) == OUT


@pytest.mark.slow
def test_four_of_them_play_a_real_game() -> None:
    played = play(game_of("age_of_steam"), SETUP, [strategy("greedy")] * 4, seed_of("four"))
    scores = [standing.score for standing in played.outcome.standings if standing.score is not None]
    assert played.outcome.reason == "last_turn"
    assert len(scores) >= 3
    assert max(scores) >= 40
    assert sum(isinstance(GAME.parse_action(entry.text), Deliver) for entry in played.entries) >= 25


@pytest.mark.slow
def test_it_beats_three_uniform_seats() -> None:
    """Twelve games here, every seat three times; the whole hundred are counted by `footplate selfplay`."""
    wins = 0
    for number in range(12):
        levels = ["uniform"] * 4
        levels[number % 4] = "greedy"
        played = play(GAME, SETUP, [strategy(level) for level in levels], seed_of(f"wins {number}"))
        wins += played.outcome.standings[0].seat == number % 4 and played.outcome.standings[0].rank == 1
    assert wins >= 11


def test_the_same_position_and_dice_give_the_same_action() -> None:
    state = all_holding(dealt(4), cash=[20] * 4)._replace(phase=ISSUE_SHARES, queue=(0,))
    assert choose(state, 0) == choose(state, 0)
