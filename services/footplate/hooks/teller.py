"""From the bus to calls: each event that concerns an account becomes a call for each of its hooks, once."""

from collections.abc import Iterable

from google.protobuf.message import DecodeError

from footplate.bus import LOBBY_STREAM, PARTITION_STREAMS, Envelope, Gap, PoisonMessage
from footplate.domain.hooks import Call
from footplate.hooks.ids import call_id
from footplate.hooks.news import News, news_of
from footplate.hooks.ports import Clock, HookStore, Turns
from footplate.wire.events import decode_event


class Teller:
    """Stores calls. An event is acknowledged when its calls are stored, and they are named by it and their hook."""

    def __init__(self, store: HookStore, turns: Turns, now_ms: Clock) -> None:
        self._store = store
        self._turns = turns
        self._now_ms = now_ms

    async def hear(self, envelope: Envelope) -> None:
        """Stores the calls about an event of the bus."""
        try:
            event = decode_event(envelope.payload)
        except DecodeError as error:
            raise PoisonMessage(f"no event: {error}") from error
        await self._tell(news_of(event))

    async def gap(self, gap: Gap) -> None:
        """Events may be lost: calls about the turns that are open, which were not called about already."""
        partitions = [PARTITION_STREAMS.index(stream) for stream in gap.streams if stream != LOBBY_STREAM]
        for turn in await self._turns.of(partitions):
            await self._tell(news_of(turn))

    async def _tell(self, news: Iterable[News]) -> None:
        for one in news:
            for hook in await self._store.of(one.account):
                if one.type in hook.events:
                    name = call_id(one.event, hook.id)
                    await self._store.queue(Call(name, hook.id, one.type, one.body, self._now_ms()))
