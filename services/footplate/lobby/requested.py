"""Requests to the lobby, read from protobuf."""

import re
from dataclasses import replace
from typing import Any, Final

from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.ratings.v1 import request_response_pb2 as ratings_pb
from footplate.domain.access import Access
from footplate.domain.errors import BadRequest
from footplate.domain.rating import Board
from footplate.domain.table import Status
from footplate.domain.wish import Wish
from footplate.lobby.keys import PUBLIC, guest_of
from footplate.lobby.lists import Filter
from footplate.lobby.ports import Listing, Spot
from footplate.lobby.usecases import Opening
from footplate.wire.common import decode_setup
from footplate.wire.fields import whole
from footplate.wire.paging import Cursor, Page, bad_token, decode_cursor, decode_page
from footplate.wire.rating import decode_player_class
from footplate.wire.table import decode_status, decode_visibility
from footplate.wire.terms import decode_terms

_LONGEST_NAME: Final = 256
_SPOT: Final = re.compile(r"(-?\d{1,9}):(.+)")
_SHOWN: Final = (Status.OPEN, Status.STARTING, Status.PLAYING)


def optional_seat(message: Any) -> int | None:
    """The seat of a request, None where it is unset."""
    seat: int | None = message.seat if message.HasField("seat") else None
    return seat


def opening(request: pb.OpenTableRequest) -> Opening:
    """The table that is wanted. Raises BadRequest."""
    if request.setup.seats:
        raise BadRequest("setup.seats", len(request.setup.seats), "players take their seats by themselves")
    setup = decode_setup(request.setup, request.seat_count)
    terms = decode_terms(request.terms)
    visibility = decode_visibility("visibility", request.visibility)
    wish = Wish(
        terms=terms,
        access=Access(visibility, invited=tuple(dict.fromkeys(request.invited_account_ids))),
        auto_start=request.auto_start,
        lasts_ms=request.expires_after.ToMilliseconds(),
    )
    wish.expect_good()
    stand_in = request.terms.stand_in.bot_level
    return Opening(request.request_id, setup, request.name, request.owner_stands, wish, stand_in)


def listing(request: pb.ListTablesRequest, account: str) -> tuple[Listing, Filter, Page]:
    """The tables that are wanted by an account, what else they must be, and the page of them. Raises BadRequest."""
    listed, wanted = _listing(request, account), _filter(request)
    page = decode_page(request.page, listed.statuses, request.game, listed.whose, wanted)
    return replace(listed, below=page.start, size=page.size), wanted, page


def tables_watch(request: pb.WatchTablesRequest, account: str) -> tuple[Listing, Filter]:
    """The list that an account wants to watch. Raises BadRequest."""
    return _listing(request, account), _filter(request)


def _listing(request: pb.ListTablesRequest | pb.WatchTablesRequest, account: str) -> Listing:
    read = (decode_status(f"statuses.{number}", value) for number, value in enumerate(request.statuses))
    statuses = tuple(dict.fromkeys(read)) or _SHOWN
    if request.mine and request.invited:
        raise BadRequest("invited", "true", "either what is mine or what I am invited to")
    whose = account if request.mine else guest_of(account) if request.invited else PUBLIC
    return Listing(statuses, request.game, whose, 0, 0)


def _filter(request: pb.ListTablesRequest | pb.WatchTablesRequest) -> Filter:
    return Filter(
        free_seats=whole("free_seats", request.free_seats),
        seat_count=whole("seat_count", request.seat_count),
        longest_turn_ms=request.longest_turn.ToMilliseconds(),
    )


def leaderboard(request: ratings_pb.GetLeaderboardRequest) -> tuple[Board, Cursor, Spot | None]:
    """The board that is wanted, the page of it, and the spot behind which that begins. Raises BadRequest."""
    board = Board(request.game, decode_player_class("player_class", request.player_class))
    cursor = decode_cursor(request.page, board.game, board.players.value)
    spot = _SPOT.fullmatch(cursor.after)
    if cursor.after and spot is None:
        raise bad_token(request.page)
    return board, cursor, Spot(int(spot[1]), spot[2]) if spot else None
