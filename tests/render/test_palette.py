"""Seats, goods and cities can be told apart with every common kind of colour vision."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest

from footplate.engine.stephensons_rocket.board import COMPANY_COLORS, INDUSTRIES
from footplate.render import palette

# What people with full protanopia, deuteranopia and tritanopia see, as a matrix over linear red, green and blue
# (Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision deficiency, 2009).
VISION = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
PLAINLY_DIFFERENT = 12.0
"""A distance in CIE L*a*b*; one of 2.3 is just noticeable side by side."""


def linear(color: str) -> list[float]:
    channels = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]


def seen(color: str, vision: str) -> list[float]:
    light = linear(color)
    return [min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in VISION[vision]]


def lab(light: Sequence[float]) -> tuple[float, float, float]:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, vision: str) -> float:
    pairs = zip(lab(seen(one, vision)), lab(seen(other, vision)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(
    "colors",
    [
        (*palette.SEATS, palette.UNOWNED),
        tuple(palette.FILLS.values()),
        tuple(palette.INKS.values()),
        tuple(palette.LINE_FILLS.values()),
        tuple(palette.LINE_INKS.values()),
        tuple(palette.TOKEN_FILLS.values()),
    ],
    ids=["seats", "fills", "inks", "line fills", "line inks", "token fills"],
)
def test_colours_stay_apart(colors: Sequence[str], vision: str) -> None:
    close = [pair for pair in combinations(colors, 2) if distance(*pair, vision) < PLAINLY_DIFFERENT]
    assert not close


@pytest.mark.parametrize(
    ("fills", "writing"),
    [
        (palette.FILLS, palette.ON_FILLS),
        (palette.LINE_FILLS, palette.ON_LINE_FILLS),
        (palette.TOKEN_FILLS, palette.ON_TOKEN_FILLS),
    ],
    ids=["goods", "lines", "tokens"],
)
def test_letters_can_be_read_on_their_colour(fills: Mapping[str, str], writing: Mapping[str, str]) -> None:
    """A contrast of 4.5 to 1 is what accessibility guidelines ask of text."""
    assert set(fills) == set(writing)
    assert min(contrast(fill, writing[name]) for name, fill in fills.items()) >= 4.5


def contrast(one: str, other: str) -> float:
    lights = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (one, other))]
    darker, lighter = sorted(lights)
    return (lighter + 0.05) / (darker + 0.05)


def test_there_is_a_colour_for_every_seat() -> None:
    assert len(set(palette.SEATS)) == 6


def test_there_is_a_colour_for_every_company_and_industry() -> None:
    assert set(palette.LINE_FILLS) == set(palette.LINE_INKS) == set(COMPANY_COLORS)
    assert set(palette.TOKEN_FILLS) == set(INDUSTRIES)
    assert set(palette.FILLS) == set(palette.INKS)
