"""Decision points (section 20): what is asked, what is not, and the answer on time-out; worked example 34."""

from itertools import islice

import pytest

from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE, OVER
from footplate.engine.record import parse_record
from footplate.engine.replay import replay
from footplate.engine.stephensons_rocket.actions import (
    Action,
    Decline,
    ExtendLine,
    MoveStation,
    PassVeto,
    PlaceStation,
    TakeToken,
)
from footplate.engine.stephensons_rocket.board import (
    CITIES,
    CODES,
    INDUSTRIES,
    OPEN,
    STATIONS,
    TOKENS,
    hexes_in,
    mask_of,
)
from footplate.engine.stephensons_rocket.notation import action_text
from footplate.engine.stephensons_rocket.state import DEFENCE, GAME_OVER, LOT, MAIN, VETO, State
from tests.support.rocket import (
    GAME,
    A,
    B,
    C,
    allows,
    asked,
    begin,
    mask,
    play,
    walk,
    with_holdings,
    with_line,
    with_stations,
)
from tests.support.rocket_positions import walled, with_absorbed
from tests.support.rules import rule


def no_tokens(state: State) -> State:
    """The state with all tokens in the hands of B."""
    nothing = (0,) * len(TOKENS)
    return state._replace(tokens=tuple([TOKENS if seat == B else nothing for seat in range(state.rules.seats)]))


def closed(free: str, **options: str) -> State:
    """No token is left, and of the open hexes only these have no track; GWR on 0405 is the only live company."""
    state = with_absorbed(begin(3, "pegasus-1999", A, **options), "GWR", *[code for code in CODES if code != "GWR"])
    return no_tokens(walled(state, "GWR", "0405", 3, free))


def default(state: State) -> str:
    return action_text(GAME.default_action(state))


# --- what is asked ---------------------------------------------------------------------------------------------------


@rule("SR-DEC-01", "SR-EX-07")
def test_a_main_action_is_any_of_three_kinds() -> None:
    legal = GAME.legal_actions(begin())
    counts = [sum(isinstance(action, kind) for action in legal) for kind in (TakeToken, PlaceStation, ExtendLine)]
    assert (counts, len(legal)) == ([24, 174, 26], 224)
    legal = GAME.legal_actions(with_stations(begin(), A, "1005"))
    assert {action.origin for action in legal if isinstance(action, MoveStation)} == set(hexes_in(mask("1005")))


@rule("SR-DEC-01")
def test_a_single_legal_answer_is_asked_all_the_same() -> None:
    state = closed("0406")
    assert [action_text(action) for action in GAME.legal_actions(state)] == ["extend GWR 0406"]
    assert GAME.to_act(state) == A


@rule("SR-DEC-01", "SR-TRN-04")
def test_an_extension_barred_by_the_turn_is_no_answer() -> None:
    state = play(begin(), "extend LSWR 0514")
    movers = {CODES[action.company] for action in GAME.legal_actions(state) if isinstance(action, ExtendLine)}
    assert movers == set(CODES) - {"LSWR"}


def gwr(*holdings: int, redirect: str = "on") -> State:
    """C extends GWR from 0412 to 0512; the holdings are those before he draws."""
    state = with_line(begin(3, "pegasus-1999", A, active_may_redirect=redirect), "GWR", "0112 0212 0311 0412")
    return asked(with_holdings(state, "GWR", *holdings), C, "extend GWR 0512")


def texts(state: State) -> list[str]:
    return [action_text(action) for action in GAME.legal_actions(state)]


@rule("SR-DEC-02")
def test_the_answers_to_the_veto_question() -> None:
    assert texts(gwr(1, 0, 0)) == ["pass", "bid 1 0413", "bid 1 0511", "bid 1 0512"]
    assert gwr(0, 0, 2).phase == MAIN


@rule("SR-DEC-03")
def test_the_answers_to_the_defence() -> None:
    assert texts(play(gwr(1, 0, 0, redirect="off"), "bid 1 0413")) == ["decline", "defend 1 0512"]
    every = ["decline", "defend 1 0413", "defend 1 0511", "defend 1 0512"]
    assert texts(play(gwr(1, 0, 0), "bid 1 0413")) == every
    assert play(gwr(2, 0, 0), "bid 2 0413").phase == MAIN
    assert play(gwr(2, 0, 0), "pass").phase == MAIN


@rule("SR-DEC-04", "SR-SET-06")
def test_nothing_else_is_asked() -> None:
    kinds: dict[str, set[type[Action]]] = {}
    for step in islice(walk(begin(), seed=2), 400):
        assert step.actor != CHANCE
        assert set(GAME.legal_actions(step.before)) >= {step.action}
        kinds.setdefault(step.before.phase, set()).update(type(action) for action in GAME.legal_actions(step.before))
        assert step.after.phase in (MAIN, VETO, DEFENCE, GAME_OVER)
    assert set(kinds) == {MAIN, VETO, DEFENCE}
    assert kinds[MAIN] == {TakeToken, PlaceStation, MoveStation, ExtendLine}
    assert {kind.__name__ for kind in kinds[VETO]} == {"PassVeto", "Bid"}
    assert {kind.__name__ for kind in kinds[DEFENCE]} == {"Decline", "Defend"}


# --- answers on time-out ---------------------------------------------------------------------------------------------


@rule("SR-EX-34", "SR-DEC-05")
def test_the_first_defaults() -> None:
    state, found = begin(), []
    for _ in range(4):
        found.append(default(state))
        state = play(state, found[-1])
    assert found == [
        "token Birmingham steel",
        "token Birmingham steel",
        "token Birmingham brewery",
        "token Brighton leather",
    ]


@rule("SR-DEC-05")
def test_tokens_by_city_and_industry() -> None:
    assert list(CITIES) == sorted(CITIES)
    assert INDUSTRIES == ("leather", "steel", "textile", "brewery")
    state, found = begin(), []
    for _ in range(sum(TOKENS)):
        _, city, industry = default(state).split()
        found.append((city, INDUSTRIES.index(industry)))
        state = play(state, default(state))
    assert len(found) == 36
    assert found == sorted(found)


@rule("SR-DEC-06")
def test_without_tokens_a_station_on_the_lowest_hex() -> None:
    assert default(no_tokens(begin())) == "station 0003"
    assert default(no_tokens(with_stations(begin(), B, "0003"))) == "station 0005"


def without_supply(state: State) -> State:
    """The state with all stations of A in the south-east of the board."""
    return state._replace(stations=(mask_of(hexes_in(OPEN)[-3 * STATIONS :: 3]), *state.stations[1:]))


@rule("SR-DEC-07")
def test_without_stations_the_first_company_that_can_go() -> None:
    state = without_supply(no_tokens(begin()))
    assert default(state) == "extend NER 0700"
    assert default(state._replace(second=True, barred=CODES.index("NER"))) == "extend L&Y 0002"
    assert default(with_absorbed(state, "GER", "NER", "L&Y", "LNWR")) == "extend GER 1306"
    assert default(with_line(state, "NER", "0900")) == "extend NER 0901"


@rule("SR-DEC-08")
@pytest.mark.parametrize(("option", "expected"), [("on", "move 0604 1003"), ("off", "move 1005 1003")])
def test_when_nothing_else_is_possible_a_station_is_moved(option: str, expected: str) -> None:
    state = closed("1003 1005", move_connected_station=option)
    assert allows(state, "station 1003")
    state = with_stations(state, A, "0604 0606 0609 0611 1005 1206 1208")
    assert default(state) == expected
    assert allows(state, expected)


@rule("SR-DEC-02", "SR-DEC-03")
def test_questions_are_passed_and_declined() -> None:
    assert GAME.default_action(gwr(1, 2, 0)) == PassVeto()
    assert GAME.default_action(play(gwr(1, 0, 0), "bid 1 0413")) == Decline()


RECORD = """
record: 1
game: stephensons_rocket
map: england
preset: pegasus-1999
seats: 2

1 chance first P1
2 P1 extend LSWR 0514
3 P1 token Birmingham steel {default}
4 P2 extend LSWR 0614
5 P1 pass {default}
6 P2 token Birmingham steel
"""


@rule("SR-DEC-09")
def test_a_default_is_logged_as_one_and_played_like_a_choice() -> None:
    played = replay(parse_record(RECORD.lstrip()))
    chosen = replay(parse_record(RECORD.lstrip().replace(" {default}", "")))
    assert (played.error, chosen.error) == (None, None)
    assert [entry.cause for entry in played.record.entries] == ["", "", "default", "", "default", ""]
    assert played.states == chosen.states
    assert [action_text(GAME.default_action(played.states[ply])) for ply in (2, 4)] == [
        "token Birmingham steel",
        "pass",
    ]


@rule("SR-DEC-09")
def test_every_default_is_legal_and_there_is_none_when_no_seat_acts() -> None:
    for step in islice(walk(begin(), seed=7), 300):
        assert GAME.default_action(step.before) in GAME.legal_actions(step.before)
    ended = begin()._replace(phase=GAME_OVER, end="tiles")
    assert GAME.to_act(ended) == OVER
    for state in (begin()._replace(phase=LOT), ended):
        with pytest.raises(IllegalAction, match="no seat"):
            GAME.default_action(state)
