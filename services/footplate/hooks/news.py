"""What is told to whom of what happened: the body of a call for each account that an event concerns."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from footplate.domain.events import Event, MatchFinished, TableExpiring, TurnStarted
from footplate.domain.hooks import TEST, HookEvent

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class News:
    """Something an account is called about. `event`: the id of what happened."""

    account: str
    event: str
    type: HookEvent
    body: str


def news_of(event: Event | None) -> Iterator[News]:
    """What an event means to accounts. The bots of the house have no hooks."""
    match event:
        case TurnStarted(level=""):
            yield _news(event, event.account, HookEvent.TURN_STARTED, _turn(event))
        case MatchFinished():
            for account in dict.fromkeys(filter(None, event.accounts)):
                yield _news(event, account, HookEvent.MATCH_FINISHED, _finished(event, account))
        case TableExpiring():
            data = {"table_id": event.table, "expires": time_text(event.expires_ms)}
            for account in event.accounts:
                yield _news(event, account, HookEvent.TABLE_EXPIRING, data)


def test_body(hook_id: str, now_ms: int) -> str:
    """The body of a call that somebody asked for."""
    return _body(TEST, now_ms, {"hook_id": hook_id})


def time_text(time_ms: int) -> str:
    """A time as RFC 3339 has it."""
    text = datetime.fromtimestamp(time_ms / 1_000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def _news(event: TurnStarted | MatchFinished | TableExpiring, account: str, kind: HookEvent, data: Any) -> News:
    return News(account, event.event_id, kind, _body(kind, event.time_ms, data))


def _body(kind: str, time_ms: int, data: dict[str, Any]) -> str:
    return _ENCODER.encode({"type": kind, "timestamp": time_text(time_ms), "data": data})


def _turn(event: TurnStarted) -> dict[str, Any]:
    deadline = {} if event.deadline_ms is None else {"deadline": time_text(event.deadline_ms)}
    return {
        "match_id": event.match,
        "game": event.game,
        "ply": event.ply,
        "seat": event.seat,
        "phase": event.phase,
        "began": time_text(event.began_ms),
        **deadline,
    }


def _finished(event: MatchFinished, account: str) -> dict[str, Any]:
    standings = [{"seat": one.seat, "rank": one.rank, "score": one.score} for one in event.outcome.standings]
    return {
        "match_id": event.match,
        "game": event.game,
        "ply": event.ply,
        "reason": event.outcome.reason,
        "seats": [seat for seat, holder in enumerate(event.accounts) if holder == account],
        "standings": standings,
    }
