"""The situation of a match in protobuf: who is there, whose time runs, and the undo that is asked for."""

from typing import Final

from footplate.api.match.v1 import situation_pb2 as pb
from footplate.domain.match import Match
from footplate.domain.situation import Presence, SeatState, UndoRequest
from footplate.wire.common import encode_time
from footplate.wire.terms import encode_duration

_PRESENCE: Final = {
    Presence.HERE: pb.PRESENCE_HERE,
    Presence.AWAY: pb.PRESENCE_AWAY,
    Presence.RETURNING: pb.PRESENCE_RETURNING,
    Presence.RESIGNED: pb.PRESENCE_RESIGNED,
}


def encode_situation(match: Match) -> pb.Situation:
    """The situation of a match at its ply."""
    clock, deadline, request = match.header.terms.clock, match.deadline_ms, match.situation.request
    budget = bool(clock and clock.budget_ms)
    return pb.Situation(
        seats=[_encode_seat(number, state, with_budget=budget) for number, state in enumerate(match.situation.seats)],
        deadline=None if deadline is None else encode_time(deadline),
        asked_undo=_encode_request(request) if request else None,
    )


def _encode_seat(number: int, state: SeatState, *, with_budget: bool) -> pb.SeatSituation:
    return pb.SeatSituation(
        seat=number,
        presence=_PRESENCE[state.presence],
        missed_turns=state.missed,
        budget_left=encode_duration(state.bank_ms) if with_budget else None,
    )


def _encode_request(request: UndoRequest) -> pb.AskedUndo:
    return pb.AskedUndo(
        ply=request.ply, seat=request.seat, until=encode_time(request.until_ms), agreed_seats=request.agreed
    )
