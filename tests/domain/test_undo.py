"""Going back: who may, from where, how far, and that nothing is lost on the way."""

from collections.abc import Callable
from functools import cache, wraps

import pytest

from footplate.domain import leaving, undo
from footplate.domain.aftermath import ANSWER_MS
from footplate.domain.errors import (
    DomainError,
    MatchOver,
    NotYourSeat,
    NotYourTurn,
    SeatTakenOver,
    UndoNotAsked,
    UndoPending,
    UndoRefused,
)
from footplate.domain.log import Cause
from footplate.domain.match import Committed
from footplate.domain.seat import Seat
from footplate.domain.terms import ClockRule
from footplate.engine.game import CHANCE
from tests.support.people import ANN, BEA, BOT, MINUTE, Table, building, place, terms

ONLOOKER = "a_onlooker"


def take_back(table: Table, account: str, to_ply: int, seat: int | None = None) -> Committed:
    """Steps taken back, a moment after the last entry."""
    match, target = table.match, table.states[to_ply]
    return table.take(undo.take_back(match, target, table.log[to_ply:], account, seat, match.began_ms + 5))


def ask(table: Table, account: str, to_ply: int, later_ms: int = 5) -> Committed:
    """An undo asked for."""
    match, target = table.match, table.states[to_ply]
    return table.take(undo.ask(match, target, table.log[to_ply:], account, None, match.began_ms + later_ms))


def answer(table: Table, account: str, to_ply: int, *, agrees: bool = True, later_ms: int = 5) -> Committed:
    """An answer to it."""
    match = table.match
    now_ms = match.began_ms + later_ms
    return table.take(undo.answer(match, table.states[to_ply], account, None, now_ms, agrees=agrees))


def from_copies(begin: Callable[[int], tuple[Table, int]]) -> Callable[[int], tuple[Table, int]]:
    """What takes a while to play up to is played once; every test gets its own copy."""
    kept = cache(begin)

    @wraps(begin)
    def copied(author: int) -> tuple[Table, int]:
        table, begun = kept(author)
        return Table(table.match, [*table.log], [*table.states]), begun

    return copied


# --- The matrix: author, other, spectator, bot x own turn, another's turn, after chance ------------------------------


@from_copies
def own_turn(author: int) -> tuple[Table, int]:
    """The author has placed two tiles and goes on building; the ply before both."""
    table = building(author)
    begun = table.match.ply
    place(table)
    place(table)
    return table, begun


@from_copies
def others_turn(author: int) -> tuple[Table, int]:
    """The author has placed a tile and ended its turn; somebody else is to act."""
    table = building(author)
    begun = table.match.ply
    place(table)
    while table.match.to_act == author:
        table.play()
    assert CHANCE not in [entry.actor for entry in table.log[begun:]]
    return table, begun


@from_copies
def after_chance(author: int) -> tuple[Table, int]:
    """Chance has drawn since, and the author is to act again."""
    table = building(author)
    begun = table.match.ply
    place(table)
    table.until(lambda match: CHANCE in [entry.actor for entry in table.log[begun:]] and match.to_act == author)
    return table, begun


@pytest.mark.parametrize(
    ("where", "who", "expected"),
    [
        (own_turn, "author", None),
        (own_turn, "other", NotYourTurn),
        (own_turn, "spectator", NotYourSeat),
        (own_turn, "bot", NotYourTurn),
        (others_turn, "author", NotYourTurn),
        (others_turn, "other", UndoRefused),
        (others_turn, "spectator", NotYourSeat),
        (others_turn, "bot", NotYourTurn),
        (after_chance, "author", UndoRefused),
        (after_chance, "other", NotYourTurn),
        (after_chance, "spectator", NotYourSeat),
        (after_chance, "bot", NotYourTurn),
    ],
)
@pytest.mark.parametrize("author", [0, 1, 2])
def test_who_may_take_back_steps_and_when(
    where: Callable[[int], tuple[Table, int]], who: str, expected: type[DomainError] | None, author: int
) -> None:
    table, begun = where(author)
    match = table.match
    acting = match.to_act if match.to_act != author else (author + 1) % 3
    third = next(seat for seat in range(3) if seat not in (author, acting))
    accounts = {
        "author": match.seats[author].account,
        "other": match.seats[acting].account,
        "spectator": ONLOOKER,
        "bot": match.seats[third].account,
    }
    if expected is None:
        take_back(table, accounts[who], begun)
        assert table.match.state == table.states[begun].state
    else:
        with pytest.raises(expected):
            take_back(table, accounts[who], begun)
        assert table.match == match


@pytest.mark.parametrize("author", [0, 2])
def test_steps_are_taken_back_one_by_one_or_all_at_once_and_stay_readable(author: int) -> None:
    table, begun = own_turn(author)
    account, log = table.match.seats[author].account, tuple(table.log)
    take_back(table, account, begun + 1)
    assert table.match.state == table.states[begun + 1].state
    take_back(table, account, begun)
    assert table.match.state == table.states[begun].state
    assert tuple(table.log[: len(log)]) == log
    assert table.texts(len(log) + 1) == [f"/undo {begun + 1}", f"/undo {begun}"]
    assert [(entry.actor, entry.cause) for entry in table.log[len(log) :]] == [(author, Cause.PLAYER)] * 2


def test_a_bot_takes_back_its_own_step_like_everybody_else() -> None:
    table, begun = own_turn(2)
    assert BOT.account == table.match.seats[2].account
    take_back(table, BOT.account, begun)
    assert table.match.state == table.states[begun].state


def test_what_was_taken_back_can_be_played_otherwise_and_taken_back_again() -> None:
    table, begun = own_turn(0)
    take_back(table, ANN.account, begun)
    place(table)
    take_back(table, ANN.account, begun)
    assert table.match.state == table.states[begun].state


def test_a_ply_that_an_undo_left_behind_is_no_way_back() -> None:
    table, begun = own_turn(0)
    take_back(table, ANN.account, begun)
    place(table)
    with pytest.raises(UndoRefused, match="left it behind"):
        take_back(table, ANN.account, begun + 1)


def test_there_must_be_something_to_take_back() -> None:
    table = building(0)
    with pytest.raises(UndoRefused, match="not a step of the running turn"):
        take_back(table, ANN.account, table.match.ply)


def test_a_step_of_an_earlier_phase_is_not_taken_back_even_if_nobody_else_acted() -> None:
    table = building(0, seats=(ANN, ANN, ANN))  # one account in all seats: every step is its own
    begun = table.match.ply
    place(table)
    while table.match.to_act == 0:
        table.play()
    table.until(lambda match: match.to_act == 0)
    with pytest.raises(UndoRefused):
        take_back(table, ANN.account, begun, seat=0)


def test_the_safe_decision_of_the_clock_is_not_taken_back() -> None:
    table = building(0, terms(ClockRule(turn_ms=MINUTE), stand_in=None))
    begun = table.match.ply
    place(table)
    table.take(leaving.time_up(table.match, table.match.began_ms + 2 * MINUTE))
    with pytest.raises((NotYourTurn, UndoRefused)):
        take_back(table, ANN.account, begun)


def test_taking_back_does_not_stop_the_clock() -> None:
    table = building(0, terms(ClockRule(turn_ms=MINUTE)))
    begun, deadline = table.match.ply, table.match.deadline_ms
    place(table)
    take_back(table, ANN.account, begun)
    assert table.match.deadline_ms == deadline


# --- By consent ------------------------------------------------------------------------------------------------------


def test_the_match_goes_back_when_all_people_agree_and_bots_are_not_asked() -> None:
    table, begun = after_chance(0)
    ask(table, ANN.account, begun)
    assert table.match.situation.request
    assert table.match.situation.request.agreed == (0,)
    assert table.match.state != table.states[begun].state
    made = answer(table, BEA.account, begun)
    assert [entry.text for entry in made.entries] == ["/agree", f"/undo {begun}"]
    assert table.match.state == table.states[begun].state
    assert table.match.situation.request is None


def test_with_bots_only_the_match_goes_back_at_once() -> None:
    table = building(0, seats=(ANN, BOT, BOT))
    begun = table.match.ply
    place(table)
    table.until(lambda match: match.to_act == 0 and match.progress.phase != "build_track")
    made = ask(table, ANN.account, begun)
    assert [entry.text for entry in made.entries] == [f"/ask-undo {begun}", f"/undo {begun}"]
    assert table.match.state == table.states[begun].state


def test_draws_behind_an_undo_are_new_ones() -> None:
    table, begun = after_chance(0)
    drawn = [entry.text for entry in table.log[begun:] if entry.actor == CHANCE]
    ask(table, ANN.account, begun)
    answer(table, BEA.account, begun)
    back = table.match.ply
    place(table)
    table.until(lambda _: CHANCE in [entry.actor for entry in table.log[back:]])
    again = [entry.text for entry in table.log[back:] if entry.actor == CHANCE]
    assert again[: len(drawn)] != drawn


def test_a_no_ends_it_and_another_may_be_asked_for() -> None:
    table, begun = after_chance(0)
    ask(table, ANN.account, begun)
    with pytest.raises(UndoPending):
        ask(table, BEA.account, begun)
    answer(table, BEA.account, begun, agrees=False)
    assert table.match.situation.request is None
    with pytest.raises(UndoNotAsked):
        answer(table, BEA.account, begun)
    ask(table, BEA.account, begun)


def test_only_who_has_a_say_answers_once_and_in_time() -> None:
    table, begun = after_chance(0)
    ask(table, ANN.account, begun)
    for account, refusal in ((ANN.account, UndoPending), (ONLOOKER, NotYourSeat)):
        with pytest.raises(refusal):
            answer(table, account, begun)
    with pytest.raises(UndoNotAsked):
        answer(table, BEA.account, begun + 1)
    with pytest.raises(UndoNotAsked):
        answer(table, BEA.account, begun, later_ms=ANSWER_MS)
    answer(table, BEA.account, begun, later_ms=ANSWER_MS - 1)
    assert table.match.state == table.states[begun].state


def test_a_request_that_ran_out_gives_way_to_another() -> None:
    table, begun = after_chance(0)
    ask(table, ANN.account, begun)
    ask(table, BEA.account, begun, later_ms=ANSWER_MS)
    assert table.match.situation.request
    assert table.match.situation.request.seat == 1


def test_a_person_who_plays_on_says_no_and_a_bot_that_does_says_nothing() -> None:
    table, begun = others_turn(0)
    ask(table, ANN.account, begun)
    while table.match.seats[table.match.to_act].level:
        table.play()
        assert table.match.situation.request
    table.play()
    assert table.match.situation.request is None


def test_who_leaves_has_no_say_any_more() -> None:
    table, begun = after_chance(0)
    ask(table, ANN.account, begun)
    table.take(leaving.resign(table.match, BEA.account, None, table.match.began_ms + 1))
    made = ask(table, ANN.account, begun)
    assert [entry.text for entry in made.entries] == [f"/ask-undo {begun}", f"/undo {begun}"]


def test_who_asked_and_leaves_takes_the_request_along() -> None:
    table, begun = after_chance(0)
    ask(table, ANN.account, begun)
    table.take(leaving.resign(table.match, ANN.account, None, table.match.began_ms + 1))
    assert table.match.situation.request is None


def test_nobody_asks_for_a_ply_at_which_no_seat_decides_or_from_a_seat_that_is_played_by_another() -> None:
    table, _ = after_chance(0)
    chance = next(entry.ply for entry in table.log if entry.actor == CHANCE)
    with pytest.raises(UndoRefused, match="no seat decides there"):
        ask(table, ANN.account, chance - 1)
    table.take(leaving.resign(table.match, ANN.account, None, table.match.began_ms + 1))
    with pytest.raises((SeatTakenOver, UndoRefused)):
        ask(table, ANN.account, table.match.ply - 2)


def test_nobody_goes_back_when_the_match_is_over() -> None:
    table, begun = own_turn(0)
    for account in (ANN.account, BEA.account):
        table.take(leaving.resign(table.match, account, None, table.match.began_ms + 1))
    with pytest.raises(MatchOver):
        take_back(table, ANN.account, begun)
    with pytest.raises(MatchOver):
        ask(table, BEA.account, begun)


def test_an_undo_that_was_granted_begins_a_new_turn_of_the_clock() -> None:
    table = building(0, terms(ClockRule(turn_ms=MINUTE)), seats=(ANN, BOT, BOT))
    begun, deadline = table.match.ply, table.match.deadline_ms
    place(table)
    ask(table, ANN.account, begun, later_ms=1000)
    assert deadline
    assert table.match.deadline_ms
    assert table.match.deadline_ms > deadline


def test_an_account_in_several_seats_agrees_for_each() -> None:
    table = building(0, seats=(ANN, ANN, Seat("a_cy", "Cy")))
    begun = table.match.ply
    place(table)
    ask(table, ANN.account, begun)
    answer(table, "a_cy", begun)
    assert table.match.situation.request
    assert table.match.situation.request.agreed == (0, 2)
