from collections import Counter

import pytest

from footplate.api.stephensons_rocket.v1 import actions_pb2 as actions
from footplate.api.stephensons_rocket.v1 import map_pb2 as pb
from footplate.engine.stephensons_rocket.board import LAND_HEXES, STEPS, hex_of
from footplate.wire.stephensons_rocket_map import encode_map
from tests.support.rules import rule

MAP = encode_map("england")
BY_ID = {hex_.id: hex_ for hex_ in MAP.hexes}

EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The steps that the comment of MapInfo tells, by edge."""


@rule("SR-BRD-01", "SR-BRD-02")
def test_every_land_hex_is_there_in_order_and_named_by_its_place() -> None:
    assert (MAP.id, MAP.title, MAP.columns, MAP.rows) == ("england", "England", 17, 17)
    places = [(hex_.column, hex_.row) for hex_ in MAP.hexes]
    assert places == sorted(set(places))
    assert len(places) == 228
    assert all(hex_.id == f"{hex_.column:02}{hex_.row:02}" for hex_ in MAP.hexes)


@rule("SR-BRD-03", "SR-BRD-04")
def test_neighbours_follow_from_columns_and_rows_as_the_contract_says() -> None:
    for hex_ in MAP.hexes:
        for edge, (column, row) in enumerate(ODD if hex_.column % 2 else EVEN):
            there = f"{hex_.column + column:02}{hex_.row + row:02}"
            behind = hex_of(hex_.id) + STEPS[edge]
            assert (there in BY_ID) == (behind in LAND_HEXES)
            assert there not in BY_ID or hex_of(there) == behind


@pytest.mark.parametrize(
    ("hex_", "kind", "name", "company", "tokens"),
    [
        ("0515", pb.HEX_KIND_START_TOWN, "Southampton", "LSWR", {}),
        ("0001", pb.HEX_KIND_START_TOWN, "Liverpool", "L&Y", {}),
        ("0613", pb.HEX_KIND_CITY, "Reading", "", {actions.INDUSTRY_BREWERY: 2, actions.INDUSTRY_STEEL: 1}),
        ("0400", pb.HEX_KIND_RAILWAY_TOWN, "Leeds", "", {}),
        ("0514", pb.HEX_KIND_OPEN, "", "", {}),
    ],
)
def test_what_is_printed_on_a_hex(
    hex_: str, kind: pb.HexKind.ValueType, name: str, company: str, tokens: dict[int, int]
) -> None:
    info = BY_ID[hex_]
    assert (info.kind, info.name, info.company) == (kind, name, company)
    assert {token.industry: token.count for token in info.tokens} == tokens


@rule("SR-BRD-05", "SR-CMP-08")
def test_towns_and_tokens_are_as_many_as_the_rules_have() -> None:
    kinds = Counter(hex_.kind for hex_ in MAP.hexes)
    assert kinds == {
        pb.HEX_KIND_OPEN: 200,
        pb.HEX_KIND_START_TOWN: 7,
        pb.HEX_KIND_CITY: 12,
        pb.HEX_KIND_RAILWAY_TOWN: 9,
    }
    tokens = Counter[int]()
    for hex_ in MAP.hexes:
        assert sum(token.count for token in hex_.tokens) == (3 if hex_.kind == pb.HEX_KIND_CITY else 0)
        tokens.update({token.industry: token.count for token in hex_.tokens})
    assert sorted(tokens.values()) == [9, 9, 9, 9]


@rule("SR-CMP-02")
def test_the_companies_start_where_the_board_says_so() -> None:
    assert [company.code for company in MAP.companies] == ["NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER"]
    assert all(BY_ID[company.start_hex].company == company.code for company in MAP.companies)
    assert MAP.companies[5] == pb.CompanyInfo(
        code="LSWR", name="London & South Western Railway", color="orange", start_hex="0515"
    )


def test_an_unknown_map_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        encode_map("atlantis")
