"""The map as the tables of section 3 and 4 print it: land, towns, tokens, companies, and the six steps."""

from collections.abc import Mapping

INDUSTRIES = ("leather", "steel", "textile", "brewery")
"""In the order in which SR-DEC-05 names them."""

START: Mapping[str, str] = {
    "NER": "0800",
    "L&Y": "0001",
    "LNWR": "0204",
    "GER": "1407",
    "GWR": "0012",
    "LSWR": "0515",
    "SER": "1514",
}
"""Table T1: the start town of each company, in the order of the table."""

START_TOWNS: Mapping[str, str] = {
    "0800": "York",
    "0001": "Liverpool",
    "0204": "Stoke",
    "1407": "Norwich",
    "0012": "Bristol",
    "0515": "Southampton",
    "1514": "Dover",
}

CITIES: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "Birmingham": ("0306", {"steel": 2, "brewery": 1}),
    "Brighton": ("1016", {"leather": 2, "steel": 1}),
    "Cambridge": ("1209", {"brewery": 2, "leather": 1}),
    "Gloucester": ("0210", {"steel": 2, "textile": 1}),
    "Guildford": ("0814", {"leather": 2, "textile": 1}),
    "Hertford": ("1110", {"textile": 2, "steel": 1}),
    "London": ("1013", {"brewery": 2, "textile": 1}),
    "Manchester": ("0301", {"textile": 2, "brewery": 1}),
    "Northampton": ("0708", {"leather": 2, "brewery": 1}),
    "Nottingham": ("0805", {"textile": 2, "leather": 1}),
    "Reading": ("0613", {"brewery": 2, "steel": 1}),
    "Sheffield": ("0602", {"steel": 2, "leather": 1}),
}
"""Table T3, left: hex and tokens of each city, in alphabetical order."""

RAILWAY_TOWNS: Mapping[str, str] = {
    "1214": "Ashford",
    "0811": "Aylesbury",
    "0504": "Derby",
    "0400": "Leeds",
    "0902": "Lincoln",
    "0510": "Oxford",
    "1007": "Peterborough",
    "0607": "Rugby",
    "0312": "Salisbury",
}

CITY_AT: Mapping[str, str] = {hex_: name for name, (hex_, _) in CITIES.items()}
TOWN_AT: Mapping[str, str] = {**START_TOWNS, **CITY_AT, **RAILWAY_TOWNS}
"""Name of the town on each of the 28 town hexes."""

_ROWS = """
00 1-9 12-15 | 01 0-9 11-15 | 02 0-16 | 03 0-15 | 04 0-15 | 05 0-15
06 0-15 | 07 0-15 | 08 0-15 | 09 0-15 | 10 1-16 | 11 2-15
12 6-16 | 13 5-11 13-15 | 14 5-11 14-15 | 15 5-10 14-14 | 16 6-9
"""

_FROM_EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_FROM_ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def _land() -> frozenset[str]:
    """The hexes of table T2."""
    found = set()
    for entry in _ROWS.replace("\n", "|").split("|"):
        column, *spans = entry.split() or ["none"]
        for span in spans:
            low, high = span.split("-")
            found |= {f"{column}{row:02}" for row in range(int(low), int(high) + 1)}
    return frozenset(found)


LAND = _land()
OPEN = LAND - TOWN_AT.keys()


def _steps_from(hex_: str) -> dict[int, str]:
    column, row = int(hex_[:2]), int(hex_[2:])
    steps = _FROM_ODD if column % 2 else _FROM_EVEN
    reached = {way: f"{column + right:02}{row + down:02}" for way, (right, down) in enumerate(steps)}
    return {way: there for way, there in reached.items() if there in LAND}


STEP: Mapping[str, Mapping[int, str]] = {hex_: _steps_from(hex_) for hex_ in LAND}
"""Where each step on land leads, by direction 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW (SR-BRD-03, SR-BRD-04)."""

AROUND: Mapping[str, frozenset[str]] = {hex_: frozenset(steps.values()) for hex_, steps in STEP.items()}
"""The land hexes that touch each land hex."""
