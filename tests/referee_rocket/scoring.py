"""The end tests and final scoring: sections 17 and 18."""

from tests.referee_rocket.board import CITIES, INDUSTRIES
from tests.referee_rocket.payouts import line_prizes, prizes, stations_on
from tests.referee_rocket.position import Position


def end_test(position: Position) -> None:
    """Step 15: SR-END-01 to SR-END-05; the end pays at once."""
    if sum(company.available for company in position.live) <= 1:
        position.ends.append("companies")
    if position.tiles_left == 0:
        position.ends.append("tiles")
    if position.over:
        score(position)


def counted_tokens(position: Position, industry: str) -> list[int]:
    """SR-FIN-01: the tokens of one industry from cities that some live line has linked."""
    linked = {town for company in position.live for town in company.linked}
    cities = [city for city, (hex_, _) in CITIES.items() if hex_ in linked]
    return [sum(own[city, industry] for city in cities) for own in position.tokens]


def score(position: Position) -> None:
    """SR-FIN-01 to SR-FIN-07."""
    for industry in INDUSTRIES:
        position.pay(f"final tokens {industry}", prizes(6000, 3000, counted_tokens(position, industry)))
    position.pay("final tokens passenger", prizes(6000, 3000, position.passengers))
    for company in position.live:
        position.pay(f"final stations {company.code}", line_prizes(company.value, stations_on(position, company)))
        position.pay(f"final shares {company.code}", line_prizes(company.value, company.holdings))


def winners(position: Position) -> list[int]:
    """SR-FIN-08, SR-FIN-09: the seats with the most money, once the game is over."""
    best = max(position.money)
    return [seat for seat, own in enumerate(position.money) if own == best] if position.over else []
