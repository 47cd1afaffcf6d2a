"""Phase 9: Production. Cubes are drawn, and go where the own network can carry them furthest."""

from typing import Final

from footplate.engine.age_of_steam.actions import Action, DrawGoods, StoreGoods
from footplate.engine.age_of_steam.board import PRINTED
from footplate.engine.age_of_steam.goods_growth import legal
from footplate.engine.age_of_steam.state import EMPTY
from footplate.strategies.evaluate.age_of_steam.network import cities_of
from footplate.strategies.evaluate.age_of_steam.position import Position
from footplate.strategies.evaluate.base import Option

_ABOVE: Final = 0.5  # for each cube that has to come out before it


def options(position: Position) -> list[Option]:
    """Using Production, then the best box for each cube."""
    actions = legal(position.state)
    drawing = [action for action in actions if isinstance(action, DrawGoods)]
    if drawing:
        return [Option(drawing[0])]
    hexes = {city: hex_ for hex_, city in cities_of(position.state).items()}
    return [Option(action, _worth(position, hexes, action), look=False) for action in actions]


def _worth(position: Position, hexes: dict[int, int], action: Action) -> float:
    """The own links a cube would use from the city of a box, the sooner the better."""
    if not isinstance(action, StoreGoods) or action.column not in hexes:
        return 0.0
    engine = min(position.longest, position.player.engine + 1)
    links = position.routes.best(hexes[action.column], action.color, engine)
    above = sum([1 for color in position.state.display[action.column][: action.box] if color != EMPTY])
    near = links * _ABOVE**above
    return near if action.column < PRINTED else near + 0.01
