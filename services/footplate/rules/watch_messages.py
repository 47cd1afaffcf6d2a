"""What a watch tells, and what is asked of it."""

from dataclasses import dataclass
from enum import StrEnum

from footplate.domain.events import TurnStarted
from footplate.domain.log import Entry
from footplate.domain.match import Match
from footplate.engine.game import AnyGame


class EndReason(StrEnum):
    """Why a watch ended."""

    COMPLETE = "complete"
    SHUTTING_DOWN = "shutting_down"
    TOO_SLOW = "too_slow"
    TOKEN_EXPIRED = "token_expired"  # noqa: S105 - a reason, not a token


class Views(StrEnum):
    """Which positions come along with the entries: none, that at the start, or also each that waits for a decision."""

    NONE = "none"
    START = "start"
    FOLLOW = "follow"


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who watches: an account, until its token runs out (seconds since 1970)."""

    account: str
    expires_at: float


@dataclass(frozen=True, slots=True)
class MatchWatch:
    """What a watcher of a match asks for. `seat` None: as `usecases.viewer_of` finds it."""

    match_id: str
    from_ply: int
    seat: int | None
    effects: bool
    views: Views


@dataclass(frozen=True, slots=True)
class EntryTold:
    """An entry. `before`: the match it was played in, where effects are asked for."""

    game: AnyGame
    entry: Entry
    before: Match | None


@dataclass(frozen=True, slots=True)
class PositionTold:
    """A position and the match at its head, as seen from the seat `viewer` (None: by a spectator)."""

    match: Match
    head: Match
    viewer: int | None


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A seat of the account is to act."""

    turn: TurnStarted


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """A turn told before is no longer open."""

    match_id: str
    ply: int
    match_over: bool


@dataclass(frozen=True, slots=True)
class Beat:
    """Nothing new at `time_ms`. `position`: how far the watch has come."""

    time_ms: int
    position: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The last message."""

    reason: EndReason
    position: int


MatchMessage = EntryTold | PositionTold | Beat | Ended
TurnsMessage = TurnOpened | TurnClosed | Beat | Ended
