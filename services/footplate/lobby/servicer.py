"""The lobby over gRPC: decode, call, encode. What is raised on the way becomes a status in an interceptor."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing

from typing_extensions import override

from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.lobby.v1.lobby_service_pb2_grpc import LobbyServiceServicer
from footplate.domain.seat import Seat
from footplate.engine.game import AnyGame
from footplate.lobby import answers, requested
from footplate.lobby.usecases import Tables
from footplate.lobby.watch import Watches
from footplate.runtime.identity import Role, current_caller
from footplate.runtime.rpc import Context


class LobbyServicer(LobbyServiceServicer):
    """One method per call of LobbyService."""

    def __init__(self, tables: Tables, watches: Watches, games: Mapping[str, AnyGame]) -> None:
        self._tables = tables
        self._watches = watches
        self._games = games

    @override
    async def OpenTable(self, request: pb.OpenTableRequest, context: Context) -> pb.OpenTableResponse:
        done = await self._tables.open(_player(), requested.opening(request))
        return pb.OpenTableResponse(table=answers.table(done.table, self._games))

    @override
    async def JoinTable(self, request: pb.JoinTableRequest, context: Context) -> pb.JoinTableResponse:
        seat = requested.optional_seat(request)
        done = await self._tables.join(_player(), request.request_id, request.table_id, seat)
        return pb.JoinTableResponse(table=answers.table(done.table, self._games), seat=done.seat)

    @override
    async def AddBot(self, request: pb.AddBotRequest, context: Context) -> pb.AddBotResponse:
        seat, level = requested.optional_seat(request), request.level
        done = await self._tables.add_bot(_player(), request.request_id, request.table_id, level, seat)
        return pb.AddBotResponse(table=answers.table(done.table, self._games), seat=done.seat)

    @override
    async def LeaveTable(self, request: pb.LeaveTableRequest, context: Context) -> pb.LeaveTableResponse:
        seat = requested.optional_seat(request)
        done = await self._tables.leave(_player(), request.request_id, request.table_id, seat)
        return pb.LeaveTableResponse(table=answers.table(done.table, self._games))

    @override
    async def StartTable(self, request: pb.StartTableRequest, context: Context) -> pb.StartTableResponse:
        done = await self._tables.start(_player(), request.request_id, request.table_id)
        return pb.StartTableResponse(table=answers.table(done.table, self._games))

    @override
    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        table = await self._tables.get(request.table_id)
        return pb.GetTableResponse(table=answers.table(table, self._games))

    @override
    async def ListTables(self, request: pb.ListTablesRequest, context: Context) -> pb.ListTablesResponse:
        listing, page = requested.listing(request, current_caller().account_id)
        listed = await self._tables.page(listing)
        tables = [answers.table(table, self._games) for table in listed.tables]
        return pb.ListTablesResponse(tables=tables, page=answers.page_info(listed, page))

    @override
    async def WatchTable(self, request: pb.WatchTableRequest, context: Context) -> AsyncIterator[pb.WatchTableResponse]:
        watch = self._watches.watch(request.table_id, request.from_version, current_caller().expires_at)
        async with aclosing(watch) as messages:
            async for message in messages:
                yield answers.told(message, self._games)


def _player() -> Seat:
    """The caller as somebody who sits down."""
    caller = current_caller()
    return Seat(caller.account_id, caller.name, bot=caller.role is Role.BOT)
