"""RESP2, the protocol of Redis, as far as it is spoken here: commands out, replies in."""

from collections.abc import Iterable
from typing import Any, Final

from redis.exceptions import ResponseError

_END: Final = b"\r\n"
_BULK, _ARRAY, _INTEGER, _STATUS, _ERROR = b"$*:+-"


class Incomplete(Exception):
    """The reply goes on in bytes that have not come yet."""


def command(arguments: Iterable[str | bytes | int]) -> bytes:
    """A command as it is sent."""
    words = [word if isinstance(word, bytes) else str(word).encode() for word in arguments]
    return b"*%d\r\n" % len(words) + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words])


def reply(data: bytes, start: int) -> tuple[Any, int]:
    """The reply that starts there, and where it ends: bytes, int, None, a list of replies, or a ResponseError.

    Raises Incomplete, or ValueError when it is no reply at all.
    """
    end = data.find(_END, start)
    if end < 0:
        raise Incomplete
    kind, line, after = data[start], data[start + 1 : end], end + 2
    if kind == _BULK:
        return _bulk(data, after, int(line))
    if kind == _ARRAY:
        return _array(data, after, int(line))
    if kind == _INTEGER:
        return int(line), after
    if kind == _STATUS:
        return line, after
    if kind == _ERROR:
        return ResponseError(line.decode(errors="replace")), after
    raise ValueError(f"not a reply: {data[start : start + 20]!r}")


def _bulk(data: bytes, start: int, length: int) -> tuple[bytes | None, int]:
    if length < 0:
        return None, start
    end = start + length
    if len(data) < end + 2:
        raise Incomplete
    return data[start:end], end + 2


def _array(data: bytes, start: int, length: int) -> tuple[list[Any] | None, int]:
    if length < 0:
        return None, start
    found = []
    for _ in range(length):
        value, start = reply(data, start)
        found.append(value)
    return found, start
