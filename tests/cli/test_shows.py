"""Showing a match: drawn at a terminal, in lines or JSON elsewhere."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from footplate.cli.screen import board_text, standings_text
from footplate.cli.seen import Seen
from footplate.cli.shows import DrawnShow, JsonShow, LinesShow, chosen_show, sentence
from footplate.engine.game import OVER
from footplate.engine.record import Record
from footplate.engine.replay import Replay, replay


@pytest.fixture(scope="module")
def played(record: Record) -> Replay:
    return replay(record)


@pytest.fixture(scope="module")
def positions(played: Replay) -> list[Seen]:
    """Every position in which a seat decides, and the end, as a watcher gets them."""
    return list(_positions(played))


def _positions(played: Replay) -> Iterator[Seen]:
    told = 0
    for ply, state in enumerate(played.states):
        actor = played.game.to_act(state)
        if actor >= 0 or actor == OVER:
            view: Any = played.game.view(state, None)
            yield Seen(played.game, view, ply, played.record.entries[told:ply], played.record.names)
            told = ply


def test_lines_tell_every_entry_and_every_turn(
    positions: list[Seen], record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    show = LinesShow()
    for seen in positions:
        show.show(seen)
    show.close()
    lines = capsys.readouterr().out.splitlines()
    entries = [line for line in lines if line[:5].strip().isdigit()]
    assert [int(line.split()[0]) for line in entries] == list(range(1, len(record.entries) + 1))
    turns = [line for line in lines if line.startswith("turn ")]
    assert turns[0].startswith("turn 1 of 10: P1 Bot 0 ")
    assert len(turns) == len({line.split(":")[0] for line in turns})


def test_lines_tell_what_an_action_does(positions: list[Seen], capsys: pytest.CaptureFixture[str]) -> None:
    show = LinesShow()
    for seen in positions:
        show.show(seen)
    builds = [line for line in capsys.readouterr().out.splitlines() if " place " in line]
    assert builds
    assert all("costs $" in line for line in builds)


def test_json_is_a_line_for_each_entry_and_the_end(
    positions: list[Seen], record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    show = JsonShow()
    for seen in positions:
        show.show(seen)
    *entries, end = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["ply"] for entry in entries] == [entry.ply for entry in record.entries]
    assert [entry["text"] for entry in entries] == [entry.text for entry in record.entries]
    assert (end["event"], end["reason"]) == ("over", record.reason)


def test_a_terminal_gets_the_board_in_colour(positions: list[Seen]) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, color_system="truecolor", width=150, height=50)
    show = DrawnShow(console)
    for seen in positions:
        show.show(seen)
    show.close()
    text = screen.getvalue()
    assert "Chic" in text
    assert "P1 Bot 0  P2 Bot 1  P3 Bot 2" in text
    assert f"ply {positions[-1].ply}" in text
    assert "\x1b[38;2;" in text or "\x1b[1;38;2;" in text


def test_no_more_is_drawn_than_anybody_sees(positions: list[Seen]) -> None:
    screen = io.StringIO()
    show = DrawnShow(Console(file=screen, force_terminal=True, width=150, height=50))
    for seen in positions:
        show.show(seen)
    show.close()
    assert screen.getvalue().count("ply ") < len(positions)


def test_a_pipe_gets_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(chosen_show(as_json=False), LinesShow)
    assert isinstance(chosen_show(as_json=True), JsonShow)


def test_a_sentence_without_the_position_before_it_is_the_bare_entry(positions: list[Seen]) -> None:
    entry = positions[1].entries[0]
    assert sentence(entry, None) == f"P{entry.actor + 1} {entry.text}"
    assert sentence(entry, positions[3]) == f"P{entry.actor + 1} {entry.text}"
    assert sentence(entry, positions[0]).startswith(f"P{entry.actor + 1} {entry.text} (")


def test_drawings_become_styled_text(positions: list[Seen]) -> None:
    game_id = positions[0].game.info.id
    board = board_text(game_id, positions[-1].state, 150, 50, marked=("T9",), news=("P1 issue 1",))
    assert "P1 issue 1" in board.plain
    assert board.spans
    assert standings_text(game_id, positions[-1].state).plain.count("\n") == 4
