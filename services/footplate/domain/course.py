"""The course of a match: where it stands and how each entry leads on, whoever caused it. Knows nothing of accounts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from footplate.domain import aftermath
from footplate.domain.aftermath import Asked
from footplate.domain.errors import CorruptLog, RulesVersion
from footplate.domain.log import Cause, Entry, Header
from footplate.domain.situation import Presence, Situation
from footplate.domain.snapshot import Snapshot
from footplate.domain.terms import Abandoned
from footplate.engine import notes
from footplate.engine.chain import next_hash
from footplate.engine.errors import RulesError
from footplate.engine.game import CHANCE, OVER, AnyGame, Outcome, Progress
from footplate.engine.notes import Note, closed_outcome, is_note, note_text

_NONE: Final[Mapping[int, Any]] = {}


@dataclass(frozen=True)
class Course:
    """A match at its head, or at an earlier ply.

    `ply`: entries so far. `chain_hash`: behind the last of them. `began_ms`: when this position arose.
    """

    game: AnyGame = field(repr=False, compare=False)
    header: Header
    state: Any = field(repr=False)
    ply: int
    chain_hash: str
    began_ms: int
    situation: Situation

    @classmethod
    def opening(cls, game: AnyGame, header: Header) -> Self:
        """The match before its first entry."""
        state = game.start(header.setup)
        situation = aftermath.opening(header, _asked(game, state))
        return cls(game, header, state, 0, header.chain_hash, header.created_ms, situation)

    @classmethod
    def restore(cls, game: AnyGame, header: Header, entries: Iterable[Entry], snapshot: Snapshot | None = None) -> Self:
        """The match behind these entries: all of them from the first on, or those behind the snapshot if there is one.

        Raises RulesVersion, or CorruptLog when the entries do not follow from each other, or one of them goes back to
        a position before the snapshot.
        """
        if header.rules_version != game.info.rules_version:
            raise RulesVersion(header.match, game.info.id, header.rules_version, game.info.rules_version)
        course = cls.opening(game, header)
        if snapshot:
            course = course.at(snapshot)
        entries = tuple(entries)
        targets = {notes.undone(entry.text) for entry in entries}
        positions = {}
        for entry in entries:
            if course.ply in targets:
                positions[course.ply] = course.state
            course = course.follow(entry, positions)
        return course

    @property
    def to_act(self) -> int:
        """A seat from 0, CHANCE or OVER."""
        return OVER if self.situation.closed else self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The final standing, or None while the match runs."""
        return closed_outcome(self.game, self.state) if self.situation.closed else self.game.outcome(self.state)

    @property
    def progress(self) -> Progress:
        """Phase and turn."""
        return self.game.progress(self.state)

    def advance(self, actor: int, action: Any, cause: Cause, now_ms: int) -> tuple[Self, Entry]:
        """The match after an action, and its entry. Raises IllegalAction."""
        state = self.game.apply(self.state, action)
        return self.append(actor, self.game.action_text(action), state, cause, now_ms)

    def noted(self, seat: int, note: Note, cause: Cause, now_ms: int, state: Any = None) -> tuple[Self, Entry]:
        """The match after a note about a seat, and its entry. `state`: the position an undo leads back to."""
        return self.append(seat, note_text(note), self.state if state is None else state, cause, now_ms)

    def append(self, actor: int, text: str, state: Any, cause: Cause, now_ms: int) -> tuple[Self, Entry]:
        """The match in the position an entry led to, and the entry. Clocks that go backwards are not followed."""
        ply, time_ms = self.ply + 1, max(now_ms, self.began_ms)
        chain_hash = next_hash(self.chain_hash, ply, actor, text)
        entry = Entry(ply, actor, text, cause, time_ms, chain_hash)
        situation = aftermath.behind(self.situation, entry, _asked(self.game, state), self.header)
        after = replace(self, state=state, ply=ply, chain_hash=chain_hash, began_ms=time_ms, situation=situation)
        return after, entry

    def settle(self) -> tuple[Self, tuple[Entry, ...]]:
        """The match after all that happens by itself, up to the next decision or the end; without a seed, no draws."""
        course, entries = self, []
        while step := course._by_itself():
            course, entry = step
            entries.append(entry)
        return course, tuple(entries)

    def _by_itself(self) -> tuple[Self, Entry] | None:
        """The next thing that happens without anybody deciding, None when somebody is to decide or the match is over.

        A match that everybody left ends or goes on as the terms have it; chance is drawn; a seat that was given up
        and that nobody plays takes the safe decision.
        """
        actor = self.to_act
        if actor == OVER:
            return None
        left = self._left()
        if left:
            return self.noted(*left, Cause.TABLE, self.began_ms)
        if actor == CHANCE:
            return self._drawn() if self.header.seed else None
        if self.situation.seats[actor].presence == Presence.RESIGNED and not self.header.terms.stand_in:
            return self.advance(actor, self.game.default_action(self.state), Cause.DEFAULT, self.began_ms)
        return None

    def _drawn(self) -> tuple[Self, Entry]:
        assert self.header.seed  # noqa: S101 - who calls has looked
        action = self.game.draw(self.state, self.header.seed.draws(self.ply))
        return self.advance(CHANCE, action, Cause.CHANCE, self.began_ms)

    def _left(self) -> tuple[int, Note] | None:
        """The note to make next in a match that everybody left: its end, or a stand-in for a seat without one."""
        situation, terms = self.situation, self.header.terms
        if not situation.abandoned(self.header):
            return None
        here = situation.people(self.header)
        if terms.stand_in is None or terms.abandoned == Abandoned.CLOSE:
            gone = [seat for seat, state in enumerate(situation.seats) if state.presence != Presence.HERE]
            return (gone or here)[0], Note(notes.CLOSE)
        return (here[0], Note(notes.STAND_IN, level=terms.stand_in.level)) if here else None

    def follow(self, entry: Entry, positions: Mapping[int, Any] = _NONE) -> Self:
        """The match behind an entry that was stored. `positions`: by ply, those an undo may lead back to.

        Raises CorruptLog, also for an undo to a position that is not given.
        """
        try:
            after, again = self._again(entry, positions)
        except RulesError as error:
            raise CorruptLog(self.header.match, self.ply + 1, str(error)) from error
        if again != entry:
            raise CorruptLog(self.header.match, self.ply + 1, f"{again} follows, not {entry}")
        return after

    def _again(self, entry: Entry, positions: Mapping[int, Any]) -> tuple[Self, Entry]:
        if not is_note(entry.text):
            action = self.game.parse_action(entry.text)
            return self.advance(self.to_act, action, entry.cause, entry.time_ms)
        note = notes.parse_note(entry.text)
        if note.kind == notes.UNDO and note.ply not in positions:
            raise CorruptLog(self.header.match, self.ply + 1, f"the position at ply {note.ply} is not at hand")
        if not 0 <= entry.actor < len(self.header.seats):
            raise CorruptLog(self.header.match, self.ply + 1, f"a note about seat {entry.actor}")
        state = positions[note.ply] if note.kind == notes.UNDO else None
        return self.noted(entry.actor, note, entry.cause, entry.time_ms, state)

    def snapshot(self) -> Snapshot:
        """Position and situation, to be kept."""
        return Snapshot(self.ply, self.game.state_text(self.state), self.chain_hash, self.began_ms, self.situation)

    def at(self, snapshot: Snapshot) -> Self:
        """The match at a snapshot of it. Raises CorruptLog."""
        try:
            state = self.game.parse_state(snapshot.state_text)
        except RulesError as error:
            raise CorruptLog(self.header.match, snapshot.ply, str(error)) from error
        return replace(
            self,
            state=state,
            ply=snapshot.ply,
            chain_hash=snapshot.chain_hash,
            began_ms=snapshot.time_ms,
            situation=snapshot.situation,
        )


def _asked(game: AnyGame, state: Any) -> Asked:
    progress = game.progress(state)
    return Asked(game.to_act(state), progress.phase, progress.turn)
