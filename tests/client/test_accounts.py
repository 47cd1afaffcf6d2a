"""Accounts: who the client speaks for, and tokens that run out."""

import pytest

from footplate.client import BadToken, Client, connect
from tests.client.house import MATCH, ME, Cut, House


def test_nobody_sends_no_token(house: House) -> None:
    with connect(house.address, patience=1) as client, pytest.raises(BadToken):
        client.matches.get(MATCH)
    assert {token for _, _, token in house.asked} == {""}


def test_registering_speaks_for_the_new_account(house: House) -> None:
    with connect(house.address) as client:
        account = client.accounts.register("Ann", bot=True)
        client.matches.get(MATCH)
    request = house.requests("Register")[0]
    assert (request.display_name, request.bot, request.secret) == ("Ann", True, account.secret)
    assert len(account.secret) >= 16
    assert house.asked[-1][2] == "first" == client.token


def test_a_lost_answer_to_register_is_asked_for_again(house: House) -> None:
    house.fail("Register", Cut())
    with connect(house.address) as client:
        client.accounts.register("Ann")
    first, second = house.requests("Register")
    assert first == second


def test_signing_in_by_name_and_by_id(house: House) -> None:
    with connect(house.address) as client:
        assert client.accounts.sign_in("s" * 16, display_name="Ann").account_id == ME
        assert client.accounts.sign_in("s" * 16, account_id=ME).display_name == "Ann"
    by_name, by_id = house.requests("IssueToken")
    assert (by_name.display_name, by_id.account_id) == ("Ann", ME)


def test_a_refused_token_is_renewed_with_the_secret(house: House) -> None:
    with connect(house.address, patience=5) as client:
        client.accounts.register("Ann")
        house.good_tokens.clear()
        assert client.matches.get(MATCH).match_id == MATCH
    tokens = [token for method, _, token in house.asked if method == "GetMatch"]
    assert tokens == ["first", "issued-1"]


def test_a_token_is_renewed_before_it_runs_out(house: House) -> None:
    with connect(house.address, patience=5) as client:
        client.accounts.register("Ann")
        client._calls.identity._expires = 0.0
        client.matches.get(MATCH)
        client.matches.get(MATCH)
    assert [token for method, _, token in house.asked if method == "GetMatch"] == ["issued-1", "issued-1"]


def test_a_refused_token_without_a_secret_is_an_error(house: House) -> None:
    with connect(house.address, token="stale", patience=1) as client, pytest.raises(BadToken):
        client.matches.get(MATCH)
    assert len(house.requests("GetMatch")) == 1


def test_the_own_account_is_asked_for_once(client: Client, house: House) -> None:
    assert client.accounts.own_id() == client.accounts.own_id() == ME
    assert len(house.requests("GetAccount")) == 1


def test_secrets_show_in_no_text(house: House) -> None:
    with connect(house.address) as client:
        account = client.accounts.register("Ann")
    assert account.secret not in repr(account)
    assert "first" not in repr(client._calls.identity)
