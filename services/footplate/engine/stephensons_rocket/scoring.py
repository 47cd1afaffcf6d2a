"""End of the game and final scoring (rules sections 17 and 18)."""

from typing import Final

from footplate.engine.game import Outcome, Standing
from footplate.engine.stephensons_rocket.board import CITY_HEXES, CODES, INDUSTRIES, KINDS, TILES
from footplate.engine.stephensons_rocket.payouts import line_stations
from footplate.engine.stephensons_rocket.prizes import (
    FINAL_SHARES,
    FINAL_STATIONS,
    FINAL_TOKENS,
    TOKENS,
    Payout,
    payout,
    per_town,
)
from footplate.engine.stephensons_rocket.state import GAME_OVER, HIDDEN, State

COMPANIES_END: Final = "companies"
TILES_END: Final = "tiles"
PASSENGER: Final = "passenger"
"""The subject of the payout for passenger tokens."""

_PARTS: Final = ("tokens", "stations", "shares")


def end_of(state: State) -> str:
    """Why the game ends at step 15, "" if it goes on (SR-END-01 to SR-END-05)."""
    if sum([company.available for company in state.companies]) <= 1:
        return COMPANIES_END
    return TILES_END if len(state.tiles) >= TILES else ""


def final_payouts(state: State) -> tuple[Payout, ...]:
    """What final scoring pays in this position: tokens, passengers, then line by line (SR-FIN-01 to SR-FIN-07)."""
    linked = 0
    for company in state.companies:
        linked |= company.linked
    tokens = [
        payout(FINAL_TOKENS, name, TOKENS, _industry(state, industry, linked))
        for industry, name in enumerate(INDUSTRIES)
    ]
    passengers = payout(FINAL_TOKENS, PASSENGER, TOKENS, state.passengers)
    return (*tokens, passengers, *_line_payouts(state))


def _industry(state: State, industry: int, linked: int) -> list[int]:
    """The tokens of an industry that each player holds and that are not discarded."""
    kinds = [kind for kind, (city, made) in enumerate(KINDS) if made == industry and linked >> CITY_HEXES[city] & 1]
    return [sum([taken[kind] for kind in kinds]) for taken in state.tokens]


def _line_payouts(state: State) -> list[Payout]:
    found = []
    for number, company in enumerate(state.companies):
        if company.live:
            prizes = per_town(company.value)
            found.append(payout(FINAL_STATIONS, CODES[number], prizes, line_stations(state, number)))
            found.append(payout(FINAL_SHARES, CODES[number], prizes, company.holdings))
    return found


def standings(state: State) -> tuple[Standing, ...]:
    """All seats from best to worst, as if the game were scored now (SR-FIN-08, SR-FIN-09).

    A seat whose money is hidden from the viewer has no score, and while there is one nobody has a rank but 0.
    """
    final = final_payouts(state)
    scores = [_score(state, seat, final) for seat in range(state.rules.seats)]
    known = [score for score in scores if score is not None]
    ranked = len(known) == len(scores)
    found = [
        Standing(
            seat,
            1 + sum([other > score for other in known]) if ranked and score is not None else 0,
            score,
            _parts(state, seat, final),
        )
        for seat, score in enumerate(scores)
    ]
    return tuple(sorted(found, key=lambda standing: (standing.rank, standing.seat)))


def _score(state: State, seat: int, final: tuple[Payout, ...]) -> int | None:
    if state.money[seat] == HIDDEN:
        return None
    if state.phase == GAME_OVER:
        return state.money[seat]
    return state.money[seat] + sum([one.amounts[seat] for one in final])


def _parts(state: State, seat: int, final: tuple[Payout, ...]) -> tuple[tuple[str, int], ...]:
    """The pounds of a seat by origin; `income` is what the extensions paid, left out where it is hidden."""
    kinds = (FINAL_TOKENS, FINAL_STATIONS, FINAL_SHARES)
    sums = [sum([one.amounts[seat] for one in final if one.kind == kind]) for kind in kinds]
    parts = tuple(zip(_PARTS, sums, strict=True))
    if state.money[seat] == HIDDEN:
        return parts
    income = state.money[seat] - (sum(sums) if state.phase == GAME_OVER else 0)
    return (("income", income), *parts)


def outcome(state: State) -> Outcome | None:
    """The final standing and why the game ended, or None while it runs."""
    return Outcome(standings(state), state.end) if state.phase == GAME_OVER else None
