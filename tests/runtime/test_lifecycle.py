import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from footplate.runtime.lifecycle import Process
from footplate.runtime.settings import ProcessSettings, load_settings
from footplate.runtime.startup import StartupError
from tests.runtime import echo

ROOT = Path(__file__).parents[2]


class Living:
    """A running program and the lines it has written so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []

    def until(self, text: str) -> str:
        """Read lines until one holds `text`."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(line.rstrip("\n"))
            if text in line:
                return self.lines[-1]
        raise AssertionError(f"ended without {text!r}: {self.lines}")

    def send(self, signum: signal.Signals) -> None:
        self.process.send_signal(signum)

    def insist(self, seconds: float = 20) -> int:
        """Press Ctrl-C until the end: on a busy machine two presses in a row may arrive as one."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < deadline:
            self.send(signal.SIGINT)
            time.sleep(0.1)
        return self.end(1)

    def end(self, seconds: float = 20) -> int:
        """Wait for the end, read the rest, return the exit code (negative: the signal it ended by)."""
        _, rest = self.process.communicate(timeout=seconds)
        self.lines += rest.splitlines()
        return self.process.returncode

    def messages(self) -> list[str]:
        return [str(json.loads(line)["message"]) for line in self.lines if line.startswith("{")]


@contextmanager
def living(what: str, **settings: str) -> Iterator[Living]:
    names = {f"FOOTPLATE_{name.upper()}": value for name, value in settings.items()}
    keys = {"FOOTPLATE_TOKEN_PUBLIC_KEYS": echo.KEYS.public_pem, "FOOTPLATE_GRACE_SECONDS": "0.2"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FOOTPLATE_")}
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "tests.runtime.living", what],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **keys, **names},
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield Living(process)
        finally:
            process.kill()


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_with_one_line_at_each_end(signum: signal.Signals) -> None:
    with living("plain") as program:
        program.until("echo started: gRPC on 127.0.0.1:")
        program.send(signum)
        assert program.end() == -signum
        first, last = program.messages()
    assert first.startswith("echo started: gRPC on 127.0.0.1:")
    assert last.startswith(f"echo stopped ({signum.name}) in ")
    assert len(program.lines) == 2


def test_the_pages_are_up_while_it_runs() -> None:
    with living("plain") as program:
        line = program.until("metrics on ")
        address = json.loads(line)["message"].rsplit(" ", 1)[1]
        with urllib.request.urlopen(f"http://{address}/healthz", timeout=5) as answer:
            assert answer.read() == b"ok\n"
        program.send(signal.SIGTERM)
        program.end()


def _endless() -> Iterator[bytes]:
    while True:
        time.sleep(0.05)
        yield b"\n\x01x"


def test_an_open_stream_is_cut_after_the_grace_and_counted() -> None:
    with living("plain") as program:
        port = json.loads(program.until("started"))["message"].split(",")[0].rsplit(":", 1)[1]
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            call: Any = channel.stream_stream(echo.path("Chat"))
            answers = call(_endless())
            next(answers)
            program.send(signal.SIGTERM)
            assert program.end() == -signal.SIGTERM
    assert "cancelled 1 calls that were still open at the end of the grace" in program.messages()


def test_a_second_ctrl_c_forces() -> None:
    with living("slow stop") as program:
        program.until("started")
        program.send(signal.SIGINT)
        time.sleep(0.3)
        assert program.insist() == -signal.SIGINT
    assert program.lines[-1] == "footplate echo: forced to stop"


def test_a_second_ctrl_c_forces_even_when_the_loop_is_stuck() -> None:
    with living("stuck") as program:
        program.until("stuck")
        program.send(signal.SIGINT)
        time.sleep(0.1)
        assert program.insist() == -signal.SIGINT


def test_a_supervisor_that_adds_its_own_signal_forces_nothing() -> None:
    with living("slow stop") as program:
        program.until("started")
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGTERM):
            program.send(signum)
            time.sleep(0.2)
        assert program.process.poll() is None
        assert program.insist() == -signal.SIGINT


def test_a_signal_during_the_start_closes_what_was_opened() -> None:
    with living("slow start") as program:
        program.until("starting")
        program.send(signal.SIGTERM)
        assert program.end() == -signal.SIGTERM
    assert "closed the early bird" in program.lines


def test_a_port_in_use_is_one_line_and_code_1() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for name in ("port", "metrics_port"):
            with living("plain", **{name: str(port)}) as program:
                assert program.end() == 1
            assert program.lines[0] == (
                f"footplate echo: cannot start: port {port} on 127.0.0.1 is already in use "
                f"(set FOOTPLATE_{name.upper()} to change it)"
            )
            assert len(program.lines) == 1


def test_redis_unreachable_is_one_line_and_code_1() -> None:
    with living("redis", redis_url="redis://127.0.0.1:1", redis_wait_seconds="0") as program:
        assert program.end() == 1
    assert program.lines[0].startswith("footplate echo: cannot start: Redis at 127.0.0.1:1 is unreachable: ")
    assert len(program.lines) == 1


def test_a_bad_setting_is_one_line_and_code_2() -> None:
    with living("plain", port="many") as program:
        assert program.end() == 2
    assert len(program.lines) == 1
    assert program.lines[0].startswith("footplate echo: cannot start: FOOTPLATE_PORT: ")


def test_a_bug_in_the_start_shows_its_stack_and_code_1() -> None:
    with living("bug") as program:
        assert program.end() == 1
    fault = json.loads(program.lines[0])
    assert "KeyError: 'a bug'" in fault["stack"]


def test_a_child_ends_when_its_parent_is_killed() -> None:
    with living("parent") as program:
        child = int(program.until("child ").split()[1])
        program.until("echo started")
        program.send(signal.SIGKILL)
        assert program.until("echo stopped (SIGTERM)")
        assert program.end() == -signal.SIGKILL
    with pytest.raises(ProcessLookupError):
        _await_end(child)


def _await_end(pid: int) -> None:
    for _ in range(200):
        os.kill(pid, 0)
        time.sleep(0.05)


# --- Without signals: in this process ---------------------------------------------------------------------------------


def process(**given: Any) -> Process:
    return Process(load_settings(ProcessSettings, grace_seconds=0, **given))


async def test_what_was_opened_last_is_closed_first_whatever_fails(caplog: pytest.LogCaptureFixture) -> None:
    closed: list[str] = []
    mine = process()

    async def close(name: str) -> None:
        closed.append(name)
        if name == "second":
            raise RuntimeError("will not")

    async def start(given: Process, _settings: ProcessSettings) -> str:
        for name in ("first", "second", "third"):
            given.on_stop(name, lambda name=name: close(name))  # type: ignore[misc] # bound per turn of the loop
        given.stop()
        return "nowhere"

    assert await mine.live(start) == 1
    assert closed == ["third", "second", "first"]
    assert "second did not close" in caplog.text


async def test_it_may_stop_itself_with_code_0() -> None:
    mine = process()

    async def start(given: Process, _settings: ProcessSettings) -> str:
        asyncio.get_running_loop().call_later(0.01, given.stop)
        return "nowhere"

    assert mine.ailing() == ""
    assert await mine.live(start) == 0
    assert mine.ailing() == "stopping"


async def test_tasks_live_as_long_as_the_process_and_then_are_cancelled() -> None:
    seen: list[str] = []
    mine = process()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            seen.append("cleaned up")

    async def start(given: Process, _settings: ProcessSettings) -> str:
        given.spawn("work", work())
        asyncio.get_running_loop().call_later(0.01, given.stop)
        return "nowhere"

    assert await mine.live(start) == 0
    assert seen == ["cleaned up"]


@pytest.mark.parametrize("fails", [True, False])
async def test_a_task_that_ends_takes_the_process_down(fails: bool, caplog: pytest.LogCaptureFixture) -> None:
    mine = process()

    async def work() -> None:
        await asyncio.sleep(0)
        if fails:
            raise RuntimeError("lost the thread")

    async def start(given: Process, _settings: ProcessSettings) -> str:
        given.spawn("work", work())
        return "nowhere"

    assert await mine.live(start) == 1
    assert mine.ailing() == "work ended by itself"
    assert ("lost the thread" in caplog.text) is fails


async def test_a_loop_that_comes_to_its_end_when_told_to_is_no_fault() -> None:
    mine = process()

    async def start(given: Process, _settings: ProcessSettings) -> str:
        given.spawn("loop", given.stopping.wait())
        asyncio.get_running_loop().call_later(0.01, given.stop)
        return "nowhere"

    assert await mine.live(start) == 0


async def test_a_failed_start_closes_what_was_opened(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    closed = asyncio.Event()
    mine = process()

    async def close() -> None:
        closed.set()

    async def start(given: Process, _settings: ProcessSettings) -> str:
        given.on_stop("it", close)
        raise StartupError("the kettle is cold")

    with caplog.at_level(logging.ERROR):
        assert await mine.live(start) == 1
    assert closed.is_set()
    assert capsys.readouterr().err == "footplate process: cannot start: the kettle is cold\n"
    assert caplog.records == []


async def test_a_step_of_the_stop_that_hangs_does_not_hang_the_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footplate.runtime.lifecycle._CLOSING_SECONDS", 0.05)
    mine = process()

    async def start(given: Process, _settings: ProcessSettings) -> str:
        given.on_stop("sleeper", lambda: asyncio.sleep(60))
        given.stop()
        return "nowhere"

    assert await mine.live(start) == 1
