"""What is told of an action before it is sent: the changes at once, those to be expected, the notes (SR-INF-04)."""

from collections import Counter
from collections.abc import Iterable
from itertools import islice

import pytest

from footplate.engine.errors import IllegalAction
from footplate.engine.game import Change, Effects
from footplate.engine.stephensons_rocket.board import CODES, TOKENS
from footplate.engine.stephensons_rocket.state import GAME_OVER, State
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    act,
    asked,
    begin,
    play,
    to_move,
    walk,
    with_figures,
    with_holdings,
    with_stations,
    with_tokens,
)
from tests.support.rocket_positions import series, walled, with_absorbed, with_isolated
from tests.support.rules import rule


def told(state: State, seat: int, text: str) -> Effects:
    """The effects of the first action of a seat's turn."""
    return GAME.effects(to_move(state, seat), GAME.parse_action(text))


def answered(state: State, text: str) -> Effects:
    """The effects of an answer to the open question."""
    return GAME.effects(state, GAME.parse_action(text))


def tally(changes: Iterable[Change]) -> Counter[tuple[int, str]]:
    """Changes by seat and thing."""
    found: Counter[tuple[int, str]] = Counter()
    for change in changes:
        found[change.seat, change.what] += change.amount
    return found


def figures(state: State) -> Counter[tuple[int, str]]:
    """Every figure of every seat of which changes are told."""
    found: Counter[tuple[int, str]] = Counter()
    for seat in range(state.rules.seats):
        found[seat, "money"] = state.money[seat]
        found[seat, "stations"] = state.stations[seat].bit_count()
        found[seat, "tokens"] = sum(state.tokens[seat])
        found[seat, "passengers"] = state.passengers[seat]
        for code, company in zip(CODES, state.companies, strict=True):
            found[seat, f"shares.{code}"] = company.holdings[seat]
    return found


def differences(before: State, after: State) -> dict[tuple[int, str], int]:
    old, new = figures(before), figures(after)
    return {key: new[key] - old[key] for key in new if new[key] != old[key]}


def reading() -> State:
    """A holds two tokens of Reading, B one; B has a station on 0614, and LSWR stands on 0514 with a share for C."""
    state = with_tokens(begin(), A, "Reading brewery", "Reading brewery")
    state = with_stations(with_tokens(state, B, "Reading steel"), B, "0614")
    return series(state, "LSWR 0514 C")


# --- without a question ----------------------------------------------------------------------------------------------


@rule("SR-TOK-04", "SR-STN-12", "SR-INF-04")
@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("token Reading brewery", (Change(A, "tokens", 1),)),
        ("station 1005", (Change(A, "stations", 1),)),
        ("move 0206 1005", ()),
    ],
)
def test_tokens_and_stations(text: str, changes: tuple[Change, ...]) -> None:
    found = told(with_stations(begin(), A, "0206"), A, text)
    assert (found.changes, found.expected, found.notes) == (changes, (), ())


@rule("SR-INF-04")
def test_the_next_turn_is_told() -> None:
    state = play(begin(), "token Reading brewery")
    assert answered(state, "station 1005").notes == ("it is the turn of P2",)


@rule("SR-EX-11", "SR-INF-04")
def test_a_city_and_a_railway_town_are_told_before_the_step() -> None:
    state = with_tokens(begin(), A, "Manchester textile", "Manchester textile")
    state = with_stations(with_tokens(state, B, "Manchester brewery"), B, "0200")
    state = series(state, "L&Y 0100 A 0200 A")
    found = told(state, A, "extend L&Y 0300")
    assert tally(found.changes) == {(A, "money"): 2000, (B, "money"): 4000, (A, "shares.L&Y"): 1}
    assert found.notes == (
        "L&Y is linked to Manchester",
        "L&Y is linked to Leeds",
        "Manchester (city) pays P1 2000, P2 1000",
        "Leeds (railway town) pays P2 3000",
    )
    assert found.expected == ()


@rule("SR-EX-27", "SR-INF-04")
def test_isolation_is_told() -> None:
    found = told(series(begin(), "GER 1406 A"), A, "extend GER 1405")
    assert found.notes == ("GER is isolated",)
    assert tally(found.changes) == {(A, "shares.GER"): 1}


@rule("SR-TRN-09", "SR-INF-04")
def test_a_lapsed_action_is_told() -> None:
    state = with_absorbed(begin(2, move_connected_station="off"), "GWR", *[code for code in CODES if code != "GWR"])
    state = walled(state, "GWR", "0405", 3, "1003")
    state = with_stations(state, A, "0604 0606 0609 0611 1005 1206 1208")
    taken = (*TOKENS[:-1], TOKENS[-1] - 1)
    state = state._replace(tokens=(taken, (0,) * len(TOKENS)))
    found = told(state, A, "token Sheffield steel")
    assert found.notes == ("P1 has no legal action", "it is the turn of P2")


# --- while a question opens ------------------------------------------------------------------------------------------


@rule("SR-INF-04", "SR-VETO-01")
def test_what_a_veto_can_still_change_is_only_expected() -> None:
    found = told(reading(), A, "extend LSWR 0614")
    assert tally(found.changes) == {(A, "shares.LSWR"): 1}
    assert tally(found.expected) == {(A, "money"): 2000, (B, "money"): 1000, (A, "passengers"): 1}
    assert found.notes == (
        "P3 is asked for a veto",
        "if nobody objects: LSWR is linked to Reading",
        "if nobody objects: Reading (city) pays P1 2000, P2 1000",
    )


@rule("SR-INF-04", "SR-VETO-23")
def test_a_bid_is_expected_to_stand() -> None:
    state = asked(reading(), A, "extend LSWR 0614")
    found = answered(state, "bid 1 0513")
    assert found.changes == ()
    assert tally(found.expected) == {(C, "shares.LSWR"): -1, (A, "money"): 2000, (B, "money"): 1000}
    assert found.notes[0] == "P1 is asked to defend"
    final = answered(play(state, "bid 1 0513"), "defend 1 0614")
    assert tally(final.changes) == {
        (A, "shares.LSWR"): -1,
        (A, "money"): 2000,
        (B, "money"): 1000,
        (A, "passengers"): 1,
    }
    assert final.expected == ()


@rule("SR-INF-04", "SR-VETO-07")
def test_the_last_pass_makes_it_certain() -> None:
    state = asked(reading(), A, "extend LSWR 0614")
    found = answered(state, "pass")
    assert tally(found.changes) == {(A, "money"): 2000, (B, "money"): 1000, (A, "passengers"): 1}
    assert (found.expected, "Reading (city) pays P1 2000, P2 1000" in found.notes) == ((), True)


@rule("SR-EX-21", "SR-INF-04")
def test_a_merger_is_expected_with_its_exchange() -> None:
    state = with_stations(begin(), B, "0414")
    state = series(state, "GWR 0013 C 0113 A 0213 C; LSWR 0615 A 0614 B 0513 A 0414 B")
    found = told(state, A, "extend LSWR 0313")
    assert tally(found.expected) == {
        (A, "money"): 3000,
        (B, "money"): 4000,
        (A, "shares.LSWR"): -3,
        (B, "shares.LSWR"): -2,
        (A, "shares.GWR"): 1,
        (B, "shares.GWR"): 1,
    }
    assert found.notes[0] == "P2 is asked for a veto"
    assert found.notes[-3:] == (
        "if nobody objects: Salisbury (railway town) pays P2 3000",
        "if nobody objects: LSWR (merger) pays P1 3000, P2 1000",
        "if nobody objects: LSWR is absorbed by GWR",
    )


@rule("SR-END-01", "SR-INF-04")
def test_the_end_and_final_scoring_are_told() -> None:
    state = with_absorbed(begin(), "NER", "L&Y", "GER", "LSWR", "SER")
    state = with_holdings(with_isolated(state, "LNWR"), "GWR", 16, 0, 0)
    state = with_figures(state, "NER", stack=12, real=4, holdings=(0, 4, 0))._replace(passengers=(0, 0, 2))
    found = told(state, A, "extend GWR 0112")
    assert found.notes[-1] == "the game ends: companies"
    assert "passenger (final tokens) pays P3 6000" in found.notes
    done = act(state, A, "extend GWR 0112").state
    assert done.phase == GAME_OVER
    assert tally(found.changes) == differences(state, done)


# --- always ----------------------------------------------------------------------------------------------------------


@rule("SR-INF-04")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_changes_told_are_those_that_come(seed: int) -> None:
    for step in islice(walk(begin(), seed), 400):
        found = GAME.effects(step.before, step.action)
        assert tally(found.changes) == differences(step.before, step.after)
        after = step.after
        while after.veto is not None:
            after = GAME.apply(after, GAME.default_action(after))
        assert {key: amount for key, amount in tally(found.expected).items() if amount} == differences(
            step.after, after
        )


@rule("SR-INF-04")
def test_effects_of_an_illegal_action_are_refused() -> None:
    with pytest.raises(IllegalAction):
        GAME.effects(begin(), GAME.parse_action("extend LSWR 0515"))
