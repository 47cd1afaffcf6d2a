"""The turn (rules section 7) and the course of an action: who acts, what may be done, and what follows by itself."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from footplate.engine.errors import IllegalAction
from footplate.engine.stephensons_rocket import extend_line, scoring, stations, take_token, veto
from footplate.engine.stephensons_rocket.actions import (
    NOBODY,
    Action,
    Decline,
    DrawFirst,
    ExtendLine,
    MoveStation,
    PassVeto,
    PlaceStation,
    TakeToken,
)
from footplate.engine.stephensons_rocket.prizes import Payout, paid
from footplate.engine.stephensons_rocket.state import DEFENCE, GAME_OVER, LOT, MAIN, VETO, State, Veto

_DEFAULT_KINDS: Final = (TakeToken, PlaceStation, ExtendLine, MoveStation)
"""What a main action becomes on time-out: the first of the first kind there is (SR-DEC-05 to SR-DEC-08)."""


class Step(NamedTuple):
    """The position after an action and all that follows by itself, and the payouts made, in their order.

    `lapsed`: seats for which no action was legal, so that theirs lapsed (SR-TRN-09).
    """

    state: State
    payouts: tuple[Payout, ...] = ()
    lapsed: tuple[int, ...] = ()


def legal(state: State) -> Sequence[Action]:
    """Every legal action of the seat to act, in canonical order."""
    if state.veto is not None:
        return veto.legal(state, state.veto)
    return _main_actions(state) if state.phase == MAIN else []


def _main_actions(state: State) -> list[Action]:
    """Every main action (SR-DEC-01): tokens, stations, moves of stations, extensions."""
    return [
        *take_token.legal(state),
        *stations.legal(state),
        *extend_line.legal(state),
    ]


def check(state: State, action: Action) -> None:
    """Raises IllegalAction with the rule that the action breaks."""
    if state.phase == GAME_OVER:
        raise IllegalAction("SR-END-08", "the game is over")
    if state.phase == LOT:
        _check_lot(state, action)
    elif state.veto is not None:
        veto.check(state, state.veto, action)
    else:
        _check_main(state, action)


def _check_lot(state: State, action: Action) -> None:
    if not isinstance(action, DrawFirst):
        raise IllegalAction("SR-SET-05", "the first player is drawn before anybody acts")
    if not 0 <= action.seat < state.rules.seats:
        raise IllegalAction("SR-SET-05", f"there are {state.rules.seats} seats to draw from")


def _check_main(state: State, action: Action) -> None:
    if isinstance(action, TakeToken):
        take_token.check(state, action)
    elif isinstance(action, PlaceStation | MoveStation):
        stations.check(state, action)
    elif isinstance(action, ExtendLine):
        extend_line.check(state, action)
    elif isinstance(action, DrawFirst):
        raise IllegalAction("SR-SET-06", "nothing but the first player is drawn")
    else:
        raise IllegalAction("SR-TRN-01", "a token, station or extension action is due")


def apply(state: State, action: Action) -> Step:
    """Carries out an action that was checked."""
    if isinstance(action, DrawFirst):
        return Step(state._replace(phase=MAIN, active=action.seat))
    if isinstance(action, TakeToken):
        return _next_action(take_token.apply(state, action))
    if isinstance(action, PlaceStation | MoveStation):
        return _next_action(stations.apply(state, action))
    if isinstance(action, ExtendLine):
        state = extend_line.begin(state, action)
    assert state.veto is not None
    return _ask_or_finish(state, veto.answered(state.veto, action))


def _ask_or_finish(state: State, round_: Veto) -> Step:
    """The next question of the round; behind the last, the rest of the extension (table T5, steps 5 to 15)."""
    if not _defended(state):
        asked = veto.ask_next(state, round_)
        if asked is not None:
            return Step(asked)
    extended = extend_line.finish(veto.pay(state, round_), round_)
    end = scoring.end_of(extended.state)
    if end:
        return _ended(extended, end)
    barred = NOBODY if extended.state.second else round_.company
    step = _next_action(extended.state._replace(barred=barred))
    return step._replace(payouts=extended.payouts)


def _defended(state: State) -> bool:
    """Whether the active player has answered: he comes last (SR-VETO-06)."""
    return state.phase == DEFENCE


def _ended(extended: extend_line.Extended, end: str) -> Step:
    """The game is over, a second action is not played (SR-END-07, SR-END-08), and final scoring pays."""
    final = scoring.final_payouts(extended.state)
    state = paid(extended.state, final)._replace(phase=GAME_OVER, barred=NOBODY, end=end)
    return Step(state, (*extended.payouts, *final))


def _next_action(state: State) -> Step:
    """On to the second action or to the next player; an action for which nothing is legal lapses (SR-TRN-09).

    In no game that can be played do all of them lapse: while two companies are available, one can be extended.
    """
    lapsed: list[int] = []
    state = _turned(state)
    while not _can_act(state):
        lapsed.append(state.active)
        if len(lapsed) > 2 * state.rules.seats:
            raise IllegalAction("SR-TRN-09", "nobody could act any more")
        state = _turned(state)
    return Step(state, (), tuple(lapsed))


def _turned(state: State) -> State:
    """The next action is due: the second of the turn, or the first of the next player (SR-TRN-01, SR-SET-07)."""
    if not state.second:
        return state._replace(phase=MAIN, second=True)
    following = (state.active + 1) % state.rules.seats
    return state._replace(phase=MAIN, second=False, active=following, turn=state.turn + 1, barred=NOBODY)


def _can_act(state: State) -> bool:
    return take_token.any_left(state) or bool(extend_line.legal(state)) or bool(stations.legal(state))


def default(state: State) -> Action:
    """The answer on time-out (SR-DEC-02, SR-DEC-03, SR-DEC-05 to SR-DEC-08)."""
    if state.phase == VETO:
        return PassVeto()
    if state.phase == DEFENCE:
        return Decline()
    actions = _main_actions(state)
    for kind in _DEFAULT_KINDS:
        for action in actions:
            if isinstance(action, kind):
                return action
    raise AssertionError("an action for which nothing is legal lapses")
