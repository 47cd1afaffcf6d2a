"""Phase 3: everybody takes one of the seven actions (AOS-ACT-01 to AOS-ACT-15)."""

from typing import Final

from footplate.engine.age_of_steam.actions import (
    ENGINEER,
    FIRST_BUILD,
    FIRST_MOVE,
    LOCOMOTIVE,
    PRODUCTION,
    ROLES,
    TURN_ORDER,
    URBANIZATION,
    Action,
    SelectAction,
)
from footplate.engine.age_of_steam.state import SELECT_ACTIONS, Player, State, with_player
from footplate.engine.errors import IllegalAction

MAX_ENGINE: Final = 6
"""The highest engine level (AOS-COMP-12)."""

DEFAULT_ORDER: Final = (TURN_ORDER, FIRST_MOVE, FIRST_BUILD, ENGINEER, PRODUCTION, URBANIZATION, LOCOMOTIVE)
"""The order in which a time-out looks for a free action (AOS-DEC-06)."""


def enter(state: State) -> State:
    """Frees all seven actions and asks the living players in the new order (AOS-ACT-01, AOS-TURN-05)."""
    players = tuple(player._replace(role="") for player in state.players)
    return state._replace(phase=SELECT_ACTIONS, queue=state.order, players=players)


def done(state: State) -> bool:
    """Whether everybody holds an action."""
    return not state.queue


def actor(state: State) -> int:
    """The seat to choose."""
    return state.queue[0]


def legal(state: State) -> list[Action]:
    """The free actions (AOS-ACT-02)."""
    taken = {player.role for player in state.players}
    return [SelectAction(role) for role in ROLES if role not in taken]


def check(state: State, action: Action) -> None:
    """Raises IllegalAction when there is no such action or somebody holds it."""
    if not isinstance(action, SelectAction):
        raise IllegalAction("AOS-DEC-13", "this phase asks for one of the free actions")
    if action.role not in ROLES:
        raise IllegalAction("AOS-ACT-01", f"there is no action {action.role!r}")
    for seat, player in enumerate(state.players):
        if player.role == action.role:
            raise IllegalAction("AOS-ACT-03", f"P{seat + 1} has taken {action.role} already")


def forced(_state: State) -> Action | None:
    """Never: there are seven actions for at most six players (AOS-DEC-13)."""
    return None


def default(state: State) -> Action:
    """The first free action in the order of AOS-DEC-06."""
    taken = {player.role for player in state.players}
    return SelectAction(next(role for role in DEFAULT_ORDER if role not in taken))


def apply(state: State, action: Action) -> State:
    """Hands over the action and asks the next player; Locomotive takes its step at once (AOS-ACT-09)."""
    assert isinstance(action, SelectAction)
    seat = state.queue[0]
    player = state.players[seat]._replace(role=action.role)
    if action.role == LOCOMOTIVE:
        player = _stepped(player)
    return with_player(state, seat, player)._replace(queue=state.queue[1:])


def _stepped(player: Player) -> Player:
    return player._replace(engine=min(player.engine + 1, MAX_ENGINE))
