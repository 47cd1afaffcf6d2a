"""Playing: tables that become matches, turns that come once, and a loop that answers them."""

import threading
import time

import pytest

from footplate.client import Client, IllegalAction, Turn
from footplate.client.turns import open_turns
from tests.client.house import MATCH, ME, Cut, House


def test_starting_a_table_waits_for_its_match(house: House, client: Client) -> None:
    table = client.tables.open("pebbles", seats=3, options={"vetoes": "none"}, stands=True)
    house.fail("table", Cut())
    assert client.tables.start(table.table_id) == MATCH
    request = house.requests("OpenTable")[0]
    assert (request.setup.game, request.seat_count, request.owner_stands) == ("pebbles", 3, True)
    assert dict(request.setup.options) == {"vetoes": "none"}
    assert [watch.from_version for watch in house.requests("WatchTable")] == [0, 2]


def test_a_turn_comes_once_though_it_is_told_twice(house: House, client: Client) -> None:
    house.play_others()
    seen = []
    for turn in open_turns(client.matches):
        seen.append(turn.ply)
        if len(seen) == 3:
            break
        turn.play("take 1")
    assert len(set(seen)) == 3


def test_the_loop_answers_until_the_client_is_closed(house: House, client: Client) -> None:
    house.play_others()
    played: list[Turn] = []

    def on_turn(turn: Turn) -> str:
        played.append(turn)
        return turn.legal_actions()[0].text

    closer = threading.Thread(target=_close_when_over, args=(house, client))
    closer.start()
    client.play(on_turn)
    closer.join()
    assert house.match.outcome is not None
    assert played
    assert {turn.seat for turn in played} == {0}


def _close_when_over(house: House, client: Client) -> None:
    while house.match.outcome is None:
        time.sleep(0.01)
    client.close()


def test_a_match_is_played_to_its_end(house: House, client: Client) -> None:
    house.play_others()
    house.cut_after.extend([2, 3])
    end = client.play_match(MATCH, lambda turn: turn.legal_actions()[-1])
    assert end.HasField("outcome")
    assert end.ply == house.match.ply
    assert all(request.expected_ply >= 0 and request.seat == 0 for request in house.requests("SubmitAction"))


def test_a_turn_that_somebody_else_answered_is_let_go(house: House, client: Client) -> None:
    house.play_others()

    def slow(turn: Turn) -> str:
        if turn.ply == first:
            house.play("take 1")
            house.play_others()
        return "take 1" if turn.view().phase == "take" else "allow"

    first = house.match.ply
    assert client.play_match(MATCH, slow).HasField("outcome")


def test_a_turn_may_be_left_to_somebody_else(house: House, client: Client) -> None:
    house.play_others()

    def leave(turn: Turn) -> None:
        house.play("take 1" if turn.phase == "take" else "allow")
        house.play_others()

    assert client.play_match(MATCH, leave).HasField("outcome")
    assert not house.requests("SubmitAction")


def test_a_refused_choice_is_raised(house: House, client: Client) -> None:
    house.play_others()
    with pytest.raises(IllegalAction):
        client.play_match(MATCH, lambda _turn: "take 9")


def test_a_turn_looks_with_the_eyes_of_its_seat(house: House, client: Client) -> None:
    house.play_others()
    turn = next(open_turns(client.matches))
    assert turn.view().ply == turn.ply
    request = house.requests("GetMatch")[-1]
    assert (request.ply, request.seat) == (turn.ply, 0)
    assert house.match.seats[turn.seat].account == ME
