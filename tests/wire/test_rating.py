"""Ratings in protobuf."""

import pytest

from footplate.api.ratings.v1 import message_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.domain.rating import Board, PlayerClass, Rating, Strength
from footplate.wire.rating import decode_player_class, encode_player_class, encode_rating


def test_a_rating_is_told_with_its_board() -> None:
    rating = Rating(Strength(1700.5, 400.25), matches=7, wins=3)
    assert encode_rating(Board("pebbles", PlayerClass.FIVE_OR_MORE), rating) == pb.Rating(
        game="pebbles",
        player_class=pb.PLAYER_CLASS_FIVE_OR_MORE,
        points=499,
        mean=1700.5,
        deviation=400.25,
        matches=7,
        wins=3,
    )


def test_every_class_survives_and_the_contract_has_no_other() -> None:
    told = [encode_player_class(players) for players in PlayerClass]
    assert [decode_player_class("field", value) for value in told] == list(PlayerClass)
    assert {*told, pb.PLAYER_CLASS_UNSPECIFIED} == set(pb.PlayerClass.values())


@pytest.mark.parametrize("value", [0, 5, -1])
def test_a_class_that_is_unset_or_unknown_is_refused(value: int) -> None:
    with pytest.raises(BadRequest) as refused:
        decode_player_class("player_class", value)
    assert refused.value.data == {"field": "player_class", "value": str(value)}
