"""The mark of a turn while a worker plays it: set at the start, renewed by a thread, gone at the end."""

import logging
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from redis import Redis, RedisError

from footplate.bots.marks import RUNNING, mark_key, tries_key

logger = logging.getLogger(__name__)

_TRIES_SECONDS: Final = 3600
_RENEWALS: Final = 3  # within the time a lease lasts

# KEYS: mark. ARGV: own value, milliseconds ('' to take it away). Never touches the mark of another.
_OWN: Final = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then return redis.call('DEL', KEYS[1]) end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""


class Leases(Protocol):
    """Tells others that a turn is being played."""

    def hold(self, match_id: str, ply: int) -> Any:
        """A context in which the turn counts as being played; it gives how often the turn was begun, 1 or more."""
        ...

    def settled(self, match_id: str, ply: int) -> None:
        """The turn needs no further try."""
        ...


@dataclass(frozen=True, slots=True)
class RedisLeases:
    """See `Leases`. A Redis that is away spoils no turn: it only means that the turn may be woken once more."""

    client: Redis
    seconds: float

    @contextmanager
    def hold(self, match_id: str, ply: int) -> Iterator[int]:
        """See `Leases.hold`."""
        key, value, done = mark_key(match_id, ply), RUNNING + b":" + secrets.token_hex(8).encode(), threading.Event()
        tries = self._begin(key, value, tries_key(match_id, ply))
        renewing = threading.Thread(target=self._renew, args=(key, value, done), name="lease", daemon=True)
        renewing.start()
        try:
            yield tries
        finally:
            done.set()
            renewing.join()
            with suppress(RedisError, OSError):
                self.client.eval(_OWN, 1, key, value, "")

    def settled(self, match_id: str, ply: int) -> None:
        """See `Leases.settled`."""
        with suppress(RedisError, OSError):
            self.client.delete(tries_key(match_id, ply))

    def _begin(self, key: str, value: bytes, tries: str) -> int:
        try:
            pipe = self.client.pipeline()
            pipe.set(key, value, px=self._ms)
            pipe.incr(tries)
            pipe.expire(tries, _TRIES_SECONDS)
            return int(pipe.execute()[1])
        except (RedisError, OSError) as error:
            logger.warning("a turn is played without a mark: %s", error)
            return 1

    def _renew(self, key: str, value: bytes, done: threading.Event) -> None:
        while not done.wait(self.seconds / _RENEWALS):
            with suppress(RedisError, OSError):
                self.client.eval(_OWN, 1, key, value, self._ms)

    @property
    def _ms(self) -> int:
        return int(self.seconds * 1000)
