"""The parts of `up`: one child process, the plan of a run, waiting for what happens."""

import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

import pytest

from footplate.cli.failures import CliError
from footplate.cli.places import DataDir
from footplate.cli.setups import Levels
from footplate.cli.up import game as game_module
from footplate.cli.up.child import Child
from footplate.cli.up.command import DEFAULT_LEVELS
from footplate.cli.up.game import HostedGame
from footplate.cli.up.plan import HOOKS, LOBBY, PROCESSES, RULES, WAKER, WORKER, Plan, Ports, settled_ports
from footplate.cli.up.platform import Dead, Interrupted, Platform
from footplate.engine.game import Setup
from footplate.runtime.startup import StartupError
from footplate.strategies.levels import LEVELS

PORTS = Ports(1, 2, {RULES: 3, LOBBY: 4, WAKER: 5, WORKER: 6, HOOKS: 7})


def child(tmp_path: Path, program: str) -> Child:
    return Child("test", [sys.executable, "-c", program], dict(os.environ), tmp_path / "logs" / "test.log")


def wait_for(path: Path, text: str) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if path.exists() and text in path.read_text(encoding="utf-8"):
            return
        time.sleep(0.01)
    raise AssertionError(f"{text!r} never came")


def test_a_child_that_ends_by_itself_is_told_of(tmp_path: Path) -> None:
    told = threading.Event()
    started = child(tmp_path, "raise SystemExit('no port left')")
    started.start(lambda _child: told.set())
    assert told.wait(20)
    assert started.how_it_ended() == "died with exit code 1"
    assert started.last_words() == ["no port left"]
    assert not started.alive


def test_a_child_that_is_stopped_is_not_told_of(tmp_path: Path) -> None:
    told = threading.Event()
    started = child(tmp_path, "import time; print('up', flush=True); time.sleep(60)")
    started.start(lambda _child: told.set())
    wait_for(started.log, "up")
    assert started.alive
    started.stop(patience=10)
    assert started.how_it_ended() == "died by SIGTERM"
    assert not told.is_set()


def test_a_deaf_child_is_killed_with_what_it_started(tmp_path: Path) -> None:
    program = (
        "import signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "other = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print(other.pid, 'deaf', flush=True)\n"
        "time.sleep(60)\n"
    )
    started = child(tmp_path, program)
    started.start(lambda _child: None)
    wait_for(started.log, "deaf")
    grandchild = int(started.log.read_text(encoding="utf-8").split()[0])
    started.stop(patience=0.2)
    assert started.how_it_ended() == "died by SIGKILL"
    until = time.monotonic() + 10
    while _is_running(grandchild) and time.monotonic() < until:
        time.sleep(0.01)
    assert not _is_running(grandchild)


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(") ", 1)[1][0] != "Z"
    except OSError:
        return False


def test_last_words_leave_out_the_stack_trace(tmp_path: Path) -> None:
    started = child(tmp_path, "print('started', flush=True)\ndef f(): {}['key']\nf()")
    ended = threading.Event()
    started.start(lambda _child: ended.set())
    assert ended.wait(20)
    assert started.last_words() == ["started", "KeyError: 'key'"]


def test_stopping_what_never_started_does_nothing(tmp_path: Path) -> None:
    never = child(tmp_path, "")
    never.stop(1)
    assert (never.pid, never.alive, never.last_words()) == (None, False, [])


def test_secrets_go_only_to_those_who_need_them() -> None:
    plan = Plan(PORTS, "redis://127.0.0.1:1/0")
    needed = {
        RULES: {"FOOTPLATE_TOKEN_PUBLIC_KEYS"},
        LOBBY: {"FOOTPLATE_TOKEN_PUBLIC_KEYS", "FOOTPLATE_TOKEN_PRIVATE_KEY", "FOOTPLATE_SERVICE_SECRET"},
        WAKER: set(),
        WORKER: {"FOOTPLATE_SERVICE_SECRET"},
        HOOKS: set(),
    }
    for name in PROCESSES:
        told = plan.environment(name)
        assert {key for key in told if "TOKEN" in key or "SECRET" in key} == needed[name]
        assert told["FOOTPLATE_REDIS_URL"] == "redis://127.0.0.1:1/0"
        assert told[f"FOOTPLATE_{name.upper()}_METRICS_PORT"] == str(PORTS.metrics[name])
        assert plan.service_secret not in " ".join(plan.command(name))
    assert plan.service_secret not in repr(plan)
    assert plan.keys.private_pem not in repr(plan)


def test_services_are_told_where_to_listen() -> None:
    plan = Plan(PORTS, "redis://127.0.0.1:1/0")
    assert plan.environment(RULES)["FOOTPLATE_RULES_PORT"] == "1"
    assert plan.environment(LOBBY)["FOOTPLATE_LOBBY_PORT"] == "2"
    assert plan.environment(WORKER)["FOOTPLATE_LOBBY_ADDRESS"] == "127.0.0.1:2"


def test_any_port_is_a_free_one_and_all_differ() -> None:
    ports = settled_ports(0, 0, 0)
    assert len({ports.rules, ports.lobby, *ports.metrics.values()}) == 7
    assert tuple(ports.metrics) == tuple(PROCESSES)


def test_a_taken_metrics_port_is_named_with_its_process() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(StartupError, match=rf"port {port} .*--metrics-port, for the rules"):
            settled_ports(0, 0, port)


def test_what_happens_arrives_in_order_and_interrupts_the_wait(tmp_path: Path) -> None:
    platform = Platform(Plan(PORTS, "redis://127.0.0.1:1/0"), DataDir(tmp_path))
    platform.check(0)
    platform._inbox.put(child(tmp_path, ""))
    platform._signalled(signal.SIGINT, None)
    with pytest.raises(Dead, match="the test process is running, without a word"):
        platform.check(1)
    with pytest.raises(Interrupted):
        platform.wait()


def test_a_game_in_which_nothing_happens_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "STALLED_SECONDS", 0.3)
    monkeypatch.setattr(HostedGame, "_played", lambda _self, _client: time.sleep(1))
    platform = Platform(Plan(PORTS, "redis://127.0.0.1:1/0"), DataDir(tmp_path))
    game = HostedGame(PORTS, Setup("age_of_steam", "", "", 3), ("greedy",) * 3, _NoShow(), DataDir(tmp_path))
    with pytest.raises(CliError, match=r"nothing has happened for 0\.3 seconds"):
        game.play(platform)


class _NoShow:
    def show(self, seen: object) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def test_a_game_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise CliError("no such table")

    monkeypatch.setattr(HostedGame, "_played", fail)
    platform = Platform(Plan(PORTS, "redis://127.0.0.1:1/0"), DataDir(tmp_path))
    game = HostedGame(PORTS, Setup("age_of_steam", "", "", 3), ("greedy",) * 3, _NoShow(), DataDir(tmp_path))
    with pytest.raises(CliError, match="no such table"):
        game.play(platform)


def test_levels_fill_the_seats() -> None:
    assert Levels(()).fill(3, ("greedy", "uniform")) == ("greedy", "uniform", "greedy")
    assert Levels(("uniform",)).fill(2, ("greedy",)) == ("uniform", "uniform")
    assert Levels(("uniform", "greedy")).fill(2, ("greedy",)) == ("uniform", "greedy")
    assert set(DEFAULT_LEVELS) <= set(LEVELS)
