"""The elements of a picture."""

import math

import pytest

from footplate.render.geometry import Place, Point
from footplate.render.svg_parts import (
    Ink,
    Scale,
    circle,
    document,
    element,
    fitting,
    group,
    hexagon,
    number,
    polygon,
    text,
)


@pytest.mark.parametrize(
    ("value", "shown"), [(1, "1"), (1.5, "1.5"), (1.239, "1.24"), (-0.001, "0"), (-2.5, "-2.5"), (100, "100")]
)
def test_numbers_have_two_decimals_at_most(value: float, shown: str) -> None:
    assert number(value) == shown


def test_what_is_written_is_escaped() -> None:
    assert (
        text(1, 2, "<a & 'b'>", Ink(size=9))
        == '<text x="1" y="2" font-size="9" fill="#222222">&lt;a &amp; \'b\'&gt;</text>'
    )
    assert element("g", data_name='"<&') == '<g data-name="&quot;&lt;&amp;"/>'


def test_attributes_with_names_python_keeps_to_itself() -> None:
    assert element("g", class_="piece", stroke_width=2.0) == '<g class="piece" stroke-width="2"/>'


def test_looks_of_text() -> None:
    shown = text(0, 0, "x", Ink(anchor="end", bold=True, halo=True))
    assert 'text-anchor="end"' in shown
    assert 'font-weight="bold"' in shown
    assert 'paint-order="stroke"' in shown


def test_shapes() -> None:
    assert polygon([Point(0, 0), Point(1.5, 2)], fill="none") == '<polygon points="0,0 1.5,2" fill="none"/>'
    assert circle(Point(1, 2), 3) == '<circle cx="1" cy="2" r="3"/>'
    assert group("a", ["<b/>", "<c/>"]) == '<g id="a">\n<b/>\n<c/>\n</g>'


def test_long_text_is_made_smaller() -> None:
    assert fitting("ab", 12, 100) == 12
    assert fitting("a" * 20, 12, 66) == 5


def test_the_scale_keeps_hexes_regular() -> None:
    scale = Scale(10, 20, 2)
    assert scale.at(Point(0, 0)) == Point(10, 20)
    assert scale.at(Point(1, 0)) == Point(13, 20)
    assert scale.at(Point(0, 1)).y == pytest.approx(20 + 2 * 3**0.5)


def test_a_document_names_itself() -> None:
    assert "<title>A &amp; B</title>" in document(10, 20, "A & B", ["<g/>"])


def test_a_hexagon_lies_where_its_place_is() -> None:
    scale = Scale(10, 20, 6)
    middle = scale.at(Point(3, 4.5))
    shape = hexagon(Place(3, 4), scale, fill="none")
    corners = [pair.split(",") for pair in shape.split('"')[1].split()]
    assert len(corners) == 6
    for x, y in corners:
        assert math.isclose(math.hypot(float(x) - middle.x, float(y) - middle.y), 6, abs_tol=0.02)
