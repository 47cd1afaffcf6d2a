"""Accounts as a client sees them, over a real socket."""

import asyncio
import time
from typing import Any

import grpc
import pytest

from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.runtime.identity import Caller, Role
from footplate.runtime.tokens import TokenVerifier
from tests.lobby.calls import SECRET, adding_bot, logging_bot_in, logging_in, opened, registering
from tests.lobby.rigs import KEYS, SERVICE_SECRET, Client, Lobby, lobby, memory_rig, refused

VERIFIER = TokenVerifier({KEYS.kid: KEYS.public_pem})


def get_account(client: Client, account_id: str = "") -> Any:
    return client.accounts("GetAccount", pb.GetAccountRequest(account_id=account_id))


async def test_a_new_account_gets_a_token_that_is_good_for_it(served: Lobby) -> None:
    before = time.time() - 1
    answer = await registering(served.client(), "  Ann   Lee ")
    account = answer.account
    assert (account.display_name, account.bot, account.bot_level) == ("Ann Lee", False, "")
    assert account.account_id.startswith("a_")
    assert len(account.account_id) == 28
    assert before < account.created.ToSeconds() <= time.time()
    assert answer.secret == ""
    assert VERIFIER.verify(answer.token.jwt) == Caller(account.account_id, "Ann Lee", Role.PLAYER)
    assert answer.token.expires.ToSeconds() == pytest.approx(time.time() + 3600, abs=5)
    own = await get_account(Client(served.channel, answer.token.jwt))
    assert own.account == account


async def test_the_server_makes_a_secret_on_demand_and_shows_it_once(served: Lobby) -> None:
    nobody = served.client()
    answer = await registering(nobody, "Ann", "r", secret="")
    assert len(answer.secret) >= 40
    assert (await logging_in(nobody, answer.secret, display_name="Ann")).account == answer.account
    again = await registering(nobody, "Ann", "r", secret="")
    assert (again.account, again.secret, again.token.jwt) == (answer.account, "", "")


async def test_a_repeated_request_makes_no_second_account(served: Lobby) -> None:
    answers = await asyncio.gather(*[registering(served.client(), "Ann", "r") for _ in range(10)])
    assert len({answer.account.account_id for answer in answers}) == 1
    assert all(VERIFIER.verify(answer.token.jwt).name == "Ann" for answer in answers)


async def test_a_request_id_opens_no_account_without_its_secret(served: Lobby) -> None:
    nobody = served.client()
    await registering(nobody, "Ann", "1")
    assert (await refused(registering(nobody, "Ann", "1", secret="x" * 16))).reason == "NAME_TAKEN"
    assert (await registering(nobody, "Ann", "1", secret="")).token.jwt == ""


async def test_a_request_id_is_for_one_thing(served: Lobby) -> None:
    nobody = served.client()
    await registering(nobody, "Ann", "r")
    reused = await refused(registering(nobody, "Ann", "r", bot=True))
    assert (reused.reason, reused.metadata) == ("REQUEST_REUSED", {"request_id": "r"})


@pytest.mark.parametrize("twin", ["Ann Lee", "ann lee", "ÄNN LEE", "AnnLee", "A n n L e e"])
async def test_a_name_is_had_once(served: Lobby, twin: str) -> None:
    nobody = served.client()
    await registering(nobody, "Ann Lee")
    taken = await refused(registering(nobody, twin))
    assert (taken.reason, taken.metadata) == ("NAME_TAKEN", {"name": twin})


async def test_of_many_who_want_a_name_one_gets_it(served: Lobby) -> None:
    calls = [registering(served.client(), "Ann", f"r-{number}") for number in range(20)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(isinstance(answer, pb.RegisterResponse) for answer in answers) == 1


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("display_name", {"display_name": ""}),
        ("display_name", {"display_name": "greedy #1"}),
        ("display_name", {"display_name": "x" * 33}),
        ("secret", {"secret": "too short"}),
        ("secret", {"secret": "x" * 129}),
        ("request_id", {"request_id": ""}),
        ("request_id", {"request_id": "x" * 129}),
    ],
)
async def test_what_does_not_fit_is_refused_by_field(served: Lobby, field: str, given: dict[str, str]) -> None:
    asked: dict[str, Any] = {"display_name": "Ann", "secret": SECRET, "request_id": "r", **given}
    refusal = await refused(served.client().accounts("Register", pb.RegisterRequest(**asked)))
    assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", field)
    assert SECRET not in str(refusal)
    assert asked["secret"] not in str(refusal)


async def test_a_secret_gives_tokens_by_name_and_by_id(served: Lobby) -> None:
    nobody = served.client()
    account = (await registering(nobody, "Ann")).account
    by_name = await logging_in(nobody, display_name=" ANN")
    by_id = await logging_in(nobody, account_id=account.account_id)
    assert by_name.account == by_id.account == account
    assert VERIFIER.verify(by_id.token.jwt).account_id == account.account_id
    assert by_name.token.jwt != by_id.token.jwt


async def test_it_is_not_told_whether_account_or_secret_is_wrong(served: Lobby) -> None:
    nobody = served.client()
    await registering(nobody, "Ann")
    wrong = await refused(logging_in(nobody, "x" * 20, display_name="Ann"))
    unknown = await refused(logging_in(nobody, display_name="Bob"))
    no_id = await refused(logging_in(nobody, account_id="a_nobody"))
    assert wrong == unknown == no_id
    assert (wrong.reason, wrong.code) == ("BAD_SECRET", grpc.StatusCode.UNAUTHENTICATED.value[0])


@pytest.mark.parametrize(
    ("secret", "account"),
    [
        (SECRET, {}),
        ("", {"display_name": "Ann"}),
        ("x" * 129, {"account_id": "a"}),
        (SECRET, {"display_name": "x" * 257}),
    ],
)
async def test_half_a_request_for_a_token_is_refused(served: Lobby, secret: str, account: dict[str, str]) -> None:
    assert (await refused(logging_in(served.client(), secret, **account))).reason == "BAD_REQUEST"


async def test_secrets_can_be_tried_so_often_only_and_each_account_for_itself(served: Lobby) -> None:
    nobody = served.client()
    await registering(nobody, "Ann")
    await registering(nobody, "Bob")
    tries = await asyncio.gather(*[refused(logging_in(nobody, "x" * 20, display_name="Ann")) for _ in range(14)])
    assert [refusal.reason for refusal in tries].count("BAD_SECRET") == 10
    limited = await refused(logging_in(nobody, display_name="Ann"))  # also with the right one
    assert (limited.reason, limited.metadata) == ("RATE_LIMITED", {"limit": "10 in 60 seconds"})
    assert limited.code == grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]
    assert limited.retry_seconds is not None
    assert 0 < limited.retry_seconds <= 60
    assert (await logging_in(nobody, display_name="Bob")).token.jwt
    for _ in range(10):
        await refused(logging_in(nobody, "x" * 20, display_name="Nobody"))
    assert (await refused(logging_in(nobody, "x" * 20, display_name="Nobody"))).reason == "RATE_LIMITED"


async def test_a_registration_that_is_repeated_is_no_way_round_the_limit(served: Lobby) -> None:
    nobody = served.client()
    await registering(nobody, "Ann", "1")
    for number in range(10):
        assert (await refused(registering(nobody, "Ann", "1", secret="x" * 16 + str(number)))).reason == "NAME_TAKEN"
    assert (await refused(registering(nobody, "Ann", "1"))).reason == "RATE_LIMITED"
    assert (await refused(logging_in(nobody, display_name="Ann"))).reason == "RATE_LIMITED"


async def test_the_right_secret_starts_the_count_again(served: Lobby) -> None:
    nobody = served.client()
    await registering(nobody, "Ann")
    for _ in range(3):
        for _ in range(8):
            await refused(logging_in(nobody, "x" * 20, display_name="Ann"))
        assert (await logging_in(nobody, display_name="Ann")).token.jwt


async def test_accounts_can_be_made_so_often_only() -> None:
    async with lobby(memory_rig(registrations=3)) as served:
        for name in "ABC":
            await registering(served.client(), name)
        assert (await refused(registering(served.client(), "D"))).reason == "RATE_LIMITED"


async def test_a_bot_of_a_third_party_is_marked(served: Lobby) -> None:
    answer = await registering(served.client(), "Deep Rail", bot=True)
    assert (answer.account.bot, answer.account.bot_level) == (True, "")
    assert VERIFIER.verify(answer.token.jwt).role is Role.BOT
    refusal = await refused(logging_bot_in(served.client(), answer.account.account_id, SERVICE_SECRET))
    assert (refusal.reason, refusal.metadata) == ("UNKNOWN_ACCOUNT", {"account": answer.account.account_id})


async def test_the_service_secret_gives_tokens_of_the_houses_bots_only(served: Lobby) -> None:
    nobody, ann = served.client(), served.client("Ann")
    table = (await adding_bot(ann, (await opened(ann)).table_id)).table
    bot = table.setup.seats[1].account_id
    token = (await logging_bot_in(nobody, bot, SERVICE_SECRET)).token
    assert VERIFIER.verify(token.jwt) == Caller(bot, "greedy #1", Role.BOT)
    assert (await get_account(ann, bot)).account.bot_level == "greedy"
    person = (await registering(nobody, "Bob")).account.account_id
    for account in (person, "a_nobody", ""):
        assert (await refused(logging_bot_in(nobody, account, SERVICE_SECRET))).reason == "UNKNOWN_ACCOUNT"


async def test_a_wrong_service_secret_gives_nothing_and_never_holds_up_the_right_one(served: Lobby) -> None:
    nobody, ann = served.client(), served.client("Ann")
    bot = (await adding_bot(ann, (await opened(ann)).table_id)).table.setup.seats[1].account_id
    reasons = [(await refused(logging_bot_in(nobody, bot, wrong))).reason for wrong in ("", "x", SERVICE_SECRET + "x")]
    assert set(reasons) == {"BAD_SECRET"}
    for _ in range(7):
        await refused(logging_bot_in(nobody, bot, "x"))
    assert (await refused(logging_bot_in(nobody, bot, "x"))).reason == "RATE_LIMITED"
    assert (await logging_bot_in(nobody, bot, SERVICE_SECRET)).token.jwt


async def test_a_bot_of_the_house_has_no_secret_of_its_own(served: Lobby) -> None:
    ann = served.client("Ann")
    await adding_bot(ann, (await opened(ann)).table_id)
    assert (await refused(logging_in(served.client(), "x" * 16, display_name="greedy #1"))).reason == "BAD_SECRET"


async def test_who_may_look_at_accounts(served: Lobby) -> None:
    account = (await registering(served.client(), "Ann")).account
    assert (await get_account(served.client("Bob"), account.account_id)).account == account
    unknown = await refused(get_account(served.client("Bob"), "a_nobody"))
    assert (unknown.reason, unknown.metadata) == ("UNKNOWN_ACCOUNT", {"account": "a_nobody"})
    anonymous = await refused(get_account(served.client(), account.account_id))
    assert anonymous.reason == "BAD_TOKEN"
