"""The colours of every drawing, as hex triplets: one place, so that the terminal and the pictures agree.

Seats have colours that people with any of the common colour deficiencies can tell apart; even so nothing is told by
colour alone: seats carry their number, goods and tokens their letter and companies their code wherever they are drawn.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SEATS: Final = ("#E69F00", "#56B4E9", "#009E73", "#D55E00", "#CC79A7", "#0072B2")
"""By seat; the set of Okabe and Ito, in which every pair differs in brightness or along the blue-yellow axis."""
UNOWNED: Final = "#6A6A6A"

INKS: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "#E5484D", "blue": "#3F7FF0", "purple": "#C58BEB", "yellow": "#C9A800", "black": "#A3A3A3"}
)
"""Goods colours for writing and outlines, readable on dark and on light ground alike."""

FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "#D13438", "blue": "#1F55B5", "purple": "#BF86E3", "yellow": "#F0C419", "black": "#3A3A3A"}
)
"""Goods colours for cubes and city hexes."""

ON_FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "#FFFFFF", "blue": "#FFFFFF", "purple": "#1A1A1A", "yellow": "#1A1A1A", "black": "#FFFFFF"}
)
"""What to write with on each of FILLS."""

LINE_INKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "white": "#B4B4B4",
        "purple": "#BC8CE8",
        "red": "#DC2F2A",
        "blue": "#3B78E8",
        "green": "#1B9A5E",
        "orange": "#F07A14",
        "yellow": "#D8C400",
    }
)
"""Colours of railway companies for track in the terminal, by the name of the colour."""

LINE_FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "white": "#F7F4EA",
        "purple": "#B26ED6",
        "red": "#C62828",
        "blue": "#17458F",
        "green": "#25844F",
        "orange": "#F28C28",
        "yellow": "#F5D63D",
    }
)
"""Colours of railway companies for locomotives, labels and track in pictures."""

ON_LINE_FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "white": "#1A1A1A",
        "purple": "#1A1A1A",
        "red": "#FFFFFF",
        "blue": "#FFFFFF",
        "green": "#FFFFFF",
        "orange": "#1A1A1A",
        "yellow": "#1A1A1A",
    }
)
"""What to write with on each of LINE_FILLS."""

TOKEN_FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {"leather": "#7A4A22", "steel": "#AEBAC4", "textile": "#B0408A", "brewery": "#E8B530"}
)
"""Colours of industry tokens."""

ON_TOKEN_FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {"leather": "#FFFFFF", "steel": "#1A1A1A", "textile": "#FFFFFF", "brewery": "#1A1A1A"}
)
"""What to write with on each of TOKEN_FILLS."""
