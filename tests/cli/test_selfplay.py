"""`selfplay`: the same seed gives the same games, and what is printed adds up."""

from pathlib import Path

import pytest

from footplate.cli.selfplay import Job, play_job
from footplate.engine.game import Setup
from tests.cli.conftest import Call

GAME = "age_of_steam"


def test_games_are_printed_with_scores_seats_plies_and_seconds(call: Call) -> None:
    told = call("selfplay", GAME, "--players", "3", "--bots", "uniform", "--games", "3", "--seed", "x")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0].split() == ["game", "plies", "seconds", "P1", "P2", "P3"]
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert "3 games" in lines[-1]


def test_programs_read_a_line_for_each_game(call: Call) -> None:
    *games, summary = call("selfplay", GAME, "--players", "3", "--bots", "uniform", "--games", "3", "--json").lines
    assert [game["game"] for game in games] == [1, 2, 3]
    assert summary["games"] == 3
    assert summary["plies"] == sum(game["plies"] for game in games)
    assert summary["levels"]["uniform"]["seats"] == 9


def without_seconds(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


def test_the_seed_fixes_the_games_however_many_processes_play(call: Call) -> None:
    arguments = ("selfplay", GAME, "--bots", "uniform,uniform,uniform", "--games", "4", "--seed", "s", "--json")
    alone, together = call(*arguments), call(*arguments, "--jobs", "2")
    assert without_seconds(alone.lines) == without_seconds(together.lines)
    other = call("selfplay", GAME, "--bots", "uniform,uniform,uniform", "--games", "4", "--seed", "t", "--json")
    assert without_seconds(other.lines) != without_seconds(alone.lines)


def test_bots_move_on_by_one_seat(call: Call) -> None:
    arguments = ("selfplay", GAME, "--bots", "greedy,uniform,uniform", "--games", "3", "--rotate", "--json")
    *games, _ = call(*arguments).lines
    assert [game["bots"].index("greedy") for game in games] == [0, 1, 2]


def test_records_are_written_where_asked_and_verify(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "records"
    call("selfplay", GAME, "--players", "3", "--bots", "uniform", "--games", "2", "--out", out, "--seed", "a/b")
    files = sorted(out.iterdir())
    assert len(files) == 2
    assert all(call("verify", file).code == 0 for file in files)


def test_seats_follow_from_the_bots_named(call: Call) -> None:
    *_, summary = call("selfplay", GAME, "--bots", "uniform,uniform,uniform,uniform,uniform", "--json").lines
    assert summary["levels"]["uniform"]["seats"] == 5


def test_options_of_the_rules_are_used(call: Call, tmp_path: Path) -> None:
    arguments = (
        "--players",
        "3",
        "--bots",
        "uniform",
        "--preset",
        "eagle-2009",
        "--option",
        "initial_order=permutation",
    )
    call("selfplay", GAME, *arguments, "--out", tmp_path)
    text = next(tmp_path.iterdir()).read_text(encoding="utf-8")
    assert "preset: eagle-2009\n" in text
    assert "option.initial_order: permutation\n" in text


@pytest.mark.parametrize("seed", ["1:1", "1:2"])
def test_one_game_is_complete(seed: str) -> None:
    done = play_job(Job(1, Setup(GAME, "rust_belt", "warfrog-2002", 3), ("uniform",) * 3, seed))
    assert len(done.scores) == 3
    assert set(done.winners) <= {0, 1, 2}
    assert done.plies > 10
