"""Whatever people do to a match, whenever: it is never stuck, never half done, and its log tells all of it."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.domain import leaving, undo
from footplate.domain.errors import CorruptLog, DomainError
from footplate.domain.match import Committed, Match
from footplate.domain.seat import Seat
from footplate.domain.terms import Abandoned, AtZero, ClockRule, Terms
from footplate.engine.game import OVER, Setup
from footplate.engine.notes import is_note, undone
from footplate.engine.record import format_record, parse_record
from footplate.engine.registry import games
from footplate.engine.replay import verify
from tests.support.people import ANN, BEA, BOT, MINUTE, STAND_IN, Table
from tests.support.toy_game import GAMES, SETUP

CLOCKS = (ClockRule(turn_ms=MINUTE), ClockRule(budget_ms=2 * MINUTE, increment_ms=1000))
TERMS = st.builds(
    Terms,
    st.sampled_from(CLOCKS),
    st.sampled_from(AtZero),
    st.sampled_from(Abandoned),
    st.sampled_from([None, STAND_IN]),
)
SEATS = st.sampled_from([(ANN, BEA, BOT), (ANN, BEA, Seat("a_cy", "Cy")), (ANN, BOT, BOT), (ANN, ANN, BEA)])
ACCOUNTS = (ANN.account, BEA.account, "a_cy", STAND_IN.account, BOT.account, "a_onlooker")
MOST = 400


class Crowd:
    """People who do anything at any moment; most of it is refused."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.happenings: tuple[Callable[[str], Committed | None], ...] = (
            *(self.plays,) * 8,
            *(self.returns,) * 6,
            *(self.is_late,) * 2,
            *(self.takes_back, self.asks) * 3,
            *(self.answers,) * 12,
            self.resigns,
        )

    def something_happens(self) -> None:
        """One call of somebody; a refusal leaves everything as it was."""
        account = self.rng.choice(ACCOUNTS)
        before = self.table.match
        try:
            made = self.rng.choice(self.happenings)(account)
        except CorruptLog:
            raise
        except DomainError:
            assert self.table.match is before
            return
        if made:
            self.table.take(made)

    @property
    def now(self) -> int:
        """A moment later, seldom much later."""
        return self.table.match.began_ms + self.rng.choice((1, 100, 30_000))

    def plays(self, _account: str) -> Committed:
        match = self.table.match
        decider = match.decider(match.to_act)
        assert decider, "somebody can always decide, or the match is over"
        action = self.rng.choice(match.game.legal_actions(match.state))
        return match.submit(action, account=decider.account, expected_ply=match.ply, now_ms=self.now)

    def resigns(self, account: str) -> Committed:
        return leaving.resign(self.table.match, account, None, self.now)

    def returns(self, account: str) -> Committed:
        return leaving.reclaim(self.table.match, account, None, self.now)

    def is_late(self, _account: str) -> Committed | None:
        match = self.table.match
        assert match.deadline_ms is not None, "somebody's time always runs"
        return leaving.time_up(match, match.deadline_ms + self.rng.choice((-1, 0, 400)))

    def takes_back(self, account: str) -> Committed:
        match, ply = self.table.match, self._earlier()
        return undo.take_back(match, self.table.states[ply], self.table.log[ply:], account, None, self.now)

    def asks(self, account: str) -> Committed:
        match, ply = self.table.match, self._earlier()
        return undo.ask(match, self.table.states[ply], self.table.log[ply:], account, None, self.now)

    def answers(self, account: str) -> Committed:
        match = self.table.match
        request = match.situation.request
        ply = request.ply if request else self._earlier()
        agrees = self.rng.random() < 0.8
        return undo.answer(match, self.table.states[ply], account, None, self.now, agrees=agrees)

    def _earlier(self) -> int:
        return max(0, self.table.match.ply - self.rng.randrange(6))


def crowded(agreed: Terms, seats: tuple[Seat, ...], seed: int) -> Table:
    """A match with a crowd, from its beginning to its end."""
    rng = random.Random(seed)
    table = Table.begin(agreed, seats, replace(SETUP, preset="long"))
    crowd = Crowd(table, rng)
    for _ in range(MOST):
        if table.match.to_act == OVER:
            break
        crowd.something_happens()
    while table.match.to_act != OVER:  # and now everybody leaves: the clock alone brings it to its end
        deadline = table.match.deadline_ms
        assert deadline is not None
        table.take(leaving.time_up(table.match, deadline))
        assert len(table.log) < 5 * MOST
    return table


@given(TERMS, SEATS, st.integers(0, 10**6))
def test_a_match_comes_to_its_end_whoever_leaves_whenever(agreed: Terms, seats: tuple[Seat, ...], seed: int) -> None:
    table = crowded(agreed, seats, seed)
    match = table.match
    assert match.outcome
    assert (match.open_turn, match.deadline_ms) == (None, None)
    assert sorted(standing.seat for standing in match.outcome.standings) == [0, 1, 2]


@given(TERMS, SEATS, st.integers(0, 10**6))
def test_its_record_tells_all_of_it_and_verifies(agreed: Terms, seats: tuple[Seat, ...], seed: int) -> None:
    table = crowded(agreed, seats, seed)
    record = table.match.record(table.log)
    again = parse_record(format_record(record))
    assert again == record
    assert verify(again, GAMES).findings == ()


@given(TERMS, SEATS, st.integers(0, 10**6), st.data())
def test_it_is_restored_from_any_snapshot_or_says_that_it_needs_the_whole_log(
    agreed: Terms, seats: tuple[Seat, ...], seed: int, data: st.DataObject
) -> None:
    table = crowded(agreed, seats, seed)
    match = table.match
    ply = data.draw(st.integers(0, match.ply))
    last = data.draw(st.integers(ply, match.ply))
    snapshot = table.states[ply].snapshot()
    if any((undone(entry.text) or ply) < ply for entry in table.log[ply:last]):
        with pytest.raises(CorruptLog, match="is not at hand"):
            Match.restore(match.game, match.header, table.log[ply:last], snapshot)
        restored = Match.restore(match.game, match.header, table.log[:last])
    else:
        restored = Match.restore(match.game, match.header, table.log[ply:last], snapshot)
    assert restored == table.states[last]
    assert restored.state == table.states[last].state


@given(TERMS, SEATS, st.integers(0, 10**6))
def test_time_never_goes_back_and_only_people_count_as_late(agreed: Terms, seats: tuple[Seat, ...], seed: int) -> None:
    table = crowded(agreed, seats, seed)
    times = [entry.time_ms for entry in table.log]
    assert times == sorted(times)
    for number, state in enumerate(table.match.situation.seats):
        assert state.bank_ms >= 0
        if seats[number].level:
            assert state.missed == 0


def test_the_crowd_does_everything_there_is() -> None:
    kinds = set()
    for seed in range(60):
        agreed = Terms(CLOCKS[seed % 2], list(AtZero)[seed % 2], list(Abandoned)[seed // 2 % 2], STAND_IN)
        table = crowded(agreed, (ANN, BEA, BOT), seed)
        kinds |= {entry.text.split(" ")[0] for entry in table.log if is_note(entry.text)}
    assert kinds == {"/resign", "/bot", "/return", "/undo", "/ask-undo", "/agree", "/decline", "/close"}


@pytest.mark.parametrize("stand_in", [None, STAND_IN])
@pytest.mark.parametrize("name", ["age_of_steam", "stephensons_rocket"])
def test_real_games_end_too_when_everybody_leaves(name: str, stand_in: Seat | None) -> None:
    game = games()[name]
    setup = Setup(name, game.info.maps[0], game.info.default_preset, 3)
    table = Table.begin(Terms(CLOCKS[0], AtZero.BOT, Abandoned.PLAY_ON, stand_in), (ANN, BEA, BOT), setup, game)
    rng = random.Random(5)
    while table.match.to_act != OVER:
        match = table.match
        decider = match.decider(match.to_act)
        assert decider
        if decider.level:
            table.play(game.action_text(rng.choice(game.legal_actions(match.state))))
        else:
            assert match.deadline_ms
            table.take(leaving.time_up(match, match.deadline_ms))
    assert table.match.outcome
