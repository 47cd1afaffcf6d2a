"""What the engine and the referee are compared by: plain figures, by names that both can give."""

from typing import Any

from tests.referee_rocket.board import CITIES, INDUSTRIES
from tests.referee_rocket.position import Company, Position

Snapshot = dict[str, Any]


def snapshot(position: Position) -> Snapshot:
    """The figures of a position of the referee."""
    return {
        "to_act": position.to_act,
        "turn": position.turn,
        "active": position.active,
        "second": position.second,
        "companies": {code: company_figures(company) for code, company in position.companies.items()},
        "tiles": dict(position.tiles),
        "tiles_left": position.tiles_left,
        "grey_supply": position.grey_supply,
        "stations": [set(own) for own in position.stations],
        "tokens": [dict(+own) for own in position.tokens],
        "tokens_left": {city: dict(+lying) for city, lying in position.city_tokens.items()},
        "passengers": list(position.passengers),
        "money": list(position.money),
        "veto": _veto(position),
    }


def company_figures(company: Company) -> object:
    """The figures of a company, or who absorbed it."""
    if not company.live:
        return company.absorber, company.isolated
    return {
        "at": company.at,
        "heading": company.heading,
        "stack": company.stack,
        "real": company.real,
        "holdings": list(company.holdings),
        "isolated": company.isolated,
        "line": set(company.line),
        "linked": set(company.linked),
        "value": company.value,
    }


def _veto(position: Position) -> object:
    veto = position.veto
    if veto is None:
        return None
    best = (veto.best, veto.leader, veto.hex)
    return (veto.mover, set(veto.targets), veto.first_hex, veto.asked, *best)


KINDS = [(city, industry) for city, (_, lying) in CITIES.items() for industry in INDUSTRIES if industry in lying]
"""The 24 kinds of tokens, cities by name and industries in their order."""
