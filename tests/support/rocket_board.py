"""The board of Stephenson's Rocket read from the tables of its rules: ids and plain sets, nothing of the engine.

What the engine knows in bits is proved against this.
"""

import re
from importlib.resources import files
from typing import Final

RULES_TEXT: Final = files("footplate.engine.stephensons_rocket").joinpath("RULES.md").read_text("utf-8")


def rules_table(caption: str) -> list[list[str]]:
    """The rows of the first table behind the line that begins so: cells without marks, no header, no empty ends."""
    behind = RULES_TEXT[RULES_TEXT.index(f"\n{caption}") + 1 :].split("\n| ", 1)[1].split("\n\n")[0]
    rows = [row.strip("| ").replace("**", "").replace("`", "") for row in behind.splitlines()[2:]]
    return [[cell.strip() for cell in row.split("|")] for row in rows]


def hex_id(column: int, row: int) -> str:
    """The id of a column and a row (SR-BRD-02)."""
    return f"{column:02}{row:02}"


def _land() -> set[str]:
    found = set()
    cells = [cell for row in rules_table("T2, ") for cell in row]
    for column, rows in zip(cells[::2], cells[1::2], strict=True):
        for first, _, last in re.findall(r"(\d+)(-(\d+))?", rows):
            found |= {hex_id(int(column), row) for row in range(int(first), int(last or first) + 1)}
    return found


def _pairs(places: list[list[str]], column: int) -> dict[str, str]:
    return {row[column + 1]: row[column] for row in places if len(row) > column + 1}


_T3: Final = [row if len(row) == 8 else ["", "", "", "", "", "", *row] for row in rules_table("T3, ")]
_T2B: Final = [[cell.split(", ") for cell in row[1:]] for row in rules_table("T2b, ")]

LAND: Final = _land()
"""The ids of table T2."""
STEPS: Final = [[(int(column), int(row)) for column, row in row_] for row_ in _T2B]
"""The steps of table T2b from an even and from an odd column, by direction."""
STARTS: Final = {row[4]: row[3] for row in rules_table("T1, ")}
"""The start towns, names by id (table T1)."""
START_OF: Final = {row[0]: row[4] for row in rules_table("T1, ")}
"""The id of the start town of each company, by code."""
CITIES: Final = {key: name for column in (0, 3) for key, name in _pairs(_T3, column).items() if key}
"""The cities, names by id (table T3)."""
CITY_TOKENS: Final = {row[column]: row[column + 2] for column in (0, 3) for row in _T3 if row[column]}
"""What lies in each city at setup, by name: `2 brewery, 1 steel`."""
RAILWAY_TOWNS: Final = _pairs(_T3, 6)
"""The railway towns, names by id (table T3)."""
TOWNS: Final = {**STARTS, **CITIES, **RAILWAY_TOWNS}
"""All towns, names by id."""
OPEN: Final = LAND - set(TOWNS)
"""The open hexes."""


def step(name: str, direction: int) -> str:
    """The id one step away, which may be sea."""
    column, row = int(name[:2]), int(name[2:])
    columns, rows = STEPS[column % 2][direction]
    return hex_id(column + columns, row + rows) if column + columns >= 0 and row + rows >= 0 else "sea"


def around(*names: str) -> set[str]:
    """The land hexes that touch any of these."""
    return {near for name in names for direction in range(6) if (near := step(name, direction)) in LAND}
