"""Writes records in this directory: `python -m tests.games.make_records [NAME ...]`, all unless some are named.

One is the recorded game of five people, as our engine replays it; the others are games of bots, every preset among
them. They are kept by hand from then on: a change of the rules shows as a record that no longer replays, and bots that
learn play other games. The worked example, `example.record`, was written by hand.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from footplate.engine.game import CHANCE, Setup
from footplate.engine.record import Record, RecordEntry, format_record
from footplate.engine.registry import game
from footplate.engine.result import result_of
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import play, seed_of
from tests.games import five_players
from tests.games.test_five_players import GAME, Replay

HERE = Path(__file__).parent
FIVE = "five_people"


class Bots(NamedTuple):
    """A game of bots: the name of its file, the set-up, the levels by seat, and the text its seed is made of."""

    name: str
    setup: Setup
    levels: tuple[str, ...]
    seed: str


def _steam(preset: str, seats: int) -> Bots:
    return Bots(f"greedy_{preset}", Setup("age_of_steam", "rust_belt", preset, seats), ("greedy",) * seats, preset)


def _rocket(name: str, preset: str, levels: tuple[str, ...], seed: str, **options: str) -> Bots:
    setup = Setup("stephensons_rocket", "england", preset, len(levels), tuple(sorted(options.items())))
    return Bots(name, setup, levels, seed)


BOTS = (
    _steam("warfrog-2002", 4),
    _steam("eagle-2009", 3),
    _steam("eagle-2009-as-printed", 5),
    _rocket("greedy_pegasus-1999", "pegasus-1999", ("greedy",) * 3, "a"),
    _rocket("mixed_designer-faq", "designer-faq", ("greedy", "uniform") * 2, "a"),
    _rocket(
        "mixed_reverse-search",
        "pegasus-1999",
        ("uniform", "greedy", "greedy"),
        "d",
        isolation_test="with-reverse-search",
    ),
)


def five_people() -> Record:
    """The recorded game; chance was written down at the table, so there is no seed."""
    replayed = Replay()
    for line in five_players.lines():
        replayed.line(line)
    state, entries = GAME.start(five_players.SETUP), []
    for ply, action in enumerate(replayed.actions, start=1):
        actor = GAME.to_act(state)
        entries.append(RecordEntry(ply, CHANCE if actor == CHANCE else actor, GAME.action_text(action)))
        state = GAME.apply(state, action)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return Record(
        setup=GAME.setup_of(state),
        names=("",) * 5,
        bots=("",) * 5,
        entries=tuple(entries),
        rules_version=GAME.info.rules_version,
        result=result_of(outcome),
        reason=outcome.reason,
    )


def of_bots(wanted: Bots) -> Record:
    """A game of bots."""
    strategies = [strategy(level) for level in wanted.levels]
    played = play(game(wanted.setup.game), wanted.setup, strategies, seed_of(wanted.seed))
    return played.record([""] * len(strategies), wanted.levels)


def main() -> None:
    """Writes those named, or all."""
    makers: dict[str, Callable[[], Record]] = {
        FIVE: five_people,
        **{wanted.name: partial(of_bots, wanted) for wanted in BOTS},
    }
    for name in sys.argv[1:] or makers:
        (HERE / f"{name}.record").write_text(format_record(makers[name]()), encoding="utf-8")


if __name__ == "__main__":
    main()
