"""Talk in protobuf: what is asked of the lobby, and what it answers."""

from footplate.api.common.v1 import paging_pb2
from footplate.api.talk.v1 import request_response_pb2 as pb
from footplate.domain.talk import Line
from footplate.lobby.answers import beat, ended
from footplate.lobby.talk import Heard, Place
from footplate.lobby.talk_watch import Message
from footplate.lobby.watch import Beat, Ended
from footplate.wire.paging import Page, decode_page
from footplate.wire.talk import decode_room, encode_line


def place(request: pb.SayRequest | pb.ListTalkRequest | pb.WatchTalkRequest) -> Place:
    """The room that is meant. Raises BadRequest."""
    return Place(request.table_id, decode_room("room", request.room), request.code)


def page(request: pb.ListTalkRequest) -> Page:
    """The page that is wanted; it starts before the line of that number. Raises BadRequest."""
    return decode_page(request.page, "talk", request.table_id, request.room)


def listed(heard: Heard, wanted: Page) -> pb.ListTalkResponse:
    """A page of lines. Its token names a line, so that new ones shift nothing."""
    token = f"{heard.end}-{wanted.print}" if heard.more else ""
    return pb.ListTalkResponse(
        lines=[encode_line(line) for line in heard.lines],
        page=paging_pb2.PageInfo(next_page_token=token, total_size=heard.kept),
        silenced_account_ids=heard.silenced,
    )


def told(message: Message) -> pb.WatchTalkResponse:
    """A message of a watch."""
    match message:
        case Line():
            return pb.WatchTalkResponse(line=encode_line(message))
        case Beat():
            return pb.WatchTalkResponse(heartbeat=beat(message))
        case Ended():
            return pb.WatchTalkResponse(ended=ended(message))
