"""Secrets: made, hashed and compared. Hashing takes long on purpose, so it is done in threads beside the event loop."""

import asyncio
import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Final, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import VerifyMismatchError

from footplate.domain.errors import BadRequest
from footplate.lobby.rate import RateLimited

SHORTEST: Final = 16
LONGEST: Final = 128
_MADE_BYTES: Final = 32
_WAITING: Final = 64
"""Secrets that may wait for a thread; with more of them, whoever comes next would be out of time before its turn."""
_RETRY_SECONDS: Final = 2.0

T = TypeVar("T")


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(_MADE_BYTES)


def expect_secret(secret: str, shortest: int, path: str = "secret") -> None:
    """Raises BadRequest, which does not quote it, when it is too short or too long."""
    if not shortest <= len(secret) <= LONGEST:
        raise BadRequest(path, "", f"{shortest} to {LONGEST} characters are expected")


def same_secret(one: str, other: str) -> bool:
    """Whether two secrets are equal; how long that takes says nothing about where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


class Hasher:
    """Argon2id. `passes` over `kibibytes` of memory for each secret, at most `threads` of them at a time."""

    def __init__(self, passes: int, kibibytes: int, threads: int) -> None:
        self._argon = PasswordHasher(time_cost=passes, memory_cost=kibibytes, parallelism=1, type=Type.ID)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="argon2")
        self._most = threads + _WAITING
        self._busy = 0

    async def hash(self, secret: str) -> str:
        """What is stored of a secret: salted, with its parameters. Raises RateLimited when too many wait."""
        return await self._in_thread(lambda: self._argon.hash(secret))

    async def verify(self, stored: str, secret: str) -> bool:
        """Whether a secret is the one that was stored; false, after as long, where none was. Raises RateLimited."""
        return await self._in_thread(lambda: self._fits(stored or self._decoy, secret)) and stored != ""

    async def close(self) -> None:
        """Ends the threads."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._busy >= self._most:
            raise RateLimited(f"{self._most} secrets at a time", _RETRY_SECONDS)
        self._busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._busy -= 1

    def _fits(self, stored: str, secret: str) -> bool:
        try:
            return self._argon.verify(stored, secret)
        except VerifyMismatchError:
            return False

    @cached_property
    def _decoy(self) -> str:
        return self._argon.hash(new_secret())
