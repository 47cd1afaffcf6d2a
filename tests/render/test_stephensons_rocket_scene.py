"""What there is to see of Stephenson's Rocket, apart from how it is drawn."""

import pytest

from footplate.engine.errors import NotationError
from footplate.engine.stephensons_rocket.board import (
    CODES,
    HEX_BY_ID,
    LAND_HEXES,
    STARTS,
    STEPS,
    TOWN_NAMES,
    TOWNS,
    entry_edge,
    hex_text,
)
from footplate.engine.stephensons_rocket.state import State
from footplate.render import stephensons_rocket_scene as scene
from footplate.render.geometry import Place
from footplate.render.stephensons_rocket_scene import CITY, RAILWAY, START
from tests.render.positions import ROCKET, rocket
from tests.support.rules import rule

SHOWN = [rocket(4, 1)[0], *rocket(4, 1)[60::40], rocket(4, 1)[-1], rocket(2, 7)[-1], rocket(3, 2)[-1]]


@rule("SR-BRD-01", "SR-BRD-02")
def test_every_hex_has_its_place() -> None:
    assert scene.place(HEX_BY_ID["0514"]) == Place(5, 14)
    assert scene.place(HEX_BY_ID["1016"]) == Place(10, 16)
    assert {f"{column:02}{row:02}" for column, row in map(scene.place, LAND_HEXES)} == set(HEX_BY_ID)


def test_hexes_are_read_by_their_ids() -> None:
    assert hex_text(scene.parse_hex("0514")) == "0514"
    for text in ("T9", "0000", "514", ""):
        with pytest.raises(NotationError):
            scene.parse_hex(text)


def test_short_names_and_letters_are_unmistakable() -> None:
    names = [scene.short(name) for name in TOWN_NAMES.values()]
    assert len(set(names)) == 28
    assert {len(name) for name in names} == {3}
    assert len(set(scene.LETTERS)) == len(scene.LETTERS) == len(CODES)
    assert all(letter in code for letter, code in zip(scene.LETTERS, CODES, strict=True))


@rule("SR-BRD-05", "SR-CMP-08")
def test_towns_have_their_kinds_and_tokens() -> None:
    towns = scene.towns(rocket(4, 1)[0])
    kinds = [town.kind for town in towns]
    assert (kinds.count(START), kinds.count(CITY), kinds.count(RAILWAY)) == (7, 12, 9)
    reading = next(town for town in towns if town.name == "Reading")
    assert reading.tokens == ("steel", "brewery", "brewery")
    assert sum(len(town.tokens) for town in towns) == 36


@pytest.mark.parametrize("state", SHOWN)
def test_tokens_in_cities_and_hands_are_all_there_are(state: State) -> None:
    lying = sum(len(town.tokens) for town in scene.towns(state))
    assert lying + sum(sum(row.tokens) for row in scene.table(state)) == 36


@rule("SR-EXT-20", "SR-MRG-15")
@pytest.mark.parametrize("state", SHOWN)
def test_track_runs_on_behind_every_edge_it_joins(state: State) -> None:
    """Behind an edge of a tile lies the tile, the locomotive or the start town that it joins."""
    ends = {piece.hex: piece.edges for piece in scene.pieces(state)}
    assert len(ends) == len(state.tiles)
    ends |= {engine.hex: engine.approach for engine in scene.engines(state) if engine.approach}
    for hex_, edges in ends.items():
        for edge in edges:
            behind = hex_ + STEPS[edge]
            assert entry_edge(edge) in ends.get(behind, ()) or behind in STARTS


@rule("SR-TRM-02", "SR-MRG-16")
@pytest.mark.parametrize("state", SHOWN)
def test_track_belongs_to_live_companies(state: State) -> None:
    owners = scene.owners(state)
    assert all(state.companies[piece.company].live for piece in scene.pieces(state))
    assert not [hex_ for hex_ in owners if TOWNS >> hex_ & 1]
    for station in scene.stations(state):
        assert station.company == owners.get(station.hex, -1)


@rule("SR-INF-02", "SR-INF-06")
def test_hidden_money_and_the_score_it_is_part_of_are_unknown() -> None:
    seen = ROCKET.view(rocket(4, 1)[100], 2)
    rows = scene.table(seen)
    assert [row.money is None for row in rows] == [True, True, False, True]
    assert [row.score is None for row in rows] == [True, True, False, True]
    assert [row._replace(money=None, score=None) for row in rows] == [
        row._replace(money=None, score=None) for row in scene.table(rocket(4, 1)[100])
    ]


@rule("SR-SET-02", "SR-SET-04", "SR-TRM-05")
def test_the_figures_at_setup() -> None:
    start = rocket(4, 1)[0]
    assert scene.supplies(start) == [("Tiles", 60, 60), ("Passengers", 9, 9), ("Grey shares", 16, 16)]
    for row in scene.table(start):
        assert (row.money, row.stations, row.tokens, row.passengers, row.acts) == (0, 7, (0, 0, 0, 0), 0, False)
    for stock in scene.stocks(start):
        assert (stock.stack, stock.grey, stock.value, stock.holdings) == (16, 0, 1, (0, 0, 0, 0))
        assert stock.towns == (TOWN_NAMES[STARTS[stock.company]],)
