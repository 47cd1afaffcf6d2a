"""A table in this process: the engine referees, the bots think here, nothing else runs."""

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from footplate.cli.seen import Seen
from footplate.engine.chance import SEED_BYTES, SeededDraws
from footplate.engine.game import CHANCE, OVER, AnyGame, Setup
from footplate.engine.record import RecordEntry, format_record
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import Played


class LocalTable:
    """A match of a person in seat `seat` against bots of these levels, by seat; the person's own level is ""."""

    def __init__(
        self, game: AnyGame, setup: Setup, levels: Sequence[str], name: str, records: Path, seed: bytes | None = None
    ) -> None:
        self._game = game
        self._setup = setup
        self._levels = tuple(levels)
        self._records = records
        self._seed = seed or secrets.token_bytes(SEED_BYTES)
        self._own_dice = secrets.token_bytes(SEED_BYTES)
        self._brains = [strategy(level) if level else None for level in levels]
        self._state: Any = game.start(setup)
        self._entries: list[RecordEntry] = []
        self._told = 0
        self.seat = self._levels.index("")
        self._names = tuple(level or name for level in levels)

    def positions(self) -> Iterator[Seen]:
        """See `table.Table`."""
        while True:
            self._draw()
            actor = self._game.to_act(self._state)
            yield self._seen()
            if actor == OVER:
                return
            brain = self._brains[actor]
            if brain is not None:
                view = self._game.view(self._state, actor)
                dice = SeededDraws(self._own_dice, len(self._entries))
                self._advance(actor, brain.choose(self._game, view, actor, dice))

    def play(self, seen: Seen, action: str) -> None:
        """See `table.Table`."""
        self._advance(seen.to_act, self._game.parse_action(action))

    def farewell(self, *, finished: bool) -> str:
        """Saves a finished match; one that was left is gone."""
        outcome = self._game.outcome(self._state)
        if not finished or outcome is None:
            return "the match ends here: without the services nobody keeps it"
        played = Played(
            setup=self._game.setup_of(self._state),
            seed=self._seed,
            rules_version=self._game.info.rules_version,
            entries=tuple(self._entries),
            outcome=outcome,
        )
        path = self._records / f"{self._setup.game}-local-{self._seed.hex()[:12]}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(format_record(played.record(self._names, self._levels)), encoding="utf-8")
        return f"record: {path}"

    def _draw(self) -> None:
        while self._game.to_act(self._state) == CHANCE:
            self._advance(CHANCE, self._game.draw(self._state, SeededDraws(self._seed, len(self._entries))))

    def _advance(self, actor: int, action: Any) -> None:
        self._state = self._game.apply(self._state, action)
        self._entries.append(RecordEntry(len(self._entries) + 1, actor, self._game.action_text(action)))

    def _seen(self) -> Seen:
        fresh, self._told = tuple(self._entries[self._told :]), len(self._entries)
        return Seen(self._game, self._game.view(self._state, self.seat), len(self._entries), fresh, self._names)
