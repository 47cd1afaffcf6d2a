"""Answers of the rules service in protobuf."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from footplate.api.common.v1 import watch_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.domain.match import Match
from footplate.engine.record import Record, format_record
from footplate.rules import watch_messages as told
from footplate.rules.legal import Found, Verdict
from footplate.rules.writes import Played
from footplate.wire.common import encode_time
from footplate.wire.match import (
    encode_effects,
    encode_entries_with_effects,
    encode_entry,
    encode_legal_action,
    encode_match,
)
from footplate.wire.paging import Page

R = TypeVar("R")

_REASONS: Final = {
    told.EndReason.COMPLETE: watch_pb2.WATCH_END_REASON_COMPLETE,
    told.EndReason.SHUTTING_DOWN: watch_pb2.WATCH_END_REASON_SHUTTING_DOWN,
    told.EndReason.TOO_SLOW: watch_pb2.WATCH_END_REASON_TOO_SLOW,
    told.EndReason.TOKEN_EXPIRED: watch_pb2.WATCH_END_REASON_TOKEN_EXPIRED,
}


def created(match: Match) -> pb.CreateMatchResponse:
    """A match that was created."""
    commitment = match.header.commitment
    return pb.CreateMatchResponse(match_id=match.id, ply=match.ply, seed_commitment=commitment)


def submitted(played: Played, *, with_effects: bool) -> pb.SubmitActionResponse:
    """What came of an action."""
    game, after = played.after.game, played.after
    if with_effects:
        entries = list(encode_entries_with_effects(game, played.before.state, played.entries))
    else:
        entries = [encode_entry(game, entry) for entry in played.entries]
    return pb.SubmitActionResponse(entries=entries, ply=after.ply, to_act=after.to_act)


def noted(response: Callable[..., R], played: Played) -> R:
    """What came of something other than an action; all such answers have the same fields."""
    game, after = played.after.game, played.after
    entries = [encode_entry(game, entry) for entry in played.entries]
    return response(entries=entries, ply=after.ply, to_act=after.to_act)


def legal_actions(found: Found, page: Page, *, with_effects: bool) -> pb.ListLegalActionsResponse:
    """A page of what may be done."""
    match = found.match
    return pb.ListLegalActionsResponse(
        ply=match.ply,
        to_act=match.to_act,
        actions=[
            encode_legal_action(match.game, match.state, action, with_effects=with_effects)
            for action in page.of(found.actions)
        ],
        page=page.info(len(found.actions)),
    )


def checked(verdict: Verdict) -> pb.CheckActionResponse:
    """What an action would do, or the rule it breaks."""
    match, broken = verdict.match, verdict.violation
    answer = pb.CheckActionResponse(ply=match.ply, text=verdict.text)
    if broken:
        answer.violation.rule_id, answer.violation.message = broken.rule, broken.reason
    else:
        answer.effects.CopyFrom(encode_effects(match.game, match.state, verdict.action))
    return answer


def recorded(record: Record) -> pb.GetRecordResponse:
    """A match as a record."""
    return pb.GetRecordResponse(record=format_record(record), ply=len(record.entries), finished=bool(record.result))


def match_told(message: told.MatchMessage) -> pb.WatchMatchResponse:
    """A message of a watch of a match."""
    return _MATCH[type(message)](message)


def turns_told(message: told.TurnsMessage) -> pb.WatchTurnsResponse:
    """A message of a watch of open turns."""
    return _TURNS[type(message)](message)


def _entry(message: told.EntryTold) -> pb.WatchMatchResponse:
    game, entry, before = message.game, message.entry, message.before
    if before is None:
        return pb.WatchMatchResponse(entry=encode_entry(game, entry))
    return pb.WatchMatchResponse(entry=next(encode_entries_with_effects(game, before.state, [entry])))


def _position(message: told.PositionTold) -> pb.WatchMatchResponse:
    return pb.WatchMatchResponse(view=encode_match(message.match, message.head, message.viewer))


def _opened(message: told.TurnOpened) -> pb.WatchTurnsResponse:
    turn = message.turn
    return pb.WatchTurnsResponse(
        opened=message_pb2.OpenTurn(
            match_id=turn.match,
            ply=turn.ply,
            seat=turn.seat,
            game=turn.game,
            phase=turn.phase,
            began=encode_time(turn.began_ms),
            deadline=None if turn.deadline_ms is None else encode_time(turn.deadline_ms),
        )
    )


def _closed(message: told.TurnClosed) -> pb.WatchTurnsResponse:
    closed = message_pb2.ClosedTurn(match_id=message.match_id, ply=message.ply, match_over=message.match_over)
    return pb.WatchTurnsResponse(closed=closed)


def _beat(message: told.Beat) -> watch_pb2.Heartbeat:
    return watch_pb2.Heartbeat(time=encode_time(message.time_ms), position=message.position)


def _ended(message: told.Ended) -> watch_pb2.WatchEnded:
    return watch_pb2.WatchEnded(reason=_REASONS[message.reason], position=message.position)


_MATCH: Final[dict[type, Callable[[Any], pb.WatchMatchResponse]]] = {
    told.EntryTold: _entry,
    told.PositionTold: _position,
    told.Beat: lambda message: pb.WatchMatchResponse(heartbeat=_beat(message)),
    told.Ended: lambda message: pb.WatchMatchResponse(ended=_ended(message)),
}
_TURNS: Final[dict[type, Callable[[Any], pb.WatchTurnsResponse]]] = {
    told.TurnOpened: _opened,
    told.TurnClosed: _closed,
    told.Beat: lambda message: pb.WatchTurnsResponse(heartbeat=_beat(message)),
    told.Ended: lambda message: pb.WatchTurnsResponse(ended=_ended(message)),
}
