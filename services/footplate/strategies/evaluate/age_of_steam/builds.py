"""Phase 4: the next tile of the best plans, the New City, or stopping."""

from typing import Final

from footplate.engine.age_of_steam.actions import StopBuilding, Urbanize
from footplate.engine.age_of_steam.board import NEW_CITY_COLORS
from footplate.engine.age_of_steam.state import EMPTY, State
from footplate.engine.age_of_steam.urbanize import apply_urbanize, legal_urbanizations, may_urbanize
from footplate.strategies.evaluate.age_of_steam.plans import Plan, Plans
from footplate.strategies.evaluate.age_of_steam.position import Position
from footplate.strategies.evaluate.base import Option

_TRIED: Final = 10  # plans whose first tile is looked at
_SITES: Final = 5  # plans that a New City is tried with
_GRAIN: Final = 0.01  # a New City has to promise something


def options(position: Position) -> list[Option]:
    """What to do next in the build turn."""
    state = position.state
    if may_urbanize(state):
        cities = _cities(position)
        if cities:
            return cities
    assert state.build is not None
    found = [Option(StopBuilding(), position.money(position.player.cash) + position.outlook.points, look=False)]
    if state.build.left:
        plans = Plans(position, state.build.left)
        found.extend([_first_tile(plans, plan) for plan in plans.all[:_TRIED] if _affordable(plans, plan)])
    return found


def _affordable(plans: Plans, plan: Plan) -> bool:
    return plan.project.steps[0].price <= plans.position.player.cash


def _first_tile(plans: Plans, plan: Plan) -> Option:
    """The first tile of a plan, worth what the rest of it promises; what it finishes itself will be seen."""
    position, first = plans.position, plan.project.steps[0]
    shown = plans.gain_of(first.links, 0)
    cash = position.player.cash - first.price
    whole = plan.here if plan.price <= position.player.cash else plan.here / 2
    rest = min(plan.price, position.player.cash) - first.price
    soon = max(plan.soon if len(plan.project.steps) <= plans.builds else 0.0, position.outlook.soon)
    return Option(first.build, whole - shown + position.money(cash - rest, soon=soon) - position.money(cash, soon=soon))


# --- New Cities ------------------------------------------------------------------------------------------------------


def city_gain(position: Position, plans: Plans) -> float:
    """What a New City in this turn would add to the best that can be built, in points; at least 0."""
    found = _sited(position, plans)
    return max([worth for worth, _ in found], default=0.0)


def _cities(position: Position) -> list[Option]:
    assert position.state.build is not None
    plans = Plans(position, position.state.build.left)
    return [Option(city, worth, look=False) for worth, city in _sited(position, plans) if worth > _GRAIN]


def _sited(position: Position, plans: Plans) -> list[tuple[float, Urbanize]]:
    """New Cities with what they add, on towns of the own network and on those of the best plans."""
    state, seat = position.state, position.seat
    likely = [plan for plan in plans.all[:_SITES] if plan.price <= position.player.cash]
    nets = [(), *(plan.project.links for plan in likely)]
    costs = [0.0, *(position.money(position.player.cash - plan.price, soon=plan.soon) for plan in likely)]
    costs[0] = position.money(position.player.cash)
    before = max(position.with_links(net).points + cost for net, cost in zip(nets, costs, strict=True))
    towns = {stop for pair, own in position.links.items() if own for stop in pair}
    towns.update(stop for net in nets for pair in net for stop in pair)
    found = []
    for action in _buildable(state, seat, towns):
        after = Position(apply_urbanize(state, seat, action), seat)
        best = max(after.with_links(net).points + cost for net, cost in zip(nets, costs, strict=True))
        found.append((best - before, action))
    return found


def _buildable(state: State, seat: int, towns: set[int]) -> list[Urbanize]:
    """The New Cities on these towns; of each colour only the letter with the most cubes waiting."""
    waiting: dict[int, tuple[int, int]] = {}
    legal = [action for action in legal_urbanizations(state, seat) if isinstance(action, Urbanize)]
    for letter in sorted({action.letter for action in legal}):
        cubes = sum([1 for color in state.display[12 + letter] if color != EMPTY])
        color = NEW_CITY_COLORS[letter]
        waiting[color] = max(waiting.get(color, (-1, 0)), (cubes, letter))
    letters = {letter for _, letter in waiting.values()}
    return [action for action in legal if action.hex in towns and action.letter in letters]
