"""The open turn of a match as it lies in the `{pNN}:turns` hashes of Redis: JSON under the id of the match.

The rules service writes them in the same step as the log; whoever looks for turns nobody is working on reads them.
"""

import json
from typing import Final

from footplate.domain.events import TurnStarted

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def turn_text(turn: TurnStarted) -> str:
    """An open turn, without the match."""
    fields = {
        "ply": turn.ply,
        "seat": turn.seat,
        "account": turn.account,
        "level": turn.level,
        "phase": turn.phase,
        "game": turn.game,
        "began_ms": turn.began_ms,
        "deadline_ms": turn.deadline_ms,
    }
    return _ENCODER.encode(fields)


def parse_turn(match_id: str, text: str | bytes) -> TurnStarted:
    """The open turn of a match; unknown fields are passed over. ValueError or KeyError when it is none of our texts."""
    fields = json.loads(text)
    return TurnStarted(
        match=match_id,
        game=fields["game"],
        ply=fields["ply"],
        seat=fields["seat"],
        account=fields["account"],
        level=fields["level"],
        phase=fields["phase"],
        began_ms=fields["began_ms"],
        deadline_ms=fields.get("deadline_ms"),
    )
