"""Ratings: how strong accounts are, as far as their matches tell."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from footplate.api.common.v1 import paging_pb2
from footplate.api.ratings.v1 import message_pb2
from footplate.api.ratings.v1 import request_response_pb2 as pb
from footplate.api.ratings.v1.rating_service_pb2_grpc import RatingServiceStub
from footplate.client.calls import Calls
from footplate.domain.rating import class_of
from footplate.wire.rating import encode_player_class

if TYPE_CHECKING:
    import grpc

_PAGE: Final = 100


class Ratings:
    """The RatingService."""

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = RatingServiceStub(channel)

    def get(self, account_id: str = "") -> Sequence[message_pb2.Rating]:
        """Every rating of an account; of the own one by default. Raises NotFound."""
        return self._calls.call(self._stub.GetRatings, pb.GetRatingsRequest(account_id=account_id)).ratings

    def leaderboard(self, game: str, *, players: int) -> Iterator[message_pb2.LeaderboardEntry]:
        """All accounts rated in a game of so many players (2 or more; 5 stands for more, too), the best first.

        Asks for more as you read on, so stop when you have seen enough. Raises NotFound for an unknown game, and
        ValueError for fewer than 2 players.
        """
        token, player_class = "", encode_player_class(class_of(players))
        while True:
            page = paging_pb2.PageRequest(page_size=_PAGE, page_token=token)
            request = pb.GetLeaderboardRequest(game=game, player_class=player_class, page=page)
            answer = self._calls.call(self._stub.GetLeaderboard, request)
            yield from answer.entries
            token = answer.page.next_page_token
            if not token:
                return
