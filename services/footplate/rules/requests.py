"""What names a write: the request id of its caller, and a print of what was asked for."""

import base64
import hashlib
from typing import Final

from footplate.domain.errors import BadRequest, RequestReused
from footplate.rules.ports import Remembered, Request

_LONGEST: Final = 128
_DIGITS: Final = 26


def request_of(account: str, request_id: str, *asked: object) -> Request:
    """The request of an account; two are the same when all they ask for is. Raises BadRequest."""
    if not 1 <= len(request_id) <= _LONGEST:
        raise BadRequest("request_id", request_id[:_LONGEST], f"1 to {_LONGEST} characters are expected")
    digest = hashlib.sha256("\n".join(map(str, asked)).encode()).hexdigest()
    return Request(f"{account}/{request_id}", digest[:32])


def match_id_of(request: Request) -> str:
    """The id of the match that a request creates: made from the request, so that a retry meets the same match."""
    digest = hashlib.sha256(request.id.encode()).digest()
    return f"m_{base64.b32encode(digest).decode().lower()[:_DIGITS]}"


def expect_same(request: Request, before: Remembered) -> None:
    """Raises RequestReused when the request asks for something else than it did before."""
    if before.print != request.print:
        raise RequestReused(request.id.partition("/")[2])
