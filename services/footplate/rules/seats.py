"""What a seat does beside playing: leaving, coming back, going back. Load, ask the domain, append a note."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from footplate.domain import leaving, undo
from footplate.domain.errors import DomainError, StalePly
from footplate.domain.match import Committed, Match
from footplate.rules.matches import Matches
from footplate.rules.ports import Clock, MatchStore, Request
from footplate.rules.requests import request_of
from footplate.rules.writes import Played, Writes

_TRIES: Final = 20
"""Others may write again and again between our look and our write; so often in a row means that something is wrong."""

Step = Callable[[Match], Awaitable[Committed]]


@dataclass(frozen=True, slots=True)
class Wish:
    """Which seat wants something. `seat` None: the one the account holds, or of several the one to act."""

    account: str
    match_id: str
    request_id: str
    seat: int | None


class Seats:
    """One method per call. All raise UnknownMatch, NotYourSeat, MatchOver, RequestReused, StoreUnavailable."""

    def __init__(self, store: MatchStore, matches: Matches, writes: Writes, now_ms: Clock) -> None:
        self._store = store
        self._matches = matches
        self._writes = writes
        self._now_ms = now_ms

    async def resign(self, wish: Wish) -> Played:
        """Gives the seat up. Raises SeatResigned."""
        return await self._leaving(wish, "resign", leaving.resign)

    async def reclaim(self, wish: Wish) -> Played:
        """Takes the seat back from the stand-in. Raises SeatResigned, SeatNotTakenOver."""
        return await self._leaving(wish, "reclaim", leaving.reclaim)

    async def take_back(self, wish: Wish, expected_ply: int, to_ply: int) -> Played:
        """Takes back steps of the running turn.

        Raises StalePly, NotYourTurn, SeatTakenOver, UndoRefused, UnknownPly.
        """

        async def step(match: Match) -> Committed:
            if match.ply != expected_ply:
                raise StalePly(match.id, expected_ply, match.ply)
            target = await self._matches.at(match.id, to_ply)
            since = await self._store.entries(match.id, to_ply, match.ply)
            return undo.take_back(match, target, since, wish.account, wish.seat, self._now_ms())

        return await self._done(wish, _request(wish, "take back", expected_ply, to_ply), step)

    async def ask_undo(self, wish: Wish, to_ply: int) -> Played:
        """Asks all others to go back. Raises SeatTakenOver, UndoRefused, UndoPending, UnknownPly."""

        async def step(match: Match) -> Committed:
            target = await self._matches.at(match.id, to_ply)
            since = await self._store.entries(match.id, to_ply, match.ply)
            return undo.ask(match, target, since, wish.account, wish.seat, self._now_ms())

        return await self._done(wish, _request(wish, "ask undo", to_ply), step)

    async def answer_undo(self, wish: Wish, to_ply: int, *, agrees: bool) -> Played:
        """Answers whoever asks. Raises SeatTakenOver, UndoNotAsked, UndoPending, UnknownPly."""

        async def step(match: Match) -> Committed:
            target = await self._matches.at(match.id, to_ply)
            return undo.answer(match, target, wish.account, wish.seat, self._now_ms(), agrees=agrees)

        return await self._done(wish, _request(wish, "answer undo", to_ply, agrees), step)

    async def _leaving(
        self, wish: Wish, what: str, change: Callable[[Match, str, int | None, int], Committed]
    ) -> Played:
        async def step(match: Match) -> Committed:
            return change(match, wish.account, wish.seat, self._now_ms())

        return await self._done(wish, _request(wish, what), step)

    async def _done(self, wish: Wish, request: Request, step: Step) -> Played:
        """Takes the step from wherever the match stands, again when somebody else was faster."""
        faster: StalePly | None = None
        for _ in range(_TRIES):
            match = await self._matches.head(wish.match_id)
            try:
                made = await step(match)
            except DomainError as refusal:
                return await self._writes.done_before(match.id, request, refusal)
            try:
                return await self._writes.append(match, made, request)
            except StalePly as stale:
                faster = stale
        assert faster  # noqa: S101 - or it would have returned
        raise faster


def _request(wish: Wish, *what: object) -> Request:
    return request_of(wish.account, wish.request_id, *what, wish.seat)
