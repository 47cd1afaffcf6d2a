"""Whole games of bots among themselves, with the engine alone."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from footplate.engine.chain import first_hash, next_hash
from footplate.engine.chance import SeededDraws, commitment
from footplate.engine.game import CHANCE, OVER, AnyGame, Outcome, Setup
from footplate.engine.record import Record, RecordEntry, opening_text
from footplate.engine.result import result_of
from footplate.strategies.base import Strategy


@dataclass(frozen=True)
class Played:
    """A finished game. `seed`: the 32 bytes chance drew from, so `record` holds a game whose draws can be verified."""

    setup: Setup
    seed: bytes
    rules_version: int
    entries: tuple[RecordEntry, ...]
    outcome: Outcome

    @property
    def plies(self) -> int:
        """Entries, chance included."""
        return len(self.entries)

    def record(self, names: Sequence[str], levels: Sequence[str]) -> Record:
        """The game as a record; `names` and `levels` go by seat, "" for what is not known."""
        record = Record(
            setup=self.setup,
            names=tuple(names),
            bots=tuple(levels),
            entries=self.entries,
            rules_version=self.rules_version,
            commitment=commitment(self.seed),
            seed=self.seed.hex(),
            result=result_of(self.outcome),
            reason=self.outcome.reason,
        )
        return replace(record, chain=_chain(record))


def seed_of(text: str) -> bytes:
    """A seed made of a text: for games that are to come out the same again, not for games that matter."""
    return hashlib.sha256(text.encode()).digest()


def play(game: AnyGame, setup: Setup, strategies: Sequence[Strategy], seed: bytes) -> Played:
    """Plays a game to its end, `strategies` by seat. Raises SetupError, ValueError unless each seat has a strategy.

    `seed`, 32 bytes, decides all that is left to chance, the bots' own dice included; those are other dice than the
    game's.
    """
    if len(strategies) != setup.seats:
        raise ValueError(f"{setup.seats} seats need as many strategies, not {len(strategies)}")
    state: Any = game.start(setup)
    own_seeds = [hashlib.sha256(seed + bytes([seat])).digest() for seat in range(setup.seats)]
    entries: list[RecordEntry] = []
    actor = game.to_act(state)
    while actor != OVER:
        ply = len(entries)
        if actor == CHANCE:
            action = game.draw(state, SeededDraws(seed, ply))
        else:
            own = SeededDraws(own_seeds[actor], ply)
            action = strategies[actor].choose(game, game.view(state, actor), actor, own)
        state = game.apply(state, action)
        entries.append(RecordEntry(ply + 1, actor, game.action_text(action)))
        actor = game.to_act(state)
    outcome = game.outcome(state)
    assert outcome is not None
    return Played(game.setup_of(state), seed, game.info.rules_version, tuple(entries), outcome)


def _chain(record: Record) -> str:
    chain = first_hash(opening_text(record))
    for entry in record.entries:
        chain = next_hash(chain, entry.ply, entry.actor, entry.text)
    return chain
