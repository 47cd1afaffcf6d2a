"""Sessions as a client sees them, over a real socket: renewed, ended, and ended with a change of the secret."""

import asyncio
import logging
from typing import Any

import grpc
import pytest

from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.lobby.account import Account
from footplate.lobby.build import clock
from footplate.lobby.ports import Kept
from footplate.runtime.tokens import TokenVerifier
from footplate.wire.errors import Refusal
from tests.bus.helpers import eventually
from tests.lobby.calls import (
    SECRET,
    adding_bot,
    changing_secret,
    ending_session,
    logging_bot_in,
    logging_in,
    opened,
    registering,
    renewing,
    revoking,
    watching,
)
from tests.lobby.rigs import KEYS, SERVICE_SECRET, Client, Lobby, Rig, lobby, memory_rig, refusal_of, refused, running

VERIFIER = TokenVerifier({KEYS.kid: KEYS.public_pem})
NEW = "another long secret of Ann's"


def get_own(client: Client) -> Any:
    return client.accounts("GetAccount", pb.GetAccountRequest())


async def registered(served: Lobby, name: str = "Ann") -> Client:
    """A client that has just registered."""
    return Client(served.channel, (await registering(served.client(), name)).token.jwt)


async def signed_in(served: Lobby, name: str = "Ann", secret: str = SECRET) -> Client:
    """A client with a session of its own."""
    return Client(served.channel, (await logging_in(served.client(), secret, display_name=name)).token.jwt)


def is_revoked(refusal: Refusal) -> bool:
    return (refusal.reason, refusal.metadata) == ("BAD_TOKEN", {"problem": "revoked"})


async def becomes_revoked(client: Client) -> None:
    """Waits until the replica has heard that the token is no longer good; it hears of it on the bus."""

    async def so() -> bool:
        try:
            await get_own(client)
        except grpc.aio.AioRpcError as error:
            return is_revoked(refusal_of(error))
        return False

    await eventually(so)


# --- Renewal -----------------------------------------------------------------


async def test_a_token_is_renewed_without_the_secret_and_stays_in_its_session(served: Lobby) -> None:
    ann = await registered(served)
    answer = await renewing(ann)
    before, after = (VERIFIER.verify(token) for token in (ann.metadata[0][1].split()[1], answer.token.jwt))
    assert answer.account.display_name == "Ann"
    assert before == after
    assert before.session == after.session
    assert before.session.id.startswith("s_")
    assert (await get_own(Client(served.channel, answer.token.jwt))).account == answer.account
    assert VERIFIER.verify((await logging_in(served.client(), display_name="Ann")).token.jwt).session != before.session


async def test_no_renewal_leads_beyond_the_age_of_the_session() -> None:
    rig, now = memory_rig(session_seconds=3000), [clock()]
    service = rig.build(now_ms=lambda: now[0])
    async with running(service) as port, grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        first = (await registering(Client(channel), "Ann")).token
        assert first.expires.ToMilliseconds() <= now[0] + 3_000_000  # a token ends with its session
        ann, ends = Client(channel, first.jwt), now[0] // 1000 * 1000 + 3_000_000
        now[0] += 2_900_000
        renewed = (await renewing(ann)).token
        assert ends - 2000 <= renewed.expires.ToMilliseconds() <= ends  # signed for what is left of it
        now[0] = ends
        over = await refused(renewing(ann))
    assert (over.reason, over.metadata) == ("BAD_TOKEN", {"problem": "session_over"})


async def test_a_token_without_a_session_is_not_renewed_or_ended(served: Lobby) -> None:
    stranger = served.client("Nobody")
    assert (await refused(renewing(stranger))).reason == "UNKNOWN_ACCOUNT"
    await served.rig.drivers.accounts.add(Kept(Account("a_old", "Old", 1)), "old")
    assert (await refused(renewing(served.client("Old")))).metadata == {"problem": "session_over"}
    assert (await refused(ending_session(stranger))).metadata == {"problem": "session_over"}
    assert (await refused(renewing(served.client()))).metadata == {"problem": "missing"}


# --- Revocation --------------------------------------------------------------


async def test_a_session_that_was_ended_is_over_and_others_go_on(served: Lobby) -> None:
    one, other = await registered(served), await signed_in(served)
    await ending_session(one)
    await becomes_revoked(one)
    assert is_revoked(await refused(renewing(one)))
    assert (await get_own(other)).account.display_name == "Ann"


async def test_all_sessions_of_an_account_end_at_once_and_new_ones_begin(served: Lobby) -> None:
    sessions = [await registered(served), await signed_in(served), await signed_in(served)]
    bob = await registered(served, "Bob")
    renewed = Client(served.channel, (await renewing(sessions[1])).token.jwt)
    await revoking(sessions[0])
    for client in (*sessions, renewed):
        await becomes_revoked(client)
    assert (await get_own(await signed_in(served))).account.display_name == "Ann"
    await get_own(bob)


async def test_a_renewal_is_refused_also_by_a_replica_that_has_not_heard(rig: Rig) -> None:
    """A lobby that is deaf to the bus still asks the store before it lengthens a session."""
    async with lobby(rig) as hearing, lobby(rig) as deaf:
        for end in (ending_session, revoking):
            await deaf.service.revoking.stop()
            ann = await registered(hearing, f"Ann {end.__name__}")
            deaf_ann = Client(deaf.channel, ann.metadata[0][1].split()[1])
            await end(ann)
            await get_own(deaf_ann)
            assert is_revoked(await refused(renewing(deaf_ann)))


async def test_every_replica_hears_and_one_that_starts_later_knows(rig: Rig) -> None:
    async with lobby(rig) as one, lobby(rig) as other:
        ann = await registered(one)
        elsewhere = Client(other.channel, ann.metadata[0][1].split()[1])
        await get_own(elsewhere)
        await ending_session(ann)
        await becomes_revoked(elsewhere)
    async with lobby(rig) as later:
        assert is_revoked(await refused(get_own(Client(later.channel, ann.metadata[0][1].split()[1]))))


async def test_a_watch_ends_with_its_token(served: Lobby) -> None:
    ann, bob = await registered(served), await registered(served, "Bob")
    table = (await opened(ann)).table_id
    watches = [watching(client, table) for client in (ann, bob)]
    for watch in watches:
        assert (await watch.read()).table.table_id == table
    await revoking(ann)
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        await asyncio.wait_for(watches[0].read(), 5)
    assert is_revoked(refusal_of(ended.value))
    assert not watches[1].done()
    watches[1].cancel()


async def test_what_was_revoked_with_its_own_token_says_so_when_it_is_tried_again(served: Lobby) -> None:
    ann = await registered(served)
    await revoking(ann, request="r")
    await becomes_revoked(ann)
    assert is_revoked(await refused(revoking(ann, request="r")))


async def test_a_bot_of_the_house_that_ended_its_own_tokens_gets_new_ones(served: Lobby) -> None:
    ann = await registered(served)
    table = (await adding_bot(ann, (await opened(ann)).table_id)).table
    account = table.setup.seats[1].account_id
    first, second = [(await logging_bot_in(served.client(), account, SERVICE_SECRET)).token.jwt for _ in range(2)]
    bot = Client(served.channel, first)
    await revoking(bot)
    await becomes_revoked(bot)
    assert is_revoked(await refused(get_own(Client(served.channel, second))))
    again = (await logging_bot_in(served.client(), account, SERVICE_SECRET)).token.jwt
    assert (await get_own(Client(served.channel, again))).account.account_id == account


async def test_a_request_id_is_for_one_end(served: Lobby) -> None:
    one, other = await registered(served), await signed_in(served)
    await ending_session(one, "r")
    reused = await refused(ending_session(other, "r"))
    assert (reused.reason, reused.metadata) == ("REQUEST_REUSED", {"request_id": "r"})
    assert (await refused(ending_session(other, "x" * 129))).metadata["field"] == "request_id"


async def test_all_sessions_can_be_ended_so_often_only() -> None:
    async with lobby(memory_rig(secret_tries=2)) as served:
        for _ in range(2):
            ann = await registered(served) if _ == 0 else await signed_in(served)
            await revoking(ann)
            await becomes_revoked(ann)
        assert (await refused(revoking(await signed_in(served)))).reason == "RATE_LIMITED"


# --- The secret --------------------------------------------------------------


async def test_a_new_secret_takes_the_place_of_the_old_one_and_ends_all_sessions(served: Lobby) -> None:
    ann = await registered(served)
    answer = await changing_secret(served.client(), SECRET, NEW, display_name="ann")
    await becomes_revoked(ann)
    assert (await get_own(Client(served.channel, answer.token.jwt))).account == answer.account
    assert (await refused(logging_in(served.client(), SECRET, display_name="Ann"))).reason == "BAD_SECRET"
    await get_own(await signed_in(served, secret=NEW))


async def test_a_change_that_is_repeated_is_done_once_and_gives_another_token(served: Lobby) -> None:
    account = (await registering(served.client(), "Ann")).account.account_id
    answers = [
        await changing_secret(served.client(), SECRET, NEW, "r", account_id=account),
        await changing_secret(served.client(), SECRET, NEW, "r", account_id=account),
    ]
    callers = [VERIFIER.verify(answer.token.jwt) for answer in answers]
    assert [caller.session.epoch for caller in callers] == [1, 1]
    for answer in answers:
        await get_own(Client(served.channel, answer.token.jwt))
    other = await refused(changing_secret(served.client(), SECRET, "x" * 20, "r", account_id=account))
    assert other.reason == "BAD_SECRET"


async def test_of_two_changes_at_once_one_is_made(served: Lobby) -> None:
    account = (await registering(served.client(), "Ann")).account.account_id
    calls = [changing_secret(served.client(), SECRET, new, account_id=account) for new in ("x" * 20, "y" * 20)]
    done = await asyncio.gather(*calls, return_exceptions=True)
    refusals = [refusal_of(error) for error in done if isinstance(error, grpc.aio.AioRpcError)]
    assert [refusal.reason for refusal in refusals] == ["BAD_SECRET"]
    kept = "xy"[[isinstance(one, grpc.aio.AioRpcError) for one in done].index(False)] * 20
    await get_own(await signed_in(served, secret=kept))


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"new": "too short"}, "new_secret"),
        ({"new": "x" * 129}, "new_secret"),
        ({"old": ""}, "old_secret"),
        ({"request": "x" * 129}, "request_id"),
    ],
)
async def test_half_a_change_is_refused_by_field(served: Lobby, given: dict[str, str], field: str) -> None:
    await registering(served.client(), "Ann")
    asked = {"old": SECRET, "new": NEW, **given}
    refusal = await refused(changing_secret(served.client(), **asked, display_name="Ann"))
    assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", field)
    assert NEW not in str(refusal)


async def test_a_change_counts_as_a_try_and_does_not_tell_whether_there_is_the_account(served: Lobby) -> None:
    nobody = served.client()
    await registering(nobody, "Ann")
    wrong = await refused(changing_secret(nobody, "x" * 20, NEW, display_name="Ann"))
    assert wrong == await refused(changing_secret(nobody, SECRET, NEW, display_name="Bob"))
    assert wrong.reason == "BAD_SECRET"
    for _ in range(9):
        await refused(logging_in(nobody, "x" * 20, display_name="Ann"))
    assert (await refused(changing_secret(nobody, SECRET, NEW, display_name="Ann"))).reason == "RATE_LIMITED"


# --- Secrets stay secret -----------------------------------------------------


async def test_no_secret_hash_or_token_is_ever_logged(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with lobby(rig) as served:
        made = await registering(served.client(), "Ann", secret="")
        token = (await logging_in(served.client(), made.secret, display_name="Ann")).token.jwt
        await refused(logging_in(served.client(), made.secret + "x", display_name="Ann"))
        renewed = (await renewing(Client(served.channel, token))).token.jwt
        changed = (await changing_secret(served.client(), made.secret, NEW, display_name="Ann")).token.jwt
        await becomes_revoked(Client(served.channel, token))
        await refused(get_own(Client(served.channel, changed + "x")))
        kept = await rig.drivers.accounts.by_id(made.account.account_id)
    assert kept is not None
    assert kept.secret_hash.startswith("$argon2id$")
    said = caplog.text + repr(kept)
    for secret in (made.secret, NEW, token, renewed, changed, made.token.jwt, kept.secret_hash):
        assert secret not in said
