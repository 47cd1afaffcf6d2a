"""Who hears and who speaks, as a matrix: every kind of account, at every stage of a table, in both rooms."""

from dataclasses import replace

import pytest

from footplate.domain.access import Access, Visibility
from footplate.domain.errors import TableClosed, TalkRefused, UnknownTable
from footplate.domain.seat import Seat
from footplate.domain.table import Status, Table
from footplate.domain.talk import AFTER_MS, Room, expect_hears, expect_speaks, is_closed, may_hear, may_speak
from footplate.domain.terms import FREE, Spectators, Terms
from tests.support.toy_game import SETUP

HOST, ANN, BOB, EVE = Seat("a_host", "Host"), Seat("a_ann", "Ann"), Seat("a_bob", "Bob"), Seat("a_eve", "Eve")
WAITING, RUNNING, OVER = "waiting", "running", "over"
STAGES = {
    Status.OPEN: WAITING,
    Status.STARTING: RUNNING,
    Status.PLAYING: RUNNING,
    Status.FINISHED: OVER,
    Status.CLOSED: OVER,
    Status.EXPIRED: OVER,
}
# For each kind of account: what it may in the players' room, then in the spectators', while the table waits, while its
# match runs, and when it is over. h: hears, s: hears and speaks, -: neither.
MATRIX = {
    "seated owner": ("sss", "--s"),
    "seated": ("sss", "--s"),
    "owner who stands": ("shs", "sss"),
    "anybody": ("hhh", "sss"),
    "anybody, unlisted, without the code": ("---", "---"),
    "anybody, unlisted, with the code": ("hhh", "sss"),
    "anybody, by invitation": ("---", "---"),
    "guest, by invitation": ("hhh", "sss"),
    "anybody, invited spectators": ("---", "---"),
    "invited spectator": ("hhh", "sss"),
    "invited spectator, table by invitation": ("hhh", "sss"),
    "anybody, no spectators": ("---", "---"),
    "guest, no spectators": ("---", "---"),
    "seated, no spectators": ("sss", "--s"),
    "sent away": ("hhh", "hhh"),
    "owner who stands, no spectators": ("shs", "sss"),
}
NOBODY, INVITED = Terms(spectators=Spectators.NONE), Terms(spectators=Spectators.INVITED, invited=("a_eve",))
UNLISTED, BY_INVITATION = Access(Visibility.UNLISTED, "sesame"), Access(Visibility.INVITED)
CASES: dict[str, tuple[str, Terms, Access, str]] = {
    "seated owner": ("a_ann", FREE, Access(), ""),
    "seated": ("a_bob", FREE, BY_INVITATION, ""),
    "owner who stands": ("a_host", FREE, BY_INVITATION, ""),
    "anybody": ("a_eve", FREE, Access(), ""),
    "anybody, unlisted, without the code": ("a_eve", FREE, UNLISTED, "wrong"),
    "anybody, unlisted, with the code": ("a_eve", FREE, UNLISTED, "sesame"),
    "anybody, by invitation": ("a_eve", FREE, BY_INVITATION, ""),
    "guest, by invitation": ("a_eve", FREE, replace(BY_INVITATION, invited=("a_eve",)), ""),
    "anybody, invited spectators": ("a_fay", INVITED, Access(), ""),
    "invited spectator": ("a_eve", INVITED, Access(), ""),
    "invited spectator, table by invitation": ("a_eve", INVITED, BY_INVITATION, ""),
    "anybody, no spectators": ("a_eve", NOBODY, Access(), ""),
    "guest, no spectators": ("a_eve", NOBODY, replace(BY_INVITATION, invited=("a_eve",)), ""),
    "seated, no spectators": ("a_bob", NOBODY, Access(), ""),
    "sent away": ("a_eve", FREE, Access(removed=("a_eve",)), ""),
    "owner who stands, no spectators": ("a_host", NOBODY, Access(), ""),
}


def table_of(kind: str, status: Status) -> Table:
    """A table at which Ann and Bob sit. Ann owns it unless it is another's who stands."""
    _, terms, access, _ = CASES[kind]
    owner = "a_ann" if kind == "seated owner" else "a_host"
    return Table("t_1", "T", owner, SETUP, (ANN, BOB, None), 1, 1000, 1, status, terms=terms, access=access)


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("kind", CASES)
def test_the_matrix(kind: str, status: Status) -> None:
    account, _, _, code = CASES[kind]
    table, stage = table_of(kind, status), [WAITING, RUNNING, OVER].index(STAGES[status])
    for room, expected in zip((Room.PLAYERS, Room.SPECTATORS), MATRIX[kind], strict=True):
        may = (may_hear(table, account, room, code), may_speak(table, account, room, code))
        assert may == {"s": (True, True), "h": (True, False), "-": (False, False)}[expected[stage]], room


def test_the_matrix_knows_every_status_and_every_kind() -> None:
    assert STAGES.keys() == set(Status)
    assert MATRIX.keys() == CASES.keys()


def test_no_player_hears_a_spectator_while_the_match_runs() -> None:
    """The rule of rules, whatever terms and access say."""
    for kind in CASES:
        for status in (Status.OPEN, Status.STARTING, Status.PLAYING):
            table = table_of(kind, status)
            assert not any(may_hear(table, one.account, Room.SPECTATORS, "sesame") for one in table.taken)


def problem(table: Table, account: str, room: Room) -> str:
    """Why the account is refused."""
    with pytest.raises(TalkRefused) as refused:
        expect_speaks(table, account, room, 0)
    assert (refused.value.data["table"], refused.value.data["room"]) == (table.id, room.value)
    return refused.value.data["problem"]


def test_a_refusal_says_why() -> None:
    playing = table_of("anybody", Status.PLAYING)
    assert problem(playing, "a_bob", Room.SPECTATORS) == "hidden"
    assert problem(playing, "a_eve", Room.PLAYERS) == "listening"
    assert problem(table_of("sent away", Status.PLAYING), "a_eve", Room.SPECTATORS) == "sent_away"


def test_who_may_not_know_of_a_table_does_not_learn_of_it() -> None:
    with pytest.raises(UnknownTable):
        expect_hears(table_of("anybody, by invitation", Status.PLAYING), "a_eve", Room.PLAYERS)
    with pytest.raises(TalkRefused):
        expect_hears(table_of("anybody, no spectators", Status.PLAYING), "a_eve", Room.PLAYERS)


@pytest.mark.parametrize("status", Status)
def test_the_rooms_close_a_day_after_the_end(status: Status) -> None:
    table, end = table_of("seated", status), 1000 + AFTER_MS
    expect_speaks(table, "a_bob", Room.PLAYERS, end - 1)
    if STAGES[status] != OVER:
        assert not is_closed(table, 2 * end)
        return
    with pytest.raises(TableClosed) as closed:
        expect_speaks(table, "a_bob", Room.PLAYERS, end)
    assert closed.value.data["status"] == status.value
    expect_hears(table, "a_bob", Room.SPECTATORS)
