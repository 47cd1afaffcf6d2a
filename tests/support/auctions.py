"""Auctions for the player order, for tests of section 7."""

from collections.abc import Sequence

from footplate.engine.age_of_steam import turn_order
from footplate.engine.age_of_steam.actions import TURN_ORDER
from footplate.engine.age_of_steam.state import State
from tests.support.positions import all_holding, dealt, holding

RICH = 30


def auction(seats: int, cash: Sequence[int] = (), passer: int = -1, **options: str) -> State:
    """The first call of an auction among P1, P2 ..., everybody with 30 dollars unless told otherwise."""
    state = dealt(seats, "warfrog-2002", bytes(32), **options)
    state = all_holding(state, cash=cash or (RICH,) * seats)
    if passer >= 0:
        state = holding(state, passer, role=TURN_ORDER)
    return turn_order.enter(state)


def living(state: State, *seats: int) -> State:
    """The same auction with only these seats living."""
    for seat in range(len(state.players)):
        state = holding(state, seat, alive=seat in seats)
    return turn_order.enter(state._replace(order=seats))


def paid(before: State, after: State) -> list[int]:
    return [old.cash - new.cash for old, new in zip(before.players, after.players, strict=True)]
