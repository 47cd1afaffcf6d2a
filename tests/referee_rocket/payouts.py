"""Prizes and what an extension pays: sections 13 and 14."""

from tests.referee_rocket.board import CITY_AT, RAILWAY_TOWNS, TOWN_AT
from tests.referee_rocket.lines import towns_touched
from tests.referee_rocket.position import Company, Position


def prizes(first: int, second: int, counts: list[int]) -> list[int]:
    """What each seat receives for its count: SR-PRZ-01 to SR-PRZ-08."""
    places = sorted({count for count in counts if count > 0}, reverse=True)
    paid = [0] * len(counts)
    if not places:
        return paid
    leaders = [seat for seat, count in enumerate(counts) if count == places[0]]
    purse = first if len(leaders) == 1 else first + second
    for seat in leaders:
        paid[seat] = purse // len(leaders) // 1000 * 1000
    if len(leaders) == 1 and len(places) > 1:
        runners = [seat for seat, count in enumerate(counts) if count == places[1]]
        for seat in runners:
            paid[seat] = second // len(runners) // 1000 * 1000
    return paid


def line_prizes(value: int, counts: list[int]) -> list[int]:
    """Prizes of 1000 and 500 for each town of a line."""
    return prizes(1000 * value, 500 * value, counts)


def city_tokens(position: Position, city: str) -> list[int]:
    """How many tokens of a city each seat has taken, of whatever industry."""
    return [sum(count for (home, _), count in own.items() if home == city) for own in position.tokens]


def stations_on(position: Position, company: Company) -> list[int]:
    """How many stations each seat has on a line (SR-TRM-11)."""
    return [len(own & company.line) for own in position.stations]


def link_and_pay(position: Position, company: Company) -> None:
    """Steps 8 to 10 for the hex on which the locomotive now stands."""
    new = towns_touched(company.at) - company.linked
    company.linked |= new
    for city in sorted(new & CITY_AT.keys(), key=TOWN_AT.__getitem__):
        counts = city_tokens(position, CITY_AT[city])
        position.pay(f"city {TOWN_AT[city]}", prizes(2000, 1000, counts))
    for town in sorted(new & RAILWAY_TOWNS.keys()):
        position.pay(f"railway {TOWN_AT[town]}", line_prizes(company.value, stations_on(position, company)))
