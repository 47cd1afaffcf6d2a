"""The elements SVG drawings are made of, as text. Everything written into them is escaped."""

import math
from collections.abc import Iterable
from html import escape
from typing import Final, NamedTuple

from footplate.render import geometry
from footplate.render.geometry import Curve, Place, Point

WIDTH_OF_A_LETTER: Final = 0.66
"""Of the font size: how wide a letter of a bold sans-serif is on average, for fitting text into a space."""
HALO: Final = "#F4F6EA"


class Scale(NamedTuple):
    """From board geometry to the picture: where the hex of column 0, row 0 has its middle, and the radius of a hex."""

    left: float
    top: float
    radius: float

    def at(self, point: Point) -> Point:
        """A point of the board in the picture."""
        return Point(self.left + point.x * 1.5 * self.radius, self.top + point.y * self.radius * math.sqrt(3))


class Ink(NamedTuple):
    """How text looks. `anchor`: start, middle or end. `halo`: whether a light rim keeps it legible on track."""

    size: float = 12
    fill: str = "#222222"
    anchor: str = "start"
    bold: bool = False
    halo: bool = False


def number(value: float) -> str:
    """A number with at most two decimals, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An element; `content` is markup. In attribute names `_` stands for `-`, and a last `_` is dropped."""
    told = "".join(f' {_attribute(key)}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{told}>{content}</{name}>" if content else f"<{name}{told}/>"


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def group(name: str, elements: Iterable[str]) -> str:
    """A named group, one element a line."""
    return element("g", "\n" + "\n".join(elements) + "\n", id=name)


def text(x: float, y: float, words: str, ink: Ink, **more: str | float) -> str:
    """One line of text, its baseline at y."""
    looks: dict[str, str | float] = {"font_size": ink.size, "fill": ink.fill}
    if ink.anchor != "start":
        looks["text_anchor"] = ink.anchor
    if ink.bold:
        looks["font_weight"] = "bold"
    if ink.halo:
        looks |= {"stroke": HALO, "stroke_width": 3, "stroke_linejoin": "round", "paint_order": "stroke"}
    return element("text", escape(words, quote=False), x=x, y=y, **looks, **more)


def fitting(words: str, size: float, width: float) -> float:
    """The font size at which text is not wider than this, at most `size`."""
    return min(size, width / (WIDTH_OF_A_LETTER * max(1, len(words))))


def polygon(points: Iterable[Point], **looks: str | float) -> str:
    """A closed shape."""
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **looks)


def hexagon(place: Place, scale: Scale, **looks: str | float) -> str:
    """A hex of the board."""
    return polygon([scale.at(corner) for corner in geometry.corners(place)], **looks)


def circle(middle: Point, radius: float, **looks: str | float) -> str:
    """A circle."""
    return element("circle", cx=middle.x, cy=middle.y, r=radius, **looks)


def box(x: float, y: float, width: float, height: float, **looks: str | float) -> str:
    """A rectangle by its upper left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **looks)


def path(curve: Curve, scale: Scale, **looks: str | float) -> str:
    """A curve of the board."""
    start, bend, end = (scale.at(point) for point in curve)
    course = f"M{_pair(start)} Q{_pair(bend)} {_pair(end)}"
    return element("path", d=course, fill="none", **looks)


def _pair(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"


def document(width: float, height: float, title: str, content: Iterable[str]) -> str:
    """A whole picture, complete in itself."""
    inside = "\n".join((element("title", escape(title, quote=False)), *content))
    return (
        element(
            "svg",
            f"\n{inside}\n",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            width=width,
            height=height,
            font_family="Helvetica, Arial, sans-serif",
        )
        + "\n"
    )
