"""Veto: the round as a whole against the decision sequence of section 11."""

from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.engine.errors import IllegalAction
from footplate.engine.stephensons_rocket.actions import NOBODY, Bid, Decline, Defend, ExtendLine, PassVeto
from footplate.engine.stephensons_rocket.board import CODES, hex_of, hex_text
from footplate.engine.stephensons_rocket.extend_line import begin as begin_extension
from footplate.engine.stephensons_rocket.state import State
from tests.support.rocket import (
    GAME,
    asked,
    company,
    place,
)
from tests.support.rocket_veto import LIST, before, round_of
from tests.support.rules import rule

Answer = PassVeto | Bid | Decline | Defend


def accepted(state: State) -> set[Answer]:
    """The answers that the check lets pass, of all there could be."""
    hexes = [hex_of(name) for name in (*LIST, "0411", "0612")]
    offers = [kind(amount, hex_) for kind in (Bid, Defend) for amount in range(-1, 8) for hex_ in hexes]
    return {action for action in (PassVeto(), Decline(), *offers) if legal_by_check(state, action)}


def legal_by_check(state: State, action: Answer) -> bool:
    try:
        GAME.check(state, action)
    except IllegalAction:
        return False
    return True


def by_the_sequence(state: State, choices: list[int]) -> tuple[str, tuple[int, ...]]:
    """Where GWR ends and the holdings, by the decision sequence of section 11; answers are picked by the numbers."""
    holdings, active = list(company(state, "GWR").holdings), state.active
    redirect = state.rules.active_may_redirect == "on"
    first = hex_text(round_of(state).first)
    best, leader, end = 0, NOBODY, first
    left = iter(choices)
    seats = len(holdings)
    for player in [(active + step) % seats for step in range(1, seats)]:
        if holdings[player] <= best:
            continue
        bids = [(amount, hex_) for amount in range(best + 1, holdings[player] + 1) for hex_ in LIST]
        choice = next(left) % (len(bids) + 1)
        if choice:
            (best, end), leader = bids[choice - 1], player
    if leader != NOBODY and holdings[active] >= best:
        named = LIST if redirect else (first,)
        defences = [(amount, hex_) for amount in range(best, holdings[active] + 1) for hex_ in named]
        choice = next(left) % (len(defences) + 1)
        if choice:
            (best, end), leader = defences[choice - 1], active
    if leader != NOBODY:
        holdings[leader] -= best
    return end, tuple(holdings)


@rule("SR-VETO-06", "SR-VETO-10", "SR-VETO-11", "SR-VETO-24", "SR-VETO-29", "SR-VETO-31")
@given(
    holdings=st.lists(st.integers(0, 4), min_size=2, max_size=4),
    seat=st.integers(0, 3),
    target=st.sampled_from(LIST),
    redirect=st.sampled_from(["on", "off"]),
    choices=st.lists(st.integers(0, 20), min_size=4, max_size=4),
)
@settings(deadline=None)
def test_the_round_follows_the_decision_sequence(
    holdings: list[int], seat: int, target: str, redirect: str, choices: list[int]
) -> None:
    start = begin_extension(
        before(*holdings, active_may_redirect=redirect)._replace(active=seat % len(holdings)),
        ExtendLine(CODES.index("GWR"), hex_of(target)),
    )
    expected = by_the_sequence(start, choices)
    state = asked(before(*holdings, active_may_redirect=redirect), seat % len(holdings), f"extend GWR {target}")
    left = iter(choices)
    while state.veto is not None:
        legal = GAME.legal_actions(state)
        assert set(legal) == accepted(state)
        state = GAME.apply(state, legal[next(left) % len(legal)])
    assert (place(state, "GWR")[:4], company(state, "GWR").holdings) == expected
