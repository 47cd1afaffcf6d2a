"""Talking at tables: saying something, hearing what is said, and quiet from those one does not want to hear."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from footplate.api.common.v1 import paging_pb2
from footplate.api.talk.v1 import message_pb2
from footplate.api.talk.v1 import request_response_pb2 as pb
from footplate.api.talk.v1.talk_service_pb2_grpc import TalkServiceStub
from footplate.client.calls import Calls, new_request_id

if TYPE_CHECKING:
    import grpc

_PAGE: Final = 200


class Talk:
    """The TalkService. Calls raise Forbidden, NotFound, TableRefused and RateLimited where the contract says so.

    `spectators`: the room of those who look on, in place of that of the players. `code` opens an unlisted table.
    """

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = TalkServiceStub(channel)

    def say(self, table_id: str, text: str, *, spectators: bool = False, code: str = "") -> message_pb2.TalkLine:
        """Say a line; return it as everybody sees it."""
        request = pb.SayRequest(
            request_id=new_request_id(), table_id=table_id, room=_room(spectators), text=text, code=code
        )
        return self._calls.call(self._stub.Say, request).line

    def list(self, table_id: str, *, spectators: bool = False, code: str = "") -> Iterator[message_pb2.TalkLine]:
        """What was said, the newest first."""
        token = ""
        while True:
            page = paging_pb2.PageRequest(page_size=_PAGE, page_token=token)
            request = pb.ListTalkRequest(table_id=table_id, room=_room(spectators), page=page, code=code)
            answer = self._calls.call(self._stub.ListTalk, request)
            yield from answer.lines
            token = answer.page.next_page_token
            if not token:
                return

    def watch(
        self, table_id: str, *, spectators: bool = False, from_line: int = 0, code: str = ""
    ) -> Iterator[message_pb2.TalkLine]:
        """Every line behind a number, then each as it is said, once and in order; ends a day after the table has."""
        seen = from_line

        def request() -> pb.WatchTalkRequest:
            return pb.WatchTalkRequest(table_id=table_id, room=_room(spectators), from_line=seen, code=code)

        for message in self._calls.watch(self._stub.WatchTalk, request):
            if message.HasField("line") and message.line.number > seen:
                seen = message.line.number
                yield message.line

    def silence(self, table_id: str, account_id: str, *, lift: bool = False) -> None:
        """Silence an account at a table of one's own, or let it speak again."""
        request = pb.SilenceRequest(request_id=new_request_id(), table_id=table_id, account_id=account_id, lift=lift)
        self._calls.call(self._stub.Silence, request)

    def silenced(self, table_id: str) -> Sequence[str]:
        """The accounts that are silenced at a table of one's own."""
        page = paging_pb2.PageRequest(page_size=1)
        request = pb.ListTalkRequest(table_id=table_id, room=_room(spectators=False), page=page)
        return tuple(self._calls.call(self._stub.ListTalk, request).silenced_account_ids)

    def mute(self, account_id: str) -> None:
        """Hear no more lines of an account, at any table."""
        self._calls.call(self._stub.Mute, pb.MuteRequest(request_id=new_request_id(), account_id=account_id))

    def unmute(self, account_id: str) -> None:
        """Hear an account again."""
        self._calls.call(self._stub.Unmute, pb.UnmuteRequest(request_id=new_request_id(), account_id=account_id))

    def muted(self) -> Sequence[str]:
        """The accounts the own account has muted."""
        return tuple(self._calls.call(self._stub.ListMuted, pb.ListMutedRequest()).account_ids)


def _room(spectators: bool) -> message_pb2.TalkRoom.ValueType:
    return message_pb2.TALK_ROOM_SPECTATORS if spectators else message_pb2.TALK_ROOM_PLAYERS
