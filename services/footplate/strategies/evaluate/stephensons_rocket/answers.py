"""The veto round: whether to bid for another way, and whether to pay for the own one."""

from typing import Final

from footplate.engine.stephensons_rocket.actions import Action, Bid, Decline, Defend, PassVeto
from footplate.engine.stephensons_rocket.state import DEFENCE, State, Veto
from footplate.strategies.evaluate.base import Option
from footplate.strategies.evaluate.stephensons_rocket.judged import outcome
from footplate.strategies.evaluate.stephensons_rocket.odds import lead
from footplate.strategies.evaluate.stephensons_rocket.position import Position

_WORTH_BIDDING: Final = 0.3
"""Points a bid must gain, for others may yet raise it."""


def bids(state: State, veto: Veto, seat: int) -> list[Option]:
    """To pass, or for each target the lowest bid and the lowest that the active player cannot match."""
    position = Position(state)
    found = [Option(PassVeto(), lead(outcome(position, PassVeto()), seat), look=False)]
    holdings = state.companies[veto.company].holdings
    amounts = {veto.best + 1, max(veto.best, holdings[state.active]) + 1}
    for amount in sorted(amounts):
        if amount <= holdings[seat]:
            found += [_bid(position, Bid(amount, hex_), seat) for hex_ in veto.targets]
    return found


def _bid(position: Position, bid: Bid, seat: int) -> Option:
    points = outcome(position, bid, expected_answer)
    return Option(bid, lead(points, seat) - _WORTH_BIDDING, look=False)


def expected_answer(state: State) -> Action:
    """The answer a bid is expected to meet: the others pass, the active player does what is best for him."""
    veto = state.veto
    if veto is None or state.phase != DEFENCE:
        return PassVeto()
    best = max(defences(state, veto, state.active), key=_worth)
    action: Action = best.action
    return action


def _worth(option: Option) -> float:
    return option.worth


def defences(state: State, veto: Veto, seat: int) -> list[Option]:
    """To decline, or to pay as much as was bid for each hex that the rules allow (SR-VETO-24 to SR-VETO-27)."""
    position = Position(state)
    hexes = veto.targets if state.rules.active_may_redirect == "on" else (veto.first,)
    actions: list[Action] = [Decline(), *[Defend(veto.best, hex_) for hex_ in hexes]]
    return [Option(action, lead(outcome(position, action), seat), look=False) for action in actions]
