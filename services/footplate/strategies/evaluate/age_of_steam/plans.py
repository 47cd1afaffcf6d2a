"""Which projects are worth their price, alone and in pairs."""

from typing import Final, NamedTuple

from footplate.strategies.evaluate.age_of_steam.network import Pair
from footplate.strategies.evaluate.age_of_steam.position import Position
from footplate.strategies.evaluate.age_of_steam.search import Project, projects

POINTS_OF_PIECE: Final = 1.0
"""A piece of track in an own link, at the end of the game."""

_LONGEST: Final = 4  # builds of a project
_UNFINISHED: Final = 0.4  # of what a project promises that cannot be finished in this turn
_SECOND: Final = 0.7  # of what a second project promises alone
_WEIGHED: Final = 40  # projects that are looked at closely
_PAIRED: Final = 12  # the best of them, which are put together in pairs


class Plan(NamedTuple):
    """A project with what it promises. `gain`: points, not counting money. `soon`: income it brings this turn.

    Both are those of the finished project; `here` is the gain as it counts now, less when it takes another turn.
    """

    project: Project
    gain: float
    here: float
    soon: float
    price: int


class Plans:
    """The plans of a seat in a position, the most promising first. `builds`: those left in the turn."""

    def __init__(self, position: Position, builds: int) -> None:
        self.position = position
        self.builds = builds
        found = projects(position.state, position.seat, min(builds + 1, _LONGEST))
        self.all: list[Plan] = [self._weighed(project) for project in _likely(position, found)]
        self.all.sort(key=_promise)

    def gain_of(self, links: tuple[Pair, ...], pieces: int) -> float:
        """What further links add, in points."""
        if not links:
            return 0.0
        return self.position.with_links(links).points - self.position.outlook.points + POINTS_OF_PIECE * pieces

    def best(self, cash: int, shares: int = -1, builds: int = -1) -> float:
        """The best the seat can make of its money in this turn: points of what it builds and of what is left over."""
        builds = self.builds if builds < 0 else builds
        soon, money = self.position.outlook.soon, self.position.money
        best = money(cash, shares)
        usable = [plan for plan in self.all[:_PAIRED] if plan.price <= cash and len(plan.project.steps) <= builds]
        for place, plan in enumerate(usable):
            expected = max(soon, plan.soon)
            best = max(best, plan.gain + money(cash - plan.price, shares, soon=expected))
            for second in usable[place + 1 :]:
                if _fit(plan, second, cash, builds):
                    gain = plan.gain + _SECOND * second.gain
                    left = cash - plan.price - second.price
                    best = max(best, gain + money(left, shares, soon=max(expected, second.soon)))
        return best

    def _weighed(self, project: Project) -> Plan:
        outlook = self.position.with_links(project.links)
        gain = outlook.points - self.position.outlook.points + POINTS_OF_PIECE * project.pieces
        here = gain if len(project.steps) <= self.builds else gain * self._unfinished()
        return Plan(project, gain, here, outlook.soon, project.price)

    def _unfinished(self) -> float:
        """The part of a gain that counts when the project needs another turn, which there may not be."""
        return _UNFINISHED if self.position.time.turns > 1 else 0.0


def _likely(position: Position, found: list[Project]) -> list[Project]:
    """The projects worth a closer look: new links, few dollars for each, near the own network."""
    own = {pair for pair, mine in position.links.items() if mine}
    stops = {stop for pair in own for stop in pair}
    rated = []
    for index, project in enumerate(found):
        new = [pair for pair in project.links if pair not in own]
        if new:
            touching = sum([1 for pair in new for stop in pair if stop in stops])
            rated.append((project.price / len(new) - 2.0 * min(touching, 2), index))
    rated.sort()
    return [found[index] for _, index in rated[:_WEIGHED]]


def _fit(first: Plan, second: Plan, cash: int, builds: int) -> bool:
    """Whether both can be built in one turn."""
    steps = len(first.project.steps) + len(second.project.steps)
    if steps > builds or first.price + second.price > cash:
        return False
    return not first.project.hexes & second.project.hexes and not set(first.project.links) & set(second.project.links)


def _promise(plan: Plan) -> float:
    return plan.price * 0.5 - plan.here
