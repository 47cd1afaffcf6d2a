"""Phases 6, 7 and 8: income, expenses with elimination, income reduction.

All automatic, for everybody at once (AOS-TURN-06).
"""

from typing import Final

from footplate.engine.age_of_steam.options import Rules
from footplate.engine.age_of_steam.state import (
    COLLECT_INCOME,
    GAME_OVER,
    INCOME_REDUCTION,
    PAY_EXPENSES,
    Player,
    State,
    with_player,
)
from footplate.engine.age_of_steam.track import disown

ELIMINATED: Final = Player(cash=0, shares=0, income=0, engine=0, alive=False)
"""What an eliminated seat holds: no money, no marker on any track, no action (AOS-OUT-05, AOS-OUT-06)."""


def enter_collect(state: State) -> State:
    """Phase 6: every living player receives cash equal to the own income (AOS-INC-01)."""
    players = tuple(player._replace(cash=player.cash + player.income) for player in state.players)
    return state._replace(phase=COLLECT_INCOME, queue=(), players=players)


def enter_pay(state: State) -> State:
    """Phase 7: every living player pays; who cannot is out, which may end the game (AOS-PAY-01 to AOS-OUT-09)."""
    players = tuple(_paid(player) for player in state.players)
    state = state._replace(phase=PAY_EXPENSES, queue=(), players=players)
    for seat in state.order:
        if players[seat].income < 0:
            state = _eliminate(state, seat)
    return state._replace(phase=GAME_OVER) if _is_over(state) else state


def enter_reduction(state: State) -> State:
    """Phase 8: every living player's income falls by table 12a; cash stays as it is (AOS-RED-01, AOS-RED-05)."""
    players = tuple(
        player._replace(income=player.income - reduction(player.income, state.rules)) for player in state.players
    )
    return state._replace(phase=INCOME_REDUCTION, queue=(), players=players)


def done(_state: State) -> bool:
    """Always: these phases hold no decisions."""
    return True


def expenses(player: Player) -> int:
    """What a player owes in phase 7: 1 dollar per issued share and per engine level (AOS-PAY-01, AOS-PAY-02)."""
    return player.shares + player.engine


def reduction(income: int, rules: Rules) -> int:
    """What an income of this height loses in phase 8 (table 12a)."""
    if income > 50:
        return 10
    if income == 50:
        return int(rules.income_50_reduction)
    if 11 <= income <= 20:
        return int(rules.income_11_20_reduction)
    return max(0, (income - 1) // 10 * 2)


def _paid(player: Player) -> Player:
    """Pays from cash as far as it reaches; each dollar missing lowers income by 1 (AOS-PAY-03, AOS-PAY-04)."""
    owed = expenses(player)
    missing = max(0, owed - player.cash)
    return player._replace(cash=player.cash - owed + missing, income=player.income - missing)


def _eliminate(state: State, seat: int) -> State:
    """Takes a seat out: its track becomes unowned, the others keep their relative order (AOS-OUT-03 to -07)."""
    state = with_player(state, seat, ELIMINATED)
    order = tuple(other for other in state.order if other != seat)
    return state._replace(order=order, track=disown(state.rules.board, state.track, seat))


def _is_over(state: State) -> bool:
    """Nobody left, or one player where the option has the game end then (AOS-OUT-08, AOS-OUT-09)."""
    left = len(state.order)
    return left == 0 or (left == 1 and state.rules.last_survivor == "end_now")
