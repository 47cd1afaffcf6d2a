"""What names a write: the request id of its caller, and a print of what was asked for."""

import base64
import hashlib
import secrets
from typing import Final

from footplate.domain.errors import BadRequest, RequestReused
from footplate.lobby.ports import Answer, Remembered, Request

_LONGEST: Final = 128
_DIGITS: Final = 26


def expect_request_id(request_id: str) -> str:
    """The id as it stands. Raises BadRequest."""
    if not 1 <= len(request_id) <= _LONGEST:
        raise BadRequest("request_id", request_id[:_LONGEST], f"1 to {_LONGEST} characters are expected")
    return request_id


def request_of(account: str, request_id: str, *asked: object) -> Request:
    """The request of an account; two are the same when all they ask for is. Raises BadRequest."""
    digest = hashlib.sha256(repr(asked).encode()).hexdigest()
    return Request(f"{account}/{expect_request_id(request_id)}", digest[:32])


def same_answer(request: Request, before: Remembered) -> Answer:
    """What was answered before. Raises RequestReused when the request asks for something else now."""
    if before.print != request.print:
        raise RequestReused(request.id.partition("/")[2])
    return before.answer


def new_id(kind: str) -> str:
    """A new id of a kind (`t`, `a`): its letter, an underscore and 26 characters."""
    return id_of(kind, secrets.token_bytes(17))


def new_code() -> str:
    """A code that opens an unlisted table: 16 letters and digits that nobody guesses."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def rematch_id(table_id: str, number: int) -> str:
    """The id of a rematch of a table, the same for all its people; `number` counts those that came to nothing."""
    return id_of("t", hashlib.sha256(f"rematch {number} of {table_id}".encode()).digest())


def id_of(kind: str, data: bytes) -> str:
    """The id made of these bytes, 17 at least."""
    return f"{kind}_{base64.b32encode(data).decode().lower()[:_DIGITS]}"
