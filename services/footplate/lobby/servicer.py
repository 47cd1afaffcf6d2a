"""The lobby over gRPC: decode, call, encode. What is raised on the way becomes a status in an interceptor."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing

from typing_extensions import override

from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.lobby.v1.lobby_service_pb2_grpc import LobbyServiceServicer
from footplate.domain.table import Table
from footplate.engine.game import AnyGame
from footplate.lobby import answers, requested
from footplate.lobby.caller import account, player, watcher
from footplate.lobby.usecases import Tables
from footplate.lobby.watch import Watches
from footplate.lobby.watch_lists import ListWatches
from footplate.runtime.rpc import Context


class LobbyServicer(LobbyServiceServicer):
    """One method per call of LobbyService."""

    def __init__(self, tables: Tables, watches: Watches, lists: ListWatches, games: Mapping[str, AnyGame]) -> None:
        self._tables = tables
        self._watches = watches
        self._lists = lists
        self._games = games

    @override
    async def OpenTable(self, request: pb.OpenTableRequest, context: Context) -> pb.OpenTableResponse:
        done = await self._tables.open(player(), requested.opening(request))
        return pb.OpenTableResponse(table=self._shown(done.table))

    @override
    async def JoinTable(self, request: pb.JoinTableRequest, context: Context) -> pb.JoinTableResponse:
        seat = requested.optional_seat(request)
        done = await self._tables.join(player(), request.request_id, request.table_id, seat, request.code)
        return pb.JoinTableResponse(table=self._shown(done.table), seat=done.seat)

    @override
    async def AddBot(self, request: pb.AddBotRequest, context: Context) -> pb.AddBotResponse:
        seat, level = requested.optional_seat(request), request.level
        done = await self._tables.add_bot(player(), request.request_id, request.table_id, level, seat)
        return pb.AddBotResponse(table=self._shown(done.table), seat=done.seat)

    @override
    async def LeaveTable(self, request: pb.LeaveTableRequest, context: Context) -> pb.LeaveTableResponse:
        seat = requested.optional_seat(request)
        done = await self._tables.leave(player(), request.request_id, request.table_id, seat, request.account_id)
        return pb.LeaveTableResponse(table=self._shown(done.table))

    @override
    async def StartTable(self, request: pb.StartTableRequest, context: Context) -> pb.StartTableResponse:
        done = await self._tables.start(player(), request.request_id, request.table_id)
        return pb.StartTableResponse(table=self._shown(done.table))

    @override
    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:
        table = await self._tables.get(account(), request.table_id, request.code)
        return pb.GetTableResponse(table=self._shown(table))

    @override
    async def ListTables(self, request: pb.ListTablesRequest, context: Context) -> pb.ListTablesResponse:
        listing, wanted, page = requested.listing(request, account())
        listed = await self._tables.page(listing, wanted)
        tables = [self._shown(table) for table in listed.tables]
        return pb.ListTablesResponse(tables=tables, page=answers.page_info(listed, page))

    @override
    async def WatchTable(self, request: pb.WatchTableRequest, context: Context) -> AsyncIterator[pb.WatchTableResponse]:
        watch = self._watches.watch(watcher(), request.table_id, request.from_version, request.code)
        async with aclosing(watch) as messages:
            async for message in messages:
                yield answers.told(message, self._games, account())

    @override
    async def WatchTables(
        self, request: pb.WatchTablesRequest, context: Context
    ) -> AsyncIterator[pb.WatchTablesResponse]:
        listing, wanted = requested.tables_watch(request, account())
        async with aclosing(self._lists.watch(watcher(), listing, wanted)) as messages:
            async for message in messages:
                yield answers.list_told(message, self._games, account())

    @override
    async def InviteToTable(self, request: pb.InviteToTableRequest, context: Context) -> pb.InviteToTableResponse:
        guest, invited = request.account_id, not request.withdraw
        done = await self._tables.invite(player(), request.request_id, request.table_id, guest, invited=invited)
        return pb.InviteToTableResponse(table=self._shown(done.table))

    @override
    async def Rematch(self, request: pb.RematchRequest, context: Context) -> pb.RematchResponse:
        done = await self._tables.rematch(player(), request.request_id, request.table_id)
        return pb.RematchResponse(table=self._shown(done.table), seat=done.seat)

    def _shown(self, table: Table) -> message_pb2.Table:
        return answers.table(table, self._games, account())
