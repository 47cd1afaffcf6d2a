"""Pages of long lists, the same in every listing call."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from footplate.api.common.v1 import paging_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.wire.fields import refused

DEFAULT_SIZE: Final = 100
LARGEST_SIZE: Final = 1000
_LONGEST: Final = 10

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """Which part of a list is wanted: `size` members at most, from `start` on. `print` tells the list from others."""

    start: int
    size: int
    print: str

    def of(self, members: Sequence[T]) -> Sequence[T]:
        """The members on this page."""
        return members[self.start : self.start + self.size]

    def info(self, total: int) -> pb.PageInfo:
        """Where the page stands in a list of `total` members."""
        end = self.start + self.size
        return pb.PageInfo(next_page_token=f"{end}-{self.print}" if end < total else "", total_size=total)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Which part of a list is wanted whose members move: `size` at most, behind the spot where the page before ended.

    `after`: the spot as its list writes it, empty for the start. `print` tells the list from others.
    """

    after: str
    size: int
    print: str

    def info(self, end: str, total: int) -> pb.PageInfo:
        """Where the page stands in a list of `total` members. `end`: the spot where it ends, empty for the last one."""
        return pb.PageInfo(next_page_token=f"{end}-{self.print}" if end else "", total_size=total)


def decode_page(message: pb.PageRequest, *asked: object, path: str = "page", default: int = DEFAULT_SIZE) -> Page:
    """The page of a request. `asked`: all else that makes the list what it is; a token is good for that list only.

    Raises BadRequest.
    """
    cursor = decode_cursor(message, *asked, path=path, default=default)
    start = cursor.after
    if start and not (start.isdecimal() and len(start) < _LONGEST):
        raise bad_token(message, path)
    return Page(int(start or 0), cursor.size, cursor.print)


def decode_cursor(message: pb.PageRequest, *asked: object, path: str = "page", default: int = DEFAULT_SIZE) -> Cursor:
    """The same for a list whose members move. The spot is still to be read: it comes as the token has it.

    Raises BadRequest.
    """
    if message.page_size < 0:
        raise refused(f"{path}.page_size", message.page_size, "a number from 0 on is expected")
    digest = hashlib.sha256(repr(asked).encode()).hexdigest()[:16]
    after, _, list_print = message.page_token.rpartition("-")
    if message.page_token and not (after and list_print == digest):
        raise bad_token(message, path)
    return Cursor(after, min(message.page_size or default, LARGEST_SIZE), digest)


def bad_token(message: pb.PageRequest, path: str = "page") -> BadRequest:
    """The error to raise about the token of a request."""
    return refused(f"{path}.page_token", message.page_token, "not a token of this list as it is now")
