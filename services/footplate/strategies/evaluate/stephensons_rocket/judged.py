"""What an action comes to: what it pays to all seats, and what the position after it promises them."""

from collections.abc import Callable

from footplate.engine.stephensons_rocket import turn
from footplate.engine.stephensons_rocket.actions import Action
from footplate.engine.stephensons_rocket.prizes import Payout
from footplate.engine.stephensons_rocket.state import State
from footplate.strategies.evaluate.stephensons_rocket.odds import POUNDS, added
from footplate.strategies.evaluate.stephensons_rocket.position import Position

Answer = Callable[[State], Action]
"""How a question is answered."""


def outcome(before: Position, action: Action, answer: Answer = turn.default) -> list[float]:
    """The points of each seat after a legal action, the questions it raises being answered by `answer`.

    Counted are the payouts, which a view shows though it hides the totals (SR-INF-04), and the promises.
    """
    step = settled(turn.apply(before.state, action), answer)
    return added(paid(step.payouts, before.state.rules.seats), Position(step.state, before).points())


def settled(step: turn.Step, answer: Answer = turn.default) -> turn.Step:
    """The step that ends the extension, once all its questions are answered."""
    while step.state.veto is not None:
        step = turn.apply(step.state, answer(step.state))
    return step


def paid(payouts: tuple[Payout, ...], seats: int) -> list[float]:
    """The points that payouts bring to each seat."""
    return [sum([one.amounts[seat] for one in payouts]) / POUNDS for seat in range(seats)]
