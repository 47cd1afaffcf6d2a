"""Stephenson's Rocket in protobuf: the words and the smallest things, each with the engine's name or number for it."""

from typing import Final

from footplate.api.stephensons_rocket.v1 import actions_pb2 as actions
from footplate.api.stephensons_rocket.v1 import view_pb2 as view
from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import (
    CODES,
    HEADINGS,
    HEX_BY_ID,
    INDUSTRIES,
    NOWHERE,
    TOWN_NAMES,
    hex_text,
    hexes_in,
)
from footplate.engine.stephensons_rocket.prizes import (
    CITY_PAYOUT,
    FINAL_SHARES,
    FINAL_STATIONS,
    FINAL_TOKENS,
    MERGER_PAYOUT,
    RAILWAY_PAYOUT,
    Payout,
)
from footplate.engine.stephensons_rocket.scoring import COMPANIES_END, TILES_END
from footplate.engine.stephensons_rocket.state import DEFENCE, GAME_OVER, LOT, MAIN, VETO
from footplate.wire.fields import refused

INDUSTRY_VALUES: Final = tuple(actions.Industry.Value(f"INDUSTRY_{name.upper()}") for name in INDUSTRIES)
"""The enum value of each industry, by the engine's number."""
INDUSTRY_OF: Final[dict[int, int]] = {value: industry for industry, value in enumerate(INDUSTRY_VALUES)}
PHASE_VALUES: Final = {
    phase: view.Phase.Value(f"PHASE_{phase.upper()}") for phase in (LOT, MAIN, VETO, DEFENCE, GAME_OVER)
}
"""The enum value of each phase."""
PAYOUT_VALUES: Final = {
    kind: view.PayoutKind.Value(f"PAYOUT_KIND_{kind.upper()}")
    for kind in (CITY_PAYOUT, RAILWAY_PAYOUT, MERGER_PAYOUT, FINAL_TOKENS, FINAL_STATIONS, FINAL_SHARES)
}
"""The enum value of each kind of payout."""
END_VALUES: Final = {
    "": view.END_REASON_UNSPECIFIED,
    COMPANIES_END: view.END_REASON_COMPANIES,
    TILES_END: view.END_REASON_TILES,
}
"""The enum value of each reason for the end, and of none."""


def hex_at(path: str, value: str) -> int:
    """The land hex of an id such as `0514` in a request. Raises BadRequest naming the field."""
    if value not in HEX_BY_ID:
        raise refused(path, value, "a land hex is expected, two digits of column and two of row, such as 0514")
    return HEX_BY_ID[value]


def hex_names(mask: int) -> list[str]:
    """The ids of a set of hexes, sorted."""
    return [hex_text(hex_) for hex_ in hexes_in(mask)]


def hex_name(hex_: int) -> str:
    """The id of a hex; "" for NOWHERE."""
    return "" if hex_ == NOWHERE else hex_text(hex_)


def code_of(company: int) -> str:
    """The code of a company; "" for none."""
    return "" if company == NOBODY else CODES[company]


def seat_value(seat: int) -> int | None:
    """A seat as an optional field: unset for nobody."""
    return None if seat == NOBODY else seat


def tile_message(hex_: int, face: int) -> view.Tile:
    """A tile by its hex and the edges it joins as bits."""
    return view.Tile(hex=hex_text(hex_), edges=[edge for edge in HEADINGS if face >> edge & 1])


def town_links(mask: int) -> list[view.TownLink]:
    """A set of towns, sorted by hex."""
    return [view.TownLink(hex=hex_text(hex_), name=TOWN_NAMES[hex_]) for hex_ in hexes_in(mask)]


def payout_message(payout: Payout) -> view.Payout:
    """A payout."""
    first, second = payout.prizes
    return view.Payout(
        kind=PAYOUT_VALUES[payout.kind],
        subject=payout.subject,
        counts=payout.counts,
        first_prize=first,
        second_prize=second,
        amounts=payout.amounts,
    )
