"""Accounts: who the client speaks for, tokens that run out, sessions that are ended, and bots."""

import base64
import json
import time

import pytest

from footplate.client import BadToken, Client, connect
from footplate.domain.errors import UnknownAccount
from tests.client.house import MATCH, ME, Cut, House, TokenRevoked


def shown(house: House, method: str) -> list[str]:
    """The tokens a method was called with."""
    return [token for name, _, token in house.asked if name == method]


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
        client._calls.identity._due = 0.0
        client.matches.get(MATCH)
        client.matches.get(MATCH)
    assert shown(house, "GetMatch") == ["renewed-1", "renewed-1"]
    assert (shown(house, "RenewToken"), house.requests("IssueToken")) == (["first"], [])


def test_a_session_that_is_over_begins_anew_with_the_secret(house: House) -> None:
    with connect(house.address, patience=5) as client:
        client.accounts.register("Ann")
        client._calls.identity._due = 0.0
        house.good_tokens.clear()
        client.matches.get(MATCH)
        client.matches.get(MATCH)
    assert shown(house, "GetMatch") == ["issued-1", "issued-1"]
    assert len(house.requests("RenewToken")) == 1


def stating(seconds: float) -> str:
    """A text that reads like a token which runs out in so many seconds."""
    body = json.dumps({"exp": time.time() + seconds}).encode()
    return f"head.{base64.urlsafe_b64encode(body).decode().rstrip('=')}.signature"


def test_a_token_without_a_secret_is_renewed_while_it_is_good(house: House) -> None:
    token = stating(30)
    house.good_tokens.add(token)
    with connect(house.address, token=token, patience=5) as client:
        client.matches.get(MATCH)
        client.matches.get(MATCH)
        assert client.token == "renewed-1"
    assert shown(house, "GetMatch") == ["renewed-1", "renewed-1"]


@pytest.mark.parametrize(("fault", "tries"), [(UnknownAccount("a_ann"), 1), (Cut(), 1)])
def test_a_token_that_cannot_be_renewed_is_used_as_long_as_it_is_good(
    house: House, fault: Exception, tries: int
) -> None:
    token = stating(30)
    house.good_tokens.add(token)
    house.fail("RenewToken", *[fault] * 9)
    with connect(house.address, token=token, patience=0) as client:
        client.matches.get(MATCH)
        client.matches.get(MATCH)
    assert shown(house, "GetMatch") == [token, token]
    assert len(house.requests("RenewToken")) == tries  # not at every call


@pytest.mark.parametrize("token", ["good", "a.b.c", "a.e30=.c", "stating"])
def test_a_token_that_is_good_for_long_or_does_not_say_is_left_alone(house: House, token: str) -> None:
    token = stating(3600) if token == "stating" else token
    house.good_tokens.add(token)
    with connect(house.address, token=token, patience=1) as client:
        client.matches.get(MATCH)
    assert house.requests("RenewToken") == []


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


# --- Sessions and bots -------------------------------------------------------


def test_signing_out_ends_the_session_and_speaks_for_nobody(house: House) -> None:
    with connect(house.address, patience=1) as client:
        client.accounts.register("Ann")
        client.accounts.sign_out()
        assert client.token == ""
        with pytest.raises(BadToken):
            client.matches.get(MATCH)
        assert client.accounts.register("Bob").account_id == ME
        client.accounts.sign_out(everywhere=True)
    assert (shown(house, "EndSession"), shown(house, "RevokeTokens")) == (["first"], ["first"])
    assert house.requests("RevokeTokens")[0].account_id == ""


def test_a_sign_out_whose_answer_was_lost_was_done(house: House) -> None:
    with connect(house.address, patience=5) as client:
        client.accounts.register("Ann")
        house.fail("EndSession", Cut(), TokenRevoked())
        client.accounts.sign_out()
        client.accounts.register("Ann")
        house.good_tokens.clear()
        with pytest.raises(BadToken):  # refused for another reason
            client.accounts.sign_out()
    first, second, _ = house.requests("EndSession")
    assert first == second
    assert house.requests("IssueToken") == []


def test_a_changed_secret_is_the_one_that_is_used_from_then_on(house: House) -> None:
    with connect(house.address, patience=5) as client:
        old = client.accounts.register("Ann").secret
        changed = client.accounts.change_secret(old)
        assert client.token == "changed"
        house.good_tokens.clear()
        client.matches.get(MATCH)
    request = house.requests("ChangeSecret")[0]
    assert (request.account_id, request.old_secret, request.new_secret) == (ME, old, changed.secret)
    assert changed.secret != old
    assert house.requests("IssueToken")[0].secret == changed.secret


def test_a_bot_is_registered_with_the_own_token_and_looked_after(client: Client, house: House) -> None:
    bot = client.accounts.register_bot("Deep Rail")
    again = client.accounts.replace_bot_secret(bot.account_id)
    client.accounts.revoke(bot.account_id)
    assert [one.account_id for one in client.accounts.bots()] == ["a_bot"]
    assert shown(house, "Register") == ["good"]
    assert (house.requests("Register")[0].bot, house.requests("Register")[0].secret) == (True, bot.secret)
    assert house.requests("ReplaceBotSecret")[0].secret == again.secret != bot.secret
    assert house.requests("RevokeTokens")[0].account_id == bot.account_id
    assert client.token == "good"


def test_a_profile_is_the_own_one_or_that_of_another(client: Client, house: House) -> None:
    assert client.accounts.profile().reliability.share == 0.75
    client.accounts.profile("a_bob")
    assert [request.account_id for request in house.requests("GetProfile")] == ["", "a_bob"]
