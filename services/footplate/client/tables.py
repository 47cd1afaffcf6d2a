"""Tables: opening them, filling them, starting their matches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from footplate.api.common.v1 import paging_pb2, setup_pb2, terms_pb2
from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.lobby.v1.lobby_service_pb2_grpc import LobbyServiceStub
from footplate.client.calls import Calls, new_request_id

if TYPE_CHECKING:
    import grpc

_PAGE = 1000


class Tables:
    """The LobbyService. Writes raise TableRefused, Forbidden and NotFound where the contract says so."""

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = LobbyServiceStub(channel)

    def open(
        self,
        game: str,
        *,
        seats: int,
        map: str = "",  # noqa: A002 - the name it has everywhere
        preset: str = "",
        options: Mapping[str, str] | None = None,
        name: str = "",
        stands: bool = False,
        terms: terms_pb2.Terms | None = None,
    ) -> message_pb2.Table:
        """Open a table and take its first seat, unless `stands`. Map and preset: empty for the game's own choice.

        `terms`: clock, absence and spectators, what is usual on the server where nothing is said.
        """
        return self.open_as(
            pb.OpenTableRequest(
                setup=setup_pb2.Setup(game=game, map=map, preset=preset, options=options),
                seat_count=seats,
                name=name,
                owner_stands=stands,
                terms=terms,
            )
        )

    def open_as(self, wanted: pb.OpenTableRequest) -> message_pb2.Table:
        """Open a table with everything the contract has for it: unlisted, by invitation, starting by itself ..."""
        request = pb.OpenTableRequest(request_id=new_request_id())
        request.MergeFrom(wanted)
        return self._calls.call(self._stub.OpenTable, request).table

    def join(self, table_id: str, *, seat: int | None = None, code: str = "") -> pb.JoinTableResponse:
        """Take a seat, the first free one unless one is named; `code` opens an unlisted table.

        The answer says which, with the table.
        """
        request = pb.JoinTableRequest(request_id=new_request_id(), table_id=table_id, seat=seat, code=code)
        return self._calls.call(self._stub.JoinTable, request)

    def invite(self, table_id: str, account_id: str, *, withdraw: bool = False) -> message_pb2.Table:
        """Invite an account to a table of one's own, or take that back."""
        request = pb.InviteToTableRequest(
            request_id=new_request_id(), table_id=table_id, account_id=account_id, withdraw=withdraw
        )
        return self._calls.call(self._stub.InviteToTable, request).table

    def rematch(self, table_id: str) -> pb.RematchResponse:
        """The same people once more: open the table again, or join the one that another of them opened."""
        request = pb.RematchRequest(request_id=new_request_id(), table_id=table_id)
        return self._calls.call(self._stub.Rematch, request)

    def add_bot(self, table_id: str, level: str, *, seat: int | None = None) -> message_pb2.Table:
        """Seat a bot of the house at a table of one's own."""
        request = pb.AddBotRequest(request_id=new_request_id(), table_id=table_id, level=level, seat=seat)
        return self._calls.call(self._stub.AddBot, request).table

    def leave(self, table_id: str, *, seat: int | None = None, account_id: str = "") -> message_pb2.Table:
        """Get up, or free another seat of a table of one's own. When the owner gets up, the table is closed.

        `account_id`: who is meant to sit in that seat; somebody else who came meanwhile stays.
        """
        request = pb.LeaveTableRequest(request_id=new_request_id(), table_id=table_id, seat=seat, account_id=account_id)
        return self._calls.call(self._stub.LeaveTable, request).table

    def start(self, table_id: str) -> str:
        """Start the match of a full table of one's own; return its id once it is being played."""
        request = pb.StartTableRequest(request_id=new_request_id(), table_id=table_id)
        self._calls.call(self._stub.StartTable, request)
        return self.wait_for_match(table_id)

    def wait_for_match(self, table_id: str) -> str:
        """The id of a table's match, as soon as there is one; empty when the table ends without, or opens again."""
        was_starting = False
        for table in self.watch(table_id):
            if table.match_id:
                return table.match_id
            if was_starting and table.status == message_pb2.TABLE_STATUS_OPEN:
                return ""
            was_starting = table.status == message_pb2.TABLE_STATUS_STARTING
        return ""

    def get(self, table_id: str, *, code: str = "") -> message_pb2.Table:
        """A table as it is now; `code` opens an unlisted one."""
        return self._calls.call(self._stub.GetTable, pb.GetTableRequest(table_id=table_id, code=code)).table

    def list(
        self, *, game: str = "", statuses: Sequence[message_pb2.TableStatus.ValueType] = (), mine: bool = False
    ) -> Iterator[message_pb2.Table]:
        """Tables, the newest first; those that are open, starting or playing unless `statuses` says otherwise."""
        token = ""
        while True:
            page = paging_pb2.PageRequest(page_size=_PAGE, page_token=token)
            request = pb.ListTablesRequest(statuses=statuses, game=game, mine=mine, page=page)
            answer = self._calls.call(self._stub.ListTables, request)
            yield from answer.tables
            token = answer.page.next_page_token
            if not token:
                return

    def watch(self, table_id: str, *, from_version: int = 0) -> Iterator[message_pb2.Table]:
        """The table as it is, then each time it changes, until it comes to its end."""
        seen = from_version

        def request() -> pb.WatchTableRequest:
            return pb.WatchTableRequest(table_id=table_id, from_version=seen)

        for message in self._calls.watch(self._stub.WatchTable, request):
            if message.HasField("table") and message.table.version > seen:
                seen = message.table.version
                yield message.table

    def watch_list(
        self, *, game: str = "", mine: bool = False, invited: bool = False
    ) -> Iterator[pb.WatchTablesResponse]:
        """Tables as they join, change in and leave the list of `list`, all of it first. Never ends by itself."""
        request = pb.WatchTablesRequest(game=game, mine=mine, invited=invited)
        return self._calls.watch(self._stub.WatchTables, lambda: request)
