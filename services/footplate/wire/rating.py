"""Ratings in protobuf."""

from typing import Final

from footplate.api.ratings.v1 import message_pb2 as pb
from footplate.domain.rating import Board, PlayerClass, Rating
from footplate.wire.fields import known

_CLASSES: Final = {players: pb.PlayerClass.Value(f"PLAYER_CLASS_{players.name}") for players in PlayerClass}
_CLASS_OF: Final[dict[int, PlayerClass]] = {value: players for players, value in _CLASSES.items()}


def encode_rating(board: Board, rating: Rating) -> pb.Rating:
    """How an account stands on a board."""
    return pb.Rating(
        game=board.game,
        player_class=_CLASSES[board.players],
        points=rating.points,
        mean=rating.strength.mean,
        deviation=rating.strength.deviation,
        matches=rating.matches,
        wins=rating.wins,
    )


def encode_player_class(players: PlayerClass) -> pb.PlayerClass.ValueType:
    """A class of matches."""
    return _CLASSES[players]


def decode_player_class(path: str, value: int) -> PlayerClass:
    """The class of matches asked for at this path of a request. Raises BadRequest when it is unset or unknown."""
    return known(path, value, _CLASS_OF)
