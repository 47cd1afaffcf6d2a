"""`footplate up`: a whole game through the real services, and every way in which it can end."""

import json
import os
import signal
import socket
import time
import urllib.request
from pathlib import Path

import pytest

from footplate.engine.record import parse_record
from tests.e2e.processes import ANY_PORTS, command_line, footplate, left_running, running, up

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.timeout(90),
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc to see what is left running"),
]

SHORT = ("--bots", "greedy,uniform,uniform")
"""A game of three that is over in some forty entries."""
LONG = ("--bots", "greedy,greedy,greedy,greedy")


def test_a_whole_game_is_played_and_its_record_holds(tmp_path: Path) -> None:
    told = footplate("up", "--play", "--once", *SHORT, *ANY_PORTS, data=tmp_path)
    assert (told.returncode, "Traceback" in told.stdout + told.stderr) == (0, False), told.stderr
    assert "turn 1 of 10: " in told.stdout
    assert "footplate is up after " in told.stdout
    assert " is over after " in told.stdout
    [path] = (tmp_path / "records").iterdir()
    assert f"Record: {path}" in told.stdout
    assert left_running(tmp_path) == []
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.bots == ("greedy", "uniform", "uniform")
    assert record.seed
    assert footplate("replay", str(path), data=tmp_path).returncode == 0
    verified = json.loads(footplate("verify", str(path), "--json", data=tmp_path).stdout)
    assert verified["ok"] is True
    assert verified["draws"] > 3


def test_the_other_game_is_played_in_the_same_way(tmp_path: Path) -> None:
    told = footplate(
        "up", "--once", "--game", "stephensons-rocket", "--bots", "greedy,greedy", *ANY_PORTS, data=tmp_path
    )
    assert (told.returncode, "Traceback" in told.stdout + told.stderr) == (0, False), told.stderr
    assert "turn 1\n" in told.stdout, "no score is told while money is hidden"
    [path] = (tmp_path / "records").iterdir()
    record = parse_record(path.read_text(encoding="utf-8"))
    assert (record.setup.game, record.bots) == ("stephensons_rocket", ("greedy", "greedy"))
    assert f" is over after {len(record.entries)} plies ({record.reason})" in told.stdout
    verified = json.loads(footplate("verify", str(path), "--json", data=tmp_path).stdout)
    assert (verified["ok"], verified["draws"]) == (True, 1)
    drawing = tmp_path / "board.svg"
    assert footplate("render", str(path), "--at", "40", "-o", str(drawing), data=tmp_path).returncode == 0
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    assert left_running(tmp_path) == []


def test_programs_follow_the_game_and_the_metrics_show_it(tmp_path: Path) -> None:
    with up(tmp_path, "--play", *SHORT) as platform:
        ready = platform.event("ready")
        assert platform.event("entry")["ply"] == 1
        over = platform.event("over")
        finished = platform.event("finished")
        with urllib.request.urlopen(ready["metrics"]["rules"], timeout=5) as page:
            text = page.read().decode()
        assert 'footplate_turn_seconds_count{actor="bot",' in text
        assert Path(finished["record"]).exists()
        assert len(over["standings"]) == 3
        assert platform.process.poll() is None
        assert platform.end(signal.SIGINT)[0] == 0
    assert left_running(tmp_path) == []


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_stays_up_until_it_is_told_to_end(tmp_path: Path, signum: signal.Signals) -> None:
    with up(tmp_path) as platform:
        platform.event("ready")
        assert len(running(tmp_path)) >= 6
        code, said = platform.end(signum)
    assert (code, said) == (0, "")
    assert left_running(tmp_path) == []


def test_a_game_that_is_broken_off_is_no_success(tmp_path: Path) -> None:
    with up(tmp_path, "--once", *LONG) as platform:
        platform.event("entry")
        code, said = platform.end(signal.SIGINT)
    assert (code, said) == (130, "")
    assert left_running(tmp_path) == []
    assert not (tmp_path / "records").exists()


def test_ctrl_c_before_it_is_ready_leaves_nothing(tmp_path: Path) -> None:
    with up(tmp_path) as platform:
        until = time.monotonic() + 30
        while len(running(tmp_path)) < 4 and time.monotonic() < until:
            time.sleep(0.01)
        code, said = platform.end(signal.SIGINT)
    assert code in (0, 130)
    assert "Traceback" not in said
    assert left_running(tmp_path) == []


def test_a_port_in_use_is_named_with_the_option_that_changes_it(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        arguments = ("--rules-port", str(port), "--lobby-port", "0", "--metrics-port", "0")
        told = footplate("up", "--play", *arguments, data=tmp_path)
    assert told.returncode == 1
    assert told.stderr == (f"footplate: port {port} on 127.0.0.1 is already in use (set --rules-port to change it)\n")
    assert left_running(tmp_path) == []
    assert not (tmp_path / "logs").exists()


def test_one_port_for_two_is_refused(tmp_path: Path) -> None:
    told = footplate("up", "--rules-port", "7899", "--lobby-port", "7899", "--metrics-port", "0", data=tmp_path)
    assert (told.returncode, told.stderr) == (1, "footplate: a port is asked for twice: 7899, 7899\n")


@pytest.mark.parametrize(("name", "words"), [("rules", ("footplate.rules",)), ("worker", ("footplate.bots", "worker"))])
def test_a_dead_child_ends_it_with_a_word(tmp_path: Path, name: str, words: tuple[str, ...]) -> None:
    with up(tmp_path) as platform:
        platform.event("ready")
        os.kill(platform.pid_of(*words), signal.SIGKILL)
        code, said = platform.end()
    assert code == 1
    assert said.startswith(f"footplate: the {name} process died by SIGKILL; its last words:\n    ")
    assert f"its log: {tmp_path / 'logs' / name}.log" in said
    assert "Traceback" not in said
    assert left_running(tmp_path) == []


def test_a_child_that_dies_during_the_game_ends_it_too(tmp_path: Path) -> None:
    with up(tmp_path, "--once", *LONG) as platform:
        platform.event("entry")
        os.kill(platform.pid_of("footplate.lobby"), signal.SIGKILL)
        code, said = platform.end()
    assert code == 1
    assert said.startswith("footplate: the lobby process died by SIGKILL")
    assert left_running(tmp_path) == []


def test_a_child_that_cannot_start_is_quoted(tmp_path: Path) -> None:
    with up(tmp_path, FOOTPLATE_RULES_SNAPSHOT_EVERY="none") as platform:
        code, said = platform.end()
    assert code == 1
    assert said.startswith("footplate: the rules process died with exit code 2; its last words:\n")
    assert "FOOTPLATE_RULES_SNAPSHOT_EVERY" in said
    assert left_running(tmp_path) == []


def test_without_redis_it_says_so(tmp_path: Path) -> None:
    with up(tmp_path, REDIS_URL="redis://127.0.0.1:1/0") as platform:
        code, said = platform.end()
    assert code == 1
    assert said.startswith("footplate: the Redis at REDIS_URL, 127.0.0.1:1, database 0, does not answer: ")
    assert said.count("\n") == 1


def test_nothing_outlives_it_even_when_it_is_killed(tmp_path: Path) -> None:
    with up(tmp_path, "--play", *LONG) as platform:
        platform.event("entry")
        assert platform.end(signal.SIGKILL)[0] == -signal.SIGKILL
        assert left_running(tmp_path, seconds=30) == []


def test_no_secret_is_on_a_command_line_or_in_a_log(tmp_path: Path) -> None:
    with up(tmp_path, "--play", *SHORT) as platform:
        platform.event("finished")
        pid = platform.pid_of("footplate.lobby")
        variables = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
        secrets = [
            value.splitlines()[1] if "\n" in value else value
            for name, _, value in (variable.partition("=") for variable in variables)
            if name in ("FOOTPLATE_TOKEN_PRIVATE_KEY", "FOOTPLATE_SERVICE_SECRET")
        ]
        lines = [command_line(pid) for pid in running(tmp_path)]
        logs = [path.read_text(encoding="utf-8") for path in (tmp_path / "logs").iterdir()]
    assert len(secrets) == 2
    assert not [text for text in (*lines, *logs) if any(secret in text for secret in secrets)]


def test_what_is_kept_is_there_the_next_time(tmp_path: Path) -> None:
    with up(tmp_path, "--keep", "--play", *SHORT) as platform:
        match_id = platform.event("finished")["match"]
    with up(tmp_path, "--keep") as platform:
        ready = platform.event("ready")
        where = ("--rules", ready["rules"], "--lobby", ready["lobby"])
        told = footplate("watch", match_id, "--from", "0", "--json", *where, data=tmp_path)
    assert json.loads(told.stdout.splitlines()[-1])["event"] == "over"
