"""The course of a match: where it stands and how each entry leads on, whoever caused it. Knows nothing of accounts."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Self

from footplate.domain.errors import CorruptLog, RulesVersion
from footplate.domain.log import Cause, Entry, Header, Snapshot
from footplate.engine.chain import next_hash
from footplate.engine.errors import RulesError
from footplate.engine.game import CHANCE, AnyGame, Outcome, Progress


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

    @classmethod
    def opening(cls, game: AnyGame, header: Header) -> Self:
        """The match before its first entry."""
        return cls(game, header, game.start(header.setup), 0, header.chain_hash, header.created_ms)

    @classmethod
    def restore(cls, game: AnyGame, header: Header, entries: Iterable[Entry], snapshot: Snapshot | None = None) -> Self:
        """The match behind these entries: all of them from the first on, or those behind the snapshot if there is one.

        Raises RulesVersion, or CorruptLog when the entries do not follow from each other.
        """
        if header.rules_version != game.info.rules_version:
            raise RulesVersion(header.match, game.info.id, header.rules_version, game.info.rules_version)
        course = cls.opening(game, header)
        if snapshot:
            course = course.at(snapshot)
        for entry in entries:
            course = course.follow(entry)
        return course

    @property
    def to_act(self) -> int:
        """A seat from 0, CHANCE or OVER."""
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The final standing, or None while the match runs."""
        return self.game.outcome(self.state)

    @property
    def progress(self) -> Progress:
        """Phase and turn."""
        return self.game.progress(self.state)

    def advance(self, actor: int, action: Any, cause: Cause, now_ms: int) -> tuple[Self, Entry]:
        """The match after an action, and its entry. Raises IllegalAction."""
        state = self.game.apply(self.state, action)
        return self.append(actor, self.game.action_text(action), state, cause, now_ms)

    def append(self, actor: int, text: str, state: Any, cause: Cause, now_ms: int) -> tuple[Self, Entry]:
        """The match in the position an action led to, and its entry. Clocks that go backwards are not followed."""
        ply, time_ms = self.ply + 1, max(now_ms, self.began_ms)
        chain_hash = next_hash(self.chain_hash, ply, actor, text)
        after = replace(self, state=state, ply=ply, chain_hash=chain_hash, began_ms=time_ms)
        return after, Entry(ply, actor, text, cause, time_ms, chain_hash)

    def settle(self) -> tuple[Self, tuple[Entry, ...]]:
        """The match after all draws of chance up to the next decision or the end. Without a seed nothing is drawn."""
        course, entries = self, []
        while course.header.seed and course.to_act == CHANCE:
            action = course.game.draw(course.state, course.header.seed.draws(course.ply))
            course, entry = course.advance(CHANCE, action, Cause.CHANCE, course.began_ms)
            entries.append(entry)
        return course, tuple(entries)

    def follow(self, entry: Entry) -> Self:
        """The match behind an entry that was stored. Raises CorruptLog."""
        try:
            action = self.game.parse_action(entry.text)
            after, again = self.advance(self.to_act, action, entry.cause, entry.time_ms)
        except RulesError as error:
            raise CorruptLog(self.header.match, self.ply + 1, str(error)) from error
        if again != entry:
            raise CorruptLog(self.header.match, self.ply + 1, f"{again} follows, not {entry}")
        return after

    def snapshot(self) -> Snapshot:
        """The position, to be kept."""
        return Snapshot(self.ply, self.game.state_text(self.state), self.chain_hash, self.began_ms)

    def at(self, snapshot: Snapshot) -> Self:
        """The match at a snapshot of it. Raises CorruptLog."""
        try:
            state = self.game.parse_state(snapshot.state_text)
        except RulesError as error:
            raise CorruptLog(self.header.match, snapshot.ply, str(error)) from error
        chain_hash, began_ms = snapshot.chain_hash, snapshot.time_ms
        return replace(self, state=state, ply=snapshot.ply, chain_hash=chain_hash, began_ms=began_ms)
