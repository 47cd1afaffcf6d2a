"""The picture: well-formed, complete in itself, everything in it once, labels clear of each other."""

import re
from collections import Counter
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from footplate.engine.age_of_steam.state import NOWHERE, State
from footplate.engine.age_of_steam.track import sections
from footplate.engine.errors import NotationError
from footplate.engine.hexes import hex_text
from footplate.engine.registry import UnknownGame, games
from footplate.render.svg import PAINTERS, svg
from tests.render.positions import GAME_ID, busy, recorded
from tests.support.positions import blank

NAMESPACE = "{http://www.w3.org/2000/svg}"
SHOWN = [blank(3), *recorded()[::60], recorded()[-1], busy(6, 1)[-2]]


def drawn(state: State, *marked: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg(GAME_ID, state, marked))  # noqa: S314  # our own text


def part(picture: ElementTree.Element, name: str) -> ElementTree.Element:
    found = picture.find(f"{NAMESPACE}g[@id='{name}']")
    assert found is not None
    return found


class Box(NamedTuple):
    """Where a text stands, as far as its letters' mean width tells."""

    words: str
    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: "Box") -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not beside and self.top < other.bottom and other.top < self.bottom


def box_of(text: ElementTree.Element) -> Box:
    size, words = float(text.attrib["font-size"]), text.text or ""
    width = 0.6 * size * len(words)
    shift = {"start": 0.0, "middle": width / 2, "end": width}[text.attrib.get("text-anchor", "start")]
    left, base = float(text.attrib["x"]) - shift, float(text.attrib["y"])
    return Box(words, left, base - 0.75 * size, left + width, base + 0.1 * size)


def test_every_game_has_a_painter() -> None:
    assert set(PAINTERS) == set(games())


@pytest.mark.parametrize("state", SHOWN)
def test_every_hex_is_drawn_once(state: State) -> None:
    hexes = [hex_.attrib["data-hex"] for hex_ in part(drawn(state), "ground") if "data-hex" in hex_.attrib]
    assert sorted(hexes) == sorted(map(hex_text, state.rules.board.kind))


@pytest.mark.parametrize("state", SHOWN)
def test_every_piece_of_track_is_drawn_in_its_owners_colour(state: State) -> None:
    pieces = part(drawn(state), "track").findall(f"{NAMESPACE}path[@class='piece']")
    shown = Counter((piece.attrib["data-hex"], int(piece.attrib["data-owner"])) for piece in pieces)
    told = [(hex_text(piece >> 6), section.owner) for section in sections(state.track) for piece in section.pieces]
    assert shown == Counter(told)
    colors = {(piece.attrib["data-owner"], piece.attrib["stroke"]) for piece in pieces}
    assert len(colors) == len({owner for owner, _ in colors}) == len({color for _, color in colors})


@pytest.mark.parametrize("state", SHOWN)
def test_every_owned_section_and_every_open_end_is_marked(state: State) -> None:
    picture = drawn(state)
    owners = Counter(int(text.text or "") - 1 for text in part(picture, "owners").iter(f"{NAMESPACE}text"))
    assert owners == Counter(section.owner for section in sections(state.track) if section.owner >= 0)
    ends = part(picture, "track").findall(f"{NAMESPACE}circle[@class='open']")
    assert len(ends) == sum(section.open != NOWHERE for section in sections(state.track))


@pytest.mark.parametrize("state", SHOWN)
def test_cities_towns_and_cubes_are_all_there(state: State) -> None:
    places = part(drawn(state), "places")
    names = [place.attrib.get("data-city", place.attrib.get("data-town")) for place in places]
    assert sorted(filter(None, names)) == sorted(state.rules.board.names.values())
    cubes = places.findall(f"{NAMESPACE}g[@class='cube']")
    on_map = [*range(12), *(12 + letter for letter in state.track.new_cities.values())]
    assert len(cubes) == sum(sum(state.cubes[city]) for city in on_map)


@pytest.mark.parametrize("name", ["labels", "table"])
@pytest.mark.parametrize("state", SHOWN)
def test_labels_stand_clear_of_each_other(state: State, name: str) -> None:
    boxes = [box_of(text) for text in part(drawn(state), name).iter(f"{NAMESPACE}text")]
    assert not [(one, other) for one, other in combinations(boxes, 2) if one.touches(other)]


@pytest.mark.parametrize("state", SHOWN)
def test_everything_stands_within_the_picture(state: State) -> None:
    picture = drawn(state)
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    for text in picture.iter(f"{NAMESPACE}text"):
        box = box_of(text)
        assert 0 <= box.left < box.right <= width
        assert 0 <= box.top < box.bottom <= height


def test_nothing_is_fetched_or_run() -> None:
    text = svg(GAME_ID, recorded()[-1])
    assert re.findall(r"\w+://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    tags = {element.tag.removeprefix(NAMESPACE) for element in drawn(recorded()[-1]).iter()}
    assert tags <= {"svg", "title", "g", "rect", "polygon", "path", "circle", "text"}


def test_marked_hexes_are_outlined() -> None:
    assert len(part(drawn(recorded()[-1], "T9", "A2"), "marks")) == 2
    assert len(part(drawn(recorded()[-1]), "marks")) == 0


def test_the_same_position_gives_the_same_picture() -> None:
    assert svg(GAME_ID, recorded()[90]) == svg(GAME_ID, recorded()[90])


def test_unknown_games_and_hexes_are_refused() -> None:
    with pytest.raises(UnknownGame):
        svg("chess", None)
    with pytest.raises(NotationError):
        svg(GAME_ID, recorded()[-1], ("T99",))
