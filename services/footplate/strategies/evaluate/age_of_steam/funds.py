"""Phases 1 and 2: how many shares to issue, and how far to go in the auction."""

from typing import Final

from footplate.engine.age_of_steam.actions import Action, Bid, DropOut, IssueShares, Pass
from footplate.engine.age_of_steam.build_track import BUILDS
from footplate.engine.age_of_steam.issue_shares import PER_SHARE
from footplate.engine.age_of_steam.issue_shares import legal as legal_shares
from footplate.engine.age_of_steam.turn_order import legal as legal_calls
from footplate.engine.age_of_steam.turn_order import price_of_drop
from footplate.strategies.evaluate.age_of_steam.plans import Plans
from footplate.strategies.evaluate.age_of_steam.position import Position
from footplate.strategies.evaluate.age_of_steam.roles import role_worths
from footplate.strategies.evaluate.base import Option

_AUCTION: Final = 2  # dollars kept back for the auction
_EARLY: Final = 0.4  # points for each place further ahead when track is built and goods are moved


def share_options(position: Position) -> list[Option]:
    """Every number of shares, judged by the best that can be made of the money."""
    plans = Plans(position, BUILDS)
    player, found = position.player, []
    for action in legal_shares(position.state):
        assert isinstance(action, IssueShares)
        cash = player.cash + PER_SHARE * action.count
        kept = min(_AUCTION, cash)
        worth = plans.best(cash - kept, player.shares + action.count)
        found.append(Option(action, worth, look=False))
    return found


def call_options(position: Position) -> list[Option]:
    """The lowest bid, while a better place is worth it; else the pass, else dropping out."""
    calls = legal_calls(position.state)
    stay = calls[0]
    if isinstance(stay, Bid) and _is_worth(position, stay.amount):
        return [Option(stay)]
    passing: list[Action] = [call for call in calls if isinstance(call, Pass)]
    return [Option(passing[0] if passing else DropOut())]


def _is_worth(position: Position, bid: int) -> bool:
    """Whether to be first for this bid is better than to drop out now."""
    state, cash = position.state, position.player.cash
    assert state.auction is not None
    plans = Plans(position, BUILDS)
    places = _place_worths(position, plans)
    dropping = places[len(state.auction.left) - 1] + plans.best(cash - price_of_drop(state))
    return places[0] + plans.best(cash - bid) > dropping


def _place_worths(position: Position, plans: Plans) -> list[float]:
    """What each place in the order is worth: the action left for it, with rivals who want other things in part."""
    worths = sorted(role_worths(position, plans).values(), reverse=True)
    players = len(position.state.order)
    return [(worths[place] + worths[(place + 1) // 2]) / 2 + _EARLY * (players - place) for place in range(players)]
