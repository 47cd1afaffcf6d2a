"""Ids of hooks and calls."""

import base64
import hashlib
import secrets
from typing import Final

from footplate.domain.hooks import secret_of

_DIGITS: Final = 26
_KEY_BYTES: Final = 32


def new_hook_id() -> str:
    """A new id of a hook."""
    return _id("w", secrets.token_bytes(17))


def new_secret() -> str:
    """A new secret."""
    return secret_of(secrets.token_bytes(_KEY_BYTES))


def call_id(*of: str) -> str:
    """The id of a call about something, the same each time. No full stop, which the signature uses, is in it."""
    return _id("c", hashlib.sha256("\n".join(of).encode()).digest())


def _id(kind: str, data: bytes) -> str:
    return f"{kind}_{base64.b32encode(data).decode().lower()[:_DIGITS]}"
