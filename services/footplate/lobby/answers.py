"""Answers of the lobby in protobuf."""

from collections.abc import Mapping
from typing import Final

from footplate.api.common.v1 import paging_pb2, watch_pb2
from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.ratings.v1 import message_pb2 as rating_pb2
from footplate.api.ratings.v1 import request_response_pb2 as ratings_pb
from footplate.domain.rating import Board
from footplate.domain.table import Table
from footplate.engine.game import AnyGame
from footplate.lobby.ports import Entry, Leaderboard, Listed
from footplate.lobby.watch import Beat, Ended, EndReason, Message
from footplate.lobby.watch_lists import Gone
from footplate.wire.common import encode_time
from footplate.wire.paging import Cursor, Page
from footplate.wire.rating import encode_rating
from footplate.wire.table import encode_table

_REASONS: Final = {
    EndReason.COMPLETE: watch_pb2.WATCH_END_REASON_COMPLETE,
    EndReason.SHUTTING_DOWN: watch_pb2.WATCH_END_REASON_SHUTTING_DOWN,
    EndReason.TOKEN_EXPIRED: watch_pb2.WATCH_END_REASON_TOKEN_EXPIRED,
}


def table(shown: Table, games: Mapping[str, AnyGame], viewer: str) -> message_pb2.Table:
    """A table as an account may see it."""
    return encode_table(games[shown.setup.game], shown, viewer)


def page_info(listed: Listed, page: Page) -> paging_pb2.PageInfo:
    """Where a page of tables stands. Its token names a table, so that new ones shift nothing."""
    following = f"{listed.last}-{page.print}" if listed.last else ""
    return paging_pb2.PageInfo(next_page_token=following, total_size=listed.total)


def told(message: Message, games: Mapping[str, AnyGame], viewer: str) -> pb.WatchTableResponse:
    """A message of a watch of a table."""
    match message:
        case Beat():
            return pb.WatchTableResponse(heartbeat=beat(message))
        case Ended():
            return pb.WatchTableResponse(ended=ended(message))
    return pb.WatchTableResponse(table=table(message, games, viewer))


def list_told(message: Message | Gone, games: Mapping[str, AnyGame], viewer: str) -> pb.WatchTablesResponse:
    """A message of a watch of a list."""
    match message:
        case Beat():
            return pb.WatchTablesResponse(heartbeat=beat(message))
        case Ended():
            return pb.WatchTablesResponse(ended=ended(message))
        case Gone():
            return pb.WatchTablesResponse(gone_table_id=message.table_id)
    return pb.WatchTablesResponse(table=table(message, games, viewer))


def beat(message: Beat) -> watch_pb2.Heartbeat:
    """A sign of life."""
    return watch_pb2.Heartbeat(time=encode_time(message.time_ms), position=message.version)


def ended(message: Ended) -> watch_pb2.WatchEnded:
    """The end of a watch, with its reason."""
    return watch_pb2.WatchEnded(reason=_REASONS[message.reason], position=message.version)


def leaderboard(board: Board, shown: Leaderboard, cursor: Cursor) -> ratings_pb.GetLeaderboardResponse:
    """A part of a board. Its token names a spot between the accounts, so that those who move shift no others."""
    spot = shown.entries[-1].rated.spot if shown.more else None
    end = f"{spot.behind}:{spot.account}" if spot else ""
    entries = [_entry(board, entry) for entry in shown.entries]
    return ratings_pb.GetLeaderboardResponse(entries=entries, page=cursor.info(end, shown.total))


def _entry(board: Board, entry: Entry) -> rating_pb2.LeaderboardEntry:
    seat = entry.rated.seat
    return rating_pb2.LeaderboardEntry(
        place=entry.place,
        account_id=seat.account,
        display_name=seat.name,
        bot=seat.bot,
        bot_level=seat.level,
        rating=encode_rating(board, entry.rated.rating),
    )
