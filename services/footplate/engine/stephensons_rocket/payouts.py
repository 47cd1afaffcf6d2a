"""Linking towns and the payouts for it (rules section 14): steps 8 to 10 of an extension."""

from footplate.engine.stephensons_rocket.board import (
    CITIES,
    CITY_HEXES,
    KINDS,
    RAILWAY_MASK,
    TOWN_NAMES,
    TOWNS,
    beside,
    hexes_in,
)
from footplate.engine.stephensons_rocket.prizes import CITY, CITY_PAYOUT, RAILWAY_PAYOUT, Payout, paid, payout, per_town
from footplate.engine.stephensons_rocket.state import State, with_company


def link_towns(state: State, mover: int) -> tuple[State, tuple[Payout, ...]]:
    """Links every new town that touches the locomotive's hex, then pays for it (SR-PAY-02 to SR-PAY-13).

    Two cities are paid in the order of their names, as SR-EX-12 lists them.
    """
    company = state.companies[mover]
    new = beside(1 << company.at) & TOWNS & ~company.linked
    if not new:
        return state, ()
    state = with_company(state, mover, company._replace(linked=company.linked | new))
    cities = [_city(state, city) for city, hex_ in enumerate(CITY_HEXES) if new >> hex_ & 1]
    towns = [_railway_town(state, mover, hex_) for hex_ in hexes_in(new & RAILWAY_MASK)]
    payouts = (*cities, *towns)
    return paid(state, payouts), payouts


def city_tokens(state: State, city: int) -> list[int]:
    """The tokens of a city that each player holds, whatever their industry (SR-PAY-03, SR-PAY-05)."""
    kinds = [kind for kind, (home, _) in enumerate(KINDS) if home == city]
    return [sum([tokens[kind] for kind in kinds]) for tokens in state.tokens]


def line_stations(state: State, number: int) -> list[int]:
    """The stations that each player has on the line of a company (SR-TRM-11)."""
    line = state.companies[number].line
    return [(own & line).bit_count() for own in state.stations]


def _city(state: State, city: int) -> Payout:
    return payout(CITY_PAYOUT, CITIES[city], CITY, city_tokens(state, city))


def _railway_town(state: State, mover: int, hex_: int) -> Payout:
    prizes = per_town(state.companies[mover].value)
    return payout(RAILWAY_PAYOUT, TOWN_NAMES[hex_], prizes, line_stations(state, mover))
