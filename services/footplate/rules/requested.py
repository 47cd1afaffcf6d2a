"""Requests to the rules service, read from protobuf."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from footplate.api.match.v1 import action_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.domain.terms import FREE, Terms
from footplate.rules.imports import Import
from footplate.rules.legal import Filter
from footplate.rules.seats import Wish
from footplate.rules.usecases import Order, ReadAction
from footplate.rules.watch_messages import MatchWatch, Views
from footplate.wire.fields import known
from footplate.wire.match import decode_action
from footplate.wire.terms import decode_stand_in, decode_terms

_VIEWS: Final[dict[int, Views]] = {
    pb.WATCH_VIEWS_UNSPECIFIED: Views.NONE,
    pb.WATCH_VIEWS_START: Views.START,
    pb.WATCH_VIEWS_FOLLOW: Views.FOLLOW,
}
_PLAYABLE: Final[dict[int, bool]] = {pb.IMPORT_PURPOSE_ANALYSIS: False, pb.IMPORT_PURPOSE_PRACTICE: True}


def terms(request: pb.CreateMatchRequest) -> Terms:
    """What was agreed around the match. Raises BadRequest."""
    agreed = decode_terms(request.terms) if request.HasField("terms") else FREE
    stand_in = decode_stand_in(request.terms)
    return replace(agreed, stand_in=stand_in)


def optional(message: Any, field: str) -> int | None:
    """The number in an optional field, None where it is unset."""
    value: int | None = getattr(message, field) if message.HasField(field) else None
    return value


def action(message: action_pb2.Action) -> ReadAction:
    """What reads the action once the game is known."""
    return partial(decode_action, message=message)


def order(request: pb.SubmitActionRequest) -> Order:
    """The action that is to be played."""
    return Order(
        match_id=request.match_id,
        request_id=request.request_id,
        expected_ply=request.expected_ply,
        seat=optional(request, "seat"),
        action=action(request.action),
    )


def wish(account: str, request: Any) -> Wish:
    """Which seat of an account wants something."""
    return Wish(account, request.match_id, request.request_id, optional(request, "seat"))


def legal_filter(request: pb.ListLegalActionsRequest) -> Filter:
    """Which actions are wanted."""
    return Filter(request.kind, request.hex, request.city)


def match_watch(request: pb.WatchMatchRequest) -> MatchWatch:
    """How a match is to be watched. Raises BadRequest."""
    return MatchWatch(
        match_id=request.match_id,
        from_ply=request.from_ply,
        seat=optional(request, "seat"),
        effects=request.include_effects,
        views=known("views", request.views, _VIEWS),
    )


def record_import(request: pb.ImportRecordRequest) -> Import:
    """What is to be made of a record. Raises BadRequest."""
    return Import(
        request_id=request.request_id,
        record=request.record,
        plies=optional(request, "plies"),
        playable=known("purpose", request.purpose, _PLAYABLE),
    )
