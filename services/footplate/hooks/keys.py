"""The Redis keys of web hooks. All share one hash tag: one script may write any of them."""

from typing import Final

TAG: Final = "{hooks}"
DUE: Final = f"{TAG}:due"
"""Sorted set: calls to be made, by the millisecond from which on somebody should; one that is taken is due after it."""
CLAIMS: Final = f"{TAG}:claims"
"""Hash, call to a word that only whoever took it knows."""


def hook_key(hook_id: str) -> str:
    """Hash: a hook, its secrets among the fields."""
    return f"{TAG}:hook:{hook_id}"


def hooks_key(account_id: str) -> str:
    """Sorted set by the time they were made: the hooks of an account."""
    return f"{TAG}:of:{account_id}"


def call_key(call_id: str) -> str:
    """Hash: a call, and what came of it; forgotten after some days."""
    return f"{TAG}:call:{call_id}"


def hook_request_key(request_id: str) -> str:
    """Text: what a request did: its print, and for one that made a hook the id of that, a space between them."""
    return f"{TAG}:request:{request_id}"
