"""What this replica hears on the bus: every event of every match, passed on to open turns and watchers."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from footplate.bus import PARTITION_STREAMS, PARTITIONS, Bus, Envelope, Gap, Tail, TailSettings
from footplate.domain.errors import UnknownMatch
from footplate.domain.events import ActionCommitted, Event, MatchFinished, TurnStarted
from footplate.engine.game import OVER
from footplate.rules.bells import Bells
from footplate.rules.matches import Matches
from footplate.rules.ports import MatchStore
from footplate.rules.turns import OpenTurns

NAME: Final = "rules-watch"
Decode = Callable[[bytes], Event | None]


class Feed:
    """Follows the bus. `decode` reads an event; None stands for a kind that is not known here."""

    def __init__(self, store: MatchStore, matches: Matches, turns: OpenTurns, bells: Bells, decode: Decode) -> None:
        self._store = store
        self._matches = matches
        self._turns = turns
        self._bells = bells
        self._decode = decode
        self._hearers: Mapping[type, Callable[[Any], None]] = {
            ActionCommitted: self._committed,
            TurnStarted: turns.started,
            MatchFinished: self._ended,
        }

    async def tail(self, bus: Bus, settings: TailSettings) -> Tail:
        """Takes stock of the open turns, and gives what follows all that happens since, for the caller to run."""
        positions = await bus.driver.positions(PARTITION_STREAMS)
        self._turns.replace(range(PARTITIONS), await self._store.open_turns(range(PARTITIONS)))
        return bus.tail(
            PARTITION_STREAMS, self.hear, on_gap=self.take_stock, start=positions, settings=settings, name=NAME
        )

    def tell(self, events: Iterable[Event]) -> None:
        """Passes on what this replica did itself, at once. It will come on the bus again and then be old news."""
        for event in events:
            hearer = self._hearers.get(type(event))
            if hearer:
                hearer(event)

    async def hear(self, envelope: Envelope) -> None:
        """Passes on an event of the bus."""
        event = self._decode(envelope.payload)
        self.tell((event,) if event else ())

    async def take_stock(self, gap: Gap) -> None:
        """Events may be lost: reads the open turns of these streams again, and has every watcher look."""
        partitions = {PARTITION_STREAMS.index(stream) for stream in gap.streams}
        stored = await self._store.open_turns(sorted(partitions))
        for match_id in self._turns.replace(partitions, stored):
            await self._see_whether_over(match_id)
        self._bells.wake_all()

    async def _see_whether_over(self, match_id: str) -> None:
        try:
            match = await self._matches.head(match_id)
        except UnknownMatch:  # the store was emptied
            return
        if match.outcome and match.to_act == OVER:
            game, conduct = match.header.setup.game, match.conduct
            self._ended(MatchFinished(match_id, game, match.ply, match.outcome, match.began_ms, conduct))

    def _committed(self, event: ActionCommitted) -> None:
        bell = self._bells.get(event.match)
        if bell:
            bell.ring(event.last_ply)

    def _ended(self, event: MatchFinished) -> None:
        self._turns.ended(event)
        bell = self._bells.get(event.match)
        if bell:
            bell.ring(event.ply, last=True)
