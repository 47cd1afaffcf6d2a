"""Reading fields of requests: each check raises `BadRequest` with the path of the field and what stood there."""

from collections.abc import Mapping
from typing import Final, TypeVar

from footplate.domain.errors import BadRequest
from footplate.engine.notation import MAX_NUMBER, MAX_SEATS

_LONGEST_QUOTE: Final = 120

V = TypeVar("V")


def refused(path: str, value: object, message: str) -> BadRequest:
    """The error to raise about a field; a long value is cut."""
    text = str(value)
    return BadRequest(path, text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "...", message)


def whole(path: str, value: int, low: int = 0, high: int = MAX_NUMBER) -> int:
    """A number within bounds; the default bounds are those of every number in a text."""
    if not low <= value <= high:
        raise refused(path, value, f"a number from {low} to {high} is expected")
    return value


def seat(path: str, value: int) -> int:
    """A seat, from 0, that some game may have."""
    return whole(path, value, 0, MAX_SEATS - 1)


def choice(path: str, value: str, values: Mapping[str, V]) -> V:
    """The value of one of the known words."""
    if value not in values:
        raise refused(path, value, f"one of these is expected: {', '.join(values)}")
    return values[value]


def known(path: str, value: int, values: Mapping[int, V]) -> V:
    """The value of a member of an enum; members that later versions add are not known here."""
    if value not in values:
        raise refused(path, value, "not set, or a member of the enum that is not known here")
    return values[value]
