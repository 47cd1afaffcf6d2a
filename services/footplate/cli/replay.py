"""`footplate replay FILE`: plays a record again, turn by turn, or says where it breaks."""

from collections.abc import Sequence

import click

from footplate.cli import words
from footplate.cli.output import columns, emit, json_option
from footplate.cli.record_files import BrokenRecord, file_argument, read_record, replayed, told_as_json
from footplate.engine.notation import seat_text
from footplate.engine.replay import Replay, TurnStanding
from footplate.engine.result import result_of, result_text


@click.command()
@file_argument
@json_option()
def replay(file: str, as_json: bool) -> None:
    """Replay the record in FILE and print the standings by turn.

    Where it breaks, print the line, the rule and the position, and exit with 1. `-` reads standard input.
    """
    try:
        played = replayed(file, read_record(file))
    except BrokenRecord as unreadable:
        raise told_as_json(as_json, unreadable) from None
    broken = BrokenRecord(file, played.error) if played.error else None
    if as_json:
        emit(_told(played, broken))
    else:
        for line in _lines(played):
            click.echo(line)
    if broken:
        raise broken


def _lines(played: Replay) -> list[str]:
    names, setup = played.record.names, played.record.setup
    seats = range(setup.seats)
    rows = [["turn", "ply", *(words.seat_name(seat, names) for seat in seats)]]
    rows += [[str(turn.turn), str(turn.ply), *_scores(turn, seats)] for turn in played.standings_by_turn()]
    lines = [words.setup_line(played.game, setup), *columns(rows)]
    outcome = played.outcome
    if outcome:
        return [*lines, f"{result_text(result_of(outcome))} ({outcome.reason})"]
    to_act = words.actor_name(played.game.to_act(played.state), names)
    return [*lines, f"not over: {to_act} to act in {played.game.progress(played.state).phase}"]


def _scores(turn: TurnStanding, seats: Sequence[int]) -> list[str]:
    scores = {standing.seat: words.score_text(standing) for standing in turn.standings}
    return [scores.get(seat, "-") for seat in seats]


def _told(played: Replay, broken: BrokenRecord | None) -> dict[str, object]:
    setup, outcome = played.record.setup, played.outcome
    return {
        "ok": broken is None,
        "error": broken.told() if broken else None,
        "game": setup.game,
        "map": setup.map,
        "preset": setup.preset,
        "options": dict(setup.options),
        "seats": {seat_text(seat): name for seat, name in enumerate(played.record.names)},
        "plies": len(played.states) - 1,
        "turns": [
            {"turn": turn.turn, "ply": turn.ply, "standings": words.standing_json(turn.standings)}
            for turn in played.standings_by_turn()
        ],
        "outcome": {"reason": outcome.reason, "standings": words.standing_json(outcome.standings)} if outcome else None,
        "position": played.game.state_text(played.state),
    }
