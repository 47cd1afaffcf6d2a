"""What the rules service does, in its own words: load, ask the domain, append. Knows neither gRPC nor Redis."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from footplate.domain.errors import DomainError, RulesVersion, StalePly, UnknownPly
from footplate.domain.match import Committed, Match
from footplate.domain.seat import Seat
from footplate.domain.snapshot import Snapshot
from footplate.domain.terms import FREE, Terms
from footplate.engine.game import AnyGame, Setup
from footplate.engine.record import Record
from footplate.engine.registry import UnknownGame
from footplate.rules import legal
from footplate.rules.imports import Import, Imported, imported
from footplate.rules.matches import Matches
from footplate.rules.ports import Clock, MatchStore, NewSeed, Request, Tell
from footplate.rules.requests import expect_same, match_id_of, request_of
from footplate.rules.writes import Played, Writes
from footplate.runtime import metrics

ReadAction = Callable[[AnyGame], Any]
"""Reads the action that a caller sent, once the game is known. Raises BadRequest or NotationError."""


@dataclass(frozen=True, slots=True)
class Order:
    """An action a caller wants played. `seat` None: the one it holds, or of several the one to act."""

    match_id: str
    request_id: str
    expected_ply: int
    seat: int | None
    action: ReadAction


@dataclass(frozen=True, slots=True)
class Sight:
    """A match at a ply and at its head, and the seat (None: a spectator) it is looked at from."""

    match: Match
    head: Match
    viewer: int | None


class UseCases:
    """One method per call. `snapshot_every`: plies between two snapshots, which bounds what a cold load replays.

    `account` is the caller's. Beside what the methods name, all raise StoreUnavailable, and those that look at a match
    UnknownMatch and RulesVersion.
    """

    def __init__(
        self,
        store: MatchStore,
        matches: Matches,
        games: Mapping[str, AnyGame],
        writes: Writes,
        *,
        now_ms: Clock,
        new_seed: NewSeed,
        tell: Tell,
        snapshot_every: int,
    ) -> None:
        self._store = store
        self._matches = matches
        self._games = games
        self._writes = writes
        self._now_ms = now_ms
        self._new_seed = new_seed
        self._tell = tell
        self._every = snapshot_every
        self._lists = legal.LegalLists()

    # --- Making matches ----------------------------------------------------

    async def create_match(
        self, account: str, request_id: str, setup: Setup, seats: Sequence[Seat], terms: Terms = FREE
    ) -> Match:
        """A new match at its first decision; the same one again for the same request.

        Raises BadRequest, UnknownGame, SetupError, RequestReused.
        """
        request = request_of(account, request_id, "create", setup, seats, terms)
        game = self._game(setup.game)
        made = Match.create(game, match_id_of(request), setup, seats, self._new_seed(), self._now_ms(), terms)
        return await self._stored(request, made, ())

    async def import_record(self, account: str, wanted: Import) -> Match:
        """A match made of a record, at the last entry taken or at the first decision behind it; a retry gets the same.

        Raises BadRequest, RecordError, RequestReused.
        """
        request = request_of(account, wanted.request_id, "import", wanted.record, wanted.plies, wanted.playable)
        holder, seed = (account, self._new_seed()) if wanted.playable else ("", None)
        job = Imported(match_id_of(request), holder, seed, self._now_ms(), self._every)
        made, snapshots = await imported(wanted, job, self._games)
        return await self._stored(request, made, snapshots)

    async def _stored(self, request: Request, made: Committed, snapshots: Sequence[Snapshot]) -> Match:
        before = await self._store.create(made, request, snapshots)
        if before is None:
            self._matches.put(made.match)
            self._tell(made.events)
            return made.match
        expect_same(request, before)
        return await self._matches.at(made.match.id, before.last)

    # --- Looking -----------------------------------------------------------

    async def get_match(self, account: str, match_id: str, ply: int | None, seat: int | None) -> Sight:
        """A match as one of the caller's seats sees it, else as a spectator does. Raises UnknownPly, NotYourSeat."""
        head = await self._matches.head(match_id)
        viewer = viewer_of(head, account, seat)
        return Sight(await self._at(head, ply), head, viewer)

    async def list_legal_actions(
        self, account: str, match_id: str, ply: int | None, wanted: legal.Filter
    ) -> legal.Found:
        """What the seat to act may do, filtered. Raises UnknownPly, NotYourSeat."""
        match = legal.in_sight(await self._position(match_id, ply), account)
        return legal.Found(match, self._lists.find(match, wanted))

    async def check_action(self, account: str, match_id: str, ply: int | None, action: ReadAction) -> legal.Verdict:
        """What an action would do, or the rule it breaks. Raises UnknownPly, NotYourSeat, NotationError, MatchOver."""
        match = legal.in_sight(await self._position(match_id, ply), account)
        return legal.judge(match, action(match.game))

    async def record(self, match_id: str) -> Record:
        """The match as a record, as far as it has come."""
        try:
            match = await self._matches.head(match_id)
        except RulesVersion:
            return await self._unread_record(match_id)
        return match.record(await self._store.entries(match_id, 0, match.ply))

    async def _unread_record(self, match_id: str) -> Record:
        """The record of a match whose rules are not known here: whether it is over cannot be told, nor can its seed."""
        header = (await self._store.load(match_id, 0)).header
        entries = await self._store.entries(match_id, 0)
        chain = entries[-1].chain_hash if entries else header.chain_hash
        return replace(header.record(), entries=tuple(entry.for_record() for entry in entries), chain=chain)

    def list_games(self, game_id: str) -> tuple[AnyGame, ...]:
        """The game of an id, or all sorted by id when it is empty."""
        return tuple(self._games[known] for known in sorted(self._games) if game_id in ("", known))

    # --- Playing -----------------------------------------------------------

    async def submit_action(self, account: str, order: Order) -> Played:
        """Plays an action and stores it with the draws that follow; the same again for the same request.

        Raises, checked in this order: NotYourSeat, BadRequest or NotationError, RequestReused, StalePly, MatchOver,
        NotYourTurn, ActionRefused.
        """
        begun = time.perf_counter()
        match = await self._matches.at_least(order.match_id, order.expected_ply)
        seat = match.seat_of(account, order.seat)
        action = order.action(match.game)
        text = match.game.action_text(action)
        request = request_of(account, order.request_id, order.expected_ply, text)
        try:
            made = match.submit(
                action, account=account, expected_ply=order.expected_ply, now_ms=self._now_ms(), seat=seat
            )
        except DomainError as refusal:
            return await self._second_look(match.id, request, order.expected_ply, refusal)
        played = await self._writes.append(match, made, request)
        metrics.SUBMIT_SECONDS.labels(match.header.setup.game).observe(time.perf_counter() - begun)
        return played

    async def _second_look(self, match_id: str, request: Request, expected: int, refusal: DomainError) -> Played:
        """Whether a refusal stands: the request may have been done before, or what is warm here may be out of date."""
        try:
            return await self._writes.done_before(match_id, request, refusal)
        except type(refusal):
            head = await self._matches.head(match_id)
            if head.ply != expected:
                raise StalePly(match_id, expected, head.ply) from None
            raise

    # --- Finding things ----------------------------------------------------

    async def _position(self, match_id: str, ply: int | None) -> Match:
        return await self._at(await self._matches.head(match_id), ply)

    async def _at(self, head: Match, ply: int | None) -> Match:
        if ply is None or ply == head.ply:
            return head
        if not 0 <= ply <= head.ply:
            raise UnknownPly(head.id, ply, head.ply)
        return await self._matches.at(head.id, ply)

    def _game(self, game_id: str) -> AnyGame:
        game = self._games.get(game_id)
        if game is None:
            raise UnknownGame(game_id, tuple(self._games))
        return game


def viewer_of(match: Match, account: str, seat: int | None) -> int | None:
    """The seat whose sight an account gets: the one named, else its first, None for a spectator. Raises NotYourSeat."""
    if seat is not None:
        return match.seat_of(account, seat)
    return next(iter(match.seats_of(account)), None)
