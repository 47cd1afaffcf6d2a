"""The command itself: help, wrong usage, and that no stack trace reaches a person."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from footplate.cli import main as main_module
from footplate.cli.failures import explain
from footplate.client import StalePly
from footplate.engine.errors import IllegalAction
from footplate.runtime.startup import BadSettings
from footplate.wire.errors import Refusal
from tests.cli.conftest import Call

COMMANDS = ("up", "play", "watch", "leaderboard", "selfplay", "replay", "moves", "verify")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(call: Call, command: str) -> None:
    told = call(command, "--help")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"Usage: footplate {command} [OPTIONS]")
    assert ("--json" in told.out) == (command != "play")


def test_the_help_lists_the_commands(call: Call) -> None:
    told = call("--help")
    assert told.code == 0
    assert all(f"\n  {command} " in told.out for command in COMMANDS)


def test_no_command_at_all_shows_the_help(call: Call) -> None:
    assert call().code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense",), "No such command 'nonsense'"),
        (("replay",), "Missing argument 'FILE'"),
        (("replay", "there-is-none"), "does not exist"),
        (("moves", "-", "--at", "-1"), "-1 is not in the range"),
        (("selfplay", "go"), "no game 'go'; there are: "),
        (("selfplay", "age_of_steam", "--players", "9"), "is played by 3 to 6, not 9"),
        (("selfplay", "age_of_steam", "--bots", "greedy,brilliant"), "no bot level 'brilliant'; there are: "),
        (("selfplay", "age_of_steam", "--players", "4", "--bots", "greedy,uniform"), "names 2 bots for 4 seats"),
        (("selfplay", "age_of_steam", "--map", "mars"), "--map: "),
        (("selfplay", "age_of_steam", "--option", "x"), "NAME=VALUE"),
        (("selfplay", "age_of_steam", "--option", "x=y"), "options.x"),
        (("play", "age_of_steam", "--bots", "greedy,greedy,greedy,greedy,greedy,greedy"), "you included"),
        (("up", "--seats", "1"), "is played by 3 to 6, not 1"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(call: Call, arguments: tuple[str, ...], words: str) -> None:
    told = call(*arguments)
    assert (told.code, told.out) == (2, "")
    assert words in told.err
    assert told.err.count("\n") == 1


def test_a_bug_is_one_line(call: Call, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("footplate.cli.replay.replayed", fail)
    told = call("replay", file)
    assert told.code == 1
    assert told.err == "footplate: a bug: ZeroDivisionError: by nought (FOOTPLATE_DEBUG=1 shows where)\n"
    monkeypatch.setenv("FOOTPLATE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        call("replay", file)


def test_an_interrupt_is_quiet(call: Call, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("footplate.cli.replay.replayed", interrupt)
    assert call("replay", file).code == 130


@pytest.mark.parametrize(
    ("error", "text", "code"),
    [
        (StalePly(Refusal(10, "STALE_PLY", "the match has moved on")), "STALE_PLY: the match has moved on", 1),
        (IllegalAction("AOS-BID-01", "too low"), "AOS-BID-01: too low", 1),
        (BadSettings("FOOTPLATE_PORT: should be a number"), "FOOTPLATE_PORT: should be a number", 2),
        (PermissionError(13, "Permission denied", "/x"), "/x: Permission denied", 1),
    ],
)
def test_known_errors_are_told_as_they_are(error: Exception, text: str, code: int) -> None:
    told = explain(error)
    assert (str(told), told.code) == (text, code)


def test_a_reader_that_has_seen_enough_is_no_error(file: Path) -> None:
    command = [sys.executable, "-m", "footplate.cli", "replay", str(file), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_a_command_that_is_not_there_yet_is_left_out(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(main_module._COMMANDS, "later", "footplate.cli.later:run")
    assert "later" not in call("--help").out
    assert call("later").code == 2


def test_a_plain_function_can_be_a_command(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footplate.cli.output.run", lambda: click.echo("figures"), raising=False)
    monkeypatch.setitem(main_module._COMMANDS, "figures", "footplate.cli.output:run")
    assert call("figures").out == "figures\n"
