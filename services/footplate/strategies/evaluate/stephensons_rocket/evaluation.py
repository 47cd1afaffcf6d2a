"""The evaluation of Stephenson's Rocket, as the bots know it: see the package."""

from collections.abc import Sequence

from footplate.engine.stephensons_rocket import turn
from footplate.engine.stephensons_rocket.state import DEFENCE, HIDDEN, State
from footplate.strategies.evaluate.base import Option
from footplate.strategies.evaluate.stephensons_rocket import answers, main_actions
from footplate.strategies.evaluate.stephensons_rocket.judged import settled
from footplate.strategies.evaluate.stephensons_rocket.odds import POUNDS, added, lead
from footplate.strategies.evaluate.stephensons_rocket.position import Position


class StephensonsRocketEvaluation:
    """See `base.Evaluation`."""

    def options(self, state: State, seat: int) -> Sequence[Option]:
        """The actions worth a look, each with its whole judgement: what it pays to rivals shows nowhere afterwards."""
        veto = state.veto
        if veto is None:
            return main_actions.options(state, seat) or [Option(turn.default(state))]
        if state.phase == DEFENCE:
            return answers.defences(state, veto, seat)
        return answers.bids(state, veto, seat)

    def worth(self, state: State, seat: int) -> float:
        """Points ahead of the rivals' average: money as far as it is known, and what is promised.

        Questions that are open are taken to be answered by default.
        """
        state = settled(turn.Step(state)).state
        money = [0.0 if pounds == HIDDEN else pounds / POUNDS for pounds in state.money]
        return lead(added(money, Position(state).points()), seat)
