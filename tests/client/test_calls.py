"""Calls: what is tried again and what is not, and the errors a caller sees."""

import threading
import time

import grpc
import pytest

from footplate import client as sdk
from footplate.client import Client, connect
from footplate.domain.errors import (
    MatchOver,
    NotYourSeat,
    NotYourTurn,
    StalePly,
    StoreUnavailable,
    TableFull,
    UnknownMatch,
)
from footplate.engine.errors import NotationError
from tests.client.house import MATCH, Cut, House, Stopping


def test_a_read_is_tried_again_while_the_store_is_away(house: House, client: Client) -> None:
    house.fail("GetMatch", Cut(), Cut())
    assert client.matches.get(MATCH).match_id == MATCH
    assert len(house.requests("GetMatch")) == 3


def test_a_write_is_tried_again_with_the_same_request_id(house: House, client: Client) -> None:
    house.fail("SubmitAction", Cut())
    house.fail("answer of SubmitAction", Cut())
    before = house.match.ply
    answer = client.matches.submit(MATCH, "take 1", expected_ply=before)
    requests = house.requests("SubmitAction")
    assert len(requests) == 3
    assert len({request.request_id for request in requests}) == 1
    assert [entry.text for entry in answer.entries] == ["take 1"]
    assert [entry.text for entry in house.entries if entry.actor == 0] == ["take 1"]


def test_two_writes_have_two_request_ids(house: House, client: Client) -> None:
    client.tables.add_bot("t_1", "greedy")
    client.tables.add_bot("t_1", "greedy")
    first, second = house.requests("AddBot")
    assert first.request_id != second.request_id


def test_a_call_that_met_a_server_in_the_moment_of_its_stop_is_tried_again(house: House, client: Client) -> None:
    house.fail("AddBot", Stopping())
    client.tables.add_bot("t_1", "greedy")
    first, second = house.requests("AddBot")
    assert first.request_id == second.request_id


def test_the_wait_a_server_asks_for_is_kept(house: House, client: Client) -> None:
    house.fail("GetMatch", StoreUnavailable("away"))
    begun = time.monotonic()
    client.matches.get(MATCH)
    assert time.monotonic() - begun >= 1.0


def test_patience_ends(house: House) -> None:
    house.fail("GetMatch", *[Cut() for _ in range(50)])
    with connect(house.address, token="good", patience=0.3) as client, pytest.raises(sdk.Unavailable) as caught:
        client.matches.get(MATCH)
    assert caught.value.code is grpc.StatusCode.UNAVAILABLE
    assert 2 <= len(house.requests("GetMatch")) < 50


def test_nobody_there_is_unavailable() -> None:
    with connect("127.0.0.1:1", token="good", patience=0.2) as client, pytest.raises(sdk.Unavailable):
        client.matches.get(MATCH)


def test_other_errors_are_not_tried_again(house: House, client: Client) -> None:
    house.fail("SubmitAction", StalePly(MATCH, 3, 5))
    with pytest.raises(sdk.StalePly) as caught:
        client.matches.submit(MATCH, "take 1", expected_ply=3)
    assert (caught.value.expected, caught.value.actual) == (3, 5)
    assert len(house.requests("SubmitAction")) == 1


@pytest.mark.parametrize(
    ("error", "kind", "reason"),
    [
        (NotYourTurn(MATCH, 3, 0, 1), sdk.NotYourTurn, "NOT_YOUR_TURN"),
        (NotYourSeat(MATCH, 1), sdk.NotYourSeat, "NOT_YOUR_SEAT"),
        (MatchOver(MATCH, 9), sdk.MatchOver, "MATCH_OVER"),
        (NotationError("tke 1", "tke", "no such word"), sdk.BadNotation, "BAD_NOTATION"),
        (UnknownMatch("m_no"), sdk.NotFound, "UNKNOWN_MATCH"),
        (TableFull("t_1", 3), sdk.TableRefused, "TABLE_FULL"),
        (RuntimeError("our fault"), sdk.ServerBug, "BUG"),
    ],
)
def test_each_refusal_has_its_class(
    house: House, client: Client, error: Exception, kind: type[sdk.CallFailed], reason: str
) -> None:
    house.fail("GetMatch", error)
    with pytest.raises(kind) as caught:
        client.matches.get(MATCH)
    assert caught.value.reason == reason


def test_an_illegal_action_names_the_rule(client: Client, house: House) -> None:
    with pytest.raises(sdk.IllegalAction) as caught:
        client.matches.submit(MATCH, "take 9", expected_ply=house.match.ply)
    assert caught.value.rule_id == "TOY-TAKE-01"
    assert caught.value.action == "take 9"
    assert caught.value.code is grpc.StatusCode.FAILED_PRECONDITION


def test_lists_are_read_page_by_page(client: Client, house: House) -> None:
    assert [action.text for action in client.matches.legal_actions(MATCH)] == ["take 1", "take 2", "take 3"]
    assert len(house.requests("ListLegalActions")) == 2
    assert [table.table_id for table in client.tables.list()] == ["t_0", "t_1"]


def test_a_closed_client_ends_calls_that_wait(house: House) -> None:
    house.fail("GetMatch", *[StoreUnavailable("away") for _ in range(50)])
    client = connect(house.address, token="good")
    threading.Timer(0.2, client.close).start()
    with pytest.raises(sdk.ClientClosed):
        client.matches.get(MATCH)
    with pytest.raises(sdk.ClientClosed):
        client.matches.get(MATCH)
