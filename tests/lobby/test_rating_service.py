"""Ratings as a client sees them, over a real socket."""

from typing import Any

import grpc
import pytest

from footplate.api.common.v1 import paging_pb2
from footplate.api.ratings.v1 import message_pb2
from footplate.api.ratings.v1 import request_response_pb2 as pb
from footplate.domain.rating import NEWCOMER
from footplate.domain.seat import Seat
from footplate.runtime.identity import Role
from tests.bus.helpers import eventually
from tests.lobby.calls import registering
from tests.lobby.rated import ANN, BOB, BOLT, over
from tests.lobby.rigs import Client, Lobby, refused
from tests.support.toy_game import GAME_ID

TWO, THREE = message_pb2.PLAYER_CLASS_TWO, message_pb2.PLAYER_CLASS_THREE


def getting_ratings(client: Client, account_id: str = "") -> Any:
    return client.ratings("GetRatings", pb.GetRatingsRequest(account_id=account_id))


def listing(client: Client, game: str = GAME_ID, players: int = TWO, size: int = 0, token: str = "") -> Any:
    page = paging_pb2.PageRequest(page_size=size, page_token=token)
    asked = pb.GetLeaderboardRequest(game=game, page=page)
    asked.player_class = players  # type: ignore[assignment] # also a number that is no member
    return client.ratings("GetLeaderboard", asked)


async def rated(served: Lobby, number: int, seats: tuple[Seat, ...], *ranks: int) -> None:
    """A match that ended, and counts by now."""
    await over(served.rig, number, seats, *ranks)

    async def counts() -> bool:
        return not await served.rig.drivers.ratings.waiting()

    await eventually(counts)


async def test_an_account_is_shown_with_all_its_ratings(served: Lobby) -> None:
    answer = await registering(served.client(), "Ann")
    ann = Seat(answer.account.account_id, "Ann")
    await rated(served, 1, (ann, BOB, BOLT), 2, 1, 3)
    await rated(served, 2, (ann, BOB), 1, 2)
    await rated(served, 3, (ann, BOB), 1, 2)
    own = (await getting_ratings(Client(served.channel, answer.token.jwt))).ratings
    assert [(one.game, one.player_class, one.matches, one.wins) for one in own] == [
        (GAME_ID, TWO, 2, 2),
        (GAME_ID, THREE, 1, 0),
    ]
    assert own[0].mean > NEWCOMER.mean
    assert own[0].deviation < NEWCOMER.deviation
    assert own[0].points == int(own[0].mean - 3 * own[0].deviation)
    others = await getting_ratings(served.client("Bob"), ann.account)
    assert list(others.ratings) == list(own)


async def test_an_account_that_has_played_nothing_has_no_rating(served: Lobby) -> None:
    answer = await registering(served.client(), "Ann")
    assert list((await getting_ratings(Client(served.channel, answer.token.jwt))).ratings) == []


async def test_an_unknown_account_is_refused(served: Lobby) -> None:
    refusal = await refused(getting_ratings(served.client("Bob"), "a_nobody"))
    assert (refusal.reason, refusal.metadata) == ("UNKNOWN_ACCOUNT", {"account": "a_nobody"})
    assert refusal.code == grpc.StatusCode.NOT_FOUND.value[0]


async def test_a_leaderboard_shows_persons_and_programs_and_tells_them_apart(served: Lobby) -> None:
    deep = Seat("a_deep", "Deep Rail", bot=True)
    await rated(served, 1, (BOLT, ANN, deep), 1, 2, 3)
    answer = await listing(served.client("Eve"), players=THREE)
    shown = [(one.place, one.account_id, one.display_name, one.bot, one.bot_level) for one in answer.entries]
    assert shown == [
        (1, "a_bolt", "greedy #1", True, "greedy"),
        (2, "a_ann", "Ann", False, ""),
        (3, "a_deep", "Deep Rail", True, ""),
    ]
    first = answer.entries[0].rating
    assert (first.game, first.player_class, first.matches, first.wins) == (GAME_ID, THREE, 1, 1)
    assert (answer.page.total_size, answer.page.next_page_token) == (3, "")
    assert list((await listing(served.client("Eve"), players=TWO)).entries) == []


async def test_a_leaderboard_comes_in_pages_that_others_do_not_shift(served: Lobby) -> None:
    eve = served.client("Eve", role=Role.BOT)
    for number in range(4):
        pair = (Seat(f"a_w{number}", f"W{number}"), Seat(f"a_l{number}", f"L{number}"))
        await rated(served, number, pair, 1, 2)
    first = await listing(eve, size=3)
    assert [(one.place, one.account_id) for one in first.entries] == [(1, "a_w0"), (1, "a_w1"), (1, "a_w2")]
    assert first.page.total_size == 8
    await rated(served, 9, (Seat("a_w0", "W0"), Seat("a_l3", "L3")), 1, 2)  # up from 1, down from 5
    second = await listing(eve, size=3, token=first.page.next_page_token)
    assert [(one.place, one.account_id) for one in second.entries] == [(2, "a_w3"), (5, "a_l0"), (5, "a_l1")]
    last = await listing(eve, size=3, token=second.page.next_page_token)
    assert [(one.place, one.account_id) for one in last.entries] == [(5, "a_l2"), (8, "a_l3")]
    assert last.page.next_page_token == ""


async def test_an_unknown_game_is_refused(served: Lobby) -> None:
    refusal = await refused(listing(served.client("Eve"), game="chess"))
    assert (refusal.reason, refusal.metadata) == ("UNKNOWN_GAME", {"game": "chess"})


@pytest.mark.parametrize("players", [0, 99])
async def test_a_class_that_is_unset_or_unknown_is_refused(served: Lobby, players: int) -> None:
    refusal = await refused(listing(served.client("Eve"), players=players))
    assert (refusal.reason, refusal.metadata) == ("BAD_REQUEST", {"field": "player_class", "value": str(players)})


async def test_tokens_of_other_lists_and_made_up_ones_are_refused(served: Lobby) -> None:
    eve = served.client("Eve")
    await rated(served, 1, (ANN, BOB), 1, 2)
    token = (await listing(eve, size=1)).page.next_page_token
    print_ = token.rpartition("-")[2]
    assert (await listing(eve, size=1, token=token)).entries[0].account_id == "a_bob"
    asked = [
        listing(eve, players=THREE, token=token),
        *[listing(eve, token=text + print_) for text in ("", "-", "7-", "x:a-")],
    ]
    for call in asked:
        assert (await refused(call)).metadata["field"] == "page.page_token"
    assert (await refused(listing(eve, size=-1))).metadata["field"] == "page.page_size"


async def test_ratings_are_shown_to_nobody_without_a_token(served: Lobby) -> None:
    assert (await refused(listing(served.client()))).reason == "BAD_TOKEN"
    assert (await refused(getting_ratings(served.client(), "a_ann"))).reason == "BAD_TOKEN"
