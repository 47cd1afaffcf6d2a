"""Words for the worked examples: series of extensions, tokens and stations put by hand, and what was paid."""

from tests.referee_rocket.board import CITIES
from tests.referee_rocket.position import Options, Payment
from tests.referee_rocket.turn import Referee

A, B, C = 0, 1, 2
_SEATS = {"A": A, "B": B, "C": C}


def scene(options: Options | None = None, tokens: str = "", stations: str = "") -> Referee:
    """Setup for three, with `tokens` such as "A Reading brewery, B Reading steel" and `stations` such as "B 0614"."""
    referee = Referee(3, options)
    referee.position.active = A
    for given in [entry.split() for entry in tokens.split(", ") if entry]:
        who, city, industry = given
        assert city in CITIES
        referee.position.city_tokens[city][industry] -= 1
        referee.position.tokens[_SEATS[who]][city, industry] += 1
    for given in [entry.split() for entry in stations.split(", ") if entry]:
        who, hex_ = given
        referee.position.stations[_SEATS[who]].add(hex_)
    return referee


def series(referee: Referee, text: str) -> list[Payment]:
    """Extends as "LSWR 0615 A, 0614 B, GWR 0112 C" says; what all of it paid, in order."""
    paid = []
    code = ""
    for entry in text.split(", "):
        *named, hex_, who = entry.split()
        code = named[0] if named else code
        referee.extend(_SEATS[who], code, hex_)
        paid += referee.position.payments
    return paid


def amounts(paid: list[Payment], reason: str, seats: int = 3) -> list[int]:
    """What each seat was paid for one reason."""
    return [sum(p.amount for p in paid if (p.reason, p.seat) == (reason, seat)) for seat in range(seats)]


def reasons(paid: list[Payment]) -> list[str]:
    """What was paid for, in order, each reason once."""
    return list(dict.fromkeys(payment.reason for payment in paid))


def targets_of(referee: Referee, code: str) -> set[str]:
    """The hexes to which the legal texts extend a company."""
    texts = [text.split() for text in referee.legal_texts()]
    return {words[2] for words in texts if words[:2] == ["extend", code]}


def holdings(referee: Referee, code: str) -> list[int]:
    """What each seat holds of a company."""
    return referee.position.companies[code].holdings


def isolated(referee: Referee) -> set[str]:
    """The codes of the live companies that are isolated."""
    return {company.code for company in referee.position.live if company.isolated}


def shape(referee: Referee, hex_: str) -> str:
    """The face of a tile: straight if it joins opposite sides (SR-EXT-20)."""
    one, other = referee.position.tiles[hex_]
    return "straight" if abs(one - other) == 3 else "curved"
