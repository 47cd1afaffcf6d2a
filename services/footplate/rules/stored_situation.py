"""The situation of a match as it lies in Redis beside a position: JSON without blanks."""

import json
from typing import Any, Final

from footplate.domain.clock import Turn
from footplate.domain.situation import Presence, SeatState, Situation, UndoRequest

_ENCODER: Final = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"))


def situation_text(situation: Situation) -> str:
    """A situation."""
    request, turn = situation.request, situation.turn
    return _ENCODER.encode(
        {
            "seats": [state._asdict() for state in situation.seats],
            "turn": turn._asdict() if turn else None,
            "request": request._asdict() if request else None,
            "closed": situation.closed,
        }
    )


def parse_situation(text: str) -> Situation:
    """The situation of its text. ValueError or KeyError when it is none of ours."""
    read: dict[str, Any] = json.loads(text)
    turn, request = read["turn"], read["request"]
    return Situation(
        seats=tuple(_seat(fields) for fields in read["seats"]),
        turn=Turn(turn["seat"], turn["phase"], turn["round"], turn["began_ms"], turn["missed"]) if turn else None,
        request=_request(request) if request else None,
        closed=read["closed"],
    )


def _seat(fields: dict[str, Any]) -> SeatState:
    return SeatState(Presence(fields["presence"]), fields["missed"], fields["in_a_row"], fields["bank_ms"])


def _request(fields: dict[str, Any]) -> UndoRequest:
    return UndoRequest(fields["ply"], fields["seat"], fields["until_ms"], tuple(fields["agreed"]))
