"""The rules service over gRPC: decode, call, encode. What is raised on the way becomes a status in an interceptor."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from typing_extensions import override

from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceServicer
from footplate.rules import answers, requested
from footplate.rules.doors import Doors
from footplate.rules.usecases import UseCases
from footplate.rules.watch import MatchWatches
from footplate.rules.watch_messages import Watcher
from footplate.rules.watch_turns import TurnWatches
from footplate.runtime.identity import current_caller
from footplate.runtime.rpc import Context
from footplate.wire.common import decode_seats, decode_setup
from footplate.wire.games import encode_game
from footplate.wire.match import encode_match
from footplate.wire.paging import decode_page


class RulesServicer(RulesServiceServicer):
    """One method per call of `rules/v1`."""

    def __init__(self, use: UseCases, doors: Doors, matches: MatchWatches, turns: TurnWatches) -> None:
        self._use = use
        self._doors = doors
        self._matches = matches
        self._turns = turns

    @override
    async def CreateMatch(self, request: pb.CreateMatchRequest, context: Context) -> pb.CreateMatchResponse:
        seats = decode_seats(request.setup.seats)
        setup = decode_setup(request.setup, len(seats))
        terms = requested.terms(request)
        return answers.created(await self._use.create_match(_account(), request.request_id, setup, seats, terms))

    @override
    async def GetMatch(self, request: pb.GetMatchRequest, context: Context) -> pb.GetMatchResponse:
        await self._doors.expect(current_caller(), request.match_id)
        ply, seat = requested.optional(request, "ply"), requested.optional(request, "seat")
        sight = await self._use.get_match(_account(), request.match_id, ply, seat)
        return pb.GetMatchResponse(match=encode_match(sight.match, sight.head, sight.viewer))

    @override
    async def ListLegalActions(
        self, request: pb.ListLegalActionsRequest, context: Context
    ) -> pb.ListLegalActionsResponse:
        await self._doors.expect(current_caller(), request.match_id)
        wanted, effects = requested.legal_filter(request), request.include_effects
        found = await self._use.list_legal_actions(
            _account(), request.match_id, requested.optional(request, "ply"), wanted
        )
        page = decode_page(request.page, found.match.id, found.match.ply, wanted, effects)
        return answers.legal_actions(found, page, with_effects=effects)

    @override
    async def CheckAction(self, request: pb.CheckActionRequest, context: Context) -> pb.CheckActionResponse:
        await self._doors.expect(current_caller(), request.match_id)
        ply, action = requested.optional(request, "ply"), requested.action(request.action)
        return answers.checked(await self._use.check_action(_account(), request.match_id, ply, action))

    @override
    async def SubmitAction(self, request: pb.SubmitActionRequest, context: Context) -> pb.SubmitActionResponse:
        played = await self._use.submit_action(_account(), requested.order(request))
        return answers.submitted(played, with_effects=request.include_effects)

    @override
    async def WatchMatch(self, request: pb.WatchMatchRequest, context: Context) -> AsyncIterator[pb.WatchMatchResponse]:
        await self._doors.expect(current_caller(), request.match_id)
        async with aclosing(self._matches.watch(_watcher(), requested.match_watch(request))) as messages:
            async for message in messages:
                yield answers.match_told(message)

    @override
    async def WatchTurns(self, request: pb.WatchTurnsRequest, context: Context) -> AsyncIterator[pb.WatchTurnsResponse]:
        async with aclosing(self._turns.watch(_watcher(), request.game)) as messages:
            async for message in messages:
                yield answers.turns_told(message)

    @override
    async def GetRecord(self, request: pb.GetRecordRequest, context: Context) -> pb.GetRecordResponse:
        await self._doors.expect(current_caller(), request.match_id)
        return answers.recorded(await self._use.record(request.match_id))

    @override
    async def ImportRecord(self, request: pb.ImportRecordRequest, context: Context) -> pb.ImportRecordResponse:
        match = await self._use.import_record(_account(), requested.record_import(request))
        return pb.ImportRecordResponse(match_id=match.id, ply=match.ply)

    @override
    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        games = [encode_game(game, with_maps=request.include_maps) for game in self._use.list_games(request.game)]
        return pb.ListGamesResponse(games=games)


def _account() -> str:
    return current_caller().account_id


def _watcher() -> Watcher:
    caller = current_caller()
    return Watcher(caller.account_id, caller.expires_at)
