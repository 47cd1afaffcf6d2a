"""The printed board of Stephenson's Rocket in protobuf."""

from typing import Final

from footplate.api.stephensons_rocket.v1 import map_pb2 as pb
from footplate.engine.stephensons_rocket.board import (
    CITY_AT,
    CODES,
    COMPANY_COLORS,
    COMPANY_NAMES,
    KINDS,
    LAND_HEXES,
    RAILWAY_MASK,
    STARTS,
    TOKENS,
    TOWN_NAMES,
    column_of,
    hex_text,
    row_of,
)
from footplate.engine.stephensons_rocket.maps import england
from footplate.wire.stephensons_rocket_terms import INDUSTRY_VALUES

_TITLES: Final = {england.NAME: england.TITLE}
_KINDS_AT: Final = {
    hex_: [(kind, INDUSTRY_VALUES[industry]) for kind, (home, industry) in enumerate(KINDS) if home == city]
    for hex_, city in CITY_AT.items()
}
"""The kinds of token of the city on a hex, each by its number and industry."""


def encode_map(name: str) -> pb.MapInfo:
    """A map by its id. Raises KeyError for an unknown one."""
    return pb.MapInfo(
        id=name,
        title=_TITLES[name],
        columns=len(england.COLUMNS),
        rows=len(england.COLUMNS[0]),
        hexes=[_hex(hex_) for hex_ in LAND_HEXES],
        companies=[
            pb.CompanyInfo(code=code, name=title, color=color, start_hex=hex_text(start))
            for code, title, color, start in zip(CODES, COMPANY_NAMES, COMPANY_COLORS, STARTS, strict=True)
        ],
    )


def _hex(hex_: int) -> pb.HexInfo:
    return pb.HexInfo(
        id=hex_text(hex_),
        column=column_of(hex_),
        row=row_of(hex_),
        kind=hex_kind(hex_),
        name=TOWN_NAMES.get(hex_, ""),
        tokens=city_tokens(hex_, TOKENS),
        company=CODES[STARTS.index(hex_)] if hex_ in STARTS else "",
    )


def hex_kind(hex_: int) -> pb.HexKind.ValueType:
    """What is printed on a land hex."""
    if hex_ in STARTS:
        return pb.HEX_KIND_START_TOWN
    if hex_ in CITY_AT:
        return pb.HEX_KIND_CITY
    return pb.HEX_KIND_RAILWAY_TOWN if RAILWAY_MASK >> hex_ & 1 else pb.HEX_KIND_OPEN


def city_tokens(hex_: int, counts: tuple[int, ...]) -> list[pb.IndustryTokens]:
    """The tokens of the city on a hex, of counts by kind (`board.KINDS`); none on other hexes."""
    return [pb.IndustryTokens(industry=industry, count=counts[kind]) for kind, industry in _KINDS_AT.get(hex_, ())]
