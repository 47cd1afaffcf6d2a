"""The services as a bot calls them, over a real socket."""

import threading
from collections.abc import Iterator

import pytest

from footplate.bots.rules_client import GrpcRules, Refused, Tokens, Unavailable, open_channel, request_id
from tests.bots.house import SECRET, House, failing, open_house

ACCOUNT = "a_bot0"


@pytest.fixture
def house() -> House:
    house = House()
    house.begin("m_one")
    return house


@pytest.fixture
def rules(house: House) -> Iterator[GrpcRules]:
    with open_house(house) as port, open_channel(f"127.0.0.1:{port}") as channel:
        yield GrpcRules(channel, Tokens(channel, SECRET, 5.0), 5.0)


def acting(house: House) -> tuple[int, int, str]:
    turn = house.turn("m_one")
    return turn.ply, turn.seat, turn.account


def test_a_match_is_shown_and_an_action_played(house: House, rules: GrpcRules) -> None:
    ply, seat, account = acting(house)
    view = rules.view("m_one", seat, account)
    assert (view.ply, view.to_act, view.viewer) == (ply, seat, seat)
    match = house.matches["m_one"]
    text = match.game.action_text(match.game.default_action(match.state))
    rules.submit("m_one", ply, seat, account, text)
    rules.submit("m_one", ply, seat, account, text)
    assert [(entry.actor, entry.text) for entry in house.log] == [(seat, text)]
    assert request_id("m_one", ply) == f"bot:m_one:{ply}"


def test_refusals_keep_their_reason(house: House, rules: GrpcRules) -> None:
    ply, seat, account = acting(house)
    match = house.matches["m_one"]
    text = match.game.action_text(match.game.default_action(match.state))
    with pytest.raises(Refused) as stale:
        rules.submit("m_one", ply + 1, seat, account, text)
    with pytest.raises(Refused) as illegal:
        rules.submit("m_one", ply, seat, account, "issue 99")
    with pytest.raises(Refused) as foreign:
        rules.submit("m_one", ply, seat, f"a_bot{(seat + 1) % 3}", text)
    assert [error.value.reason for error in (stale, illegal, foreign)] == [
        "STALE_PLY",
        "ILLEGAL_ACTION",
        "NOT_YOUR_SEAT",
    ]


def test_a_store_that_is_away_says_how_long_to_wait(house: House, rules: GrpcRules) -> None:
    house.before_view = failing(1)
    with pytest.raises(Unavailable) as away:
        rules.view("m_one", 0, ACCOUNT)
    assert away.value.retry_seconds == 1.0


def test_a_service_that_is_gone_is_unavailable() -> None:
    with open_house(House()) as port:
        pass
    with open_channel(f"127.0.0.1:{port}") as channel, pytest.raises(Unavailable):
        GrpcRules(channel, Tokens(channel, SECRET, 5.0), 5.0).view("m_one", 0, ACCOUNT)


def test_a_token_is_bought_once_and_again_before_it_runs_out(house: House, rules: GrpcRules) -> None:
    for _ in range(3):
        rules.view("m_one", 0, ACCOUNT)
    assert house.calls["IssueBotToken"] == 1
    rules.view("m_one", 1, "a_bot1")
    assert house.calls["IssueBotToken"] == 2
    house.token_seconds = 30
    for _ in range(2):
        rules.view("m_one", 2, "a_bot2")
    assert house.calls["IssueBotToken"] == 4, "what has less than a minute left is not kept"


def test_a_token_that_is_refused_is_replaced_once(house: House, rules: GrpcRules) -> None:
    rules.view("m_one", 0, ACCOUNT)
    house.good_tokens.clear()
    rules.view("m_one", 0, ACCOUNT)
    assert house.calls["IssueBotToken"] == 2


def test_a_wrong_secret_is_refused(house: House) -> None:
    with open_house(house) as port, open_channel(f"127.0.0.1:{port}") as channel:
        rules = GrpcRules(channel, Tokens(channel, "a guess", 5.0), 5.0)
        with pytest.raises(Refused, match="BAD_SECRET"):
            rules.view("m_one", 0, ACCOUNT)


def test_a_call_ends_with_its_deadline(house: House) -> None:
    answered = threading.Event()
    house.before_view = lambda: assert_true(answered.wait(10))
    with open_house(house) as port, open_channel(f"127.0.0.1:{port}") as channel:
        with pytest.raises(Unavailable, match="DEADLINE_EXCEEDED"):
            GrpcRules(channel, Tokens(channel, SECRET, 5.0), 0.05).view("m_one", 0, ACCOUNT)
        answered.set()


def assert_true(value: bool) -> None:
    assert value
