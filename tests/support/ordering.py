"""Matches with standing orders in them: carried out as soon as their seat is asked, as the rules service does."""

import random
from dataclasses import dataclass, field, replace
from typing import Any

from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.domain.orders import Order, Reason, Wish, given, own_seat
from footplate.domain.orders_due import Decision, End, Play, Wait, decide
from footplate.domain.seat import Seat
from footplate.domain.terms import FREE
from footplate.engine.game import OVER, Setup
from footplate.engine.registry import games
from tests.support.people import Table

PEOPLE = (Seat("a_ann", "Ann"), Seat("a_bea", "Bea"), Seat("a_cy", "Cy"))


def table_of(name: str) -> Table:
    """A new match of three people at a real game."""
    game = games()[name]
    return Table.begin(FREE, PEOPLE, Setup(name, game.info.maps[0], game.info.default_preset, 3), game)


def match_in(name: str, state: Any) -> Match:
    """A match of three people that stands in this position."""
    return replace(table_of(name).match, state=state)


def order_of(match: Match, seat: int, wish: Wish, name: str = "o_1") -> Order:
    """The order of a seat, as it is kept. Raises what cannot be ordered."""
    account = match.seats[seat].account
    order = Order(name, own_seat(match, account, seat), account, wish, match.ply, match.began_ms)
    return given(match, order)


@dataclass
class Ordered:
    """A match in which the orders that were given are carried out. `told`: why orders ended or wait, in order."""

    table: Table
    orders: dict[str, Order] = field(default_factory=dict)
    told: list[tuple[str, Reason | None]] = field(default_factory=list)

    def give(self, seat: int, wish: Wish) -> str:
        """Gives an order; its name."""
        name = f"{seat}.{wish.kind}"
        self.orders[name] = order_of(self.table.match, seat, wish, name)
        return name

    def decide(self, name: str) -> Decision:
        """What comes of an order now."""
        order = self.orders[name]
        return decide(order, self.table.match, self.table.log[order.ply :])

    def carry_out(self) -> None:
        """Carries out all orders until none has anything to do."""
        while any(self._done(name) for name in [*self.orders]):
            pass

    def _done(self, name: str) -> bool:
        """Whether the order played something."""
        order, match = self.orders[name], self.table.match
        decision = self.decide(name)
        if isinstance(decision, Play):
            made = match.submit(
                decision.text,
                account=order.account,
                expected_ply=match.ply,
                now_ms=match.began_ms + 1,
                seat=order.seat,
                cause=Cause.ORDER,
            )
            self.table.take(made)
        elif not isinstance(decision, Wait) or decision.reason:
            self.told.append((name, decision.reason))
        if isinstance(decision, End) or (isinstance(decision, Play) and decision.last):
            del self.orders[name]
        return isinstance(decision, Play)


def random_play(table: Table, rng: random.Random, plies: int) -> None:
    """Plays at random for so many plies, or to the end."""
    end = table.match.ply + plies
    while table.match.to_act != OVER and table.match.ply < end:
        match = table.match
        table.play(match.game.action_text(rng.choice(match.game.legal_actions(match.state))))
