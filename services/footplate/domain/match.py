"""A match: who sits there, who may act, and what happens when somebody does.

A match is an immutable value. Whatever happens gives a new one, together with the entries to store and the events to
tell; as long as these are stored together or not at all, nothing is ever half done.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from footplate.domain.clock import deadline_ms
from footplate.domain.conduct import Conduct
from footplate.domain.course import Course
from footplate.domain.errors import (
    ActionRefused,
    BadRequest,
    MatchOver,
    NotYourSeat,
    NotYourTurn,
    RulesVersion,
    SeatTakenOver,
    StalePly,
)
from footplate.domain.events import ActionCommitted, MatchCreated, MatchEvent, MatchFinished, TurnStarted
from footplate.domain.log import Cause, Entry, Header
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.domain.setup import complete
from footplate.domain.situation import Presence
from footplate.domain.terms import FREE, Terms
from footplate.engine.errors import IllegalAction
from footplate.engine.game import OVER, AnyGame, Effects, Setup
from footplate.engine.record import Record
from footplate.engine.replay import replay
from footplate.engine.result import actor_text, result_of

_LONGEST_NAME: Final = 32


@dataclass(frozen=True)
class Committed:
    """What came of a call: the match after it, what to store and what to tell, together or not at all.

    `answered`: the open turn that the first entry answers; None when the match was created.
    """

    match: "Match"
    entries: tuple[Entry, ...]
    events: tuple[MatchEvent, ...]
    answered: TurnStarted | None = None

    @property
    def elapsed_ms(self) -> int:
        """How long the answered turn was open; 0 when there was none."""
        return self.match.began_ms - self.answered.began_ms if self.answered else 0


@dataclass(frozen=True)
class Match(Course):
    """A match with its people; the fields are those of its course."""

    @classmethod
    def create(
        cls,
        game: AnyGame,
        match_id: str,
        setup: Setup,
        seats: Sequence[Seat],
        seed: Seed,
        now_ms: int,
        terms: Terms = FREE,
    ) -> Committed:
        """A new match, played up to its first decision. Raises SetupError, BadRequest."""
        setup = complete(game, setup)
        terms.expect_good()
        if len(seats) != setup.seats:
            raise BadRequest("setup.seats", len(seats), f"there are {setup.seats} seats to fill")
        for number, seat in enumerate(seats):
            if not seat.account:
                raise BadRequest(f"setup.seats.{number}.account_id", "", "every seat needs an account")
        header = Header(match_id, setup, tuple(seats), game.info.rules_version, now_ms, seed, terms=terms)
        return _created(cls.opening(game, header), ())

    @classmethod
    def imported(
        cls, game: AnyGame, match_id: str, record: Record, account: str, seed: Seed | None, now_ms: int
    ) -> Committed:
        """A match taken over from a record.

        `account` gets every seat, and `seed` draws from there on. Without a seed nothing is drawn, without an account
        nobody can act. Raises RulesVersion, or RecordError with the line that does not hold.
        """
        known = game.info.rules_version
        if record.rules_version not in (None, known):
            raise RulesVersion("", game.info.id, record.rules_version, known)
        played = replay(record, {record.setup.game: game})
        if played.error:
            raise played.error
        seats = tuple(Seat(account, name[:_LONGEST_NAME] or actor_text(seat)) for seat, name in enumerate(record.names))
        setup = game.setup_of(played.state)
        match = cls.opening(game, Header(match_id, setup, seats, known, now_ms, seed, len(record.entries)))
        entries = []
        for line, state in zip(played.record.entries, played.states[1:], strict=True):
            match, entry = match.append(line.actor, line.text, state, Cause.IMPORT, now_ms)
            entries.append(entry)
        return _created(match, tuple(entries))

    # --- What there is to see ----------------------------------------------

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.header.match

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self.header.seats

    @property
    def conduct(self) -> tuple[Conduct, ...]:
        """How the account of each seat kept to the match so far."""
        return tuple(Conduct(state.missed, state.left) for state in self.situation.seats)

    @property
    def revealed_seed(self) -> bytes | None:
        """The seed once the match is over; None before, and for a match without one."""
        return self.header.seed.reveal() if self.header.seed and self.to_act == OVER else None

    def decider(self, seat: int) -> Seat | None:
        """Who decides for a seat now: its account, or the stand-in; None when nobody does."""
        if self.situation.seats[seat].presence != Presence.HERE:
            return self.header.terms.stand_in
        return self.seats[seat] if self.seats[seat].account else None

    @property
    def deadline_ms(self) -> int | None:
        """When the time of the seat to act is up; None when nobody is hurried."""
        clock, turn = self.header.terms.clock, self.situation.turn
        if clock is None or turn is None or self.to_act == OVER:
            return None
        by_house = self.situation.by_house(turn.seat, self.header)
        return deadline_ms(clock, turn, self.situation.seats[turn.seat].bank_ms, by_house=by_house)

    @property
    def open_turn(self) -> TurnStarted | None:
        """The decision that is open, or None when nobody can take one."""
        actor = self.to_act
        decider = self.decider(actor) if actor >= 0 else None
        if decider is None:
            return None
        return TurnStarted(
            match=self.id,
            game=self.header.setup.game,
            ply=self.ply,
            seat=actor,
            account=decider.account,
            level=decider.level,
            phase=self.progress.phase,
            began_ms=self.began_ms,
            deadline_ms=self.deadline_ms,
        )

    def seats_of(self, account: str) -> tuple[int, ...]:
        """The seats an account sees the match from: its own, it may hold several, and those it stands in for."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if account and account in (seat.account, (self.decider(number) or seat).account)
        )

    def seat_of(self, account: str, seat: int | None = None) -> int:
        """The seat an account means: the one named, else its seat to act, else its first. Raises NotYourSeat."""
        own = self.seats_of(account)
        if not own or seat not in (None, *own):
            raise NotYourSeat(self.id, seat)
        if seat is not None:
            return seat
        return self.to_act if self.to_act in own else own[0]

    def record(self, entries: Sequence[Entry]) -> Record:
        """The match as a record; `entries` are its whole log up to this ply. The seed is told only when it is over."""
        if len(entries) != self.ply:
            raise ValueError(f"a record of {self.ply} plies needs all entries, not {len(entries)}")
        seed, outcome = self.revealed_seed, self.outcome
        return replace(
            self.header.record(),
            entries=tuple(entry.for_record() for entry in entries),
            seed=seed.hex() if seed else "",
            result=result_of(outcome),
            reason=outcome.reason if outcome else "",
            chain=self.chain_hash,
        )

    # --- What can be done --------------------------------------------------

    def judge(self, action: object) -> tuple[str, Effects]:
        """The canonical text of an action and what it would do, for whoever is to act, as a value or as text.

        Raises NotationError, MatchOver, ActionRefused.
        """
        action = self._read(action)
        self.expect_running()
        try:
            return self.game.action_text(action), self.game.effects(self.state, action)
        except IllegalAction as error:
            raise self._refused(action, error) from error

    def submit(
        self,
        action: object,
        *,
        account: str,
        expected_ply: int,
        now_ms: int,
        seat: int | None = None,
        cause: Cause = Cause.PLAYER,
    ) -> Committed:
        """Plays an action, given as a value or as text, for a seat of the account, then chance up to the next decision.

        Raises, checked in this order: NotYourSeat, NotationError, StalePly, MatchOver, NotYourTurn, SeatTakenOver,
        ActionRefused.
        """
        seat = self.seat_of(account, seat)
        action = self._read(action)
        self.admit(account, seat, expected_ply)
        try:
            played, entry = self.advance(seat, action, cause, now_ms)
        except IllegalAction as error:
            raise self._refused(action, error) from error
        return self.committed(played, entry, answered=self.open_turn)

    def admit(self, account: str, seat: int, expected_ply: int) -> None:
        """Raises StalePly, MatchOver, NotYourTurn or SeatTakenOver unless the account may decide for the seat now."""
        if expected_ply != self.ply:
            raise StalePly(self.id, expected_ply, self.ply)
        self.expect_running()
        if self.to_act != seat:
            raise NotYourTurn(self.id, self.ply, seat, self.to_act)
        self.expect_decider(account, seat)

    def expect_running(self) -> None:
        """Raises MatchOver when the match has ended."""
        if self.to_act == OVER:
            raise MatchOver(self.id, self.ply)

    def expect_decider(self, account: str, seat: int) -> None:
        """Raises SeatTakenOver when the stand-in decides for the seat of an account."""
        decider = self.decider(seat)
        if decider is None or decider.account != account:
            raise SeatTakenOver(self.id, seat)

    def committed(self, after: "Match", *entries: Entry, answered: TurnStarted | None = None) -> Committed:
        """What came of these entries, the last ones of `after`, with all that then happens by itself."""
        settled, more = after.settle()
        entries += more
        return Committed(settled, entries, _news(settled, entries), answered)

    def _read(self, action: object) -> Any:
        return self.game.parse_action(action) if isinstance(action, str) else action

    def _refused(self, action: Any, error: IllegalAction) -> ActionRefused:
        return ActionRefused(self.id, self.ply, self.game.action_text(action), error)


def _created(opened: Match, entries: tuple[Entry, ...]) -> Committed:
    match, drawn = opened.settle()
    entries += drawn
    header = match.header
    created = MatchCreated(match.id, header.setup, header.seats, header.imported, header.created_ms)
    return Committed(match, entries, (created, *_news(match, entries)))


def _news(match: Match, entries: tuple[Entry, ...]) -> tuple[MatchEvent, ...]:
    """What to tell once these entries, the last of the match, are stored."""
    game, now_ms = match.header.setup.game, match.began_ms
    events: list[MatchEvent] = []
    if entries:
        actors = tuple(entry.actor for entry in entries)
        events.append(ActionCommitted(match.id, game, entries[0].ply, match.ply, actors, now_ms))
    if match.open_turn:
        events.append(match.open_turn)
    if match.outcome:
        accounts = tuple(seat.account for seat in match.seats)
        events.append(MatchFinished(match.id, game, match.ply, match.outcome, now_ms, match.conduct, accounts))
    return tuple(events)
