"""The open turns of all matches, as the rules service keeps them: a hash for each partition."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from redis.asyncio import Redis

from footplate.bus import turns_key
from footplate.domain.events import TurnStarted
from footplate.wire.open_turns import parse_turn


class OpenTurns(Protocol):
    """Where the turns that wait for somebody stand."""

    async def of(self, partitions: Sequence[int]) -> list[TurnStarted]:
        """Every open turn of some partitions."""
        ...


@dataclass(frozen=True, slots=True)
class RedisOpenTurns:
    """See `OpenTurns`."""

    client: Redis

    async def of(self, partitions: Sequence[int]) -> list[TurnStarted]:
        """See `OpenTurns.of`."""
        pipe = self.client.pipeline(transaction=False)
        for partition in partitions:
            pipe.hgetall(turns_key(partition))
        return [
            parse_turn(match_id.decode(), text)
            for turns in await pipe.execute()
            for match_id, text in sorted(turns.items())
        ]
