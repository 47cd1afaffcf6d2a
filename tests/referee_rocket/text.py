"""Reads the engine's text of a position into a snapshot. Nothing else here knows how the engine writes."""

from tests.referee_rocket.board import CITIES, START
from tests.referee_rocket.position import CHANCE, OVER
from tests.referee_rocket.snapshot import KINDS, Snapshot

_ISOLATED = "i"


def snapshot_from_text(text: str) -> Snapshot:
    """The figures that a text such as `sr1 map=england ...` gives."""
    parts = dict(part.split("=", 1) for part in text.split()[1:])
    companies = dict(zip(START, [_company(entry) for entry in parts["lines"].split("/")], strict=True))
    tiles = {hex_: frozenset(map(int, sides)) for hex_, sides in (entry.split(":") for entry in _list(parts["tiles"]))}
    tokens = [_tokens(digits) for digits in parts["tokens"].split("/")]
    return {
        "to_act": _to_act(parts),
        "turn": int(parts["turn"]),
        "active": _seat(parts["active"]),
        "second": parts["action"] == "2",
        "companies": companies,
        "tiles": tiles,
        "tiles_left": max(0, 60 - len(tiles)),
        "grey_supply": 16 - sum(_grey(company) for company in companies.values()),
        "stations": [set(_list(own)) for own in parts["stations"].split("/")],
        "tokens": tokens,
        "tokens_left": _left(tokens),
        "passengers": _numbers(parts["riders"]),
        "money": money_from_text(text),
        "veto": _veto(parts["veto"]),
    }


def money_from_text(text: str) -> list[int | None]:
    """The totals of a text, None where they are hidden."""
    (part,) = [part.removeprefix("money=") for part in text.split() if part.startswith("money=")]
    return [None if amount == "?" else int(amount) for amount in part.split(",")]


def _list(part: str) -> list[str]:
    return [] if part == "-" else part.split(",")


def _numbers(part: str) -> list[int]:
    return [int(figure) for figure in part.split(",")]


def _seat(part: str) -> int:
    return CHANCE if part == "-" else int(part[1:]) - 1


def _to_act(parts: dict[str, str]) -> int:
    if parts["end"] != "-":
        return OVER
    return _seat(parts["veto"].split("/")[3] if parts["veto"] != "-" else parts["active"])


def _company(entry: str) -> object:
    mark, taken, absorber = entry.partition(">")
    if taken:
        return absorber, mark == _ISOLATED
    at, heading, stack, real, holdings, mark, line, linked = entry.split(".")
    return {
        "at": at,
        "heading": None if heading == "-" else int(heading),
        "stack": int(stack),
        "real": int(real),
        "holdings": _numbers(holdings),
        "isolated": mark == _ISOLATED,
        "line": set(_list(line)),
        "linked": set(_list(linked)),
        "value": len(_list(linked)),
    }


def _grey(company: object) -> int:
    return sum(company["holdings"]) - company["real"] if isinstance(company, dict) else 0


def _tokens(digits: str) -> dict[tuple[str, str], int]:
    return {kind: int(digit) for kind, digit in zip(KINDS, digits, strict=True) if digit != "0"}


def _left(tokens: list[dict[tuple[str, str], int]]) -> dict[str, dict[str, int]]:
    """What still lies in each city."""
    found = {}
    for city, (_, lying) in CITIES.items():
        left = {industry: n - sum(own.get((city, industry), 0) for own in tokens) for industry, n in lying.items()}
        found[city] = {industry: n for industry, n in left.items() if n}
    return found


def _veto(part: str) -> object:
    if part == "-":
        return None
    mover, targets, first, asked, best, leader, last = part.split("/")
    who = None if leader == "-" else _seat(leader)
    return mover, set(targets.split(",")), first, _seat(asked), int(best), who, last
