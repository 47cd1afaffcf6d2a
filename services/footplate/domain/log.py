"""What is kept of a match: a header that never changes, and the entries of its log."""

from dataclasses import dataclass
from enum import StrEnum

from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.domain.terms import FREE, Terms
from footplate.engine.chain import first_hash
from footplate.engine.game import Setup
from footplate.engine.record import IMPORTED, Record, RecordEntry, opening_text


class Cause(StrEnum):
    """Who or what brought an entry about."""

    PLAYER = "player"
    """The account of the seat decided."""
    CHANCE = "chance"
    """Drawn from the seed of the match."""
    DEFAULT = "default"
    """The safe decision of the rules, because the seat did not decide in time."""
    TABLE = "table"
    """What the terms have for a seat whose time is up, or for a match that everybody left."""
    ORDER = "order"
    """A standing order of the account of the seat decided."""
    IMPORT = IMPORTED
    """Taken over from a record, chance included."""

    @property
    def record_word(self) -> str:
        """How a record marks it; empty for the ordinary ones."""
        return "" if self in (Cause.PLAYER, Cause.CHANCE) else self.value


@dataclass(frozen=True)
class Header:
    """What is fixed when a match begins.

    `created_ms`: milliseconds since 1970, UTC. `seed` None: an imported match that draws nothing. `imported_plies`: how
    many entries came from a record; None for a match of our own. `terms`: what was agreed around the game.
    """

    match: str
    setup: Setup
    seats: tuple[Seat, ...]
    rules_version: int
    created_ms: int
    seed: Seed | None
    imported_plies: int | None = None
    terms: Terms = FREE

    @property
    def imported(self) -> bool:
        """Whether the match was taken over from a record, and so counts for nothing."""
        return self.imported_plies is not None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed in hexadecimal; empty when there is none."""
        return self.seed.commitment if self.seed else ""

    @property
    def chain_hash(self) -> str:
        """The hash before the first entry."""
        return first_hash(opening_text(self.record()))

    def record(self) -> Record:
        """The record of the match before its first entry, without the seed."""
        return Record(
            setup=self.setup,
            names=tuple(seat.name for seat in self.seats),
            bots=tuple(seat.bot_word for seat in self.seats),
            match=self.match,
            rules_version=self.rules_version,
            commitment=self.commitment,
        )


@dataclass(frozen=True)
class Entry:
    """Entry `ply` of a log, counted from 1: it leads from the position at `ply` - 1 to the one at `ply`.

    `actor`: a seat from 0, or CHANCE. `text`: canonical. `time_ms`: when it was committed, never before the last one.
    """

    ply: int
    actor: int
    text: str
    cause: Cause
    time_ms: int
    chain_hash: str

    def for_record(self) -> RecordEntry:
        """The entry as a record has it."""
        return RecordEntry(self.ply, self.actor, self.text, self.cause.record_word)
