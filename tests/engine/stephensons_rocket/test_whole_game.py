"""The whole game of worked example 31, as a record and action by action."""

from typing import NamedTuple

import pytest

from footplate.engine.game import OVER, Outcome
from footplate.engine.record import Record, parse_record
from footplate.engine.replay import replay
from footplate.engine.stephensons_rocket import turn
from footplate.engine.stephensons_rocket.prizes import FINAL_SHARES, FINAL_STATIONS, FINAL_TOKENS, Payout
from footplate.engine.stephensons_rocket.state import GAME_OVER, LOT, MAIN, VETO, State, all_stations, tokens_left
from tests.support.rocket import GAME, begin, company
from tests.support.rocket_positions import isolated
from tests.support.rules import rule

SCRIPT = """
token Reading brewery | token Reading brewery
token Reading steel   | station 0614
station 0901          | extend LSWR 0514
extend LSWR 0614      | extend NER 0801
extend NER 0901       | extend GER 1406
extend GER 1405       | extend L&Y 0101
extend L&Y 0201       | extend GWR 0112
extend L&Y 0200       | extend GWR 0113
extend NER 1001       | extend SER 1415
extend SER 1314       | extend GWR 0114
extend SER 1215       | extend LSWR 0714
extend SER 1216       | extend LSWR 0715
extend GWR 0015
"""
"""Turns of A, B, C in rotation: first and second action. Everybody passes every veto question."""


CODES_IN_ORDER = ("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER")
VALUES = (2, 2, 1, 1, 1, 3, 2)
HOLDINGS = ((1, 1, 1), (1, 1, 1), (0, 0, 0), (0, 1, 1), (3, 1, 0), (1, 1, 2), (1, 1, 2))
"""The lines at the end: their values, and who holds how much."""


class Played(NamedTuple):
    """A main action of the game: its text, the position behind it and the answers to it, and what it paid."""

    turn: int
    seat: int
    text: str
    state: State
    payouts: tuple[Payout, ...]

    @property
    def paid(self) -> list[tuple[str, tuple[int, ...]]]:
        return [(one.subject, one.amounts) for one in self.payouts if one.pays]


def whole_game() -> list[Played]:
    """Every main action of the script, checked and played in turn."""
    state, played = begin(), []
    for row in SCRIPT.strip().splitlines():
        for text in row.split("|"):
            assert state.phase == MAIN
            number, seat = state.turn, state.active
            step = passed(state, text.strip())
            state = step.state
            played.append(Played(number, seat, text.strip(), state, step.payouts))
    return played


def passed(state: State, text: str) -> turn.Step:
    """What comes of a main action when everybody passes."""
    action = GAME.parse_action(text)
    GAME.check(state, action)
    step = turn.apply(state, action)
    while step.state.phase == VETO:
        step = turn.apply(step.state, GAME.parse_action("pass"))
    return step


GAME_PLAYED = whole_game()
BY_TEXT = {one.text: one for one in GAME_PLAYED}
LAST = GAME_PLAYED[-1].state


@rule("SR-EX-31", "SR-TRN-01", "SR-SET-07")
def test_turns_of_two_actions_go_round() -> None:
    assert len(GAME_PLAYED) == 25
    assert [one.turn for one in GAME_PLAYED] == [1 + ply // 2 for ply in range(25)]
    assert [one.seat for one in GAME_PLAYED] == [ply // 2 % 3 for ply in range(25)]


@rule("SR-EX-31")
def test_two_steps_pay_and_give_a_passenger_each_and_no_other_does() -> None:
    assert BY_TEXT["extend LSWR 0614"].paid == [("Reading", (2000, 1000, 0))]
    assert BY_TEXT["extend NER 0901"].paid == [("Lincoln", (0, 0, 2000))]
    unpaid = [one for one in GAME_PLAYED[:-1] if one.text not in ("extend LSWR 0614", "extend NER 0901")]
    assert all(one.paid == [] for one in unpaid)
    riders = [one.state.passengers for one in GAME_PLAYED]
    assert riders == [(0, 0, 0)] * 6 + [(1, 0, 0)] * 2 + [(1, 1, 0)] * 17


@rule("SR-EX-31", "SR-PAY-13")
@pytest.mark.parametrize(
    ("text", "town"),
    [("extend L&Y 0201", "Manchester"), ("extend SER 1314", "Ashford"), ("extend LSWR 0714", "Guildford")],
)
def test_towns_that_are_linked_and_pay_nobody(text: str, town: str) -> None:
    assert [(one.subject, one.amounts) for one in BY_TEXT[text].payouts] == [(town, (0, 0, 0))]


@rule("SR-EX-31", "SR-ISO-09")
def test_lines_are_isolated_one_after_another() -> None:
    found: list[tuple[str, str]] = []
    known: list[str] = []
    for one in GAME_PLAYED:
        now = isolated(one.state)
        found += [(one.text, code) for code in now if code not in known]
        known = now
    assert found == [
        ("extend GER 1405", "GER"),
        ("extend L&Y 0200", "L&Y"),
        ("extend NER 1001", "NER"),
        ("extend SER 1216", "SER"),
        ("extend LSWR 0715", "LSWR"),
        ("extend GWR 0015", "GWR"),
    ]


@rule("SR-EX-31", "SR-END-01", "SR-END-08")
def test_the_game_ends_with_one_available_company_and_no_second_action() -> None:
    assert (LAST.phase, LAST.end, GAME.to_act(LAST)) == (GAME_OVER, "companies", OVER)
    assert [line.available for line in LAST.companies] == [code == "LNWR" for code in CODES_IN_ORDER]
    assert (LAST.turn, LAST.second, len(LAST.tiles)) == (13, False, 14)


@rule("SR-EX-31", "SR-TRM-04", "SR-TRM-05")
@pytest.mark.parametrize(("code", "value", "holdings"), list(zip(CODES_IN_ORDER, VALUES, HOLDINGS, strict=True)))
def test_the_lines_at_the_end(code: str, value: int, holdings: tuple[int, ...]) -> None:
    assert (company(LAST, code).value, company(LAST, code).holdings) == (value, holdings)


def paid_last(kind: str) -> dict[str, tuple[int, ...]]:
    """What final scoring paid of one kind, by subject, payouts of nothing left out."""
    return {one.subject: one.amounts for one in GAME_PLAYED[-1].payouts if one.kind == kind and one.pays}


@rule("SR-EX-31", "SR-FIN-01", "SR-FIN-03", "SR-FIN-04", "SR-FIN-05")
def test_final_scoring() -> None:
    assert paid_last(FINAL_TOKENS) == {"brewery": (6000, 0, 0), "steel": (0, 6000, 0), "passenger": (4000, 4000, 0)}
    assert paid_last(FINAL_STATIONS) == {"NER": (0, 0, 2000), "LSWR": (0, 3000, 0)}
    assert paid_last(FINAL_SHARES) == {
        "NER": (1000, 1000, 1000),
        "L&Y": (1000, 1000, 1000),
        "GWR": (1000, 0, 0),
        "LSWR": (0, 0, 3000),
        "SER": (0, 0, 2000),
    }


@rule("SR-EX-31", "SR-FIN-08")
def test_money_before_and_behind_final_scoring() -> None:
    assert GAME_PLAYED[-2].state.money == (2000, 1000, 2000)
    assert LAST.money == (15000, 16000, 11000)
    assert [new - old for old, new in zip((2000, 1000, 2000), LAST.money, strict=True)] == [13000, 15000, 9000]
    result = GAME.outcome(LAST)
    assert isinstance(result, Outcome)
    assert [(one.seat, one.rank, one.score) for one in result.standings] == [
        (1, 1, 16000),
        (0, 2, 15000),
        (2, 3, 11000),
    ]


@rule("SR-EX-31", "SR-TOK-05", "SR-STN-06")
def test_tokens_and_stations_lie_where_they_were_put() -> None:
    assert sum(tokens_left(LAST)) == 33
    assert all_stations(LAST).bit_count() == 2


# --- as a record -----------------------------------------------------------------------------------------------------

HEADERS = "record: 1\ngame: stephensons_rocket\nmap: england\npreset: pegasus-1999\nseats: 3\n"


def record() -> Record:
    """The game as a record, with the answers to the veto questions."""
    state = GAME.start(replay(parse_record(HEADERS)).record.setup)
    lines = ["chance first P1"]
    assert state.phase == LOT
    state = GAME.apply(state, GAME.parse_action("first P1"))
    for text in [part.strip() for row in SCRIPT.strip().splitlines() for part in row.split("|")]:
        lines.append(f"P{GAME.to_act(state) + 1} {text}")
        state = GAME.apply(state, GAME.parse_action(text))
        while state.phase == VETO:
            lines.append(f"P{GAME.to_act(state) + 1} pass")
            state = GAME.apply(state, GAME.parse_action("pass"))
    assert state == LAST
    return parse_record(
        HEADERS + "result: P2 16000 > P1 15000 > P3 11000\nreason: companies\n\n" + "\n".join(lines) + "\n"
    )


@rule("SR-EX-31", "SR-DEC-09")
def test_the_record_of_the_game_is_sound() -> None:
    played = replay(record())
    assert played.error is None
    assert played.state == LAST
    assert played.outcome == GAME.outcome(LAST)
