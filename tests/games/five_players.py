"""The recorded game of five people: reads its lines and says what each means in our terms.

`five_players.jsonl.gz` holds 258 recorded actions of a game played by five people on another engine, with the
position after each and, at every decision, the builds and deliveries that engine held legal. Facts only; seats count
from 0.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from footplate.engine.age_of_steam.actions import (
    NOBODY,
    Action,
    Bid,
    DeclineGoods,
    Deliver,
    DrawCubes,
    DropOut,
    IssueShares,
    MoveNothing,
    Pass,
    Place,
    Redirect,
    Replace,
    RollDice,
    SelectAction,
    ShuffleOrder,
    StopBuilding,
    StoreGoods,
    UpgradeEngine,
    Urbanize,
)
from footplate.engine.age_of_steam.board import COLORS, COLUMN_INDEX, LETTERS
from footplate.engine.age_of_steam.setup_phase import BOX_ORDER
from footplate.engine.age_of_steam.tiles import KINDS, Layout, exits_of, layout_of, mask_of, rotate, spurs_of
from footplate.engine.game import Setup
from footplate.engine.hexes import parse_hex

SOURCE = Path(__file__).with_name("five_players.jsonl.gz")
SETUP = Setup(
    "age_of_steam",
    "rust_belt",
    "warfrog-2002",
    5,
    (("hex_a8", "lake"), ("initial_order", "permutation"), ("new_city_moment", "any_time")),
)
FINAL_SCORES = (57, None, 42, 54, 50)

Line = dict[str, Any]


def lines() -> Iterator[Line]:
    """Every line of the file, the header first."""
    with gzip.open(SOURCE, "rt", encoding="utf-8") as source:
        for line in source:
            yield json.loads(line)


def set_up(header: Line) -> list[Action]:
    """The chance actions that deal the recorded set-up: four draws and the starting order."""
    display = {COLUMN_INDEX[column_name(name)]: boxes for name, boxes in header["setup"]["display"].items()}
    cities = {parse_hex(name): cubes for name, cubes in header["setup"]["cities"].items()}
    shown = tuple(color(display[column][box]) for column, box in BOX_ORDER)
    order = ("L7", "T5", "U0", "O2", "F1", "A2", "T9", "Q12", "H13", "C16")
    served = tuple(color(cube) for name in order for cube in cities[parse_hex(name)])
    first = tuple(tuple(color(cube) for cube in cities[parse_hex(name)]) for name in ("L17", "Q16"))
    draws = [DrawCubes(cubes) for cubes in (shown, *first, served)]
    return [*draws, ShuffleOrder(tuple(header["setup"]["order"]))]


def chance(line: Line) -> Action:
    """The chance action of a line."""
    if line["chance"] == "dice":
        return RollDice(tuple(line["dice"]))
    return DrawCubes(tuple(color(cube) for cube in line["cubes"]))


def action(line: Line) -> Action:
    """The action of a line, in our terms."""
    told = line["action"]
    plain: dict[str, Action] = {
        "pass": Pass(),
        "drop": DropOut(),
        "stop": StopBuilding(),
        "engine": UpgradeEngine(),
        "none": MoveNothing(),
        "decline": DeclineGoods(),
    }
    kind = told["type"]
    return plain[kind] if kind in plain else _told(kind, told)


def _told(kind: str, told: Line) -> Action:
    if kind == "issue":
        return IssueShares(told["n"])
    if kind == "bid":
        return Bid(told["n"])
    if kind == "select":
        return SelectAction(told["action"])
    if kind == "urbanize":
        return Urbanize(parse_hex(told["hex"]), LETTERS.index(told["letter"]))
    if kind == "deliver":
        steps = tuple((parse_hex(stop), NOBODY if owner is None else owner) for stop, owner in told["steps"])
        return Deliver(color(told["color"]), parse_hex(told["from"]), steps)
    if kind == "production":
        return StoreGoods(color(told["color"]), COLUMN_INDEX[column_name(told["column"])], told["row"])
    builds: dict[str, type[Place | Replace | Redirect]] = {"place": Place, "replace": Replace, "redirect": Redirect}
    return builds[kind](parse_hex(told["hex"]), layout_of([mask_of(tuple(edges)) for edges in told["pieces"]]))


def listed_build(entry: list[Any], towns: frozenset[int]) -> tuple[int, Layout, int]:
    """A build of a list, [hex, kind, rotation, price], as hex, layout and price."""
    name, kind, turn, price = entry
    hex_ = parse_hex(name)
    pieces = next(known[2] for known in KINDS if known[0] == kind)
    layout = layout_of([rotate(mask_of(piece), turn) for piece in pieces])
    return hex_, spurs_of(exits_of(layout)) if hex_ in towns else layout, price


def color(name: str) -> int:
    """The number of a colour."""
    return COLORS.index(name)


def column_name(name: str) -> str:
    """The display columns of New Cities are called by the letter alone with us."""
    return name[-1] if name[-1] in LETTERS else name
