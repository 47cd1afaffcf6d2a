"""The picture of Stephenson's Rocket: everything in it once, labels clear of each other, nothing by colour alone."""

from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import pytest

from footplate.engine.errors import NotationError
from footplate.engine.stephensons_rocket.board import CODES, LAND_HEXES, TOWN_NAMES, hex_text
from footplate.engine.stephensons_rocket.state import State
from footplate.render import stephensons_rocket_scene as scene
from footplate.render.svg import svg
from tests.render.positions import ROCKET, ROCKET_ID, rocket, rocket_asked
from tests.render.test_svg import NAMESPACE, box_of, part
from tests.support.rules import rule

SHOWN = [*rocket(4, 1)[::50], rocket(4, 1)[-1], rocket_asked("defence", 47), rocket(2, 7)[-1], rocket(3, 2)[-1]]


def drawn(state: State, *marked: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg(ROCKET_ID, state, marked))  # noqa: S314  # our own text


def all_of(group: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return group.findall(f"*[@class='{kind}']")


def words_of(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{NAMESPACE}text")]


@pytest.mark.parametrize("state", SHOWN)
def test_every_hex_and_every_town_is_drawn_once(state: State) -> None:
    picture = drawn(state)
    assert [hex_.attrib["data-hex"] for hex_ in part(picture, "ground")] == [hex_text(hex_) for hex_ in LAND_HEXES]
    towns = [town.attrib["data-town"] for town in part(picture, "places") if "data-town" in town.attrib]
    assert sorted(towns) == sorted(TOWN_NAMES.values())
    labels = words_of(part(picture, "labels"))
    assert set(labels) >= {*TOWN_NAMES.values(), *[hex_text(hex_) for hex_ in LAND_HEXES if hex_ not in TOWN_NAMES]}


@pytest.mark.parametrize("state", SHOWN)
def test_every_tile_has_its_code_and_its_companys_colour(state: State) -> None:
    track = part(drawn(state), "track")
    labels = Counter(words_of(label)[0] for label in all_of(track, "label"))
    assert labels == Counter(CODES[piece.company] for piece in scene.pieces(state))
    ways = all_of(track, "way")
    assert {way.attrib["data-hex"] for way in ways} == {hex_text(hex_) for hex_ in scene.owners(state)}
    colors = {(way.attrib["data-company"], way.attrib["stroke"]) for way in ways}
    assert len(colors) == len({code for code, _ in colors}) == len({color for _, color in colors})


@pytest.mark.parametrize("state", SHOWN)
def test_every_locomotive_and_every_station_is_drawn(state: State) -> None:
    picture = drawn(state)
    engines = all_of(part(picture, "engines"), "engine")
    assert [words_of(engine) for engine in engines] == [[code] for code in live(state)]
    stations = Counter(words_of(house)[0] for house in all_of(part(picture, "stations"), "station"))
    assert stations == Counter({f"P{seat + 1}": own.bit_count() for seat, own in enumerate(state.stations) if own})
    ringed = [engine for engine in engines if engine.find(f"{NAMESPACE}circle[@stroke-dasharray]") is not None]
    assert len(ringed) == sum(company.live and company.isolated for company in state.companies)


def live(state: State) -> list[str]:
    return [code for code, company in zip(CODES, state.companies, strict=True) if company.live]


@pytest.mark.parametrize("state", SHOWN)
def test_the_tokens_left_lie_in_their_cities(state: State) -> None:
    tokens = all_of(part(drawn(state), "places"), "token")
    letters = Counter(words_of(token)[0] for token in tokens)
    assert letters == Counter(industry[0].upper() for town in scene.towns(state) for industry in town.tokens)


@rule("SR-VETO-12")
def test_the_targets_of_the_veto_round_are_outlined() -> None:
    targets = all_of(part(drawn(rocket_asked("defence", 47)), "targets"), "target")
    assert [target.attrib["data-hex"] for target in targets] == ["1210", "1211", "1309"]
    leading = [target.attrib["data-hex"] for target in targets if "stroke-dasharray" not in target.attrib]
    assert leading == ["1309"]
    assert len(part(drawn(rocket(4, 1)[-1]), "targets")) == 0


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


@rule("SR-INF-02")
def test_hidden_money_is_a_question_mark() -> None:
    table = words_of(part(drawn(ROCKET.view(rocket(4, 1)[100], 0)), "table"))
    assert table.count("?") == 6
    assert words_of(part(drawn(rocket(4, 1)[100]), "table")).count("?") == 0


def test_marked_hexes_are_outlined() -> None:
    assert len(part(drawn(SHOWN[0], "0514", "1016"), "marks")) == 2
    with pytest.raises(NotationError):
        svg(ROCKET_ID, SHOWN[0], ("T9",))


def test_the_same_position_gives_the_same_picture() -> None:
    assert svg(ROCKET_ID, SHOWN[2]) == svg(ROCKET_ID, SHOWN[2])
