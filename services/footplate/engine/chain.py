"""The chain of hashes over a match: whoever knows the last hash can tell whether anything before it was changed.

The hash at ply 0 is the SHA-256 of the header as `record.opening_text` writes it. The hash at ply n is the SHA-256 of
the 32 bytes before it, followed by the text `n actor action` with the actor as a number. Texts are UTF-8; hashes are
handed round in hexadecimal.
"""

import hashlib


def first_hash(opening: str) -> str:
    """The hash before the first entry."""
    return hashlib.sha256(opening.encode()).hexdigest()


def next_hash(previous: str, ply: int, actor: int, text: str) -> str:
    """The hash behind entry `ply`; `actor` is a seat from 0 or CHANCE, `text` the canonical text of the action."""
    return hashlib.sha256(bytes.fromhex(previous) + f"{ply} {actor} {text}".encode()).hexdigest()
