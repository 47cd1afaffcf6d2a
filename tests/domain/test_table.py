"""Tables: seats that fill up, who may do what, and the way to a match."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from footplate.domain.conduct import Conduct
from footplate.domain.errors import (
    AlreadySeated,
    BadRequest,
    DomainError,
    NotOwner,
    NotSeated,
    SeatTaken,
    TableClosed,
    TableFull,
    TableNotFull,
)
from footplate.domain.events import TableChanged, TableFinished, TableStarted, TableStarting
from footplate.domain.seat import Seat
from footplate.domain.table import Changed, Status, Table
from footplate.engine.errors import SetupError
from footplate.engine.game import Setup
from tests.support.toy_game import GAME_ID, PEBBLES, SETUP
from tests.support.toy_matches import begin, play

ANN, BOB, CY, DOT = (Seat(f"a_{name.lower()}", name) for name in ("Ann", "Bob", "Cy", "Dot"))
BOLT = Seat("a_bolt", "Bolt", bot=True, level="greedy")
OUTCOME = play(begin()).match.outcome


def opened(*, stands: bool = False) -> Table:
    return Table.open(PEBBLES, "t_1", ANN, SETUP, 100, stands=stands).table


def full() -> Table:
    return opened().join(BOB, 110).table.add_bot("a_ann", BOLT, 120).table


def test_a_table_opens_with_its_owner_in_the_first_seat() -> None:
    change = Table.open(PEBBLES, "t_1", ANN, Setup(GAME_ID, "", "", 3), 100)
    table = change.table
    assert (table.setup, table.seats, table.owner) == (SETUP, (ANN, None, None), "a_ann")
    assert (table.version, table.status, table.created_ms, table.updated_ms) == (1, Status.OPEN, 100, 100)
    assert table.name == "Ann: Pebbles"
    assert change.events == (TableChanged("t_1", 1, 100),)


def test_an_owner_may_stand() -> None:
    assert opened(stands=True).seats == (None, None, None)


def test_what_the_game_does_not_have_is_refused_at_once() -> None:
    with pytest.raises(BadRequest, match="seat_count"):
        Table.open(PEBBLES, "t_1", ANN, Setup(GAME_ID, "", "", 9), 100)
    with pytest.raises(SetupError, match="map"):
        Table.open(PEBBLES, "t_1", ANN, Setup(GAME_ID, "moon", "", 3), 100)
    with pytest.raises(BadRequest, match="64 characters"):
        Table.open(PEBBLES, "t_1", ANN, SETUP, 100, name="x" * 65)


def test_players_take_the_first_free_seat_or_the_one_they_name() -> None:
    table = opened().join(BOB, 110, seat=2).table
    assert table.seats == (ANN, None, BOB)
    change = table.join(CY, 120)
    assert change.table.seats == (ANN, CY, BOB)
    assert (change.table.version, change.table.updated_ms) == (3, 120)
    assert change.events == (TableChanged("t_1", 3, 120),)
    assert change.table.seat_of("a_cy") == 1


@pytest.mark.parametrize(
    ("seat", "player", "error", "data"),
    [
        (None, ANN, AlreadySeated, {"table": "t_1", "seat": "0"}),
        (0, BOB, SeatTaken, {"table": "t_1", "seat": "0"}),
        (3, BOB, BadRequest, {"field": "seat", "value": "3"}),
        (-1, BOB, BadRequest, {"field": "seat", "value": "-1"}),
    ],
)
def test_seats_that_cannot_be_taken(
    seat: int | None, player: Seat, error: type[DomainError], data: dict[str, str]
) -> None:
    with pytest.raises(error) as refused:
        opened().join(player, 110, seat)
    assert refused.value.data == data


def test_a_full_table_takes_nobody() -> None:
    with pytest.raises(TableFull) as refused:
        full().join(DOT, 130)
    assert refused.value.data == {"table": "t_1", "seats": "3"}


def test_the_owner_seats_bots_and_sends_them_away() -> None:
    table = opened().add_bot("a_ann", BOLT, 110).table.add_bot("a_ann", BOLT, 120).table
    assert table.seats == (ANN, BOLT, BOLT)
    assert table.remove("a_ann", 1, 130).table.seats == (ANN, None, BOLT)
    for seat in (0, 3, -1):
        with pytest.raises(NotSeated) as refused:
            table.remove("a_ann", seat, 130)
        assert refused.value.data == {"table": "t_1", "seat": str(seat)}
    with pytest.raises(NotOwner):
        table.remove("a_bob", 1, 130)
    with pytest.raises(NotOwner):
        opened().add_bot("a_bob", BOLT, 110)


def test_players_leave_and_the_owner_takes_the_table_along() -> None:
    table = opened().join(BOB, 110).table
    assert table.leave("a_bob", 120).table.seats == (ANN, None, None)
    assert table.leave("a_ann", 120).table.status == Status.CLOSED
    assert opened(stands=True).leave("a_ann", 120).table.status == Status.CLOSED
    with pytest.raises(NotSeated) as refused:
        table.leave("a_cy", 120)
    assert refused.value.data == {"table": "t_1"}


def test_a_full_table_starts_and_gets_its_match_once() -> None:
    change = full().start("a_ann", 200)
    assert change.table.status == Status.STARTING
    assert change.events == (
        TableChanged("t_1", 4, 200),
        TableStarting("t_1", 4, SETUP, (ANN, BOB, BOLT), 200),
    )
    change = change.table.started("m_1", 210)
    assert (change.table.status, change.table.match) == (Status.PLAYING, "m_1")
    assert change.events == (TableChanged("t_1", 5, 210), TableStarted("t_1", 5, "m_1", 210))
    assert change.table.started("m_1", 220) == Changed(change.table, ())
    with pytest.raises(TableClosed):
        change.table.started("m_2", 220)


def test_only_the_owner_starts_and_only_a_full_table() -> None:
    with pytest.raises(NotOwner) as refused:
        full().start("a_bob", 200)
    assert refused.value.data == {"table": "t_1"}
    with pytest.raises(TableNotFull) as not_full:
        opened().start("a_ann", 200)
    assert not_full.value.data == {"table": "t_1", "seats": "3", "taken": "1"}


def test_a_start_that_fails_opens_the_table_again() -> None:
    table = full().start("a_ann", 200).table.reopen(210).table
    assert (table.status, table.version) == (Status.OPEN, 5)
    assert table.leave("a_bob", 220).table.seats == (ANN, None, BOLT)


def test_the_result_comes_once() -> None:
    assert OUTCOME is not None
    playing = full().start("a_ann", 200).table.started("m_1", 210).table
    conduct = (Conduct(), Conduct(3, left=True), Conduct())
    change = playing.finish(OUTCOME, conduct, 300)
    done = change.table
    assert change.events == (TableChanged("t_1", 6, 300), TableFinished("t_1", 6, "m_1", 300))
    assert (done.status, done.outcome, done.conduct) == (Status.FINISHED, OUTCOME, conduct)
    assert done.finish(OUTCOME, (), 310) == Changed(done, ())
    with pytest.raises(TableClosed):
        full().finish(OUTCOME, (), 300)


def test_nothing_changes_at_a_table_that_is_no_longer_open() -> None:
    for table in (full().start("a_ann", 200).table, opened().leave("a_ann", 200).table):
        calls: list[Callable[[], Changed]] = [
            partial(table.join, DOT, 300),
            partial(table.add_bot, "a_ann", BOLT, 300),
            partial(table.remove, "a_ann", 2, 300),
            partial(table.leave, "a_ann", 300),
            partial(table.start, "a_ann", 300),
        ]
        for call in calls:
            with pytest.raises(TableClosed) as refused:
                call()
            assert refused.value.data == {"table": "t_1", "status": table.status.value}


class AnyCalls(RuleBasedStateMachine):
    """Whatever is called in whatever order, a table stays sound."""

    @initialize(stands=st.booleans())
    def open(self, stands: bool) -> None:
        self.now = 100
        self.table = opened(stands=stands)

    def call(self, name: str, *args: object) -> None:
        self.now += 1
        before = self.table
        try:
            change: Changed = getattr(before, name)(*args)
        except (DomainError, SetupError):
            assert self.table is before
            return
        self.table = change.table
        assert self.table.version == before.version + bool(change.events)
        assert self.table.updated_ms == (self.now if change.events else before.updated_ms)
        assert all(event.version == self.table.version for event in change.events)

    @rule(player=st.sampled_from([ANN, BOB, CY, DOT]), seat=st.sampled_from([None, 0, 1, 2, 3]))
    def join(self, player: Seat, seat: int | None) -> None:
        self.call("join", player, self.now + 1, seat)

    @rule(account=st.sampled_from(["a_ann", "a_bob"]), seat=st.sampled_from([None, 0, 1, 2]))
    def add_bot(self, account: str, seat: int | None) -> None:
        self.call("add_bot", account, BOLT, self.now + 1, seat)

    @rule(account=st.sampled_from(["a_ann", "a_bob", "a_cy"]))
    def leave(self, account: str) -> None:
        self.call("leave", account, self.now + 1)

    @rule(seat=st.integers(0, 2))
    def remove(self, seat: int) -> None:
        self.call("remove", "a_ann", seat, self.now + 1)

    @rule(account=st.sampled_from(["a_ann", "a_bob"]))
    def start(self, account: str) -> None:
        self.call("start", account, self.now + 1)

    @rule(match=st.sampled_from(["m_1", "m_2"]))
    def started(self, match: str) -> None:
        self.call("started", match, self.now + 1)

    @rule()
    def reopen(self) -> None:
        self.call("reopen", self.now + 1)

    @rule()
    def finish(self) -> None:
        self.call("finish", OUTCOME, (), self.now + 1)

    @invariant()
    def people_sit_once(self) -> None:
        people = [seat.account for seat in self.table.taken if not seat.level]
        assert len(people) == len(set(people))
        assert len(self.table.seats) == 3

    @invariant()
    def nobody_plays_at_a_table_with_free_seats(self) -> None:
        started = self.table.status in (Status.STARTING, Status.PLAYING, Status.FINISHED)
        assert not started or None not in self.table.seats
        assert bool(self.table.match) == (self.table.status in (Status.PLAYING, Status.FINISHED))
        assert (self.table.outcome is not None) == (self.table.status == Status.FINISHED)


TestAnyCalls = AnyCalls.TestCase
TestAnyCalls.settings = settings(max_examples=60, stateful_step_count=30)
