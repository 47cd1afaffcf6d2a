"""What is said at tables, in protobuf."""

from typing import Final

from footplate.api.talk.v1 import message_pb2 as pb
from footplate.domain.talk import Line, Room
from footplate.wire.common import encode_time
from footplate.wire.fields import known

_ROOM_OF: Final[dict[int, Room]] = {pb.TalkRoom.Value(f"TALK_ROOM_{room.name}"): room for room in Room}


def decode_room(path: str, value: int) -> Room:
    """The room that is asked for. Raises BadRequest when it is unset or unknown."""
    return known(path, value, _ROOM_OF)


def encode_line(line: Line) -> pb.TalkLine:
    """A line as everybody sees it."""
    return pb.TalkLine(
        number=line.number,
        account_id=line.account,
        display_name=line.name,
        bot=line.bot,
        text=line.text,
        time=encode_time(line.time_ms),
    )
