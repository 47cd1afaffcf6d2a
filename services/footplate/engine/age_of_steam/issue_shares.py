"""Phase 1: everybody in turn issues shares for 5 dollars each (AOS-SHARE-01 to AOS-SHARE-05)."""

from typing import Final

from footplate.engine.age_of_steam.actions import Action, IssueShares
from footplate.engine.age_of_steam.state import ISSUE_SHARES, State, with_player
from footplate.engine.errors import IllegalAction
from footplate.engine.questions import SHARES, Question

MAX_SHARES: Final = 15
"""Issued shares of one player, the first two included (AOS-COMP-13)."""
PER_SHARE: Final = 5
"""Dollars the bank pays for a share (AOS-SHARE-02)."""


def enter(state: State) -> State:
    """Asks the living players in the order the last turn left (AOS-TURN-04)."""
    return state._replace(phase=ISSUE_SHARES, queue=state.order)


def done(state: State) -> bool:
    """Whether everybody has been asked."""
    return not state.queue


def actor(state: State) -> int:
    """The seat to name a number of shares."""
    return state.queue[0]


def legal(state: State) -> list[Action]:
    """Every number from 0 up to what is left of 15 (AOS-SHARE-01)."""
    return [IssueShares(count) for count in range(_left(state) + 1)]


def check(state: State, action: Action) -> None:
    """Raises IllegalAction when the number is negative or goes past 15 shares."""
    if not isinstance(action, IssueShares):
        raise IllegalAction("AOS-DEC-11", "this phase asks for a number of shares to issue")
    if action.count < 0:
        raise IllegalAction("AOS-SHARE-05", "shares are never bought back")
    if action.count > _left(state):
        raise IllegalAction("AOS-SHARE-03", f"at most {_left(state)} more shares, {MAX_SHARES} in all")


def forced(state: State) -> Action | None:
    """None issued, when all 15 are out already (AOS-DEC-11)."""
    return IssueShares(0) if _left(state) == 0 else None


def default(_state: State) -> Action:
    """No shares (AOS-DEC-05)."""
    return IssueShares(0)


def question(_state: State) -> Question:
    """None issued is an answer (AOS-SHARE-01)."""
    return Question(SHARES, nothing=IssueShares(0))


def apply(state: State, action: Action) -> State:
    """Pays 5 dollars for each share at once and asks the next player."""
    assert isinstance(action, IssueShares)
    seat = state.queue[0]
    player = state.players[seat]
    richer = player._replace(cash=player.cash + PER_SHARE * action.count, shares=player.shares + action.count)
    return with_player(state, seat, richer)._replace(queue=state.queue[1:])


def _left(state: State) -> int:
    return MAX_SHARES - state.players[state.queue[0]].shares
