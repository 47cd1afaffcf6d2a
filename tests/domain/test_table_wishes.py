"""Tables: who finds them, who is sent away, that they start by themselves, expire, and are played once more."""

import pytest

from footplate.domain.access import EVERYBODY, MOST_REMOVED, Access, Visibility
from footplate.domain.errors import BadRequest, NotOwner, NotSeated, NotWelcome, TableClosed
from footplate.domain.events import TableChanged, TableExpiring, TableStarting
from footplate.domain.rematch import rematch
from footplate.domain.seat import Seat
from footplate.domain.table import Changed, Status, Table
from footplate.domain.terms import ClockRule, Terms
from footplate.domain.wish import EXPIRY_MS, PLAIN, Wish
from tests.domain.test_table import ANN, BOB, BOLT, CY, OUTCOME
from tests.support.toy_game import PEBBLES, SETUP

HOUR = 3_600_000
CODE = "letmein"


def opened(wish: Wish = PLAIN, owner: Seat = ANN) -> Table:
    return Table.open(PEBBLES, "t_1", owner, SETUP, 1000, wish=wish).table


def finished(*players: Seat, wish: Wish = PLAIN) -> Table:
    table = opened(wish, players[0])
    for player in players[1:]:
        table = table.add_bot(players[0].account, player, 1).table if player.level else table.join(player, 1).table
    assert OUTCOME
    started = table.start(players[0].account, 2).table.started("m_1", 3).table
    return started.finish(OUTCOME, (), 4).table


# --- Who finds it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visibility", "finders"),
    [
        (Visibility.OPEN, {"owner", "seated", "guest", "stranger", "stranger with code", "removed"}),
        (Visibility.UNLISTED, {"owner", "seated", "guest", "stranger with code"}),
        (Visibility.INVITED, {"owner", "seated", "guest"}),
    ],
)
def test_who_finds_a_table(visibility: Visibility, finders: set[str]) -> None:
    access = Access(visibility, CODE if visibility == Visibility.UNLISTED else "", ("a_guest",))
    table = opened(Wish(access=access)).join(BOB, 1).table.join(CY, 2).table.remove("a_ann", 2, 3).table
    askers = {
        "owner": table.shown_to("a_ann"),
        "seated": table.shown_to("a_bob"),
        "guest": table.shown_to("a_guest"),
        "stranger": table.shown_to("a_eve"),
        "stranger with code": table.shown_to("a_eve", CODE),
        "removed": table.shown_to("a_cy"),
    }
    assert {asker for asker, finds in askers.items() if finds} == finders


def test_a_table_without_a_code_is_opened_by_none() -> None:
    assert not opened(Wish(access=Access(Visibility.UNLISTED))).shown_to("a_eve", "")


def test_who_was_sent_away_comes_back_when_invited() -> None:
    table = opened().join(BOB, 1).table.remove("a_ann", 1, 2).table
    assert table.seats == (ANN, None, None)
    with pytest.raises(NotWelcome):
        table.join(BOB, 3)
    back = table.invite("a_ann", "a_bob", 4, invited=True).table.join(BOB, 5).table
    assert back.seat_of("a_bob") == 1


def test_a_bot_that_was_sent_away_may_be_seated_again() -> None:
    table = opened().add_bot("a_ann", BOLT, 1).table.remove("a_ann", 1, 2).table
    assert table.add_bot("a_ann", BOLT, 3).table.seats == (ANN, BOLT, None)


def test_only_the_owner_invites_and_sends_away_and_never_itself() -> None:
    table = opened().join(BOB, 1).table
    with pytest.raises(NotOwner):
        table.invite("a_bob", "a_cy", 2, invited=True)
    with pytest.raises(NotOwner):
        table.remove("a_bob", 0, 2)
    with pytest.raises(NotSeated):
        table.remove("a_ann", 0, 2)


def test_an_invitation_is_taken_back_and_twice_changes_nothing() -> None:
    table = opened().invite("a_ann", "a_cy", 1, invited=True).table
    assert table.invite("a_ann", "a_cy", 2, invited=True) == Changed(table, ())
    after = table.invite("a_ann", "a_cy", 2, invited=False).table
    assert after.access.invited == ()
    with pytest.raises(BadRequest, match="invited_account_ids"):
        opened(Wish(access=Access(invited=tuple(map(str, range(65))))))


# --- Starting by itself ----------------------------------------------------------------------------------------------


def test_a_table_that_is_to_starts_as_soon_as_it_is_full() -> None:
    table = opened(Wish(auto_start=True)).join(BOB, 1).table
    assert table.status == Status.OPEN
    full = table.join(CY, 2000)
    assert full.table.status == Status.STARTING
    assert full.events == (
        TableChanged("t_1", 3, 2000),
        TableStarting("t_1", 3, SETUP, (ANN, BOB, CY), 2000),
    )
    by_bot = table.add_bot("a_ann", BOLT, 2000)
    assert by_bot.table.status == Status.STARTING


# --- Expiry ----------------------------------------------------------------------------------------------------------


def test_a_table_says_that_it_expires_soon_and_then_does() -> None:
    table = opened(Wish(lasts_ms=10 * HOUR))
    assert (table.expires_ms, table.due_ms) == (1000 + 10 * HOUR, 1000 + 9 * HOUR)
    assert table.time_passed(table.due_ms - 1) == Changed(table, ())
    warned = table.time_passed(table.due_ms)
    assert (warned.table.expiring, warned.table.status) == (True, Status.OPEN)
    [warning] = [event for event in warned.events if isinstance(event, TableExpiring)]
    assert (warning.accounts[0], warning.expires_ms) == (warned.table.owner, warned.table.expires_ms)
    assert set(warning.accounts) == {
        warned.table.owner,
        *(seat.account for seat in warned.table.taken if not seat.level),
    }
    assert warned.events == (TableChanged("t_1", 2, 1000 + 9 * HOUR), warning)
    assert warned.table.due_ms == table.expires_ms
    assert warned.table.time_passed(table.due_ms) == Changed(warned.table, ())
    gone = warned.table.time_passed(table.expires_ms).table
    assert (gone.status, gone.due_ms) == (Status.EXPIRED, 0)
    assert gone.time_passed(10**15) == Changed(gone, ())
    with pytest.raises(TableClosed):
        gone.join(BOB, 10**15)


def test_a_table_nobody_looked_after_expires_without_a_warning() -> None:
    assert opened(Wish(lasts_ms=HOUR)).time_passed(10**15).table.status == Status.EXPIRED


def test_a_table_that_has_started_does_not_expire() -> None:
    table = opened(Wish(lasts_ms=HOUR)).join(BOB, 1).table.join(CY, 2).table.start("a_ann", 3).table
    assert table.due_ms == 0
    assert table.time_passed(10**15) == Changed(table, ())
    assert table.reopen(4).table.due_ms


@pytest.mark.parametrize("lasts_ms", [EXPIRY_MS[0] - 1, EXPIRY_MS[1] + 1, -1])
def test_a_table_waits_neither_too_short_nor_too_long(lasts_ms: int) -> None:
    with pytest.raises(BadRequest, match="expires_after"):
        opened(Wish(lasts_ms=lasts_ms))


# --- Once more -------------------------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_one_seat_up() -> None:
    terms = Terms(ClockRule(turn_ms=HOUR))
    table = finished(ANN, BOB, BOLT, wish=Wish(terms=terms, access=Access(Visibility.INVITED, invited=("a_dot",))))
    again = rematch(table, "t_2", BOB, "new code", 9000, HOUR).table
    assert again.seats == (BOB, BOLT, None)
    assert (again.owner, again.setup, again.terms, again.auto_start) == ("a_bob", SETUP, terms, True)
    assert (again.status, again.match, again.outcome, again.version) == (Status.OPEN, "", None, 1)
    assert again.access == Access(Visibility.INVITED, invited=("a_ann", "a_dot"))
    assert again.expires_ms == 9000 + HOUR
    both = again.join(ANN, 9001)
    assert both.table.status == Status.STARTING


def test_a_rematch_with_bots_alone_starts_at_once() -> None:
    again = rematch(finished(ANN, BOLT, BOLT), "t_2", ANN, "new code", 9000, HOUR)
    assert again.table.seats == (BOLT, BOLT, ANN)
    assert again.table.status == Status.STARTING
    assert [type(event) for event in again.events] == [TableChanged, TableStarting]


def test_a_rematch_is_for_those_who_sat_there() -> None:
    with pytest.raises(NotSeated):
        rematch(finished(ANN, BOB, CY), "t_2", Seat("a_eve", "Eve"), "new code", 9000, HOUR)


def test_a_start_that_fails_leaves_time_to_try_again() -> None:
    table = opened(Wish(lasts_ms=HOUR)).join(BOB, 110).table.join(CY, 120).table
    starting = table.time_passed(table.due_ms).table.start("a_ann", table.expires_ms - 1).table
    late = table.expires_ms + 60_000
    again = starting.reopen(late).table
    assert (again.status, again.expiring) == (Status.OPEN, False)
    assert again.expires_ms == late + HOUR // 10
    assert again.time_passed(late).table.status == Status.OPEN
    early = table.start("a_ann", 130).table.reopen(140).table
    assert (early.expires_ms, early.due_ms) == (table.expires_ms, table.due_ms)
    for_ever = opened().join(BOB, 110).table.join(CY, 120).table.start("a_ann", 130).table.reopen(140).table
    assert (for_ever.expires_ms, for_ever.due_ms) == (0, 0)


def test_only_so_many_are_remembered_as_sent_away() -> None:
    access = EVERYBODY
    for number in range(MOST_REMOVED + 2):
        access = access.removing(f"a_{number}")
    assert (len(access.removed), access.removed[0]) == (MOST_REMOVED, "a_2")
    assert access.removing("a_2").removed[-1] == "a_2"
