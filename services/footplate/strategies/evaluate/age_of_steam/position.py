"""A position as one seat sees it: its network, what it promises, and its money."""

from collections.abc import Iterable
from typing import Final

from footplate.engine.age_of_steam.select_action import MAX_ENGINE
from footplate.engine.age_of_steam.state import State
from footplate.strategies.evaluate.age_of_steam.money import money
from footplate.strategies.evaluate.age_of_steam.network import (
    LONGEST,
    Pair,
    Routes,
    colors_of,
    links_of,
    routes,
    with_links,
)
from footplate.strategies.evaluate.age_of_steam.prospects import Outlook, cubes_of, outlook, time_left

_AHEAD: Final = 3  # engine levels beyond the own one that are looked at
_CERTAIN: Final = 0.8  # how far deliveries of this turn can be relied on: rivals move, too


class Position:
    """What several questions about one position share."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.player = state.players[seat]
        self.time = time_left(state, seat)
        self.links = links_of(state, seat)
        self.colors = colors_of(state)
        self.cubes = cubes_of(state)
        self.longest = min(LONGEST, self.player.engine + _AHEAD)
        self.routes: Routes = routes(self.links, self.colors, self.longest)
        self.outlook: Outlook = outlook(self.routes, self.cubes, self.player.engine, self.time)

    def with_links(self, links: Iterable[Pair]) -> Outlook:
        """The outlook if the seat had further links."""
        return outlook(self.routes_with(links), self.cubes, self.player.engine, self.time)

    def routes_with(self, links: Iterable[Pair]) -> Routes:
        """The best deliveries if the seat had further links."""
        return routes(with_links(self.links, links), self.colors, self.longest)

    def engine_step(self, routes_: Routes) -> float:
        """What one more engine level would add to deliveries over a network, and cost in upkeep."""
        if self.player.engine >= MAX_ENGINE:
            return 0.0
        higher = outlook(routes_, self.cubes, self.player.engine + 1, self.time)
        gain = higher.points - outlook(routes_, self.cubes, self.player.engine, self.time).points
        dearer = self.money(self.player.cash, engine=self.player.engine + 1, soon=higher.soon)
        return gain + dearer - self.money(self.player.cash, soon=higher.soon)

    def money(self, cash: int, shares: int = -1, engine: int = -1, soon: float = -1.0) -> float:
        """What the money is worth with other figures; those below 0 stay as they are."""
        player = self.player._replace(
            cash=cash,
            shares=self.player.shares if shares < 0 else shares,
            engine=self.player.engine if engine < 0 else engine,
        )
        expected = self.outlook.soon if soon < 0 else soon
        return money(player, self.time.turns, expected * _CERTAIN, self.state.rules, not self.time_runs)

    @property
    def time_runs(self) -> bool:
        """Whether the expenses of this turn are still to be paid."""
        return self.time.turns > self.state.rules.turns - self.state.turn
