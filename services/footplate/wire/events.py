"""The events of the bus in protobuf. Inside, set-ups carry only the options that differ from their preset."""

from collections.abc import Callable
from typing import Any, Final

from footplate.api.events.v1 import event_pb2 as pb
from footplate.domain import events
from footplate.wire.common import (
    decode_conduct,
    decode_outcome,
    decode_seats,
    decode_setup,
    decode_time,
    encode_conduct,
    encode_outcome,
    encode_setup,
    encode_time,
)


def encode_event(event: events.Event) -> bytes:
    """An event as it travels on the bus."""
    message = _WRITERS[type(event)](event)
    message.event_id = event.event_id
    message.time.CopyFrom(encode_time(event.time_ms))
    return message.SerializeToString(deterministic=True)


def decode_event(data: bytes) -> events.Event | None:
    """The event, or None for a kind that is not known here. Raises DecodeError for what is no event at all."""
    message = pb.Event.FromString(data)
    payload = message.WhichOneof("payload")
    if payload is None:
        return None
    return _READERS[payload](getattr(message, payload), decode_time(message.time))


# --- Writing ---------------------------------------------------------------


def _write_match_created(event: events.MatchCreated) -> pb.Event:
    setup = encode_setup(event.setup, event.seats)
    return pb.Event(match_created=pb.MatchCreated(match_id=event.match, setup=setup, imported=event.imported))


def _write_action_committed(event: events.ActionCommitted) -> pb.Event:
    return pb.Event(
        action_committed=pb.ActionCommitted(
            match_id=event.match,
            game=event.game,
            first_ply=event.first_ply,
            last_ply=event.last_ply,
            actors=event.actors,
        )
    )


def _write_turn_started(event: events.TurnStarted) -> pb.Event:
    return pb.Event(
        turn_started=pb.TurnStarted(
            match_id=event.match,
            ply=event.ply,
            seat=event.seat,
            account_id=event.account,
            bot_level=event.level,
            phase=event.phase,
            game=event.game,
            began=encode_time(event.began_ms),
            deadline=None if event.deadline_ms is None else encode_time(event.deadline_ms),
        )
    )


def _write_match_finished(event: events.MatchFinished) -> pb.Event:
    return pb.Event(
        match_finished=pb.MatchFinished(
            match_id=event.match,
            game=event.game,
            ply=event.ply,
            outcome=encode_outcome(event.outcome),
            conduct=encode_conduct(event.conduct),
            account_ids=event.accounts,
        )
    )


def _write_table_changed(event: events.TableChanged) -> pb.Event:
    return pb.Event(table_changed=pb.TableChanged(table_id=event.table, version=event.version))


def _write_table_starting(event: events.TableStarting) -> pb.Event:
    setup = encode_setup(event.setup, event.seats)
    return pb.Event(table_starting=pb.TableStarting(table_id=event.table, version=event.version, setup=setup))


def _write_table_started(event: events.TableStarted) -> pb.Event:
    started = pb.TableStarted(table_id=event.table, version=event.version, match_id=event.match)
    return pb.Event(table_started=started)


def _write_table_finished(event: events.TableFinished) -> pb.Event:
    finished = pb.TableFinished(table_id=event.table, version=event.version, match_id=event.match)
    return pb.Event(table_finished=finished)


def _write_table_expiring(event: events.TableExpiring) -> pb.Event:
    return pb.Event(
        table_expiring=pb.TableExpiring(
            table_id=event.table,
            version=event.version,
            account_ids=event.accounts,
            expires=encode_time(event.expires_ms),
        )
    )


def _write_access_revoked(event: events.AccessRevoked) -> pb.Event:
    until = encode_time(event.until_ms)
    revoked = pb.AccessRevoked(account_id=event.account, session_id=event.session, epoch=event.epoch, until=until)
    return pb.Event(access_revoked=revoked)


def _write_line_said(event: events.LineSaid) -> pb.Event:
    return pb.Event(line_said=pb.LineSaid(table_id=event.table, room=event.room, line_id=event.line))


def _write_ticket_changed(event: events.TicketChanged) -> pb.Event:
    return pb.Event(ticket_changed=pb.TicketChanged(ticket_id=event.ticket))


_WRITERS: Final[dict[type, Callable[[Any], pb.Event]]] = {
    events.MatchCreated: _write_match_created,
    events.ActionCommitted: _write_action_committed,
    events.TurnStarted: _write_turn_started,
    events.MatchFinished: _write_match_finished,
    events.TableChanged: _write_table_changed,
    events.TableStarting: _write_table_starting,
    events.TableStarted: _write_table_started,
    events.TableFinished: _write_table_finished,
    events.TicketChanged: _write_ticket_changed,
    events.TableExpiring: _write_table_expiring,
    events.AccessRevoked: _write_access_revoked,
    events.LineSaid: _write_line_said,
}


# --- Reading ---------------------------------------------------------------


def _read_match_created(message: pb.MatchCreated, time_ms: int) -> events.Event:
    seats = decode_seats(message.setup.seats)
    setup = decode_setup(message.setup, len(seats))
    return events.MatchCreated(message.match_id, setup, seats, message.imported, time_ms)


def _read_action_committed(message: pb.ActionCommitted, time_ms: int) -> events.Event:
    actors = tuple(message.actors)
    return events.ActionCommitted(message.match_id, message.game, message.first_ply, message.last_ply, actors, time_ms)


def _read_turn_started(message: pb.TurnStarted, _time_ms: int) -> events.Event:
    return events.TurnStarted(
        match=message.match_id,
        game=message.game,
        ply=message.ply,
        seat=message.seat,
        account=message.account_id,
        level=message.bot_level,
        phase=message.phase,
        began_ms=decode_time(message.began),
        deadline_ms=decode_time(message.deadline) if message.HasField("deadline") else None,
    )


def _read_match_finished(message: pb.MatchFinished, time_ms: int) -> events.Event:
    outcome, conduct = decode_outcome(message.outcome), decode_conduct(message.conduct)
    accounts = tuple(message.account_ids)
    return events.MatchFinished(message.match_id, message.game, message.ply, outcome, time_ms, conduct, accounts)


def _read_table_changed(message: pb.TableChanged, time_ms: int) -> events.Event:
    return events.TableChanged(message.table_id, message.version, time_ms)


def _read_table_starting(message: pb.TableStarting, time_ms: int) -> events.Event:
    seats = decode_seats(message.setup.seats)
    setup = decode_setup(message.setup, len(seats))
    return events.TableStarting(message.table_id, message.version, setup, seats, time_ms)


def _read_table_started(message: pb.TableStarted, time_ms: int) -> events.Event:
    return events.TableStarted(message.table_id, message.version, message.match_id, time_ms)


def _read_table_finished(message: pb.TableFinished, time_ms: int) -> events.Event:
    return events.TableFinished(message.table_id, message.version, message.match_id, time_ms)


def _read_table_expiring(message: pb.TableExpiring, time_ms: int) -> events.Event:
    accounts, expires_ms = tuple(message.account_ids), decode_time(message.expires)
    return events.TableExpiring(message.table_id, message.version, accounts, expires_ms, time_ms)


def _read_access_revoked(message: pb.AccessRevoked, time_ms: int) -> events.Event:
    until_ms = decode_time(message.until)
    return events.AccessRevoked(message.account_id, message.session_id, message.epoch, until_ms, time_ms)


def _read_line_said(message: pb.LineSaid, time_ms: int) -> events.Event:
    return events.LineSaid(message.table_id, message.room, message.line_id, time_ms)


def _read_ticket_changed(message: pb.TicketChanged, time_ms: int) -> events.Event:
    return events.TicketChanged(message.ticket_id, time_ms)


_READERS: Final[dict[str, Callable[[Any, int], events.Event]]] = {
    "match_created": _read_match_created,
    "action_committed": _read_action_committed,
    "turn_started": _read_turn_started,
    "match_finished": _read_match_finished,
    "table_changed": _read_table_changed,
    "table_starting": _read_table_starting,
    "table_started": _read_table_started,
    "table_finished": _read_table_finished,
    "ticket_changed": _read_ticket_changed,
    "table_expiring": _read_table_expiring,
    "access_revoked": _read_access_revoked,
    "line_said": _read_line_said,
}
