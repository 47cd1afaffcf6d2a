"""Writes the records in this directory: `python -m tests.games.make_records`.

The first is the recorded game of five people, as our engine replays it; the others are games of greedy bots, one for
each preset. They are kept by hand from then on: a change of the rules shows as a record that no longer replays.
"""

from dataclasses import replace
from pathlib import Path

from footplate.engine.game import CHANCE, Setup
from footplate.engine.record import Record, RecordEntry, format_record
from footplate.engine.registry import game
from footplate.engine.result import result_of
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import play, seed_of
from tests.games import five_players
from tests.games.test_five_players import GAME, Replay

HERE = Path(__file__).parent
GREEDY = (("warfrog-2002", 4), ("eagle-2009", 3), ("eagle-2009-as-printed", 5))


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


def greedy(preset: str, seats: int) -> Record:
    """A game of greedy bots under a preset."""
    setup = Setup("age_of_steam", "rust_belt", preset, seats)
    played = play(game("age_of_steam"), setup, [strategy("greedy")] * seats, seed_of(preset))
    return replace(played.record([""] * seats, ["greedy"] * seats))


def main() -> None:
    """Writes them all."""
    (HERE / "five_people.record").write_text(format_record(five_people()), encoding="utf-8")
    for preset, seats in GREEDY:
        (HERE / f"greedy_{preset}.record").write_text(format_record(greedy(preset, seats)), encoding="utf-8")


if __name__ == "__main__":
    main()
