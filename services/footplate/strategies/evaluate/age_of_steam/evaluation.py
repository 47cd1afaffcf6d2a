"""The evaluation of Age of Steam, as the bots know it: see the package."""

from collections.abc import Callable, Sequence
from typing import Final

from footplate.engine.age_of_steam.scoring import link_pieces
from footplate.engine.age_of_steam.state import (
    BUILD_TRACK,
    GOODS_GROWTH,
    ISSUE_SHARES,
    MOVE_GOODS,
    PLAYER_ORDER,
    SELECT_ACTIONS,
    State,
)
from footplate.strategies.evaluate.age_of_steam import builds, funds, goods, moves, roles
from footplate.strategies.evaluate.age_of_steam.money import OUT
from footplate.strategies.evaluate.age_of_steam.position import Position
from footplate.strategies.evaluate.base import Option

_OPTIONS: Final[dict[str, Callable[[Position], list[Option]]]] = {
    ISSUE_SHARES: funds.share_options,
    PLAYER_ORDER: funds.call_options,
    SELECT_ACTIONS: roles.options,
    BUILD_TRACK: builds.options,
    MOVE_GOODS: moves.options,
    GOODS_GROWTH: goods.options,
}


class AgeOfSteamEvaluation:
    """See `base.Evaluation`."""

    def options(self, state: State, seat: int) -> Sequence[Option]:
        """The actions worth a look, by phase."""
        return _OPTIONS[state.phase](Position(state, seat))

    def worth(self, state: State, seat: int) -> float:
        """Points: money, track, and the deliveries to come."""
        position = Position(state, seat)
        if not position.player.alive:
            return OUT
        return position.money(position.player.cash) + position.outlook.points + link_pieces(state)[seat]
