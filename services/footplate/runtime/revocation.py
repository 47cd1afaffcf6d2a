"""Which tokens are no longer good though they have not run out, as far as this process has heard.

A session is told by its id, or all of an account's sessions by the epoch they began in. Nothing is asked of the store
while calls are judged: what is revoked is loaded at the start and after a gap, and heard of in between. It is forgotten
when the longest token of it has run out.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Protocol

from footplate.domain.events import AccessRevoked
from footplate.runtime.identity import BadToken, Caller, TokenFault

Load = Callable[[], Awaitable[Iterable[AccessRevoked]]]
"""Reads all that is revoked and not yet forgotten from the store. Raises StoreUnavailable."""


def revoked_token() -> BadToken:
    """What is raised for a token that is no longer good."""
    return BadToken(TokenFault.REVOKED, "the token was revoked: sign in again")


class Revoked:
    """What is revoked. Streams of whoever is told here end at once."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._sessions: dict[str, float] = {}
        self._epochs: dict[str, tuple[int, float]] = {}
        self._open: dict[str, dict[asyncio.Timeout, Caller]] = {}

    def __len__(self) -> int:
        return len(self._sessions) + len(self._epochs)

    def told(self, event: AccessRevoked) -> None:
        """Takes note, also of what was told before."""
        self._forget_old()
        if event.session:
            self._sessions[event.session] = event.until_ms / 1000
        else:
            known, _ = self._epochs.pop(event.account, (0, 0.0))
            self._epochs[event.account] = max(known, event.epoch), event.until_ms / 1000
        for span, caller in self._open.get(event.account, {}).items():
            if self.covers(caller):
                span.reschedule(asyncio.get_running_loop().time())

    def covers(self, caller: Caller) -> bool:
        """Whether the token of a caller is revoked."""
        if not (self._sessions or self._epochs):
            return False
        session = caller.session
        if session.id in self._sessions:
            return True
        known = self._epochs.get(caller.account_id)
        return known is not None and session.epoch < known[0]

    def expect_good(self, caller: Caller) -> None:
        """Raises BadToken when the token of a caller is revoked."""
        if self.covers(caller):
            raise revoked_token()

    @asynccontextmanager
    async def while_good(self, caller: Caller) -> AsyncIterator[None]:
        """Ends the block with BadToken as soon as the token of its caller is revoked."""
        span = asyncio.timeout(None)
        try:
            async with span:
                with self._listed(caller, span):
                    yield
        except TimeoutError:
            if span.expired():
                raise revoked_token() from None
            raise

    @contextmanager
    def _listed(self, caller: Caller, span: asyncio.Timeout) -> Iterator[None]:
        own = self._open.setdefault(caller.account_id, {})
        own[span] = caller
        try:
            yield
        finally:
            del own[span]
            if not own:
                del self._open[caller.account_id]

    def _forget_old(self) -> None:
        """Both are nearly in the order of their ends: what was told first goes first."""
        now = self._now()
        while self._sessions and self._sessions[first := next(iter(self._sessions))] < now:
            del self._sessions[first]
        while self._epochs and self._epochs[first := next(iter(self._epochs))][1] < now:
            del self._epochs[first]


class Envelope(Protocol):
    """What the bus brings; the bus and the process plumbing do not know each other."""

    @property
    def payload(self) -> bytes:
        """The event as bytes."""
        ...


class AccessFeed:
    """Keeps `revoked` up with the bus and the store. `decode` reads an event; None stands for an unknown kind."""

    def __init__(self, revoked: Revoked, load: Load, decode: Callable[[bytes], object]) -> None:
        self._revoked = revoked
        self._load = load
        self._decode = decode

    async def load(self) -> None:
        """Reads all there is. Call it once the bus is being listened to. Raises StoreUnavailable."""
        for event in await self._load():
            self._revoked.told(event)

    async def hear(self, envelope: Envelope) -> None:
        """Takes note of an event of the bus."""
        event = self._decode(envelope.payload)
        if isinstance(event, AccessRevoked):
            self._revoked.told(event)

    async def gap(self, _gap: object) -> None:
        """Events may be lost: reads all there is again."""
        await self.load()
