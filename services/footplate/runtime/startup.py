"""What keeps a process from starting, said in one line.

A person or a supervisor reads it on stderr; a stack trace there would hide the one thing that helps.
"""

import errno
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from redis import exceptions as redis_errors


class StartupError(Exception):
    """The process cannot start; the text is one line that says why and what to change."""

    exit_code: ClassVar[int] = 1


class BadSettings(StartupError):
    """A setting is missing or unusable; the text names its environment variable."""

    exit_code = 2


def explain(error: BaseException) -> StartupError | None:
    """Return the one line for `error`, or none when it is a bug and deserves its stack trace."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    if isinstance(error, StartupError):
        return error
    if isinstance(error, redis_errors.ConnectionError | redis_errors.TimeoutError):
        return StartupError(f"Redis is unreachable: {one_line(error)}")
    return None


def check_port(host: str, port: int, variable: str) -> None:
    """Raise `StartupError` naming `variable` when nobody could listen on `host`:`port` now; port 0 is always fine.

    Asked before a server binds, because some servers (gRPC's core) write their own lines on a failure.
    """
    if port == 0:
        return
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        raise port_error(host, port, variable, error) from None


def port_error(host: str, port: int, variable: str, error: OSError) -> StartupError:
    """Return the line for a port that could not be opened."""
    reasons = {
        errno.EADDRINUSE: f"port {port} on {host} is already in use",
        errno.EACCES: f"port {port} on {host} needs more rights than this user has",
        errno.EADDRNOTAVAIL: f"{host} is not an address of this machine",
    }
    reason = reasons.get(error.errno or 0, f"cannot listen on {host} port {port}: {one_line(error)}")
    return StartupError(f"{reason} (set {variable} to change it)")


def one_line(error: BaseException) -> str:
    """Return the text of `error` with its line breaks folded, or its type when it has none."""
    return " ".join(str(error).split()) or type(error).__name__


@contextmanager
def told_in_one_line(process: str) -> Iterator[None]:
    """Run a start; what keeps it from starting becomes one line on stderr and the exit code of the process."""
    try:
        yield
    except Exception as error:
        known = explain(error)
        if known is None:
            raise
        sys.stderr.write(startup_line(process, known))
        sys.exit(known.exit_code)


def startup_line(process: str, error: StartupError) -> str:
    """Return the line, its line break included."""
    return f"footplate {process}: cannot start: {one_line(error)}\n"
