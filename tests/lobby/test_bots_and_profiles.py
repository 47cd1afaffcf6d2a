"""Bots of third parties and the persons that own them; and what a profile tells. Over a real socket."""

import asyncio
from typing import Any

import grpc
import pytest

from footplate.domain.conduct import Conduct
from footplate.domain.seat import Seat
from footplate.runtime.identity import Role
from tests.lobby.calls import (
    SECRET,
    listing_bots,
    logging_in,
    profile_of,
    registering,
    renewing,
    replacing_secret,
    revoking,
)
from tests.lobby.rated import over
from tests.lobby.rigs import Client, Lobby, lobby, memory_rig, refused
from tests.lobby.test_sessions import becomes_revoked, registered, signed_in

NEW = "a new secret of the bot's"


async def bot_of(owner: Client, name: str = "Deep Rail", **given: Any) -> Any:
    """A bot that its owner has just registered."""
    return await registering(owner, name, bot=True, **given)


# --- Owners ------------------------------------------------------------------


async def test_a_bot_belongs_to_the_person_that_registers_it(served: Lobby) -> None:
    ann, bob = await registered(served), await registered(served, "Bob")
    own = (await profile_of(ann)).account.account_id
    bots = [(await bot_of(ann, name)).account for name in ("Deep Rail", "Blue Rail")]
    assert [(bot.bot, bot.owner_account_id) for bot in bots] == [(True, own)] * 2
    assert sorted(bot.display_name for bot in (await listing_bots(ann)).bots) == ["Blue Rail", "Deep Rail"]
    assert list((await listing_bots(bob)).bots) == []
    profile = await profile_of(bob, bots[0].account_id)
    assert (profile.account, profile.owner.display_name) == (bots[0], "Ann")


async def test_a_person_registered_with_a_token_belongs_to_nobody(served: Lobby) -> None:
    ann = await registered(served)
    assert (await registering(ann, "Bob")).account.owner_account_id == ""
    assert list((await listing_bots(ann)).bots) == []


async def test_a_bot_registered_by_nobody_has_no_owner_unless_that_is_asked_for(served: Lobby) -> None:
    bot = (await bot_of(served.client())).account
    assert (bot.bot, bot.owner_account_id) == (True, "")
    async with lobby(memory_rig(bots_need_owner=True)) as strict:
        refusal = await refused(bot_of(strict.client()))
        assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", "bot")
        assert (await bot_of(await registered(strict))).account.owner_account_id


@pytest.mark.parametrize("role", [Role.BOT, Role.SERVICE])
async def test_a_bot_is_owned_by_a_person(served: Lobby, role: Role) -> None:
    refusal = await refused(bot_of(served.client("Robot", role=role)))
    assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", "bot")


async def test_a_registration_that_is_repeated_gives_the_same_bot_to_the_same_owner_only(served: Lobby) -> None:
    ann, bob = await registered(served), await registered(served, "Bob")
    first, again = await bot_of(ann, request="r"), await bot_of(ann, request="r")
    assert first.account == again.account
    assert (await refused(bot_of(bob, request="r"))).reason == "REQUEST_REUSED"
    assert len((await listing_bots(ann)).bots) == 1


async def test_a_person_owns_so_many_bots_and_no_more_however_they_come(served: Lobby) -> None:
    ann = await registered(served)
    calls = [bot_of(ann, f"Rail {number}") for number in range(23)]
    done = await asyncio.gather(*calls, return_exceptions=True)
    made = [one for one in done if not isinstance(one, BaseException)]
    assert len(made) == len((await listing_bots(ann)).bots) == 20
    full = await refused(bot_of(ann, "One More"))
    assert (full.reason, full.metadata["most"]) == ("TOO_MANY_BOTS", "20")
    await registering(served.client(), "One More")  # its name was not lost


async def test_the_owner_ends_the_sessions_of_its_bot(served: Lobby) -> None:
    ann, bob = await registered(served), await registered(served, "Bob")
    made = await bot_of(ann)
    bot, account = Client(served.channel, made.token.jwt), made.account.account_id
    assert (await refused(revoking(bob, account))).metadata == {"account": account}
    assert (await refused(revoking(bob, account))).reason == "NOT_YOUR_BOT"
    await renewing(bot)
    await revoking(ann, account, "r")
    await becomes_revoked(bot)
    again = await signed_in(served, "Deep Rail")
    await revoking(ann, account, "r")  # the same request does nothing twice
    await renewing(again)
    await listing_bots(ann)
    assert (await refused(revoking(ann, "a_nobody"))).reason == "UNKNOWN_ACCOUNT"


async def test_a_bot_decides_about_itself_but_not_about_its_owner(served: Lobby) -> None:
    ann = await registered(served)
    bot = Client(served.channel, (await bot_of(ann)).token.jwt)
    own = (await profile_of(ann)).account.account_id
    assert (await refused(revoking(bot, own))).reason == "NOT_YOUR_BOT"
    await revoking(bot)
    await becomes_revoked(bot)


async def test_the_owner_replaces_the_secret_of_its_bot(served: Lobby) -> None:
    ann, bob = await registered(served), await registered(served, "Bob")
    made = await bot_of(ann)
    account = made.account.account_id
    assert (await refused(replacing_secret(bob, account, NEW))).reason == "NOT_YOUR_BOT"
    done = await replacing_secret(ann, account, NEW)
    assert (done.account, done.secret) == (made.account, "")
    await becomes_revoked(Client(served.channel, made.token.jwt))
    assert (await refused(logging_in(served.client(), SECRET, account_id=account))).reason == "BAD_SECRET"
    await logging_in(served.client(), NEW, account_id=account)


async def test_a_secret_that_is_made_is_shown_once(served: Lobby) -> None:
    ann = await registered(served)
    account = (await bot_of(ann)).account.account_id
    first, again = [await replacing_secret(ann, account, request="r") for _ in range(2)]
    assert len(first.secret) >= 40
    assert again.secret == ""
    await logging_in(served.client(), first.secret, account_id=account)
    assert (await refused(replacing_secret(ann, account, NEW, "r"))).reason == "REQUEST_REUSED"
    assert (await refused(replacing_secret(ann, account, "short"))).metadata["field"] == "secret"


async def test_the_own_secret_is_not_replaced_without_the_old_one(served: Lobby) -> None:
    ann = await registered(served)
    own = (await profile_of(ann)).account.account_id
    assert (await refused(replacing_secret(ann, own, NEW))).reason == "NOT_YOUR_BOT"


# --- Profiles ----------------------------------------------------------------


async def test_a_newcomer_has_a_profile_with_nothing_in_it(served: Lobby) -> None:
    ann = await registered(served)
    profile = await profile_of(ann)
    assert profile.account.display_name == "Ann"
    assert not profile.HasField("owner")
    assert list(profile.ratings) == []
    counted = profile.reliability
    assert (counted.matches, counted.left, counted.missed_turns, counted.HasField("share")) == (0, 0, 0, False)
    assert (await refused(profile_of(ann, "a_nobody"))).reason == "UNKNOWN_ACCOUNT"
    assert (await refused(profile_of(served.client()))).code == grpc.StatusCode.UNAUTHENTICATED.value[0]


async def test_a_profile_tells_ratings_and_how_an_account_keeps_to_its_matches(served: Lobby) -> None:
    clients = [await registered(served, name) for name in ("Ann", "Bob")]
    seats = [
        Seat(account.account_id, account.display_name)
        for account in [(await profile_of(client)).account for client in clients]
    ]
    conducts = [(Conduct(2), Conduct()), (Conduct(1, left=True), Conduct()), (Conduct(), Conduct()), (Conduct(),) * 2]
    for number, conduct in enumerate(conducts):
        table = await over(served.rig, number, seats, 1, 2, conduct=conduct)
        await served.service.rater.rate(table.id)
    profile = await profile_of(clients[1], seats[0].account)
    assert [(rating.matches, rating.wins) for rating in profile.ratings] == [(4, 3)]
    counted = profile.reliability
    assert (counted.matches, counted.left, counted.missed_turns, counted.share) == (4, 1, 3, 0.75)
    assert (await profile_of(clients[1])).reliability.share == 1.0
