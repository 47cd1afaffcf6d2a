"""Ratings: those of an account, and leaderboards read page after page."""

import pytest

from footplate import client as sdk
from footplate.api.ratings.v1 import message_pb2
from footplate.client import Client
from footplate.domain.errors import UnknownAccount
from tests.client.house import ME, Cut, House


def test_the_ratings_of_an_account_and_the_own_ones(house: House, client: Client) -> None:
    assert [rating.points for rating in client.ratings.get("a_bob")] == [195]
    client.ratings.get()
    assert [request.account_id for request in house.requests("GetRatings")] == ["a_bob", ""]


def test_an_account_that_is_not_there_is_not_found(house: House, client: Client) -> None:
    house.fail("GetRatings", UnknownAccount("a_nobody"))
    with pytest.raises(sdk.NotFound):
        client.ratings.get("a_nobody")


def test_a_leaderboard_is_read_page_after_page(house: House, client: Client) -> None:
    house.fail("GetLeaderboard", Cut())
    entries = list(client.ratings.leaderboard("pebbles", players=3))
    assert [(entry.place, entry.account_id) for entry in entries] == [(1, ME), (2, "a_bob")]
    requests = house.requests("GetLeaderboard")
    assert [request.page.page_token for request in requests] == ["", "", "1"]
    assert {(request.game, request.player_class) for request in requests} == {
        ("pebbles", message_pb2.PLAYER_CLASS_THREE)
    }


def test_who_has_seen_enough_asks_for_no_more(house: House, client: Client) -> None:
    assert next(client.ratings.leaderboard("pebbles", players=7)).account_id == ME
    [request] = house.requests("GetLeaderboard")
    assert request.player_class == message_pb2.PLAYER_CLASS_FIVE_OR_MORE
