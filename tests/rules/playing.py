"""Use cases over a store, with a few matches of the toy game to try them on."""

import random
from dataclasses import dataclass, field
from typing import Any

from footplate.domain.match import Match
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.domain.terms import FREE, Terms
from footplate.engine.game import OVER, AnyGame, Setup
from footplate.rules.bells import Bells
from footplate.rules.clock import MatchClock
from footplate.rules.feed import Feed
from footplate.rules.hearing import read_event
from footplate.rules.matches import Matches
from footplate.rules.order_runner import OrderRunner
from footplate.rules.orders import Orders
from footplate.rules.pace import Pace
from footplate.rules.ports import MatchStore
from footplate.rules.seats import Seats
from footplate.rules.turns import OpenTurns
from footplate.rules.usecases import Order, UseCases
from footplate.rules.watch import MatchWatches
from footplate.rules.watch_messages import Watcher
from footplate.rules.watch_turns import TurnWatches
from footplate.rules.writes import Played, Writes
from footplate.wire.events import decode_event
from tests.rules.fakes import Ticking, orders_beside
from tests.support.toy_game import GAMES
from tests.support.toy_matches import SEATS

FOREVER = 10.0**12
ANN, BOT, CY = (seat.account for seat in SEATS)
SHORT = Setup("pebbles", "", "", 3)
LONG = Setup("pebbles", "", "long", 3)


def seeds() -> Any:
    """Seeds that are the same in every run."""
    made = random.Random(7)
    return lambda: Seed(made.randbytes(32))


@dataclass
class Replica:
    """One process of the rules service, without its servers."""

    store: MatchStore
    games: Any = field(default_factory=lambda: GAMES)
    heartbeat: float = 30.0
    behind: int = 1000
    cache: int = 100
    every: int = 8
    clock: Ticking = field(default_factory=Ticking)

    def __post_init__(self) -> None:
        clock = self.clock
        self.bells = Bells()
        self.turns = OpenTurns(self.bells)
        self.matches = Matches(self.store, self.games, self.cache)
        self.feed = Feed(self.store, self.matches, self.turns, self.bells, decode_event)
        pace = Pace(clock, self.heartbeat, self.behind)
        self.watches = MatchWatches(self.store, self.matches, self.bells, pace)
        self.turn_watches = TurnWatches(self.turns, self.bells, pace)
        self.writes = writes = Writes(self.store, self.matches, self.feed.tell, self.every)
        self.clock_of_matches = MatchClock(self.store, self.matches, writes, clock, 0.01)
        self.seats = Seats(self.store, self.matches, writes, clock)
        order_store = orders_beside(self.store)
        self.orders = Orders(order_store, self.matches, clock)
        self.runner = OrderRunner(order_store, self.store, self.matches, writes, clock, read_event)
        self.use = UseCases(
            self.store,
            self.matches,
            self.games,
            writes,
            now_ms=clock,
            new_seed=seeds(),
            tell=self.feed.tell,
            snapshot_every=self.every,
        )

    async def begin(
        self, request: str = "table", setup: Setup = SHORT, seats: tuple[Seat, ...] = SEATS, terms: Terms = FREE
    ) -> Match:
        """A new match."""
        return await self.use.create_match("a_lobby", request, setup, seats[: setup.seats], terms)

    async def act(self, match: Match, text: str = "", **changed: Any) -> Played:
        """Plays a text, by default the safe action, for the seat to act."""
        text = text or match.game.action_text(match.game.default_action(match.state))
        decider = match.decider(match.to_act) if match.to_act >= 0 else None
        account = changed.pop("account", decider.account if decider else ANN)
        order = {
            "match_id": match.id,
            "request_id": f"r{match.ply}",
            "expected_ply": match.ply,
            "seat": None,
            "action": reading(text),
        }
        return await self.use.submit_action(account, Order(**order | changed))

    async def play(self, match: Match, rng: random.Random, plies: int = 9999) -> Match:
        """Plays random actions up to a ply, or to the end."""
        while match.to_act != OVER and match.ply < plies:
            match = (await self.act(match, random_text(match, rng))).after
        return match


def reading(text: str) -> Any:
    """What reads this text as an action."""

    def read(game: AnyGame) -> Any:
        return game.parse_action(text)

    return read


def random_text(match: Match, rng: random.Random) -> str:
    """One of the legal actions."""
    return match.game.action_text(rng.choice(match.game.legal_actions(match.state)))


def watcher(account: str = "a_onlooker", expires_at: float = FOREVER) -> Watcher:
    """Somebody who watches."""
    return Watcher(account, expires_at)
