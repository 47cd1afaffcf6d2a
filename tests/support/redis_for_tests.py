"""The Redis that tests use: the one at REDIS_URL, else a container where an engine answers, else an embedded server.

FOOTPLATE_TEST_CONTAINERS=0 leaves containers out. Under pytest-xdist every worker has a server or database of its own.
"""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from urllib.parse import urlsplit, urlunsplit

from footplate.runtime.embedded_redis import RedisNotUsable
from footplate.runtime.redis_source import resolve_redis

IMAGE = "redis:7"


def required() -> bool:
    """Whether doing without Redis is a failure: in CI it always is."""
    return os.environ.get("CI", "").lower() == "true" or os.environ.get("FOOTPLATE_REQUIRE_REDIS") == "1"


@contextmanager
def redis_for_tests() -> Iterator[str]:
    """The URL of a database that is this worker's alone. Raises RedisNotUsable when there is none."""
    shared = os.environ.get("REDIS_URL")
    with ExitStack() as stack:
        if shared:
            stack.enter_context(resolve_redis(shared))  # says clearly when it does not answer
            yield own_database(shared, os.environ.get("PYTEST_XDIST_WORKER", ""))
        else:
            yield _in_container(stack) or stack.enter_context(resolve_redis(port=0, fsync="no")).url


def own_database(url: str, worker: str) -> str:
    """The URL with the number of a worker's own database: 1 for the first. Database 0 is never touched."""
    number = 1 + int(worker.removeprefix("gw") or 0)
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{parts.path}?db={number}"
    return urlunsplit(parts._replace(path=f"/{number}", query=""))


def _in_container(stack: ExitStack) -> str | None:
    """A server in a container, or None where no engine answers or the image cannot be had."""
    if os.environ.get("FOOTPLATE_TEST_CONTAINERS") == "0" or not _engine_answers():
        return None
    os.environ["TESTCONTAINERS_RYUK_DISABLED"] = "true"  # its reaper would need an image of its own
    from docker.errors import DockerException  # type: ignore[import-untyped] # ships no types
    from testcontainers.core.container import DockerContainer

    try:
        server = stack.enter_context(DockerContainer(IMAGE).with_exposed_ports(6379))
    except DockerException as error:
        print(f"no container for Redis, the embedded server is used: {error}")  # noqa: T201 - shown with a failing test
        return None
    url = f"redis://{server.get_container_host_ip()}:{server.get_exposed_port(6379)}/0"
    _await(url)
    return url


def _await(url: str) -> None:
    until = time.monotonic() + 30
    while True:
        try:
            with resolve_redis(url):
                return
        except RedisNotUsable:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def _engine_answers() -> bool:
    host = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if host.startswith("unix://") and not _accepts(host.removeprefix("unix://")):
        return False
    import docker  # type: ignore[import-untyped] # ships no types
    from docker.errors import DockerException

    try:
        with closing(docker.from_env(timeout=3)) as client:
            return bool(client.ping())
    except DockerException:
        return False


def _accepts(path: str) -> bool:
    """Whether somebody listens on a socket. Asked first, since the Docker client forgets to close one that fails."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == 0


__all__ = ["IMAGE", "RedisNotUsable", "own_database", "redis_for_tests", "required"]
