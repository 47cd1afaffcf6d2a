"""Draws that anybody can check afterwards.

A match keeps a secret seed of 32 bytes and publishes its SHA-256 at the start. The draw at a ply takes its numbers from
HMAC-SHA256(seed, "ply:block"), so whoever learns the seed at the end can repeat every draw, and nobody can before.
"""

import hashlib
import hmac
from typing import Protocol

SEED_BYTES = 32


class Draws(Protocol):
    """A source of fair random numbers, handed in by whoever hosts the game."""

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each as likely as the others; `bound` is at least 1."""
        ...


class SeededDraws:
    """The draws of one ply, fixed by the seed: block *n* is HMAC-SHA256(seed, "ply:n"), read as 4-byte numbers."""

    def __init__(self, seed: bytes, ply: int) -> None:
        self._seed = seed
        self._ply = ply
        self._block = 0
        self._buffer = b""

    def below(self, bound: int) -> int:
        """A number below `bound`; numbers that would favour small results are thrown away and drawn again."""
        if bound < 1:
            raise ValueError(f"bound must be at least 1, not {bound}")
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            number = self._word()
            if number < limit:
                return number % bound

    def _word(self) -> int:
        if len(self._buffer) < 4:
            message = f"{self._ply}:{self._block}".encode()
            self._buffer = hmac.new(self._seed, message, hashlib.sha256).digest()
            self._block += 1
        word, self._buffer = self._buffer[:4], self._buffer[4:]
        return int.from_bytes(word, "big")


def commitment(seed: bytes) -> str:
    """What is published of a seed at the start: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()
