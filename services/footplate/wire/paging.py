"""Pages of long lists, the same in every listing call."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from footplate.api.common.v1 import paging_pb2 as pb
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


def decode_page(message: pb.PageRequest, *asked: object, path: str = "page", default: int = DEFAULT_SIZE) -> Page:
    """The page of a request. `asked`: all else that makes the list what it is; a token is good for that list only.

    Raises BadRequest.
    """
    if message.page_size < 0:
        raise refused(f"{path}.page_size", message.page_size, "a number from 0 on is expected")
    digest = hashlib.sha256(repr(asked).encode()).hexdigest()[:16]
    start, _, list_print = message.page_token.partition("-")
    if message.page_token and (list_print != digest or not (start.isdecimal() and len(start) < _LONGEST)):
        raise refused(f"{path}.page_token", message.page_token, "not a token of this list as it is now")
    size = min(message.page_size or default, LARGEST_SIZE)
    return Page(int(start or 0), size, digest)
