"""A turn as a worker plays it, with a rules service and leases that only take notes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from footplate.api.match.v1.match_view_pb2 import MatchView
from footplate.bots import turn_player
from footplate.bots.rules_client import Refused, Unavailable
from footplate.bots.turn_player import TOO_LATE, Result, Turn, TurnPlayer
from footplate.runtime import metrics
from footplate.wire.match import encode_match
from tests.bots.house import GAME, House

MATCH = House().begin("m_one")
TURN = Turn("m_one", MATCH.ply, MATCH.to_act, MATCH.seats[MATCH.to_act].account, "uniform")


class OutOfTime(BaseException):
    """What a soft limit raises in the middle of a decision."""


class NotedRules:
    """Raises what it is told to, call by call, and remembers what was submitted."""

    def __init__(self, views: list[Exception] | None = None, submits: list[Exception] | None = None) -> None:
        self.views, self.submits = views or [], submits or []
        self.shown = encode_match(MATCH, MATCH, MATCH.to_act)
        self.submitted: list[str] = []

    def view(self, match_id: str, seat: int, account: str) -> MatchView:
        assert (match_id, seat, account) == (TURN.match, TURN.seat, TURN.account)
        if self.views:
            raise self.views.pop(0)
        return self.shown

    def submit(self, match_id: str, ply: int, seat: int, account: str, text: str) -> None:
        assert (match_id, ply, seat, account) == (TURN.match, TURN.ply, TURN.seat, TURN.account)
        if self.submits:
            raise self.submits.pop(0)
        self.submitted.append(text)


class NotedLeases:
    """Remembers what was held and settled; `tries` is what a turn is told."""

    def __init__(self, tries: int = 1) -> None:
        self.tries = tries
        self.notes: list[str] = []

    @contextmanager
    def hold(self, match_id: str, ply: int) -> Iterator[int]:
        self.notes.append("held")
        yield self.tries
        self.notes.append("let go")

    def settled(self, match_id: str, ply: int) -> None:
        self.notes.append("settled")


def player(rules: NotedRules, leases: NotedLeases | None = None, patience: float = 5.0) -> TurnPlayer:
    return TurnPlayer(rules, leases or NotedLeases(), patience=patience, out_of_time=OutOfTime)


def counted(result: Result, game: str = GAME) -> float:
    return float(metrics.BOT_TURNS.labels(game, TURN.level, result.value)._value.get())


def default_text() -> str:
    return MATCH.game.action_text(MATCH.game.default_action(MATCH.state))


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Time passes by itself; the pauses that were made."""
    now, pauses = [0.0], []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return pauses


def test_a_turn_is_looked_at_decided_and_submitted() -> None:
    rules, leases, before = NotedRules(), NotedLeases(), counted(Result.PLAYED)
    thought = metrics.BOT_THINKING_SECONDS.labels(GAME, TURN.level)._sum.get()
    assert player(rules, leases).play(TURN) is Result.PLAYED
    assert len(rules.submitted) == 1
    MATCH.game.check(MATCH.state, MATCH.game.parse_action(rules.submitted[0]))
    assert leases.notes == ["held", "let go", "settled"]
    assert counted(Result.PLAYED) == before + 1
    assert metrics.BOT_THINKING_SECONDS.labels(GAME, TURN.level)._sum.get() > thought


@pytest.mark.parametrize(("ply", "to_act"), [(TURN.ply + 1, TURN.seat), (TURN.ply, TURN.seat + 1), (TURN.ply, -2)])
def test_a_turn_that_has_passed_is_left_alone(ply: int, to_act: int) -> None:
    rules, before = NotedRules(), counted(Result.STALE)
    rules.shown.ply, rules.shown.to_act = ply, to_act
    assert player(rules).play(TURN) is Result.STALE
    assert rules.submitted == []
    assert counted(Result.STALE) == before + 1


@pytest.mark.parametrize("reason", sorted(TOO_LATE))
def test_coming_too_late_is_no_failure(reason: str) -> None:
    leases = NotedLeases()
    assert player(NotedRules(submits=[Refused(reason, "")]), leases).play(TURN) is Result.STALE
    assert leases.notes[-1] == "settled"


@pytest.mark.parametrize("reason", ["ILLEGAL_ACTION", "NOT_YOUR_SEAT", "BUG", "UNKNOWN_MATCH"])
def test_other_refusals_are_counted_and_left_to_the_sweep(reason: str) -> None:
    leases = NotedLeases()
    assert player(NotedRules(submits=[Refused(reason, "")]), leases).play(TURN) is Result.REFUSED
    assert leases.notes == ["held", "let go"]
    assert player(NotedRules(views=[Refused(reason, "")])).play(TURN) is Result.REFUSED


def test_a_service_that_is_away_is_tried_again(no_waiting: list[float]) -> None:
    away: list[Exception] = [Unavailable("away"), Unavailable("away", 1.0)]
    rules = NotedRules(views=list(away), submits=list(away))
    assert player(rules).play(TURN) is Result.PLAYED
    assert no_waiting == [0.1, 1.0, 0.1, 1.0], "it doubles the pause, or waits as long as it is told to"


def test_patience_ends_and_the_turn_is_left_to_the_sweep(no_waiting: list[float]) -> None:
    rules, leases = NotedRules(views=[Unavailable("away")] * 99), NotedLeases()
    assert player(rules, leases, patience=3.0).play(TURN) is Result.FAILED
    assert sum(no_waiting) <= 3.0
    assert leases.notes == ["held", "let go"], "its tries are counted on"


@pytest.mark.parametrize("trouble", [ValueError("a bug"), OutOfTime()])
def test_a_bot_that_breaks_or_takes_too_long_plays_the_safe_default(
    trouble: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise trouble

    monkeypatch.setattr(turn_player, "choose", broken)
    rules = NotedRules()
    assert player(rules).play(TURN) is Result.PLAYED
    assert rules.submitted == [default_text()]


def test_a_turn_begun_again_and_again_is_played_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_player, "choose", lambda *_: pytest.fail("this is what kills the workers"))
    rules = NotedRules()
    assert player(rules, NotedLeases(tries=4)).play(TURN) is Result.PLAYED
    assert rules.submitted == [default_text()]


def test_a_match_that_cannot_be_read_fails_without_harm() -> None:
    rules = NotedRules()
    rules.shown.state_text = "nonsense"
    assert player(rules).play(TURN) is Result.FAILED
    assert rules.submitted == []


def test_two_tries_of_a_bot_have_different_dice() -> None:
    texts = set()
    for _ in range(20):
        rules = NotedRules()
        player(rules).play(TURN)
        texts.update(rules.submitted)
    assert len(texts) > 1
