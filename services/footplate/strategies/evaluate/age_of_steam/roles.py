"""Phase 3: what each of the seven actions is worth to a seat in this turn."""

from typing import Final

from footplate.engine.age_of_steam.actions import (
    ENGINEER,
    FIRST_BUILD,
    FIRST_MOVE,
    LOCOMOTIVE,
    PRODUCTION,
    TURN_ORDER,
    URBANIZATION,
    SelectAction,
)
from footplate.engine.age_of_steam.build_track import BUILDS, BUILDS_OF_ENGINEER
from footplate.engine.age_of_steam.select_action import legal
from footplate.engine.age_of_steam.state import EMPTY, BuildTurn
from footplate.strategies.evaluate.age_of_steam.builds import city_gain
from footplate.strategies.evaluate.age_of_steam.plans import Plans
from footplate.strategies.evaluate.age_of_steam.position import Position
from footplate.strategies.evaluate.base import Option

_FIRST: Final = 0.5  # points for each rival who then comes later, to move or to build
_MOVES: Final = 0.3  # of what the best two deliveries bring, which rivals may take away
_PASS: Final = 1.0
_CUBES: Final = 0.8


def options(position: Position) -> list[Option]:
    """The free actions with their worth."""
    plans = Plans(position, BUILDS)
    worths = role_worths(position, plans)
    return [Option(a, worths[a.role], look=False) for a in legal(position.state) if isinstance(a, SelectAction)]


def role_worths(position: Position, plans: Plans) -> dict[str, float]:
    """What each action is worth, in points, together with the best plans for the turn."""
    rivals, later = len(position.state.order) - 1, position.time.turns > 1
    empty = sum([1 for boxes in position.state.display for color in boxes if color == EMPTY])
    cash = position.player.cash
    affordable = [plan for plan in plans.all[:1] if plan.price <= cash]
    routes = position.routes_with(affordable[0].project.links) if affordable else position.routes
    soon = max([plan.soon for plan in affordable], default=position.outlook.soon)
    return {
        LOCOMOTIVE: position.engine_step(routes),
        URBANIZATION: _city(position, plans),
        ENGINEER: plans.best(cash, builds=BUILDS_OF_ENGINEER) - plans.best(cash),
        FIRST_MOVE: _MOVES * soon + _FIRST * rivals * (1 if soon else 0),
        FIRST_BUILD: _FIRST * rivals,
        PRODUCTION: _CUBES if empty > 1 and later else 0.0,
        TURN_ORDER: _PASS if later else 0.0,
    }


def _city(position: Position, plans: Plans) -> float:
    """What the New City is worth, as if it were the seat's build turn now."""
    state = position.state._replace(build=BuildTurn(BUILDS, urban=True))
    return city_gain(Position(state, position.seat), plans)
