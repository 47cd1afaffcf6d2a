"""Phase 5: the deliveries that pay, the engine step, or nothing."""

from typing import Final

from footplate.engine.age_of_steam.actions import Action, Deliver
from footplate.engine.age_of_steam.move_goods import legal
from footplate.strategies.evaluate.age_of_steam.position import Position
from footplate.strategies.evaluate.base import Option

_TRIED: Final = 8  # deliveries looked at
_RIVAL: Final = 0.6  # points lost for each income of a rival


def options(position: Position) -> list[Option]:
    """The best deliveries by what they pay at once, and whatever else there is."""
    paid: list[tuple[float, int, Action]] = []
    others: list[Option] = []
    for index, action in enumerate(legal(position.state)):
        if isinstance(action, Deliver):
            paid.append((_rivals(position, action) - _own(position, action), index, action))
        else:
            others.append(Option(action))
    paid.sort(key=_first)
    return [*[Option(action, -_RIVAL * _foreign(position, action)) for _, _, action in paid[:_TRIED]], *others]


def _own(position: Position, action: Deliver) -> float:
    return float(sum([1 for _, owner in action.steps if owner == position.seat]))


def _rivals(position: Position, action: Deliver) -> float:
    return _RIVAL / 3 * sum([1 for _, owner in action.steps if owner not in (position.seat, -1)])


def _foreign(position: Position, action: Action) -> int:
    assert isinstance(action, Deliver)
    return sum([1 for _, owner in action.steps if owner not in (position.seat, -1)])


def _first(entry: tuple[float, int, Action]) -> tuple[float, int]:
    return entry[0], entry[1]
