"""Turn (section 7)."""

from collections import Counter

import pytest

from footplate.engine.stephensons_rocket.actions import NOBODY, PassVeto
from footplate.engine.stephensons_rocket.board import CODES, NO_HEADING, NOWHERE
from footplate.engine.stephensons_rocket.state import MAIN, State, tokens_left
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    allows,
    asked,
    begin,
    company,
    line,
    place,
    play,
    refusal,
    targets,
    to_move,
    walk,
    with_figures,
    with_line,
    with_stations,
    with_tokens,
)
from tests.support.rocket_board import CITY_TOKENS
from tests.support.rules import rule

ALL_TOKENS = [
    f"{city} {token[2:]}"
    for city, lying in CITY_TOKENS.items()
    for token in lying.split(", ")
    for _ in range(int(token[0]))
]


def contested() -> State:
    """GWR on 0412 with targets 0511, 0512, 0413 and holdings 1, 2, 1; C is to act."""
    state = with_line(begin(), "GWR", "0112 0212 0311 0412")
    return to_move(with_figures(state, "GWR", holdings=(1, 2, 1), real=4, stack=12), C)


@rule("SR-TRN-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_is_two_actions(seats: int) -> None:
    main = [step.before for step in walk(begin(seats), seed=seats) if step.before.phase == MAIN]
    counted = Counter(state.turn for state in main)
    last = main[-1].turn
    assert {counted[turn] for turn in range(1, last)} == {2}
    assert counted[last] in (1, 2)


@rule("SR-TRN-01")
@pytest.mark.parametrize("text", ["token Reading brewery", "station 0614", "extend LSWR 0514"])
def test_an_action_is_of_one_of_three_kinds(text: str) -> None:
    state = play(begin(), text)
    assert (state.turn, state.active, state.second) == (1, A, True)
    assert {GAME.tags(action).kind for action in GAME.legal_actions(begin())} == {"token", "station", "extend"}


@rule("SR-TRN-02")
@pytest.mark.parametrize(
    "actions",
    [
        ("token Reading brewery", "token Reading brewery"),
        ("station 0614", "station 0109"),
        ("station 0614", "move 0614 0109"),
        ("extend LSWR 0514", "extend NER 0801"),
    ],
)
def test_both_actions_may_be_of_one_kind(actions: tuple[str, str]) -> None:
    state = play(begin(), *actions)
    assert (state.turn, state.active, state.second) == (2, B, False)


@rule("SR-TRN-03")
def test_the_first_action_ends_with_all_its_effects() -> None:
    start = with_tokens(with_line(begin(), "LSWR", "0514"), B, "Reading steel")
    state = play(start, "extend LSWR 0614")
    assert (state.turn, state.active, state.second) == (1, A, True)
    assert state.money == (0, 2000, 0)
    assert place(state, "LSWR") == "0614 heading 1"


@rule("SR-TRN-03")
def test_no_second_action_before_the_veto_round_is_over() -> None:
    state = play(contested(), "extend GWR 0512")
    for seat, rule_id in ((A, "SR-VETO-07"), (B, "SR-VETO-07"), (C, "SR-VETO-21")):
        assert GAME.to_act(state) == seat
        assert refusal(state, "token Reading brewery") == rule_id
        state = play(state, {A: "pass", B: "bid 1 0413", C: "decline"}[seat])
    assert (state.active, state.second) == (C, True)
    assert allows(state, "token Reading brewery")


@rule("SR-TRN-04")
def test_a_company_is_not_extended_twice_in_a_turn() -> None:
    state = play(begin(), "extend LSWR 0514")
    assert [refusal(state, f"extend LSWR {name}") for name in ("0414", "0513", "0614")] == ["SR-TRN-04"] * 3
    assert allows(state, "extend NER 0801")


@rule("SR-TRN-04")
def test_other_first_actions_bar_nothing() -> None:
    state = play(begin(), "station 0411")
    assert allows(state, "extend LSWR 0514")


@rule("SR-TRN-05")
@pytest.mark.parametrize(
    "answers",
    [("pass", "pass"), ("bid 1 0511", "pass", "decline"), ("pass", "bid 1 0413", "defend 1 0512")],
    ids=["no bid", "overruled", "defended"],
)
def test_the_bar_holds_whatever_the_veto_brought(answers: tuple[str, ...]) -> None:
    state = play(contested(), "extend GWR 0512", *answers)
    assert (state.active, state.second) == (C, True)
    assert {refusal(state, f"extend GWR {name}") for name in targets(state, "GWR").split()} == {"SR-TRN-04"}


@rule("SR-TRN-06")
def test_the_bar_ends_with_the_turn() -> None:
    state = play(begin(), "extend LSWR 0514", "token Reading brewery")
    assert GAME.to_act(state) == B
    assert allows(state, "extend LSWR 0614")


@rule("SR-TRN-06")
def test_an_extension_as_second_action_bars_nobody() -> None:
    state = play(begin(), "token Reading brewery", "extend LSWR 0514")
    assert (GAME.to_act(state), state.barred) == (B, NOBODY)
    assert allows(state, "extend LSWR 0614")
    assert allows(play(state, "extend LSWR 0614", "pass", "token Reading steel"), "extend LSWR 0714")


@rule("SR-TRN-07")
def test_the_absorber_may_be_extended_in_the_same_turn() -> None:
    state = play(with_line(begin(), "L&Y", "0101 0202"), "extend L&Y 0203")
    assert line(state, "LNWR") == "0101 0202 0203"
    assert (state.active, state.second) == (A, True)
    assert allows(state, "extend LNWR 0303")
    assert refusal(state, "extend L&Y 0303") == "SR-MRG-19"


@rule("SR-TRN-08")
@pytest.mark.parametrize("second", [False, True])
def test_nobody_passes_an_action(*, second: bool) -> None:
    state = begin()._replace(second=second)
    assert PassVeto() not in GAME.legal_actions(state)
    assert [refusal(state, text) for text in ("pass", "decline")] == ["SR-TRN-01", "SR-TRN-01"]


def stuck(*stations: str) -> State:
    """One token is left, GER stands at a dead end and the others are absorbed, so that only stations can be placed.

    Stations by seat; they stand on the track of GER, where they may not be moved.
    """
    state = begin(move_connected_station="off")
    for code in set(CODES) - {"GER"}:
        state = with_figures(
            state, code, at=NOWHERE, heading=NO_HEADING, linked=0, stack=0, absorber=CODES.index("GER")
        )
    state = with_line(state, "GER", "1406 1405")
    for seat, hexes in enumerate(stations):
        state = with_stations(state, seat, hexes)
    track = 0
    for own in state.stations:
        track |= own
    state = with_figures(state, "GER", line=company(state, "GER").line | track)
    return with_tokens(state, C, *[kind for kind in ALL_TOKENS if kind != "Reading steel"])


SEVEN = "0106 0205 0304 0406 0505 0604 0704"
OTHER_SEVEN = "0109 0208 0307 0409 0508 0609 0709"


@rule("SR-TRN-09")
def test_an_action_lapses_when_nothing_is_legal() -> None:
    state = play(stuck(SEVEN), "token Reading steel")
    assert sum(tokens_left(state)) == 0
    assert (state.turn, state.active, state.second) == (2, B, False)
    assert {GAME.tags(action).kind for action in GAME.legal_actions(state)} == {"station"}


@rule("SR-TRN-09")
def test_a_whole_turn_may_lapse() -> None:
    state = play(stuck(SEVEN, OTHER_SEVEN), "token Reading steel")
    assert (state.turn, state.active, state.second) == (3, C, False)
    assert GAME.to_act(state) == C


@rule("SR-TRN-08")
def test_a_single_legal_action_is_asked_for_all_the_same() -> None:
    state = stuck(SEVEN)
    assert [GAME.action_text(action) for action in GAME.legal_actions(state)] == ["token Reading steel"]
    assert GAME.to_act(state) == A


@rule("SR-TRN-06", "SR-TRN-05")
def test_an_overruled_company_is_free_for_the_next_player() -> None:
    state = asked(contested(), C, "extend GWR 0512", "bid 1 0511", "pass", "decline")
    state = play(state, "token Reading brewery")
    assert (GAME.to_act(state), place(state, "GWR")) == (A, "0511 heading 1")
    assert allows(state, f"extend GWR {targets(state, 'GWR').split()[0]}")
