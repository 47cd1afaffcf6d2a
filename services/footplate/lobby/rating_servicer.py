"""Ratings over gRPC: decode, call, encode. What is raised on the way becomes a status in an interceptor."""

from typing_extensions import override

from footplate.api.ratings.v1 import request_response_pb2 as pb
from footplate.api.ratings.v1.rating_service_pb2_grpc import RatingServiceServicer
from footplate.lobby import answers, requested
from footplate.lobby.ratings import Ratings
from footplate.runtime.identity import current_caller
from footplate.runtime.rpc import Context
from footplate.wire.rating import encode_rating


class RatingServicer(RatingServiceServicer):
    """One method per call of RatingService."""

    def __init__(self, ratings: Ratings) -> None:
        self._ratings = ratings

    @override
    async def GetRatings(self, request: pb.GetRatingsRequest, context: Context) -> pb.GetRatingsResponse:
        ratings = await self._ratings.of_account(request.account_id or current_caller().account_id)
        return pb.GetRatingsResponse(ratings=[encode_rating(board, rating) for board, rating in ratings.items()])

    @override
    async def GetLeaderboard(self, request: pb.GetLeaderboardRequest, context: Context) -> pb.GetLeaderboardResponse:
        board, cursor, after = requested.leaderboard(request)
        shown = await self._ratings.leaderboard(board, after, cursor.size)
        return answers.leaderboard(board, shown, cursor)
